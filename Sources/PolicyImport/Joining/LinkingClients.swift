import PolicyModel
import PolicyText

/// Clients by which Google links accounts with us.
enum LinkingClients {
  /// True for an address on one of Google's linking hosts.
  static func isLinkingURI(_ uri: ExactString) -> Bool {
    let host = URIParts(uri).lowerHost
    return host == "oauth-redirect.googleusercontent.com"
      || host == "oauth-redirect-sandbox.googleusercontent.com"
  }

  /// The clients whose redirect URIs are all Google's.
  static func find(in facts: [ResolvedFact]) -> [FactSubject] {
    var found: [FactSubject: Bool] = [:]
    for fact in facts where fact.key == FactKey([ClientKey.redirectURIs]) {
      guard let text = fact.text else { continue }
      found[fact.subject] = (found[fact.subject] ?? true) && isLinkingURI(text)
    }
    return found.filter(\.value).map(\.key)
  }
}
