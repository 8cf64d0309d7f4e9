package linkpolicy.generated;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * An error response of the token endpoint (RFC 6749 section 5.2), ready to send.
 *
 * @param status the status: 400 or 401
 * @param error the error, such as {@code invalid_grant}
 * @param headers the headers to send, by name
 * @param body the JSON to send
 * @param reason the ID of the reason, as {@code linkpolicy rules --reasons} lists it
 */
public record TokenError(
    int status, String error, Map<String, String> headers, String body, String reason)
    implements TokenDecision {
  /** Copies the headers. */
  public TokenError {
    headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
  }

  static TokenError of(int status, String error, String reason) {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("Content-Type", "application/json;charset=UTF-8");
    headers.put("Cache-Control", "no-store");
    if (status == 401) {
      headers.put("WWW-Authenticate", "Basic realm=\"token\", charset=\"UTF-8\"");
    }
    return new TokenError(status, error, headers, "{\"error\":\"" + error + "\"}", reason);
  }
}
