package import PolicyText

/// The options of a code target: `generate.options.<target>` in `linkpolicy.yaml`.
package struct CodeOptions: Sendable, Equatable {
  /// The package, module, namespace or type name, by language; nil for the default.
  package var name: String?
  /// The project name in `go.mod`, `package.json`, `pyproject.toml`, `Package.swift` or `CMakeLists.txt`; nil for no such
  /// file.
  package var project: String?
  /// `public`, `package` or `internal`; nil for `public`.
  package var access: String?
  /// The folder below the output directory; nil for `code/<target>`.
  package var output: String?
  /// The environments to write; nil for both.
  package var environments: [Environment]?
  /// Glob patterns of the client keys to write; nil for all.
  package var clients: [String]?
  /// The lines of a comment at the top of each file, without comment marks.
  package var license: String?

  /// True if `output` is ignored and `name` doesn't rename files, because a build plug-in declares them before it runs
  /// the tool.
  package var usesDefaultPaths = false

  package init() {}
}
