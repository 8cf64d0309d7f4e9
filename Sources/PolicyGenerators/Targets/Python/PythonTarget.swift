import PolicyText
import PolicyModel

/// `code/python/`: the package `linkpolicy_allowlist`.
package struct PythonTarget: RuntimeTarget {
  package static let name = "python"
  package static let summary = "code/python/: the allowlist and request checks as a Python package"
  package init() {}

  /// The name of the package in `Runtimes/python/`.
  static let package = "linkpolicy_allowlist"

  package static func parts(for input: GeneratorInput) -> [String] {
    ["allowlist"] + (EmailActionCode(input.policy) == nil ? [] : ["email-actions"])
      + (GoogleScopeCode(input.report.workspace.policies) == nil ? [] : ["google-scopes"])
  }

  package static func data(for input: GeneratorInput) -> CodeFiles<PythonLanguage> {
    var files = [(path: "\(package)/_data.py", code: PythonData.code(input))]
    if let emails = EmailActionCode(input.policy) {
      files.append(("firebase_email_actions/_data.py", PythonEmailActions.data(emails)))
    }
    if let scopes = GoogleScopeCode(input.report.workspace.policies) {
      files.append(("google_scopes/__init__.py", PythonGoogleScopes.data(scopes)))
    }
    return files
  }

  package static func replacements(_ options: CodeOptions) -> [(old: String, new: String)] {
    [(package, options.name ?? package)]
  }

  /// A name of a package (PEP 8) that no statement begins with.
  package static func isName(_ text: String) -> Bool {
    text.utf8.first.map { letters.contains($0) } ?? false
      && text.utf8.allSatisfy { letters.contains($0) || digits.contains($0) }
      && !keywords.contains(text)
  }

  private static let letters = Set("abcdefghijklmnopqrstuvwxyz_".utf8)
  private static let digits = Set("0123456789".utf8)
  private static let keywords: Set<String> = [
    "and", "as", "assert", "async", "await", "break", "class", "continue", "def", "del", "elif",
    "else", "except", "finally", "for", "from", "global", "if", "import", "in", "is", "lambda",
    "nonlocal", "not", "or", "pass", "raise", "return", "try", "while", "with", "yield",
  ]

  package static func project(
    _ name: String, _ input: GeneratorInput
  ) -> (path: String, text: String)? {
    let package = input.selection.name ?? package
    let folders = Set(data(for: input).map(\.path).compactMap { $0.split(separator: "/").first })
      .map { $0 == Self.package[...] ? package : String($0) }.sorted()
    let name = "\(literal: name)" as Code<PythonLanguage>
    return (
      "pyproject.toml",
      """
      [build-system]
      requires = ["setuptools>=61"]
      build-backend = "setuptools.build_meta"

      [project]
      name = \(name.text)
      version = "\(toolVersion)"
      requires-python = ">=3.9"

      [tool.setuptools]
      packages = [\(folders.map { "\"\($0)\"" }.joined(separator: ", "))]

      [tool.setuptools.package-data]
      "*" = ["py.typed"]

      """
    )
  }
}
