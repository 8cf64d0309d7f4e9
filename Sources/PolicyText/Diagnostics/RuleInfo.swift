/// The categories of rules.
public enum RuleCategory: String, Sendable, CaseIterable {
  /// YAML and JSON syntax.
  case syntax
  /// Keys, types, required values, references.
  case structure
  /// Redirect URIs, origins and endpoints.
  case uri
  /// Google account linking and App Flip.
  case linking
  /// Separation of prod and sandbox.
  case environment
  /// OAuth clients of your own server.
  case client
  /// Native clients (RFC 8252).
  case native
  /// Android packages, fingerprints, intents.
  case android
  /// Authorized domains.
  case domain
  /// `apple-app-site-association` and `assetlinks.json`.
  case association
  /// Firebase email actions and settings.
  case firebase
  /// Google Sign-In.
  case google
  /// Sign in with Apple.
  case apple
  /// Files that are imported.
  case `import`
  /// Deployed files and servers, checked by `verify`.
  case deployment
  /// A team's own requirements.
  case invariant
  /// Suppressions and configuration.
  case meta
}

/// A rule's ID, severity, reason, examples, and how its findings relate to those of other rules.
public struct RuleInfo: Sendable {
  /// An example with a finding, whose bytes are between `⟦` and `⟧`, and a similar one without
  /// findings.
  public struct Examples: Sendable {
    /// An example with one finding of the rule.
    public var bad: String { makeBad() }
    /// A similar example without findings.
    public var good: String { makeGood() }
    private let makeBad: @Sendable () -> String
    private let makeGood: @Sendable () -> String
    /// The file format of the examples.
    package var kind: Kind
    /// How to check an example.
    package enum Kind: Sendable {
      case policy
      /// The value of `clients.app.redirect_uris.prod[0]` of a web client.
      case redirectURI
      /// An `apple-app-site-association`.
      case appleAppSiteAssociation
      /// An `assetlinks.json`.
      case assetLinks
      /// A policy, a line `# file: NAME`, and the `assetlinks.json` deployed under that name.
      case deployedAssetLinks
      /// A command line as a comment (`# linkpolicy import --environment prod FILE`), then the file; if there are
      /// several, each follows a line `# file: NAME`.
      case importedFiles
      /// Both association files of a site, each after a line `# file: NAME`.
      case siteFiles
      /// Responses to the requests that `verify` sends for the example's policy.
      case answers
    }

    package init(
      _ kind: Kind, bad: @autoclosure @escaping @Sendable () -> String,
      good: @autoclosure @escaping @Sendable () -> String
    ) {
      self.init(kind, makeBad: bad, makeGood: good)
    }

    package init(
      _ kind: Kind, makeBad: @escaping @Sendable () -> String,
      makeGood: @escaping @Sendable () -> String
    ) {
      self.kind = kind
      self.makeBad = makeBad
      self.makeGood = makeGood
    }
  }

  /// How findings of the rule relate to other findings.
  package struct Traits: OptionSet, Sendable {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }

    /// Comments, configuration and baselines can't suppress its findings: linkpolicy couldn't read the rest of
    /// the file, or reviewers can't see what it contains.
    package static let notSuppressible = Traits(rawValue: 1)
    /// An error of another rule at the same bytes replaces its finding.
    package static let yieldsToErrors = Traits(rawValue: 2)
    /// The value isn't a URI, so its finding hides those of all rules about URI parts.
    package static let notAURI = Traits(rawValue: 4)
    /// Its findings apply to one part of a URI.
    package static let uriPart = Traits(rawValue: 8)
    /// Its finding stays if a stronger rule affects only other bytes of the URI.
    package static let separable = Traits(rawValue: 16)
    /// `uriPart` and `separable`.
    package static let separableURIPart = uriPart.union(separable)
    /// Its finding affects only the marked bytes.
    package static let affectsOwnBytes = Traits(rawValue: 32)
    /// Its finding affects the marked bytes and everything after them.
    package static let affectsFollowingBytes = Traits(rawValue: 64)
  }

  /// The ID, such as `uri-fragment`.
  public var id: RuleID
  /// Former IDs, and IDs in other tools.
  public var aliases: [RuleID]
  /// The category, which is also the folder of the rule.
  public var category: RuleCategory
  /// The default severity.
  public var severity: Severity
  /// A verb and an object, without a period.
  public var summary: String
  /// What breaks or who gains access if the rule is violated.
  public var why: String
  /// Example files.
  public var examples: Examples
  /// RFC sections and platform documentation.
  public var references: [String]
  /// True if findings may have a fix.
  public var isFixable: Bool
  /// Weaker rules: if this rule reports a value, their findings about it are dropped.
  package var hides: [RuleID]
  package var traits: Traits

  package init(
    _ id: RuleID, _ category: RuleCategory, _ severity: Severity, aliases: [RuleID] = [],
    summary: String, why: String, examples: Examples, references: [String] = [],
    isFixable: Bool = false, hides: [RuleID] = [], traits: Traits = []
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
    self.hides = hides
    self.traits = traits
  }

  /// The members that begin every JSON object about the rule.
  package var members: [(key: String, value: JSONValue)] {
    [
      ("id", .string(id.rawValue)), ("aliases", .array(aliases.map { .string($0.rawValue) })),
      ("category", .string(category.rawValue)), ("severity", .string(severity.rawValue)),
      ("summary", .string(summary)),
    ]
  }

  /// An example without the marks around the finding.
  package static func unmarked(_ example: String) -> String {
    String(String.UnicodeScalarView(example.unicodeScalars.filter { $0 != "⟦" && $0 != "⟧" }))
  }

  /// The page of the rule, relative to the documentation site.
  public var url: String { Self.url(id) }

  /// The page of a rule, relative to the documentation site.
  package static func url(_ id: RuleID) -> String { "rules/\(id.rawValue)/" }
}
