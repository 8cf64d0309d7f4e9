/// What an OAuth client can keep.
package enum ClientType: String, DocumentedEnumeration {
  case web
  case native

  /// What the value means.
  package var summary: String {
    switch self {
    case .web: "A server that can keep a secret"
    case .native: "An app or command-line tool (RFC 8252)"
    }
  }

  /// What people write instead.
  package var commonMistakes: [String] {
    switch self {
    case .web: ["server", "confidential", "backend", "website"]
    case .native: ["mobile", "app", "ios", "android", "desktop", "cli", "installed", "public"]
    }
  }
}
