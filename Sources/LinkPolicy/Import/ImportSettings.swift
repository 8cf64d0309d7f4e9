import PolicyImport
import PolicyModel
import PolicyText

/// What somebody says about an import: where values go that do not say it themselves.
public struct ImportSettings: Sendable {
  /// Where a value goes.
  public enum Destination: String, Sendable, CaseIterable {
    /// Production.
    case prod
    /// Sandbox.
    case sandbox
    /// Both, with the same value.
    case both
    /// Nowhere: it is left out.
    case drop
  }

  /// Where values go that a pattern fits: their text, their host, or the path of their source.
  public struct Mapping: Sendable {
    /// `*` stands for any text, `?` for one character.
    public var pattern: String
    /// Where they go.
    public var destination: Destination

    /// A mapping.
    public init(_ pattern: String, to destination: Destination) {
      self.pattern = pattern
      self.destination = destination
    }
  }

  /// Where everything goes that no mapping decides; nil to go by the sources.
  public var environment: Destination?
  /// In order; the first that fits decides.
  public var mappings: [Mapping] = []
  /// The host of association files, which do not say theirs.
  public var host: String?
  /// Hosts of single association files.
  public var hostsOfFiles: [(path: String, host: String)] = []
  /// Values for variables of the sources.
  public var definitions: [(name: String, value: String)] = []
  /// Rules that ask for nothing are written as `path: "*"`.
  public var keepsCatchAll = false
  /// Values that validation calls errors are written.
  public var keepsInvalid = false
  /// The name of the policy; nil to find one.
  public var name: String?
  /// The kind of all files, a name of ``SourceImport/kinds``; nil to find out.
  public var kind: String?
  /// What nothing decides goes to prod, where nothing in the sources speaks of sandbox.
  public var proposesProd = false

  /// Nothing is said.
  public init() {}

  /// The same for those who read.
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
    options.proposesProd = proposesProd
    for (name, value) in definitions {
      options.definitions[ExactString(name)] = ExactString(value)
    }
    return options
  }
}
