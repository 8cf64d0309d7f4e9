import AssociationFiles
import PolicyText
import PolicyModel

/// Turns the clients of one policy into what decides in one environment.
struct Lowering {
  let document: PolicyDocument
  let environment: Environment
  /// The number of the first client.
  var firstNumber = 0
  let isUsable: (SourceAnchor) -> Bool

  var clients: [CompiledClient] {
    document.policy.clients.enumerated().compactMap { client($1, number: firstNumber + $0) }
  }

  /// nil where the client does not exist in the environment: it has no client ID there.
  private func client(_ client: Client, number: Int) -> CompiledClient? {
    guard let clientID = entry(client.clientID) else { return nil }
    let defaults = document.policy.authorizationServer
    let server = client.server
    return CompiledClient(
      number: number, policy: document.name, key: client.id.value,
      anchor: document.anchor(client.id), environment: environment,
      provider: client.provider?.value ?? .generic, type: client.type?.value ?? .web,
      clientID: clientID,
      lists: client.lists.map { ($0.key, entries($0.value)) },
      scopes: client.scopes.compactMap(entry),
      responseTypes: client.responseTypes?.map(\.value) ?? Client.Defaults.responseTypes,
      grantTypes: client.effectiveGrantTypes,
      requiresState: (client.state?.value ?? Client.Defaults.state) == .required,
      requiresPKCE: client.effectivePKCE == .required,
      codeChallengeMethods: (server?.codeChallengeMethods ?? defaults?.codeChallengeMethods)?
        .map(\.value) ?? AuthorizationServer.Defaults.codeChallengeMethods,
      allowsOmittedRedirectURI: client.omitRedirectURI?.value ?? Client.Defaults.omitRedirectURI,
      issuer: entry(server?.issuer ?? defaults?.issuer),
      authorizationEndpoint: entry(
        server?.authorizationEndpoint ?? defaults?.authorizationEndpoint),
      tokenEndpoint: entry(server?.tokenEndpoint ?? defaults?.tokenEndpoint),
      revocationEndpoint: entry(server?.revocationEndpoint ?? defaults?.revocationEndpoint),
      endSessionEndpoint: entry(server?.endSessionEndpoint ?? defaults?.endSessionEndpoint),
      tokenEndpointAuth: client.effectiveTokenEndpointAuth,
      codeLifetime: (server?.codeLifetime ?? defaults?.codeLifetime)?.value,
      streamlinedIntents: client.streamlinedLinking?.intents.map(\.value),
      flipUniversalLink: entry(client.appFlipIOS?.universalLink),
      flipIntentAction: entry(client.appFlipAndroid?.intentAction),
      flipCallers: client.appFlipAndroid?.callers.compactMap(caller) ?? [])
  }

  func entry(_ text: LocatedText) -> Entry? {
    let anchor = document.anchor(text)
    return isUsable(anchor) ? Entry(text.value, anchor) : nil
  }

  func entry(_ values: PerEnvironment<LocatedText>?) -> Entry? {
    values?[environment].flatMap(entry)
  }

  func entries(_ values: PerEnvironment<[LocatedText]>?) -> [Entry] {
    values?[environment]?.compactMap(entry) ?? []
  }

  private func caller(_ caller: AppFlipCaller) -> CompiledCaller? {
    guard let package = caller.packageName.flatMap(entry) else { return nil }
    return CompiledCaller(
      package: package,
      fingerprints: caller.sha256Fingerprints.compactMap { Fingerprint($0.value) })
  }
}
