package android.os;

/** What the generated code uses of Android's class; the test sets the version. */
public class Build {
  public static class VERSION {
    public static int SDK_INT = 34;
  }

  public static class VERSION_CODES {
    public static final int P = 28;
  }
}
