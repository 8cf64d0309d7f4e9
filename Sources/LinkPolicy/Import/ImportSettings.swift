import PolicyImport
import PolicyModel
public import PolicyText

/// The user's settings for an import.
public struct ImportSettings: Sendable {
  /// How to assign a value to environments.
  public enum Destination: String, Sendable, CaseIterable {
    /// The production environment.
    case prod
    /// The sandbox environment.
    case sandbox
    /// Both environments, with the same value.
    case both
    /// No environment: the value is left out.
    case drop
  }

  /// Assigns values whose string, host or source path matches a pattern.
  public struct Mapping: Sendable {
    /// A glob: `*` matches any characters, `?` matches one.
    public var pattern: String
    /// The environment of matching values.
    public var destination: Destination

    /// Creates a mapping.
    public init(_ pattern: String, to destination: Destination) {
      self.pattern = pattern
      self.destination = destination
    }
  }

  /// The environment of values that no mapping matches; nil to derive it from the sources.
  public var environment: Destination?
  /// The first match applies.
  public var mappings: [Mapping] = []
  /// The host of association files, which don't contain it.
  public var host: String?
  /// The hosts of single association files.
  public var hostsOfFiles: [(path: String, host: String)] = []
  /// Values of variables in the sources.
  public var definitions: [(name: String, value: String)] = []
  /// Whether to write link rules without conditions as `path: "*"`.
  public var keepsCatchAll = false
  /// Whether to write values that validation reports as errors.
  public var keepsInvalid = false
  /// The policy name; nil to derive it from the sources.
  public var name: String?
  /// The format of all files, a name in ``SourceImport/kinds``; nil to detect it.
  public var kind: String?
  /// Whether to make a policy that is valid at once: undecided values are prod, unknown values are
  /// `TODO`, and unusable values are comments with a question. Test and example files are skipped.
  public var completes = false
  /// Values that no source contains, by the path of the key (`apps.acme-ios.team_id`).
  public var fillings: [String: String] = [:]
  /// The name of the directory, from which the policy's name is derived.
  public var directory: String?

  /// Creates the default settings.
  public init() {}

  func options(knownHosts: [ExactString: DomainEnvironment]) -> ImportOptions {
    var options = ImportOptions()
    options.environment = environment.flatMap { DomainEnvironment(rawValue: $0.rawValue) }
    options.mappings = mappings.map {
      ImportOptions.Mapping(
        ExactString($0.pattern), DomainEnvironment(rawValue: $0.destination.rawValue))
    }
    options.host = host.map { ExactString($0) }
    for (path, host) in hostsOfFiles {
      options.hostsByPath[ExactString(path)] = ExactString(host)
    }
    options.name = name.map { ExactString($0) }
    options.keepsCatchAll = keepsCatchAll
    options.keepsInvalid = keepsInvalid
    options.knownHosts = knownHosts
    options.completes = completes
    options.fillings = fillings.mapValues { ExactString($0) }
    options.directory = directory.map { ExactString($0) }
    for (name, value) in definitions {
      options.definitions[ExactString(name)] = ExactString(value)
    }
    return options
  }
}

extension ImportSettings {
  /// Adds variables from a JSON file: Auth0's `AUTH0_KEYWORD_REPLACE_MAPPINGS`, or an object with strings. A file name with
  /// an environment (`config-prod.json`) also sets `environment` if it is nil.
  ///
  /// - Throws: `ImportSettingsError` for another file.
  public mutating func addKeywords(from file: SourceFile) throws(ImportSettingsError) {
    let tree = JSONReader.read(file, file: FileID(0)).tree
    guard tree.isComplete, let root = tree.root, tree.kind(root) == .mapping else {
      throw ImportSettingsError(
        "\(DisplayText.visible(file.name)) must be a JSON object with variables")
    }
    let values = tree.value(of: "AUTH0_KEYWORD_REPLACE_MAPPINGS", in: root) ?? root
    for (key, value) in tree.entries(values) where tree.kind(value) != .mapping {
      // Lists are kept as JSON: they replace whole lists.
      let span = tree.span(value)
      let text =
        tree.kind(value) == .scalar
        ? tree.text(value).string
        : String(decoding: file.bytes[span.start..<span.end], as: UTF8.self)
      definitions.append((tree.text(key).string, text))
    }
    let name = file.name.utf8.split(separator: UInt8(ascii: "/")).last ?? file.name.utf8[...]
    if environment == nil, let found = EnvironmentWords.find(in: name) {
      environment = found.environment == .prod ? .prod : .sandbox
    }
  }
}

/// An error in import settings.
public struct ImportSettingsError: Error, Sendable {
  /// A single line in lower case without a final period.
  public var message: String
  /// Creates an error.
  public init(_ message: String) { self.message = message }
}
