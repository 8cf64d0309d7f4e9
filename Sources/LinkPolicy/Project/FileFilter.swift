package import PolicyText

/// Which files are left out, also if they are named, and which must be policies.
package struct FileFilter: Sendable {
  /// The patterns.
  package var patterns: [Glob]
  /// The components of a path that patterns are matched against; nil for files outside of the root.
  package var components: @Sendable (String) -> [String]?
  /// True for files in a directory of policies, where YAML without a marker is an error.
  package var isAmongPolicies: @Sendable (String) -> Bool = { _ in false }

  /// A filter; without patterns nothing is left out.
  package init(
    patterns: [Glob] = [],
    components: @escaping @Sendable (String) -> [String]? = { WorkingDirectory.components($0) }
  ) {
    self.patterns = patterns
    self.components = components
  }

  /// True for files and directories that are left out.
  package func excludes(_ path: String) -> Bool {
    guard !patterns.isEmpty, let components = components(path) else { return false }
    return patterns.contains { $0.matches(components) }
  }
}
