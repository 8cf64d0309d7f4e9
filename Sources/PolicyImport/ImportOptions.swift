package import PolicyModel
package import PolicyText

/// What the user said about an import.
package struct ImportOptions: Sendable {
  /// Where a value goes whose host, text or source path fits a pattern.
  package struct Mapping: Sendable {
    package var pattern: ExactString
    /// Nil to leave it out.
    package var environment: DomainEnvironment?
    package init(_ pattern: ExactString, _ environment: DomainEnvironment?) {
      self.pattern = pattern
      self.environment = environment
    }
  }

  /// The environment of all values that no mapping decides.
  package var environment: DomainEnvironment?
  /// In order; the first that fits decides.
  package var mappings: [Mapping] = []
  /// The host of association files that do not say theirs.
  package var host: ExactString?
  /// Hosts of single association files, by path.
  package var hostsByPath: [ExactString: ExactString] = [:]
  /// The name of the policy; nil to find one.
  package var name: ExactString?
  /// Hosts that the workspace has in one environment only.
  package var knownHosts: [ExactString: DomainEnvironment] = [:]
  /// What nothing decides is proposed for prod, where nothing in the sources speaks of sandbox (`init`).
  package var proposesProd = false
  /// Rules that ask for nothing are written as `path: "*"`.
  package var keepsCatchAll = false
  /// Values that validation calls errors are written.
  package var keepsInvalid = false
  /// Values for variables (`--define`, `--map-file`).
  package var definitions = ImportDefinitions()

  /// Nothing was said.
  package init() {}
}
