package import PolicyText

package typealias LocatedText = Located<ExactString>

/// A decoded policy.
///
/// Optional properties are nil for missing keys and for values that can't be decoded, which the structure check
/// reports.
package struct Policy: Sendable {
  package let name: LocatedText?
  package let description: LocatedText?
  package let owner: LocatedText?
  package let apps: [App]
  package let domains: [Domain]
  /// The host whose name is `TODO`.
  package let unknownHost: Domain?
  package let authorizationServer: AuthorizationServer?
  package let clients: [Client]
  package let googleSignIn: GoogleSignIn?
  package let firebase: Firebase?
  package let apple: AppleSignIn?

  /// Decodes all valid values; never fails.
  ///
  /// - Parameter root: nil for an empty file.
  init(decoding tree: SourceTree, _ root: NodeID?) {
    let root = Fields<PolicyKey>(tree, root)
    name = root.text(.name)
    description = root.text(.description)
    owner = root.text(.owner)
    apps = root.entries(.apps).map { App(id: $0.key, Fields(tree, $0.value), $0.value) }
    domains = root.entries(.domains).map { Domain(host: $0.key, Fields(tree, $0.value), $0.value) }
    unknownHost = root.value(.domains).flatMap { domains in
      tree.entries(domains).first { tree.isUnknown($0.key) }.map { key, value in
        Domain(host: Located(ExactString(UnknownValue.text), key), Fields(tree, value), value)
      }
    }
    authorizationServer = root.mapping(.authorizationServer).map(AuthorizationServer.init)
    clients = root.entries(.clients).map { Client(id: $0.key, Fields(tree, $0.value), $0.value) }
    let providers: Fields<ProviderKey>? = root.mapping(.providers)
    googleSignIn = providers?.mapping(.googleSignIn).flatMap(GoogleSignIn.init)
    firebase = providers?.mapping(.firebase).flatMap(Firebase.init)
    apple = providers?.mapping(.apple).flatMap(AppleSignIn.init)
  }

  package init(decoding tree: SourceTree) { self.init(decoding: tree, tree.root) }

  /// All hosts, including the one whose name is `TODO`.
  package var allDomains: [Domain] { domains + [unknownHost].compactMap(\.self) }
}

/// An app that opens links.
package struct App: Sendable {
  /// The key in `apps`.
  package let id: LocatedText
  package let platform: Located<Platform>?
  package let bundleID: LocatedText?
  package let teamID: LocatedText?
  package let appIDPrefix: LocatedText?
  package let appStoreID: LocatedText?
  package let firebaseAppID: LocatedText?
  package let packageName: LocatedText?
  package let sha256Fingerprints: PerEnvironment<[LocatedText]>?
  package let sha1Fingerprints: PerEnvironment<[LocatedText]>?
  package let linkActivity: LocatedText?
  package let environments: [Located<Environment>]?
  package let node: NodeID

  init(id: LocatedText, _ fields: Fields<AppKey>, _ node: NodeID) {
    self.id = id
    platform = fields.enumeration(.platform)
    bundleID = fields.text(.bundleID)
    teamID = fields.text(.teamID)
    appIDPrefix = fields.text(.appIDPrefix)
    appStoreID = fields.text(.appStoreID)
    firebaseAppID = fields.text(.firebaseAppID)
    packageName = fields.text(.packageName)
    sha256Fingerprints = fields.textsPerEnvironment(.sha256CertFingerprints)
    sha1Fingerprints = fields.textsPerEnvironment(.sha1CertFingerprints)
    linkActivity = fields.text(.linkActivity)
    environments = fields.value(.environments).flatMap { list in
      fields.tree.kind(list) == .sequence
        ? fields.tree.items(list).compactMap { fields.enumeration($0) } : nil
    }
    self.node = node
  }

  /// The application identifier of an Apple app, `PREFIX.bundle.id`; nil if a part is missing.
  package var appleAppID: ExactString? {
    guard platform?.value.isApple == true, let prefix = appIDPrefix ?? teamID, let bundleID else {
      return nil
    }
    return ExactString(prefix.value.string + "." + bundleID.value.string)
  }

  package func exists(in environment: Environment) -> Bool {
    environments.map { $0.contains { $0.value == environment } } ?? true
  }

  package enum Defaults {
    package static let linkActivity: ExactString = ".MainActivity"
  }
}

/// A host and the association files that it serves.
package struct Domain: Sendable {
  /// The key in `domains`.
  package let host: LocatedText
  package let environment: Located<DomainEnvironment>
  package let links: [LinkEntry]
  /// Apps with a rule whose path is `TODO`. All their rules are left out of `links`, because the
  /// order of rules matters.
  package let appsWithUnknownLinks: [LocatedText]
  package let credentials: [LocatedText]
  package let appClips: [LocatedText]
  package let handoff: [LocatedText]
  package let variables: [(name: LocatedText, values: [LocatedText])]
  package let node: NodeID

  init(host: LocatedText, _ fields: Fields<DomainKey>, _ node: NodeID) {
    self.host = host
    environment =
      fields.enumeration(.environment)
      // An invalid value has already been reported; `both` avoids further findings.
      ?? Located(fields.value(.environment) == nil ? Defaults.environment : .both, host.node)
    let entries = fields.mappings(.links, LinkEntry.init)
    appsWithUnknownLinks = entries.filter(\.isUnknown).flatMap(\.apps)
    let unknown = Set(appsWithUnknownLinks.map(\.value))
    links = unknown.isEmpty ? entries : entries.compactMap { $0.without(unknown) }
    credentials = fields.texts(.credentials) ?? []
    appClips = fields.texts(.appClips) ?? []
    handoff = fields.texts(.handoff) ?? []
    variables = fields.entries(.variables).map { ($0.key, fields.texts($0.value) ?? []) }
    self.node = node
  }

  package enum Defaults {
    package static let environment = DomainEnvironment.prod
  }
}

/// Apps, and the links that they open.
package struct LinkEntry: Sendable {
  package private(set) var apps: [LocatedText]
  package let rules: [LinkRuleEntry]
  package let node: NodeID
  /// Whether the path of a rule is `TODO`.
  fileprivate let isUnknown: Bool

  init?(_ fields: Fields<LinkEntryKey>) {
    guard let node = fields.node else { return nil }
    apps = fields.texts(.apps) ?? []
    rules = fields.mappings(.rules, LinkRuleEntry.init)
    self.node = node
    isUnknown =
      fields.value(.rules).map { list in
        fields.tree.items(list).contains { fields.tree.isUnknown(LinkRuleKey.path, in: $0) }
      } ?? false
  }

  /// The entry without some apps; nil if none is left.
  fileprivate func without(_ names: Set<ExactString>) -> LinkEntry? {
    var entry = self
    entry.apps.removeAll { names.contains($0.value) }
    return entry.apps.isEmpty ? nil : entry
  }
}

/// A rule of a link entry.
package struct LinkRuleEntry: Sendable {
  package let path: LocatedText?
  package let query: [(name: LocatedText, pattern: LocatedText)]
  package let fragment: LocatedText?
  package let exclude: Bool
  package let comment: LocatedText?
  package let caseSensitive: Bool
  package let percentEncoded: Bool
  package let node: NodeID

  init?(_ fields: Fields<LinkRuleKey>) {
    guard let node = fields.node else { return nil }
    path = fields.text(.path)
    query = fields.entries(.query).compactMap { entry in
      fields.text(entry.value).map { (entry.key, $0) }
    }
    fragment = fields.text(.fragment)
    exclude = fields.boolean(.exclude)?.value ?? Defaults.exclude
    comment = fields.text(.comment)
    caseSensitive = fields.boolean(.caseSensitive)?.value ?? Defaults.caseSensitive
    percentEncoded = fields.boolean(.percentEncoded)?.value ?? Defaults.percentEncoded
    self.node = node
  }

  package enum Defaults {
    package static let exclude = false
    package static let caseSensitive = true
    package static let percentEncoded = true
  }
}

/// Your OAuth server, or the settings that a client overrides.
package final class AuthorizationServer: Sendable {
  package let issuer: PerEnvironment<LocatedText>?
  package let authorizationEndpoint: PerEnvironment<LocatedText>?
  package let tokenEndpoint: PerEnvironment<LocatedText>?
  package let revocationEndpoint: PerEnvironment<LocatedText>?
  package let endSessionEndpoint: PerEnvironment<LocatedText>?
  /// Seconds.
  package let codeLifetime: Located<Int>?
  package let codeChallengeMethods: [LocatedText]?

  init(_ fields: Fields<AuthorizationServerKey>) {
    let endpoints: Fields<AuthorizationServerKey.Endpoints>? = fields.mapping(.endpoints)
    issuer = fields.textPerEnvironment(.issuer)
    authorizationEndpoint = endpoints?.textPerEnvironment(.authorization)
    tokenEndpoint = endpoints?.textPerEnvironment(.token)
    revocationEndpoint = endpoints?.textPerEnvironment(.revocation)
    endSessionEndpoint = endpoints?.textPerEnvironment(.endSession)
    codeLifetime = fields.integer(.codeLifetime)
    codeChallengeMethods = fields.texts(.codeChallengeMethods)
  }

  var isEmpty: Bool {
    issuer == nil && authorizationEndpoint == nil && tokenEndpoint == nil
      && revocationEndpoint == nil && endSessionEndpoint == nil && codeLifetime == nil
      && codeChallengeMethods == nil
  }

  package enum Defaults {
    package static let codeChallengeMethods = [ExactString(CodeChallengeMethod.s256.rawValue)]
  }
}

/// A request and its expected decision.
package struct PolicyTest: Sendable {
  package let name: LocatedText?
  package let request: NodeID?
  package let expect: NodeID?
  package let node: NodeID

  init?(_ fields: Fields<TestKey>) {
    guard let node = fields.node else { return nil }
    let expectation: Fields<ExpectationKey>? = fields.mapping(.expect)
    name = fields.text(.name)
    request = fields.mappingNode(.request)
    expect = expectation?.node
    self.node = node
  }
}
