package import PolicyModel
package import PolicyText

/// The user's settings for an import.
package struct ImportOptions: Sendable {
  /// Assigns values whose string, host or source path matches a pattern.
  package struct Mapping: Sendable {
    package var pattern: ExactString
    /// Nil to leave the values out.
    package var environment: DomainEnvironment?

    package init(_ pattern: ExactString, _ environment: DomainEnvironment?) {
      self.pattern = pattern
      self.environment = environment
    }
  }

  /// The environment of all values that no mapping matches.
  package var environment: DomainEnvironment?
  /// The first match applies.
  package var mappings: [Mapping] = []
  /// The host of association files whose host is unknown.
  package var host: ExactString?
  /// Hosts of single association files, by path.
  package var hostsByPath: [ExactString: ExactString] = [:]
  /// The policy name; nil to derive it from the sources.
  package var name: ExactString?
  /// Hosts that the existing policies have in only one environment.
  package var knownHosts: [ExactString: DomainEnvironment] = [:]
  /// Whether to make a policy that is valid at once (`init`): undecided values are prod, unknown
  /// values are `TODO`, and unusable values are comments with a question.
  package var completes = false
  /// Values that no source contains, by the path of the key (`apps.acme-ios.team_id`).
  package var fillings: [String: ExactString] = [:]
  /// The name of the directory, for the policy's name.
  package var directory: ExactString?
  /// Whether to write link rules without conditions as `path: "*"`.
  package var keepsCatchAll = false
  /// Whether to write values that validation reports as errors.
  package var keepsInvalid = false
  /// Values of variables (`--define`, `--map-file`).
  package var definitions = ImportDefinitions()

  package init() {}
}

/// Values that the user gave for variables in sources.
package struct ImportDefinitions: Sendable {
  private var values: [ExactString: ExactString]

  package init(_ values: [ExactString: ExactString] = [:]) { self.values = values }

  /// With further values; the existing ones override them.
  func adding(_ others: [(ExactString, ExactString)]) -> ImportDefinitions {
    ImportDefinitions(values.merging(others) { own, _ in own })
  }

  /// The value of a variable; a default after a colon, as in `${HOST:localhost}`, isn't part of the name.
  package subscript(name: ExactString) -> ExactString? {
    get {
      values[name] ?? values[ExactString(decoding: name.utf8.prefix { $0 != UInt8(ascii: ":") })]
    }
    set { values[name] = newValue }
  }
}
