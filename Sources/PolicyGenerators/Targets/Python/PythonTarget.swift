import PolicyModel

/// `code/python/`: the package `linkpolicy_allowlist`.
package struct PythonTarget: RuntimeTarget {
  package static let name = "python"
  /// The name of the package in `Runtimes/python/`.
  static let package = "linkpolicy_allowlist"

  package static func parts(for input: GeneratorInput) -> [RuntimePart<PythonLanguage>] {
    [
      RuntimePart("allowlist", ("\(package)/_data.py", PythonData.code(input))),
      EmailActionCode(input.policy).map {
        RuntimePart(
          "email-actions", ("firebase_email_actions/_data.py", PythonEmailActions.data($0)))
      },
      GoogleScopeCode(input.report.workspace.policies).map {
        RuntimePart("google-scopes", ("google_scopes/__init__.py", PythonGoogleScopes.data($0)))
      },
    ].compactMap { $0 }
  }

  package static func replacements(_ options: CodeOptions) -> [(old: String, new: String)] {
    [(package, options.name ?? package)]
  }

  /// A package name (PEP 8).
  package static func isName(_ text: String) -> Bool {
    text.wholeMatch(of: /[a-z_][a-z0-9_]*/) != nil && !keywords.contains(text)
  }

  private static let keywords: Set<String> = [
    "and", "as", "assert", "async", "await", "break", "class", "continue", "def", "del", "elif",
    "else", "except", "finally", "for", "from", "global", "if", "import", "in", "is", "lambda",
    "nonlocal", "not", "or", "pass", "raise", "return", "try", "while", "with", "yield",
  ]

  package static func project(
    _ name: String, _ input: GeneratorInput
  ) -> (path: String, text: String)? {
    let package = input.selection.name ?? package
    let folders = Set(
      parts(for: input).flatMap(\.data).map(\.path).compactMap { $0.split(separator: "/").first }
    )
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
