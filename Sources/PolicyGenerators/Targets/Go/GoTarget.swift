import PolicyDecision
import PolicyText
import PolicyModel

/// `code/go/`: the package `allowlist`, and packages for email actions and Google scopes.
package struct GoTarget: RuntimeTarget {
  package static let name = "go"
  package static let summary = "code/go/: the allowlist and request checks as one Go package"
  package init() {}

  package static func parts(for input: GeneratorInput) -> [String] {
    ["allowlist"] + (input.hasAppFlip ? ["app-flip"] : [])
      + (emailActions(input) == nil ? [] : ["email-actions"])
      + (googleScopes(input) == nil ? [] : ["google-scopes"])
  }

  package static func data(for input: GeneratorInput) -> CodeFiles<GoLanguage> {
    var files: CodeFiles<GoLanguage> = []
    for environment in Environment.allCases
    where input.selection.environments?.contains(environment) ?? true {
      files.append(
        (
          "\(environment.rawValue).go",
          GoData.clients(
            input.clients(in: environment), of: environment,
            package: input.selection.name ?? "allowlist")
        ))
    }
    if let code = emailActions(input) {
      files.append(("firebaseemail/actions.go", GoData.emailActions(code)))
    }
    if let code = googleScopes(input) {
      files.append(("googlescopes/features.go", GoData.googleScopes(code)))
    }
    return files
  }

  private static func emailActions(_ input: GeneratorInput) -> EmailActionCode? {
    EmailActionCode(input.policy)
  }

  private static func googleScopes(_ input: GeneratorInput) -> GoogleScopeCode? {
    GoogleScopeCode(input.report.workspace.policies)
  }

  package static func replacements(_ options: CodeOptions) -> [(old: String, new: String)] {
    guard let name = options.name else { return [] }
    return [
      ("package allowlist", "package \(name)"), ("// Package allowlist ", "// Package \(name) "),
    ]
  }

  package static func isName(_ text: String) -> Bool {
    let isWord = { (byte: UInt8) in (0x61...0x7A).contains(byte) }
    let isRest = { (byte: UInt8) in isWord(byte) || (0x30...0x39).contains(byte) || byte == 0x5F }
    return text.utf8.first.map(isWord) ?? false && text.utf8.allSatisfy(isRest)
      && !reserved.contains(text)
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
