package android.os;

/** A stub of Android's class for generated code. */
public class BadParcelableException extends RuntimeException {
  private static final long serialVersionUID = 1;
}
