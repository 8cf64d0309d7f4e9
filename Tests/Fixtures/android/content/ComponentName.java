package android.content;

/** A stub of Android's class for generated code. */
public final class ComponentName {
  private final String packageName;

  public ComponentName(String packageName) {
    this.packageName = packageName;
  }

  public String getPackageName() {
    return packageName;
  }
}
