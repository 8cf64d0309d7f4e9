package android.content;

/** What the generated code uses of Android's class. */
public final class ComponentName {
  private final String packageName;

  public ComponentName(String packageName) {
    this.packageName = packageName;
  }

  public String getPackageName() {
    return packageName;
  }
}
