package import PolicyText

/// What `generate.options.<target>` of `linkpolicy.yaml` says about a code target.
package struct CodeOptions: Sendable, Equatable {
  /// The package, module, namespace or type name, by language; nil for the default.
  package var name: String?
  /// The name of the project file that is written beside the code (`go.mod`, `package.json`, `pyproject.toml`,
  /// `Package.swift`, `CMakeLists.txt`); nil writes none.
  package var project: String?
  /// `public`, `package` or `internal`, for languages that know them; nil for `public`.
  package var access: String?
  /// The folder below the output directory; nil for `code/<target>`.
  package var output: String?
  /// The environments whose clients are written; nil for both.
  package var environments: [Environment]?
  /// Glob patterns of the client keys that are written; nil for all.
  package var clients: [String]?
  /// Lines of a comment at the top of each file, without comment marks.
  package var license: String?

  package init() {}
}
