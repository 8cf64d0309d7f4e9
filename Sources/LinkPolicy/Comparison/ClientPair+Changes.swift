import AssociationFiles
import PolicyDecision
import PolicyText
import PolicyModel

/// The settings of a client that are compared.
extension ClientPair {
  /// The changes, in no particular order.
  var changes: [PolicyChange] {
    identity + requirements + lists + server + flips + declarations
  }

  private var identity: [PolicyChange] {
    var changes: [PolicyChange] = []
    if before.policy != after.policy || before.key != after.key {
      changes += subject.change(
        .clientKey,
        before.policy == after.policy
          ? "client \(before.key) renamed to \(after.key)"
          : "client \(before.key) moved from the policy \(before.policy)",
        old: before.anchor, new: after.anchor)
    }
    // Only URIs that both sides have: an added or removed URI is a change of its own.
    let common = Set(before.redirectURIs.map(\.value)).intersection(
      after.redirectURIs.map(\.value))
    let loopback = common.filter { $0.loopbackOriginEnd != nil }.min()
    return changes
      + text(.clientID, "client ID", { $1.clientID }, lines: \.client)
      + property(.provider, "provider", { ExactString($0.provider.rawValue) }, at: \.provider)
      + property(
        .type, "type", { ExactString($0.type.rawValue) }, isLax: { $0.type == .native },
        lines: { requests in loopback.map { requests.loopbackPort($0) } ?? [] }, at: \.type)
  }

  private var requirements: [PolicyChange] {
    property(
      .state, "state", { $0.requiresState ? "required" : "optional" },
      isLax: { !$0.requiresState }, lines: \.missingState, at: \.state)
      + property(
        .pkce, "PKCE", { $0.requiresPKCE ? "required" : "optional" }, isLax: { !$0.requiresPKCE },
        lines: \.missingChallenge, at: \.pkce)
      + property(
        .omitRedirectURI, "leaving out the redirect URI", \.omission,
        isLax: { $0.omittedRedirectURI != nil }, lines: \.omittedRedirectURI, at: \.omitRedirectURI)
  }

  private var lists: [PolicyChange] {
    /// The values with their locations.
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
      lines: { $0.redirectURI($1) + $0.loopbackPort($1) })
    let scopes = list(.scope, "scope", { $1.scopes }, lines: { $0.scope($1) })
    let types = list(
      .responseType, "response type", places(\.responseTypes) { $0.responseTypes },
      lines: { $0.responseType($1) })
    let methods = list(
      .codeChallengeMethod, "code challenge method",
      places(\.codeChallengeMethods) { $0.server?.codeChallengeMethods },
      lines: { $0.challengeMethod($1) })
    let entries = ClientList.all.filter { $0.key != .redirectURIs }.flatMap { key in
      PolicyChange.Kind(rawValue: key.changeKind).map { kind in
        list(kind, "\(words: key.entryName)", { $1[key] }, lines: { $0.entry($1, of: key.key) })
      } ?? []
    }
    // Adding or removing streamlined linking also changes the grant type. The change of the intents
    // covers that.
    let isIntentChange = (before.streamlinedIntents == nil) != (after.streamlinedIntents == nil)
    let grants = list(
      .grantType, "grant type",
      places({ client in
        client.grantTypes.filter { !isIntentChange || $0 != GrantType.jwtBearer.name }
      }) { $0.grantTypes }, lines: { $0.grants($1) })
    let intents = list(
      .streamlinedIntent, "intent of streamlined linking",
      places(\.acceptedIntents) { $0.streamlinedLinking?.intents },
      lines: { [$0.streamlinedLinking($1)] })
    return uris + entries + scopes + types + methods + grants + intents
  }

  private var server: [PolicyChange] {
    text(.issuer, "issuer") { $1.issuer }
      + text(.authorizationEndpoint, "authorization endpoint") { $1.authorizationEndpoint }
      + text(.revocationEndpoint, "revocation endpoint") { $1.revocationEndpoint }
      + text(.endSessionEndpoint, "end-session endpoint") { $1.endSessionEndpoint }
      + property(
        .tokenEndpointAuth, "authentication at the token endpoint",
        { ExactString($0.tokenEndpointAuth.rawValue) },
        isLax: { $0.tokenEndpointAuth == .noSecret },
        lines: \.tokens, at: \.tokenEndpointAuth)
      + property(
        .codeLifetime, "lifetime of codes",
        { $0.codeLifetime.map { ExactString("\($0) s") } ?? "not given" },
        otherwise: lifetimeEffect, at: { $0.server?.codeLifetime })
  }

  /// A longer lifetime gives a thief of codes more time. No request shows it.
  private var lifetimeEffect: PolicyChange.Effect {
    guard let from = before.codeLifetime, let to = after.codeLifetime else { return .neutral }
    return to > from ? .widening : .narrowing
  }

  /// Settings that don't affect any request.
  private var declarations: [PolicyChange] {
    let environment = after.environment
    return text(.clientSecret, "location of the client secret") {
      $0.entry($1) { client, _ in
        client.clientSecretReference?[environment].map { Located($0.value.summary, $0.node) }
      }
    }
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
      text(.appFlipIOS, "App Flip link", { $1.flipUniversalLink }, lines: \.flipIOS)
      + text(.appFlipAndroid, "App Flip action", { $1.flipIntentAction }, lines: \.flipAndroid)
    // Adding or removing the action adds or removes all of its callers.
    guard (before.flipIntentAction == nil) == (after.flipIntentAction == nil) else {
      return changes
    }
    return changes + callers(isAdded: true) + callers(isAdded: false)
  }

  /// The callers, or their certificates, that only one side has.
  private func callers(isAdded: Bool) -> [PolicyChange] {
    let (side, client, other) = isAdded ? (new, after, before) : (old, before, after)
    return client.flipCallers.map(\.package.value).unique.flatMap { package -> [PolicyChange] in
      let fingerprints = client.fingerprints(of: package)
      guard let known = other.fingerprints(of: package) else {
        return difference(
          .appFlipCaller, "App Flip caller \(package)", isAdded: isAdded,
          at: client.flipCallers.first { $0.package.value == package }?.package.anchor
        ) { requests in (fingerprints ?? []).flatMap { requests.caller(package, $0) } }
      }
      return (fingerprints ?? []).filter { !known.contains($0) }.flatMap { fingerprint in
        difference(
          .appFlipFingerprint,
          "certificate \(ExactString(fingerprint.text)) of the caller \(package)", isAdded: isAdded,
          at: side.anchor(client) { declared in
            (declared.appFlipAndroid?.callers ?? []).lazy
              .filter { $0.packageName?.value == package }.flatMap(\.sha256Fingerprints)
              .first { Fingerprint($0.value) == fingerprint }
          }
        ) { $0.caller(package, fingerprint) }
      }
    }
  }
}

extension CompiledClient {
  /// The certificates of a caller; nil if the client doesn't have the caller.
  fileprivate func fingerprints(of package: ExactString) -> [Fingerprint]? {
    let callers = flipCallers.filter { $0.package.value == package }
    return callers.isEmpty ? nil : callers.flatMap(\.fingerprints).unique
  }

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
