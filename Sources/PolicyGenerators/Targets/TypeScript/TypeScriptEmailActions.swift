import PolicyText

/// `firebase-email-actions-data.ts`: the registered settings.
enum TypeScriptEmailActions {
  static func data(_ code: EmailActionCode) -> Code<TypeScriptLanguage> {
    let names = code.actions.map { action -> Code<TypeScriptLanguage> in
      "| \"\(action.name, .camel)\""
    }
    return #"""
      import type { RegisteredAction } from "./firebase-email-actions.js";

      /** What an email is for. */
      export type EmailAction =
        \#(lines: names);

      type Actions = { readonly [action in EmailAction]?: RegisteredAction };

      export const actions: { readonly prod: Actions; readonly sandbox: Actions } = {
        prod: \#(table(code, .prod)),
        sandbox: \#(table(code, .sandbox)),
      };
      """#
  }

  private static func table(
    _ code: EmailActionCode, _ environment: Environment
  ) -> Code<TypeScriptLanguage> {
    let entries = code.settings(in: environment).map { name, settings -> Code<TypeScriptLanguage> in
      """
      \(name, .camel): {
        settings: {
          \(lines: fields(settings))
        },
        prefix: \(literal: settings.prefix),
        base: \(literal: settings.base),
      },
      """
    }
    return entries.isEmpty ? "{}" : "{\n  \(lines: entries)\n}"
  }

  private static func fields(_ settings: EmailActionCode.Settings) -> [Code<TypeScriptLanguage>] {
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
    return fields
  }
}
