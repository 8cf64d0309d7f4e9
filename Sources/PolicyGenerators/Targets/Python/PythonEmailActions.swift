import PolicyText

/// `firebase_email_actions/_data.py`: the registered settings.
enum PythonEmailActions {
  static func data(_ code: EmailActionCode) -> Code<PythonLanguage> {
    let names = code.actions.map { action -> Code<PythonLanguage> in
      "\(action.name, .upperSnake) = \"\(action.name, .snake)\""
    }
    return #"""
      """The email actions of the policy."""

      from __future__ import annotations

      import enum

      from ._action import Action


      class EmailAction(str, enum.Enum):
          """What an email is for."""

          \#(lines: names)


      ACTIONS: dict[str, dict[str, Action]] = {
          "prod": \#(table(code, .prod)),
          "sandbox": \#(table(code, .sandbox)),
      }
      """#
  }

  private static func table(
    _ code: EmailActionCode, _ environment: Environment
  ) -> Code<PythonLanguage> {
    let entries = code.settings(in: environment).map { name, settings -> Code<PythonLanguage> in
      """
      "\(name, .snake)": Action(
          \(lines: fields(settings))
      ),
      """
    }
    return entries.isEmpty ? "{}" : "{\n    \(lines: entries)\n}"
  }

  private static func fields(_ settings: EmailActionCode.Settings) -> [Code<PythonLanguage>] {
    var fields: [Code<PythonLanguage>] = [
      "url=\(literal: settings.url),", "prefix=\(literal: settings.prefix),",
      "base=\(literal: settings.base),",
    ]
    if settings.handleCodeInApp { fields.append("handle_code_in_app=\(true),") }
    if let bundle = settings.iosBundleID { fields.append("ios_bundle_id=\(literal: bundle),") }
    if let android = settings.android {
      fields.append("android_package_name=\(literal: android.package),")
      fields.append("android_install_app=\(android.install),")
      if let version = android.minimumVersion {
        fields.append("android_minimum_version=\(literal: version),")
      }
    }
    if let domain = settings.linkDomain { fields.append("link_domain=\(literal: domain),") }
    return fields
  }
}
