import PolicyDiagnostics

/// `firebase-email-actions.ts`: `ActionCodeSettings` for browsers and for the Admin SDK.
enum TypeScriptEmailActions {
  static func source(
    _ code: EmailActionCode, _ header: GeneratedHeader
  ) -> Code<TypeScriptLanguage> {
    let names = code.actions.map { action -> Code<TypeScriptLanguage> in
      "| \"\(action.name, .camel)\""
    }
    return #"""
      // \#(header)

      /** Where users run what, and where integrations are tried. */
      export type Environment = "prod" | "sandbox";

      /** What an email is for. */
      export type EmailAction =
        \#(.joined(names, by: "\n"));

      /** `ActionCodeSettings` of `firebase/auth` and of `firebase-admin/auth`: it fits both. */
      export interface EmailActionSettings {
        url: string;
        handleCodeInApp: boolean;
        iOS?: { bundleId: string };
        android?: { packageName: string; installApp: boolean; minimumVersion?: string };
        linkDomain?: string;
      }

      /**
       * Settings of the emails that Firebase Authentication sends.
       *
       * @param continueUrl made at run time; the registered one where it is left out.
       * @throws RangeError where the environment does not have the action, or the URL is not allowed.
       */
      export function emailActionSettings(
        action: EmailAction,
        environment: Environment,
        continueUrl?: string,
      ): EmailActionSettings {
        const values = find(action, environment);
        if (values === undefined) {
          throw new RangeError("the environment does not have this email action");
        }
        if (continueUrl !== undefined && !allows(values, continueUrl)) {
          throw new RangeError("the continue URL is not allowed");
        }
        const settings: EmailActionSettings = {
          url: continueUrl === undefined ? values.settings.url : continueUrl,
          handleCodeInApp: values.settings.handleCodeInApp,
        };
        const { iOS, android, linkDomain } = values.settings;
        if (iOS !== undefined) settings.iOS = { ...iOS };
        if (android !== undefined) settings.android = { ...android };
        if (linkDomain !== undefined) settings.linkDomain = linkDomain;
        return settings;
      }

      /** The registered continue URL; undefined where the environment does not have the action. */
      export function continueUrl(action: EmailAction, environment: Environment): string | undefined {
        const values = find(action, environment);
        return values === undefined ? undefined : values.settings.url;
      }

      /**
       * True for the registered URL, and for one that continues its path or has its own query or
       * fragment.
       *
       * Scheme, host and path of the registered URL must be the same. Further path segments contain only
       * letters, digits and `-._~` and don't start with a dot; query and fragment contain what RFC 3986
       * allows.
       */
      export function isContinueUrlAllowed(
        url: string,
        action: EmailAction,
        environment: Environment,
      ): boolean {
        const values = find(action, environment);
        return values !== undefined && allows(values, url);
      }

      interface Values {
        readonly settings: Readonly<EmailActionSettings>;
        readonly prefix: string;
        readonly base: string;
      }

      const REST =
        /^(?:\/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)*\/?(?:\?(?:[A-Za-z0-9._~!$&'()*+,;=:@/?-]|%[0-9A-Fa-f]{2})*)?(?:#(?:[A-Za-z0-9._~!$&'()*+,;=:@/?-]|%[0-9A-Fa-f]{2})*)?$/;

      function allows(values: Values, url: string): boolean {
        if (url === values.settings.url) return true;
        return (
          url.length <= 2048 &&
          url.slice(0, values.prefix.length) === values.prefix &&
          REST.test(url.slice(values.base.length))
        );
      }

      function find(action: EmailAction, environment: Environment): Values | undefined {
        if (environment === "prod") return prod(action);
        return environment === "sandbox" ? sandbox(action) : undefined;
      }

      \#(table("prod", code, .prod))

      \#(table("sandbox", code, .sandbox))
      """#
  }

  private static func table(
    _ name: Code<TypeScriptLanguage>, _ code: EmailActionCode, _ environment: Environment
  ) -> Code<TypeScriptLanguage> {
    let cases = code.settings(in: environment).map { name, settings -> Code<TypeScriptLanguage> in
      """
      case "\(name, .camel)":
        return \(values(settings));
      """
    }
    return """
      function \(name)(action: EmailAction): Values | undefined {
        switch (action) {
          \(lines: cases + ["default:\n  return undefined;"])
        }
      }
      """
  }

  private static func values(_ settings: EmailActionCode.Settings) -> Code<TypeScriptLanguage> {
    var fields: [Code<TypeScriptLanguage>] = [
      "url: \(literal: settings.url),", "handleCodeInApp: \(settings.handleCodeInApp),",
    ]
    if let bundle = settings.iosBundleID {
      fields.append("iOS: { bundleId: \(literal: bundle) },")
    }
    if let android = settings.android {
      let version: Code<TypeScriptLanguage> =
        android.minimumVersion.map { "\nminimumVersion: \(literal: $0)," } ?? ""
      fields.append(
        """
        android: {
          packageName: \(literal: android.package),
          installApp: \(android.install),\(version)
        },
        """)
    }
    if let domain = settings.linkDomain { fields.append("linkDomain: \(literal: domain),") }
    return """
      {
        settings: {
          \(lines: fields)
        },
        prefix: \(literal: settings.prefix),
        base: \(literal: settings.base),
      }
      """
  }
}
