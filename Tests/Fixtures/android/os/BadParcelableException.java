package android.os;

/** What the generated code uses of Android's class. */
public class BadParcelableException extends RuntimeException {
  private static final long serialVersionUID = 1;
}
