/// What a rule is about; pages in the documentation and in `linkpolicy rules` are built from these.
public enum RuleCategory: String, Sendable, CaseIterable {
  /// YAML and JSON: what the file says at all.
  case syntax
  /// Keys, types, required values, references.
  case structure
  /// The shape of a redirect URI, origin or endpoint.
  case uri
  /// Google account linking and App Flip.
  case linking
  /// Prod and sandbox kept apart.
  case environment
  /// OAuth clients of our own server.
  case client
  /// Native clients (RFC 8252).
  case native
  /// Android packages, fingerprints, intents.
  case android
  /// Authorized domains.
  case domain
  /// apple-app-site-association and assetlinks.json.
  case association
  /// Firebase email actions and settings.
  case firebase
  /// Google Sign-In.
  case google
  /// Sign in with Apple.
  case apple
  /// What imports of other files find.
  case `import`
  /// What is deployed, as `verify` finds it.
  case deployment
  /// Suppressions and configuration.
  case meta
}

/// All that is fixed about a rule: its name, weight, reason and examples.
public struct RuleInfo: Sendable {
  /// An example that reports, with `⟦` and `⟧` around the bytes of the finding, and one that does not.
  public struct Examples: Sendable {
    /// Reports exactly at its mark.
    public var bad: String { makeBad() }
    /// Silent.
    public var good: String { makeGood() }
    // Made on demand: a run that reports a rule has no use for whole policies.
    private let makeBad: @Sendable () -> String
    private let makeGood: @Sendable () -> String
    /// What kind of file the examples are.
    public var kind: Kind
    /// How an example becomes a file.
    public enum Kind: Sendable {
      /// A whole policy.
      case policy
      /// The value of `clients.app.redirect_uris.prod[0]` of a web client.
      case redirectURI
      /// An `apple-app-site-association`.
      case appleAppSiteAssociation
      /// An `assetlinks.json`.
      case assetLinks
      /// A policy, a line `# file: NAME`, and an `assetlinks.json` that is deployed under that name.
      case deployedAssetLinks
      /// A command line as a comment (`# linkpolicy import --environment prod FILE`), then the file; with
      /// several, each below a line `# file: NAME`.
      case importedFiles
      /// Both association files of a site, each below a line `# file: NAME`.
      case siteFiles
      /// Answers of servers that `verify` asks about the policy of its tests.
      case answers
    }
    /// Examples.
    public init(
      _ kind: Kind, bad: @autoclosure @escaping @Sendable () -> String,
      good: @autoclosure @escaping @Sendable () -> String
    ) {
      self.kind = kind
      makeBad = bad
      makeGood = good
    }
  }

  /// The stable name.
  public var id: RuleID
  /// Other accepted names of the same mistake.
  public var aliases: [RuleID]
  /// The category in documentation.
  public var category: RuleCategory
  /// The weight without configuration.
  public var severity: Severity
  /// One line: the rule as a statement.
  public var summary: String
  /// Why it matters: what breaks, who gets in.
  public var why: String
  /// A bad and a good example.
  public var examples: Examples
  /// RFC sections, platform documents.
  public var references: [String]
  /// True when findings may carry a fix.
  public var isFixable: Bool

  /// A rule.
  public init(
    _ id: RuleID, _ category: RuleCategory, _ severity: Severity, aliases: [RuleID] = [],
    summary: String, why: String, examples: Examples, references: [String] = [],
    isFixable: Bool = false
  ) {
    self.id = id
    self.aliases = aliases
    self.category = category
    self.severity = severity
    self.summary = summary
    self.why = why
    self.examples = examples
    self.references = references
    self.isFixable = isFixable
  }

  /// The page of the rule, relative to the repository.
  public var url: String { Self.url(id) }

  /// The page of the rule with this name, relative to the repository.
  public static func url(_ id: RuleID) -> String {
    "Sources/LinkPolicy/LinkPolicy.docc/Rules/\(id.rawValue).md"
  }
}
