package import PolicyDiagnostics
package import PolicySourceTree
package import PolicyText

/// A text of the policy with its place.
package typealias LocatedText = Located<ExactString>

/// A decoded policy: what could be read, with the place of every leaf.
///
/// Optional properties are nil both for keys that are not there and for values that could not be read;
/// the structure findings tell which.
package struct Policy: Sendable {
  package var name: LocatedText?
  package var description: LocatedText?
  package var owner: LocatedText?
  package var apps: [App] = []
  package var domains: [Domain] = []
  package var authorizationServer: AuthorizationServer?
  package var clients: [Client] = []
  package var googleSignIn: GoogleSignIn?
  package var firebase: Firebase?
  package var apple: AppleSignIn?
  package init() {}
}

/// An app that opens links.
package struct App: Sendable {
  /// The key under `apps`.
  package var id: LocatedText
  package var platform: Located<Platform>?
  package var bundleID: LocatedText?
  package var teamID: LocatedText?
  package var appIDPrefix: LocatedText?
  package var appStoreID: LocatedText?
  package var firebaseAppID: LocatedText?
  package var packageName: LocatedText?
  package var sha256Fingerprints: PerEnvironment<[LocatedText]>?
  package var sha1Fingerprints: PerEnvironment<[LocatedText]>?
  package var linkActivity: LocatedText?
  package var environments: [Located<Environment>]?
  /// The mapping of the app.
  package var node: NodeID

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
  package var host: LocatedText
  /// As written, or the default.
  package var environment: Located<DomainEnvironment>
  package var links: [LinkEntry]
  package var credentials: [LocatedText]
  package var appClips: [LocatedText]
  package var handoff: [LocatedText]
  package var variables: [(name: LocatedText, values: [LocatedText])]
  package var node: NodeID

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
  package var issuer: PerEnvironment<LocatedText>?
  package var authorizationEndpoint: PerEnvironment<LocatedText>?
  package var tokenEndpoint: PerEnvironment<LocatedText>?
  package var revocationEndpoint: PerEnvironment<LocatedText>?
  package var endSessionEndpoint: PerEnvironment<LocatedText>?
  /// Seconds.
  package var codeLifetime: Located<Int>?
  package var codeChallengeMethods: [LocatedText]?
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
