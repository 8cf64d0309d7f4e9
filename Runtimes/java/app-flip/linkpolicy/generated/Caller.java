package linkpolicy.generated;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The app that sent an App Flip intent.
 *
 * @param packageName its package name
 * @param certificates the SHA-256 of its current signing certificates in hex, with or without
 *     colons
 */
public record Caller(String packageName, List<String> certificates) {
  /** Copies the list. */
  public Caller {
    // No List.copyOf: an unknown certificate may be null.
    certificates = Collections.unmodifiableList(new ArrayList<>(certificates));
  }
}
