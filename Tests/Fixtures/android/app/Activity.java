package android.app;

import android.content.ComponentName;
import android.content.Intent;
import android.content.pm.PackageManager;

/** A stub of Android's class for generated code. It keeps the result for the test. */
public class Activity {
  public static final int RESULT_OK = -1;
  public static final int RESULT_CANCELED = 0;

  public final PackageManager packages = new PackageManager();
  public Intent intent = new Intent();
  public ComponentName caller;
  public String answer = "none";
  public boolean isFinishing;

  public PackageManager getPackageManager() {
    return packages;
  }

  public Intent getIntent() {
    return intent;
  }

  public ComponentName getCallingActivity() {
    return caller;
  }

  public final void setResult(int code) {
    answer = String.valueOf(code);
  }

  public final void setResult(int code, Intent data) {
    answer = code + " " + data.extras;
  }

  public void finish() {
    isFinishing = true;
  }
}
