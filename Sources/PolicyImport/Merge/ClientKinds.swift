import PolicyModel
import PolicyText

/// Clients that Google uses for account linking.
enum LinkingClients {
  /// Whether the URI is on one of Google's account linking hosts.
  static func isLinkingURI(_ uri: ExactString) -> Bool {
    let host = URIParts(uri).lowerHost
    return host == "oauth-redirect.googleusercontent.com"
      || host == "oauth-redirect-sandbox.googleusercontent.com"
  }

  /// The clients whose redirect URIs are all Google's.
  static func find(in values: [ResolvedValue]) -> [ImportSubject] {
    var found: [ImportSubject: Bool] = [:]
    for value in values where value.key == PolicyKeyPath([ClientKey.redirectURIs]) {
      guard let text = value.text else { continue }
      found[value.subject] = (found[value.subject] ?? true) && isLinkingURI(text)
    }
    return found.filter(\.value).map(\.key)
  }
}

/// Clients that are declared native, whose redirect URIs are all loopback or private-use URIs, or
/// that are public and have a redirect URI with an app's scheme.
enum NativeClients {
  static func find(in values: [ResolvedValue], schemes: [CustomScheme]) -> Set<ImportSubject> {
    let schemes = Set(schemes.map { ASCII.lowercased($0.scheme) })
    var stated: [ImportSubject: Bool] = [:]
    var found: [ImportSubject: Bool] = [:]
    var ofApps: Set<ImportSubject> = []
    var confidential: Set<ImportSubject> = []
    for value in values {
      guard case .client = value.subject else { continue }
      if value.key == PolicyKeyPath([ClientKey.clientSecret]) { confidential.insert(value.subject) }
      guard let text = value.text else { continue }
      if value.key == PolicyKeyPath([ClientKey.type]) {
        stated[value.subject] = text == ExactString(ClientType.native.rawValue)
      }
      guard value.key == PolicyKeyPath([ClientKey.redirectURIs]) else { continue }
      let uri = URIOrHost(text)
      if schemes.contains(uri.scheme) { ofApps.insert(value.subject) }
      let isOwn = uri.isPrivateUse || uri.isLoopback
      found[value.subject] = (found[value.subject] ?? true) && isOwn
    }
    // A client with a secret runs on a server, which may be the developer's machine.
    let own = Set(found.filter(\.value).keys).union(ofApps).subtracting(confidential)
    return own.union(stated.filter(\.value).keys)
      .subtracting(stated.filter { !$0.value && !ofApps.contains($0.key) }.keys)
  }

  /// Clients that aren't declared native and whose redirect URIs are all loopback: pages on the
  /// developer's machine.
  static func local(in values: [ResolvedValue]) -> Set<ImportSubject> {
    var found: [ImportSubject: Bool] = [:]
    for value in values {
      guard case .client = value.subject, let text = value.text else { continue }
      if value.key == PolicyKeyPath([ClientKey.redirectURIs]) {
        let uri = URIOrHost(text)
        found[value.subject] = (found[value.subject] ?? true) && uri.isWeb && uri.isLoopback
      } else if value.key == PolicyKeyPath([ClientKey.type]),
        text == ExactString(ClientType.native.rawValue)
      {
        found[value.subject] = false
      }
    }
    return Set(found.filter(\.value).keys)
  }
}
