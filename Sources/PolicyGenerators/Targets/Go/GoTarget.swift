import PolicyModel
import PolicyText

/// `code/go/`: the package `allowlist`, and packages for email actions and Google scopes.
package struct GoTarget: RuntimeTarget {
  package static let name = "go"
  package static func parts(for input: GeneratorInput) -> [RuntimePart<GoLanguage>] {
    var allowlist = RuntimePart<GoLanguage>("allowlist")
    for environment in Environment.allCases where input.writes(environment) {
      let code = GoData.clients(
        input.clients(in: environment), of: environment,
        package: input.selection.name ?? "allowlist")
      allowlist.data.append(("\(environment.rawValue).go", code))
    }
    return [
      allowlist,
      input.hasAppFlip ? RuntimePart("app-flip") : nil,
      emailActions(input).map {
        RuntimePart("email-actions", ("firebaseemail/actions.go", GoData.emailActions($0)))
      },
      GoogleScopeCode(input.report.workspace.policies).map {
        RuntimePart("google-scopes", ("googlescopes/features.go", GoData.googleScopes($0)))
      },
    ].compactMap { $0 }
  }

  private static func emailActions(_ input: GeneratorInput) -> EmailActionCode? {
    EmailActionCode(input.policy)
  }

  package static func replacements(_ options: CodeOptions) -> [(old: String, new: String)] {
    guard let name = options.name else { return [] }
    return [
      ("package allowlist", "package \(name)"), ("// Package allowlist ", "// Package \(name) "),
    ]
  }

  package static func isName(_ text: String) -> Bool {
    text.wholeMatch(of: /[a-z][a-z0-9_]*/) != nil && !reserved.contains(text)
  }

  /// The keywords, and the package that can't be imported.
  private static let reserved: Set<String> = [
    "break", "case", "chan", "const", "continue", "default", "defer", "else", "fallthrough", "for",
    "func", "go", "goto", "if", "import", "interface", "map", "package", "range", "return",
    "select", "struct", "switch", "type", "var", "main",
  ]

  package static func project(
    _ name: String, _ input: GeneratorInput
  ) -> (path: String, text: String)? {
    var text = "module \(name)\n\ngo 1.18\n"
    if emailActions(input) != nil { text += "\nrequire firebase.google.com/go/v4 v4.14.1\n" }
    return ("go.mod", text)
  }
}
