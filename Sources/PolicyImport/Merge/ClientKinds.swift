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

/// Clients that are declared native, or whose redirect URIs are all loopback or private-use URIs.
enum NativeClients {
  static func find(in values: [ResolvedValue]) -> Set<ImportSubject> {
    var stated: [ImportSubject: Bool] = [:]
    var found: [ImportSubject: Bool] = [:]
    let (type, uris) = (PolicyKeyPath([ClientKey.type]), PolicyKeyPath([ClientKey.redirectURIs]))
    for value in values {
      guard case .client = value.subject, let text = value.text else { continue }
      if value.key == type {
        stated[value.subject] = text == ExactString(ClientType.native.rawValue)
      }
      guard value.key == uris else { continue }
      let address = URIOrHost(text)
      let isOwn = address.isPrivateUse || address.isLoopback
      found[value.subject] = (found[value.subject] ?? true) && isOwn
    }
    return Set(found.merging(stated) { $1 }.filter(\.value).keys)
  }
}
