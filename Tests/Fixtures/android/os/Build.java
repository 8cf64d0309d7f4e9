package android.os;

/** A stub of Android's class for generated code. The test sets the version. */
public class Build {
  public static class VERSION {
    public static int SDK_INT = 34;
  }

  public static class VERSION_CODES {
    public static final int P = 28;
  }
}
