import PolicyDecision
import PolicyText

/// The data files, as gofmt formats them.
struct GoData: ClientPrinter {
  typealias Language = GoLanguage

  /// A flag is left out for its default.
  static func name(_ field: ClientField) -> Code<GoLanguage> {
    NamingStyle.camelCaseWithInitialisms.code(field.nameUnlessDefault)
  }

  /// The file of an environment, which a build tag leaves out.
  static func clients(
    _ clients: [CompiledClient], of environment: Environment, package: String
  ) -> Code<GoLanguage> {
    let literal = slice("client").code(
      clients.map { client in
        var printer = GoData()
        return composite(printer.fields(of: client, ClientField.flagsFirst))
      })
    let value: Code<GoLanguage> = "\(word: environment.rawValue)"
    return """
      //go:build !linkpolicy_\(word: environment.other.rawValue)_only

      package \(word: package)

      // \(constant(environment)) is the \(environment == .prod ? "production" : "sandbox") environment.
      const \(constant(environment)) Environment = "\(value)"

      func init() { register(\(constant(environment)), \(value)Clients) }

      var \(value)Clients = \(literal)
      """
  }

  private static func constant(_ environment: Environment) -> Code<GoLanguage> {
    environment == .prod ? "Prod" : "Sandbox"
  }

  func flag(_ flag: Bool) -> Code<GoLanguage> { "\(true)" }

  func texts(_ texts: [ExactString]) -> Code<GoLanguage> { Self.slice("string").code(texts) }

  func callers(_ callers: [ClientField.Caller]) -> Code<GoLanguage> {
    Self.slice("caller").code(
      callers.map { caller in
        Self.composite([
          ("packageName", "\(literal: caller.package.string)"),
          ("certificates", texts(caller.certificates)),
        ])
      })
  }

  static func emailActions(_ code: EmailActionCode) -> Code<GoLanguage> {
    // Each name has a block of its own, because gofmt aligns the lines of one.
    let names = code.actions.map { action -> Code<GoLanguage> in
      """
      // \(action.name, .pascal) is the action \(action.name, .snake) of the policy.
      const \(action.name, .pascal) Action = "\(action.name, .snake)"
      """
    }
    let environments = Environment.allCases.map { environment -> Field in
      let actions = code.settings(in: environment).map { name, settings -> Field in
        ("\(name, .pascal)", composite(fields(of: settings)))
      }
      return (constant(environment), actions.isEmpty ? "{}" : composite(actions))
    }
    return """
      package firebaseemail

      \(.joined(names, by: "\n\n"))

      var actions = map[Environment]map[Action]settings\(composite(environments))
      """
  }

  private static func fields(of settings: EmailActionCode.Settings) -> [Field] {
    var fields: [Field] = [("url", "\(literal: settings.url)")]
    func append(_ name: Code<GoLanguage>, _ text: String?) {
      if let text { fields.append((name, "\(literal: text)")) }
    }
    func append(_ name: Code<GoLanguage>, _ flag: Bool) {
      if flag { fields.append((name, "\(flag)")) }
    }
    append("isOnlyURL", settings.base.isEmpty)
    append("handleCodeInApp", settings.handleCodeInApp)
    append("iosBundleID", settings.iosBundleID)
    append("androidPackageName", settings.android?.package)
    append("androidInstallApp", settings.android?.install ?? false)
    append("androidMinimumVersion", settings.android?.minimumVersion)
    return fields
  }

  static func googleScopes(_ code: GoogleScopeCode) -> Code<GoLanguage> {
    let features = code.features.map { feature -> Code<GoLanguage> in
      """
      // \(feature.name, .pascal) returns the scopes of \(word: feature.label) in the policy.
      func \(feature.name, .pascal)() []string {
        return \(slice("string").code(feature.scopes.map { "\(literal: $0)" }))
      }
      """
    }
    return """
      package googlescopes

      \(.joined(features, by: "\n\n"))
      """
  }

  // MARK: layout

  private typealias Field = (name: Code<GoLanguage>, value: Code<GoLanguage>)

  /// A struct or map literal whose type is known from its context.
  private static func composite(_ fields: [Field]) -> Code<GoLanguage> {
    """
    {
      \(lines: columns(fields.map { ("\($0): ", "\($1),") }))
    }
    """
  }

  /// The values of neighboring lines in one column; a value of several lines ends the column.
  private static func columns(_ fields: [Field]) -> [Code<GoLanguage>] {
    var lines: [Code<GoLanguage>] = []
    var rest = fields[...]
    while let field = rest.first {
      let run = rest.prefix { $0.value.isOneLine }
      if run.isEmpty {
        lines.append("\(field.name)\(field.value)")
        rest = rest.dropFirst()
        continue
      }
      let width = run.map { $0.name.bytes.count }.max() ?? 0
      for field in run {
        let padding = Array<Code<GoLanguage>>(
          repeating: " ", count: width - field.name.bytes.count)
        lines.append("\(field.name)\(.joined(padding))\(field.value)")
      }
      rest = rest.dropFirst(run.count)
    }
    return lines
  }

  private static func slice(_ type: Code<GoLanguage>) -> ListLayout<GoLanguage> {
    ListLayout(empty: "[]\(type){}", open: "[]\(type){", close: "}")
  }
}
