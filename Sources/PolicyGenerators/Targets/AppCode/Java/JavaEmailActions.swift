import PolicyDiagnostics

/// `firebase-admin/…/FirebaseEmailActions.java`: `ActionCodeSettings` for the Admin SDK.
enum JavaEmailActions {
  static func source(_ code: EmailActionCode, _ header: GeneratedHeader) -> Code<JavaLanguage> {
    let names = code.actions.map { action -> Code<JavaLanguage> in "\(action.name, .upperSnake)" }
    return #"""
      // \#(header)

      package linkpolicy.generated;

      import com.google.firebase.auth.ActionCodeSettings;
      import java.util.Optional;
      import java.util.regex.Pattern;
      import linkpolicy.generated.LinkPolicyAllowlist.Environment;

      /**
       * Settings of the emails whose links the Firebase Admin SDK makes, by action and environment. The
       * continue URL is the registered one, or one below it. The SDK returns a link; the server sends the
       * email.
       */
      public final class FirebaseEmailActions {
        /** What an email is for. */
        public enum Action {
          \#(.joined(names, by: ",\n"))
        }

        private FirebaseEmailActions() {}

        /**
         * Settings with the registered continue URL; empty where the environment does not have the
         * action.
         *
         * @param action what the email is for
         * @param environment where it is sent
         * @return the settings
         */
        public static Optional<ActionCodeSettings> settings(Action action, Environment environment) {
          Values values = values(action, environment);
          return values == null ? Optional.empty() : Optional.of(values.settings(values.url));
        }

        /**
         * Settings with a continue URL made at run time; empty unless it is allowed.
         *
         * @param action what the email is for
         * @param environment where it is sent
         * @param continueUrl where the user goes on
         * @return the settings
         */
        public static Optional<ActionCodeSettings> settings(
            Action action, Environment environment, String continueUrl) {
          Values values = values(action, environment);
          return values == null || !values.allows(continueUrl)
              ? Optional.empty()
              : Optional.of(values.settings(continueUrl));
        }

        /**
         * The registered continue URL; empty where the environment does not have the action.
         *
         * @param action what the email is for
         * @param environment where it is sent
         * @return the URL
         */
        public static Optional<String> continueUrl(Action action, Environment environment) {
          Values values = values(action, environment);
          return values == null ? Optional.empty() : Optional.of(values.url);
        }

        /**
         * True for the registered URL, and for one that continues its path or has its own query or
         * fragment. Scheme, host and path of the registered URL must be the same. Further path segments
         * contain only letters, digits and {@code -._~} and don't start with a dot; query and fragment
         * contain what RFC 3986 allows.
         *
         * @param url where the user is to go on
         * @param action what the email is for
         * @param environment where it is sent
         * @return whether the URL is allowed
         */
        public static boolean isContinueUrlAllowed(
            String url, Action action, Environment environment) {
          Values values = values(action, environment);
          return values != null && values.allows(url);
        }

        private static final Pattern REST =
            Pattern.compile(
                "(?:/[A-Za-z0-9_~-][A-Za-z0-9._~-]*+)*+/?"
                    + "(?:\\?(?:[A-Za-z0-9._~!$&'()*+,;=:@/?-]++|%[0-9A-Fa-f]{2})*+)?"
                    + "(?:#(?:[A-Za-z0-9._~!$&'()*+,;=:@/?-]++|%[0-9A-Fa-f]{2})*+)?");

        private static final class Values {
          final String url;
          final String prefix;
          final String base;
          boolean handleCodeInApp;
          String iosBundleId;
          String androidPackageName;
          boolean androidInstallApp;
          String androidMinimumVersion;
          String linkDomain;

          Values(String url, String prefix, String base) {
            this.url = url;
            this.prefix = prefix;
            this.base = base;
          }

          ActionCodeSettings settings(String url) {
            ActionCodeSettings.Builder builder =
                ActionCodeSettings.builder().setUrl(url).setHandleCodeInApp(handleCodeInApp);
            if (iosBundleId != null) {
              builder.setIosBundleId(iosBundleId);
            }
            if (androidPackageName != null) {
              builder.setAndroidPackageName(androidPackageName).setAndroidInstallApp(androidInstallApp);
            }
            if (androidMinimumVersion != null) {
              builder.setAndroidMinimumVersion(androidMinimumVersion);
            }
            if (linkDomain != null) {
              builder.setLinkDomain(linkDomain);
            }
            return builder.build();
          }

          boolean allows(String candidate) {
            return candidate.equals(url)
                || candidate.length() <= 2048
                    && candidate.startsWith(prefix)
                    && REST.matcher(candidate.substring(base.length())).matches();
          }
        }

        private static Values values(Action action, Environment environment) {
          return environment == Environment.PROD ? prod(action) : sandbox(action);
        }

        \#(table("prod", code, .prod))

        \#(table("sandbox", code, .sandbox))
      }
      """#
  }

  private static func table(
    _ name: Code<JavaLanguage>, _ code: EmailActionCode, _ environment: Environment
  ) -> Code<JavaLanguage> {
    let cases = code.settings(in: environment).map { name, settings -> Code<JavaLanguage> in
      """
      if (action == Action.\(name, .upperSnake)) {
        \(lines: values(settings))
      }
      """
    }
    return """
      private static Values \(name)(Action action) {
        \(lines: cases + ["return null;"])
      }
      """
  }

  private static func values(_ settings: EmailActionCode.Settings) -> [Code<JavaLanguage>] {
    var lines: [Code<JavaLanguage>] = [
      """
      Values values =
          new Values(
              \(literal: settings.url),
              \(literal: settings.prefix),
              \(literal: settings.base));
      """
    ]
    if settings.handleCodeInApp { lines.append("values.handleCodeInApp = true;") }
    if let bundle = settings.iosBundleID {
      lines.append("values.iosBundleId = \(literal: bundle);")
    }
    if let android = settings.android {
      lines.append("values.androidPackageName = \(literal: android.package);")
      if android.install { lines.append("values.androidInstallApp = true;") }
      if let version = android.minimumVersion {
        lines.append("values.androidMinimumVersion = \(literal: version);")
      }
    }
    if let domain = settings.linkDomain { lines.append("values.linkDomain = \(literal: domain);") }
    return lines + ["return values;"]
  }
}
