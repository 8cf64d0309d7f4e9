package android.content.pm;

import java.util.HashMap;
import java.util.Map;

/** A stub of Android's class for generated code. It fills only requested fields. */
public class PackageManager {
  @Deprecated public static final int GET_SIGNATURES = 0x40;
  public static final int GET_SIGNING_CERTIFICATES = 0x08000000;

  public static class NameNotFoundException extends Exception {
    private static final long serialVersionUID = 1;
  }

  public final Map<String, Signature[]> installed = new HashMap<>();

  @Deprecated
  @SuppressWarnings("deprecation")
  public PackageInfo getPackageInfo(String name, int flags) throws NameNotFoundException {
    if (!installed.containsKey(name)) {
      throw new NameNotFoundException();
    }
    PackageInfo info = new PackageInfo();
    if (flags == GET_SIGNATURES) {
      info.signatures = installed.get(name);
    } else if (flags == GET_SIGNING_CERTIFICATES) {
      info.signingInfo = new SigningInfo(installed.get(name));
    }
    return info;
  }
}
