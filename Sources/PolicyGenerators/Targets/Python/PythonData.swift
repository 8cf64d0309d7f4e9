import PolicyDecision
import PolicyText

/// `_data.py`: the clients as calls of `Client`, laid out as `ruff format` does.
enum PythonData {
  typealias Python = Code<PythonLanguage>

  /// The formatter's maximum line length; only literals may exceed it.
  private static let width = 88

  static func code(_ input: GeneratorInput) -> Code<PythonLanguage> {
    #"""
    """The clients of the policy."""

    from __future__ import annotations

    from ._client import Client


    def prod() -> tuple[Client, ...]:
        """Return the clients in production."""
        return \#(clients(input.clients(in: .prod)))


    def sandbox() -> tuple[Client, ...]:
        """Return the clients in the sandbox."""
        return \#(clients(input.clients(in: .sandbox)))
    """#
  }

  private static func clients(_ clients: [CompiledClient]) -> Code<PythonLanguage> {
    guard !clients.isEmpty else { return "()" }
    return """
      (
          \(lines: clients.map { "\(call($0))," })
      )
      """
  }

  private static func call(_ client: CompiledClient) -> Code<PythonLanguage> {
    let fields = ClientField.values(of: client).map { field, value -> Python in
      let name = "\(word: field.name)" as Python
      return "\(name)=\(code(value, indent: 12, before: name.text.utf8.count + 2)),"
    }
    return """
      Client(
          \(lines: fields)
      )
      """
  }

  private static func code(_ value: ClientField.Value, indent: Int, before: Int) -> Python {
    switch value {
    case .text(let text): "\(literal: text.string)"
    case .flag(let flag): "\(flag)"
    case .texts(let texts):
      tuple(texts.map { "\(literal: $0.string)" }, indent + before)
    case .callers(let callers):
      tuple(
        callers.map { caller in
          tuple(
            [
              "\(literal: caller.package.string)",
              tuple(caller.certificates.map { "\(literal: $0.string)" }, indent + 9),
            ], indent + 5)
        }, indent + before)
    }
  }

  /// A tuple: on one line if it has one element that ends before the limit, or else with one
  /// element per line.
  ///
  /// - Parameter column: the width of the text before the tuple, and after it on its line.
  static func tuple(_ elements: [Python], _ column: Int) -> Python {
    guard let first = elements.first else { return "()" }
    if elements.count == 1, first.isOneLine, column + first.bytes.count + 3 <= width {
      return "(\(first),)"
    }
    return """
      (
          \(lines: elements.map { "\($0)," })
      )
      """
  }
}

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
