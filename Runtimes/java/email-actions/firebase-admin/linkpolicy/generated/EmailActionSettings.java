package linkpolicy.generated;

import com.google.firebase.auth.ActionCodeSettings;
import java.util.regex.Pattern;

/** The settings of an email action in one environment. */
final class EmailActionSettings {
  private static final Pattern REST =
      Pattern.compile(
          "(?:/[A-Za-z0-9_~-][A-Za-z0-9._~-]*+)*+/?"
              + "(?:\\?(?:[A-Za-z0-9._~!$&'()*+,;=:@/?-]++|%[0-9A-Fa-f]{2})*+)?"
              + "(?:#(?:[A-Za-z0-9._~!$&'()*+,;=:@/?-]++|%[0-9A-Fa-f]{2})*+)?");

  final String url;
  private final String prefix;
  private final String base;
  private boolean handlesCodeInApp;
  private String iosBundleId;
  private String androidPackageName;
  private boolean installsAndroidApp;
  private String androidMinimumVersion;
  private String linkDomain;

  /**
   * Settings.
   *
   * @param url the registered continue URL
   * @param prefix the URL without query and fragment
   * @param base the prefix without a final slash; empty if only the URL itself is allowed
   */
  EmailActionSettings(String url, String prefix, String base) {
    this.url = url;
    this.prefix = prefix;
    this.base = base;
  }

  EmailActionSettings handleCodeInApp() {
    handlesCodeInApp = true;
    return this;
  }

  EmailActionSettings iosBundleId(String value) {
    iosBundleId = value;
    return this;
  }

  EmailActionSettings androidPackageName(String value) {
    androidPackageName = value;
    return this;
  }

  EmailActionSettings androidInstallApp() {
    installsAndroidApp = true;
    return this;
  }

  EmailActionSettings androidMinimumVersion(String value) {
    androidMinimumVersion = value;
    return this;
  }

  EmailActionSettings linkDomain(String value) {
    linkDomain = value;
    return this;
  }

  boolean allows(String candidate) {
    return candidate != null
        && (candidate.equals(url)
            || (candidate.length() <= 2048
                && candidate.startsWith(prefix)
                && REST.matcher(candidate.substring(base.length())).matches()));
  }

  ActionCodeSettings with(String continueUrl) {
    ActionCodeSettings.Builder builder =
        ActionCodeSettings.builder().setUrl(continueUrl).setHandleCodeInApp(handlesCodeInApp);
    if (iosBundleId != null) {
      builder.setIosBundleId(iosBundleId);
    }
    if (androidPackageName != null) {
      builder.setAndroidPackageName(androidPackageName).setAndroidInstallApp(installsAndroidApp);
    }
    if (androidMinimumVersion != null) {
      builder.setAndroidMinimumVersion(androidMinimumVersion);
    }
    if (linkDomain != null) {
      builder.setLinkDomain(linkDomain);
    }
    return builder.build();
  }
}
