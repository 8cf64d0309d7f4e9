package import PolicyText

/// A text of the policy with its place.
package typealias LocatedText = Located<ExactString>

/// A decoded policy: what could be read, with the place of every leaf.
///
/// Optional properties are nil both for keys that are not there and for values that could not be read;
/// the structure findings tell which.
package struct Policy: Sendable {
  package let name: LocatedText?
  package let description: LocatedText?
  package let owner: LocatedText?
  package let apps: [App]
  package let domains: [Domain]
  package let authorizationServer: AuthorizationServer?
  package let clients: [Client]
  package let googleSignIn: GoogleSignIn?
  package let firebase: Firebase?
  package let apple: AppleSignIn?

  /// Decodes what can be read; never fails.
  ///
  /// - Parameter root: nil for a file that says nothing.
  init(decoding tree: SourceTree, _ root: NodeID?) {
    let root = Fields<PolicyKey>(tree, root)
    name = root.text(.name)
    description = root.text(.description)
    owner = root.text(.owner)
    apps = root.entries(.apps).map { App(id: $0.key, Fields(tree, $0.value), $0.value) }
    domains = root.entries(.domains).map { Domain(host: $0.key, Fields(tree, $0.value), $0.value) }
    authorizationServer = root.mapping(.authorizationServer).map(AuthorizationServer.init)
    clients = root.entries(.clients).map { Client(id: $0.key, Fields(tree, $0.value), $0.value) }
    let providers: Fields<ProviderKey>? = root.mapping(.providers)
    googleSignIn = providers?.mapping(.googleSignIn).flatMap(GoogleSignIn.init)
    firebase = providers?.mapping(.firebase).flatMap(Firebase.init)
    apple = providers?.mapping(.apple).flatMap(AppleSignIn.init)
  }

  /// Decodes what can be read; never fails.
  package init(decoding tree: SourceTree) { self.init(decoding: tree, tree.root) }
}

/// An app that opens links.
package struct App: Sendable {
  /// The key under `apps`.
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
  /// The mapping of the app.
  package let node: NodeID

  /// Reads an app.
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

  /// The application identifier of an Apple app, `PREFIX.bundle.id`; nil where a part is missing.
  package var appleAppID: ExactString? {
    guard platform?.value.isApple == true, let prefix = appIDPrefix ?? teamID, let bundleID else {
      return nil
    }
    return ExactString(prefix.value.string + "." + bundleID.value.string)
  }

  /// True when the app exists in an environment.
  package func exists(in environment: Environment) -> Bool {
    environments.map { $0.contains { $0.value == environment } } ?? true
  }

  /// What counts where an app does not say.
  package enum Defaults {
    package static let linkActivity: ExactString = ".MainActivity"
  }
}

/// A host and the association files that it serves.
package struct Domain: Sendable {
  /// The key under `domains`.
  package let host: LocatedText
  /// As written, or the default.
  package let environment: Located<DomainEnvironment>
  package let links: [LinkEntry]
  package let credentials: [LocatedText]
  package let appClips: [LocatedText]
  package let handoff: [LocatedText]
  package let variables: [(name: LocatedText, values: [LocatedText])]
  package let node: NodeID

  /// Reads a host.
  init(host: LocatedText, _ fields: Fields<DomainKey>, _ node: NodeID) {
    self.host = host
    environment =
      fields.enumeration(.environment)
      // One that cannot be read is an error; it must not make the host foreign to anybody.
      ?? Located(fields.value(.environment) == nil ? Defaults.environment : .both, host.node)
    links = fields.mappings(.links, LinkEntry.init)
    credentials = fields.texts(.credentials) ?? []
    appClips = fields.texts(.appClips) ?? []
    handoff = fields.texts(.handoff) ?? []
    variables = fields.entries(.variables).map { ($0.key, fields.texts($0.value) ?? []) }
    self.node = node
  }

  /// What counts where a host does not say.
  package enum Defaults {
    package static let environment = DomainEnvironment.prod
  }
}

/// Apps and the rules that open them.
package struct LinkEntry: Sendable {
  package var apps: [LocatedText]
  package var rules: [LinkRuleEntry]
  package var node: NodeID
}

/// One rule of a link entry.
package struct LinkRuleEntry: Sendable {
  package var path: LocatedText?
  package var query: [(name: LocatedText, pattern: LocatedText)]
  package var fragment: LocatedText?
  package var exclude: Bool
  package var comment: LocatedText?
  package var caseSensitive: Bool
  package var percentEncoded: Bool
  package var node: NodeID

  /// What counts where a rule does not say.
  package enum Defaults {
    package static let exclude = false
    package static let caseSensitive = true
    package static let percentEncoded = true
  }
}

/// Our OAuth server, or what a client overrides of it.
package struct AuthorizationServer: Sendable {
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

  /// True when nothing of it is written.
  var isEmpty: Bool {
    issuer == nil && authorizationEndpoint == nil && tokenEndpoint == nil
      && revocationEndpoint == nil && endSessionEndpoint == nil && codeLifetime == nil
      && codeChallengeMethods == nil
  }

  /// What counts where neither the server nor the client says.
  package enum Defaults {
    package static let codeChallengeMethods = [ExactString(CodeChallengeMethod.s256.rawValue)]
  }
}

/// A request with the answer that it must get.
package struct PolicyTest: Sendable {
  package var name: LocatedText?
  /// The mapping of the request, read when the test runs.
  package var request: NodeID?
  /// The mapping of the expected fields.
  package var expect: NodeID?
  package var node: NodeID
}
