package linkpolicy.generated;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The extras of an App Flip intent.
 *
 * @param clientId {@code CLIENT_ID}; null if there is none
 * @param redirectUri {@code REDIRECT_URI}; null if there is none
 * @param scopes {@code SCOPE}: the elements of the array, or the string split at spaces
 */
public record AppFlipExtras(String clientId, String redirectUri, List<String> scopes) {
  /** Copies the list. */
  public AppFlipExtras {
    // No List.copyOf: an element may be null.
    scopes = Collections.unmodifiableList(new ArrayList<>(scopes));
  }
}
