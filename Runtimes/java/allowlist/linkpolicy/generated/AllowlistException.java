package linkpolicy.generated;

/** An allowlist file that can't be used; the message says why. */
public final class AllowlistException extends Exception {
  private static final long serialVersionUID = 1L;

  AllowlistException(String message) {
    super(message);
  }

  AllowlistException(String message, Throwable cause) {
    super(message, cause);
  }
}
