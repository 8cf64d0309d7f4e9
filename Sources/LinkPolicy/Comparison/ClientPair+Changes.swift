import AssociationFiles
import PolicyDecision
import PolicyText
import PolicyModel

/// What is compared of a client, part by part.
extension ClientPair {
  /// The changes, in no particular order.
  var changes: [PolicyChange] {
    identity + requirements + lists + server + flips + declarations
  }

  private var identity: [PolicyChange] {
    var changes: [PolicyChange] = []
    if before.policy != after.policy || before.key != after.key {
      changes += change(
        .clientKey,
        before.policy == after.policy
          ? "client \(before.key) renamed to \(after.key)"
          : "client \(before.key) moved from the policy \(before.policy)", gained: [], lost: [],
        old: before.anchor, new: after.anchor)
    }
    changes += text(.clientID, "client ID", { $0.clientID }, aspects: [.client])
    changes += property(
      .provider, "provider", { ExactString($0.provider.rawValue) }, isLax: { _ in false },
      aspects: [],
      at: { $0.anchor($1) { $0.provider } })
    // Only what both have: a redirect URI that one side lacks is a change of its own.
    let common = Set(before.redirectURIs.map(\.value)).intersection(
      after.redirectURIs.map(\.value))
    let loopback = common.filter { $0.loopbackOriginEnd != nil }.min()
    changes += property(
      .type, "type", { ExactString($0.type.rawValue) }, isLax: { $0.type == .native },
      aspects: loopback.map { [.loopbackPort($0)] } ?? [], at: { $0.anchor($1) { $0.type } })
    return changes
  }

  private var requirements: [PolicyChange] {
    property(
      .state, "state", { Self.requirement($0.requiresState) }, isLax: { !$0.requiresState },
      aspects: [.missingState],
      at: { $0.anchor($1) { $0.state } })
      + property(
        .pkce, "PKCE", { Self.requirement($0.requiresPKCE) }, isLax: { !$0.requiresPKCE },
        aspects: [.missingChallenge],
        at: { $0.anchor($1) { $0.pkce } })
      + property(
        .omitRedirectURI, "leaving out the redirect URI", \.omission,
        isLax: { $0.omittedRedirectURI != nil },
        aspects: [.omittedRedirectURI], at: { $0.anchor($1) { $0.omitRedirectURI } })
  }

  private static func requirement(_ isRequired: Bool) -> ExactString {
    isRequired ? "required" : "optional"
  }

  private var lists: [PolicyChange] {
    /// Texts with the place of their leaf.
    func places(
      _ values: @escaping (CompiledClient) -> [ExactString],
      _ leaf: @escaping (Client) -> [LocatedText]?
    ) -> (ComparedSide, CompiledClient) -> [Entry] {
      { side, client in
        values(client).map { value in
          Entry(value, side.anchor(client) { leaf($0)?.first { $0.value == value } })
        }
      }
    }
    let uris = list(
      .redirectURI, "redirect URI", { $1.redirectURIs },
      note: { $0.type == .native && $1.loopbackOriginEnd != nil ? ", with every port" : "" },
      aspects: { [.redirectURI($0), .loopbackPort($0)] })
    let scopes = list(.scope, "scope", { $1.scopes }, aspects: { [.scope($0)] })
    let types = list(
      .responseType, "response type", places(\.responseTypes) { $0.responseTypes },
      aspects: { [.responseType($0)] })
    let methods = list(
      .codeChallengeMethod, "code challenge method",
      places(\.codeChallengeMethods) { $0.server?.codeChallengeMethods },
      aspects: { [.challengeMethod($0)] })
    let entries = ClientList.all.filter { $0.key != .redirectURIs }.flatMap { key in
      PolicyChange.Kind(rawValue: key.changeKind).map { kind in
        list(kind, key.entryName, { $1[key] }, aspects: { [.entry($0, of: key.key)] })
      } ?? []
    }
    // What comes and goes with streamlined linking its intents say.
    let isSaidByIntents = (before.streamlinedIntents == nil) != (after.streamlinedIntents == nil)
    let grants = list(
      .grantType, "grant type",
      places({ client in
        client.grantTypes.filter { !isSaidByIntents || $0 != GrantType.jwtBearer.name }
      }) { $0.grantTypes }, aspects: { [.grantType($0)] })
    let intents = list(
      .streamlinedIntent, "intent of streamlined linking",
      places(\.acceptedIntents) { $0.streamlinedLinking?.intents }, aspects: { [.intent($0)] })
    return uris + entries + scopes + types + methods + grants + intents
  }

  private var server: [PolicyChange] {
    text(.issuer, "issuer", \.issuer, aspects: [])
      + text(
        .authorizationEndpoint, "authorization endpoint", \.authorizationEndpoint, aspects: [])
      + text(.revocationEndpoint, "revocation endpoint", \.revocationEndpoint, aspects: [])
      + text(.endSessionEndpoint, "end-session endpoint", \.endSessionEndpoint, aspects: [])
      + property(
        .tokenEndpointAuth, "authentication at the token endpoint",
        { ExactString($0.tokenEndpointAuth.rawValue) }, isLax: { _ in false }, aspects: [],
        at: { $0.anchor($1) { $0.tokenEndpointAuth } })
      + property(
        .codeLifetime, "lifetime of codes",
        { $0.codeLifetime.map { ExactString("\($0) s") } ?? "not given" }, isLax: { _ in false },
        aspects: [], at: { $0.anchor($1) { $0.server?.codeLifetime } })
  }

  /// What the policy declares and no request depends on.
  private var declarations: [PolicyChange] {
    func text(
      _ kind: PolicyChange.Kind, _ name: String,
      _ entry: (ComparedSide, CompiledClient) -> Entry?
    ) -> [PolicyChange] {
      self.text(kind, name, (entry(old, before), entry(new, after)), aspects: [])
    }
    let environment = after.environment
    return text(.clientSecret, "location of the client secret") { $0.secretLocation($1) }
      + text(.tokenEndpoint, "token endpoint") {
        $0.entry($1) { client, policy in
          (client.server?.tokenEndpoint ?? policy.authorizationServer?.tokenEndpoint)?[environment]
        }
      }
      + text(.streamlinedClient, "Google client ID of streamlined linking") {
        $0.entry($1) { client, _ in client.streamlinedLinking?.googleClientID }
      }
      + text(.appFlipIOS, "app of App Flip on iOS") {
        $0.entry($1) { client, _ in client.appFlipIOS?.app?[environment] }
      }
      + text(.appFlipAndroid, "app of App Flip on Android") {
        $0.entry($1) { client, _ in client.appFlipAndroid?.app?[environment] }
      }
      + text(.appFlipAndroid, "activity of App Flip on Android") {
        $0.entry($1) { client, _ in client.appFlipAndroid?.activity }
      }
  }

  private var flips: [PolicyChange] {
    let changes =
      text(.appFlipIOS, "App Flip link", \.flipUniversalLink, aspects: [.flipIOS])
      + text(.appFlipAndroid, "App Flip action", \.flipIntentAction, aspects: [.flipAndroid])
    // With the action itself come and go all of its callers.
    guard (before.flipIntentAction == nil) == (after.flipIntentAction == nil) else {
      return changes
    }
    let (from, to) = (Callers(before), Callers(after))
    return changes + callers(from: from, to: to, isAdded: true)
      + callers(from: to, to: from, isAdded: false)
  }

  /// What `to` has and `from` has not.
  private func callers(from: Callers, to: Callers, isAdded: Bool) -> [PolicyChange] {
    let word = isAdded ? "added" : "removed"
    let (side, client) = isAdded ? (new, after) : (old, before)
    return to.packages.flatMap { package -> [PolicyChange] in
      let fingerprints = to.fingerprints[package] ?? []
      guard let known = from.fingerprints[package] else {
        let aspects = fingerprints.map { Aspect.caller(package: package, $0) }
        let anchor = to.anchors[package]
        return change(
          .appFlipCaller, "App Flip caller \(package) \(words: word)",
          gained: isAdded ? aspects : [], lost: isAdded ? [] : aspects,
          old: isAdded ? nil : anchor, new: isAdded ? anchor : nil)
      }
      return fingerprints.filter { !known.contains($0) }.flatMap { fingerprint in
        let aspect = [Aspect.caller(package: package, fingerprint)]
        let anchor = side.anchor(client, package: package, fingerprint: fingerprint)
        return change(
          .appFlipFingerprint,
          "certificate \(ExactString(fingerprint.text)) of the caller \(package) \(words: word)",
          gained: isAdded ? aspect : [], lost: isAdded ? [] : aspect,
          old: isAdded ? nil : anchor, new: isAdded ? anchor : nil)
      }
    }
  }
}

/// The callers of a client with all of their certificates, by package.
private struct Callers {
  var packages: [ExactString] = []
  var fingerprints: [ExactString: [Fingerprint]] = [:]
  var anchors: [ExactString: SourceAnchor] = [:]

  init(_ client: CompiledClient) {
    for caller in client.flipCallers {
      let package = caller.package.value
      if anchors[package] == nil {
        packages.append(package)
        // Known also where a policy with errors names no certificate of it.
        fingerprints[package] = []
        anchors[package] = caller.package.anchor
      }
      for fingerprint in caller.fingerprints
      where !fingerprints[package, default: []].contains(fingerprint) {
        fingerprints[package, default: []].append(fingerprint)
      }
    }
  }
}

extension CompiledClient {
  /// The intents of streamlined linking; an empty list in the policy accepts all of them.
  fileprivate var acceptedIntents: [ExactString] {
    streamlinedIntents.map { $0.isEmpty ? StreamlinedIntent.names : $0 } ?? []
  }

  /// Whether a request may leave out its redirect URI.
  fileprivate var omission: ExactString {
    if omittedRedirectURI != nil { return "allowed" }
    return allowsOmittedRedirectURI ? "refused (there is not exactly one)" : "refused"
  }
}
