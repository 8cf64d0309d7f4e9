package import PolicyText
import PolicyModel

/// What an address of a policy is for, which decides whose rules it has to follow.
package struct URIRoles: OptionSet, Sendable {
  package let rawValue: Int
  package init(rawValue: Int) { self.rawValue = rawValue }

  /// Redirect URI of a web client of our server.
  package static let web = URIRoles(rawValue: 1)
  /// Redirect URI of a native client of our server.
  package static let native = URIRoles(rawValue: 2)
  /// Redirect URI of Google account linking, given by Google.
  package static let linking = URIRoles(rawValue: 4)
  /// Redirect URI registered at Google for Google Sign-In.
  package static let google = URIRoles(rawValue: 8)
  /// JavaScript origin registered at Google.
  package static let origin = URIRoles(rawValue: 16)
  /// Authorization or token endpoint of our server.
  package static let endpoint = URIRoles(rawValue: 32)
  /// Our server's issuer identifier.
  package static let issuer = URIRoles(rawValue: 64)
  /// Universal link of App Flip.
  package static let universalLink = URIRoles(rawValue: 128)
  /// Return URL registered at Apple.
  package static let appleReturn = URIRoles(rawValue: 256)
  /// Continue URL or action URL of Firebase emails.
  package static let continueURL = URIRoles(rawValue: 512)

  /// Post-logout redirect URI of a web client.
  package static let postLogout = URIRoles(rawValue: 1024)
  /// Post-logout redirect URI of a native client.
  package static let nativePostLogout = URIRoles(rawValue: 2048)
  /// Origin of a web client whose scripts may read our answers.
  package static let corsOrigin = URIRoles(rawValue: 4096)
  /// The same of a native client: web views have loopback origins and schemes of their own.
  package static let nativeCORSOrigin = URIRoles(rawValue: 8192)

  /// Redirect URIs of our own server, and those registered at Google.
  package static let redirects: URIRoles = [
    .web, .native, .linking, .google, .postLogout, .nativePostLogout,
  ]
  /// Scheme, host and port of pages.
  package static let origins: URIRoles = [.origin, .corsOrigin, .nativeCORSOrigin]
  /// Addresses that are no redirect URIs, but have to be sound all the same.
  package static let others: URIRoles = [.endpoint, .issuer, .universalLink, .appleReturn]
  package static let all: URIRoles = [.redirects, .others, .origins]
}

/// An address of a policy with its place, split once for all rules.
package struct URIOccurrence: Sendable {
  package let role: URIRoles
  /// nil for a value that was given for both environments.
  package let environment: Environment?
  /// Where it stands.
  package let node: NodeID
  /// The declaration that it belongs to; addresses of one list have the same.
  package let list: Int
  /// Index into the clients of the policy; nil for providers.
  package let client: Int?
  package let parts: URIParts
  package let content: ByteSet
  /// ASCII letters in lower case; empty without an authority.
  package let lowerHost: ExactString
  package let isHTTP: Bool
  package let isHTTPS: Bool
  /// `localhost`, 127.0.0.0/8 or `[::1]`, literally.
  package let isLoopback: Bool
  /// On one of Google's linking hosts.
  let isOnLinkingHost: Bool
  /// It counts in production: not given for sandbox alone, nor shared by a client of sandbox alone.
  package let isInProd: Bool
  /// The same of sandbox.
  package let isInSandbox: Bool

  /// Splits a text.
  ///
  /// - Parameter clients: the environments in which its client exists.
  init(
    _ text: LocatedText, role: URIRoles, environment: Environment?, list: Int, client: Int? = nil,
    clients: EnvironmentSet = [.init(.prod), .init(.sandbox)]
  ) {
    isInProd = environment.map { $0 == .prod } ?? (clients.only != .sandbox)
    isInSandbox = environment.map { $0 == .sandbox } ?? (clients.only != .prod)
    self.role = role
    self.environment = environment
    self.list = list
    self.client = client
    node = text.node
    parts = URIParts(text.value)
    content = ByteSet(of: text.value)
    isHTTP = parts.hasScheme("http")
    isHTTPS = parts.hasScheme("https")
    lowerHost = parts.lowerHost
    isLoopback = Self.isLoopback(lowerHost)
    isOnLinkingHost = GoogleLinking.isHost(lowerHost)
  }

  /// The whole text.
  package var text: ExactString { parts.text }
  /// Its bytes.
  package var bytes: ArraySlice<UInt8> { parts.bytes(0..<text.utf8.count) }
  /// http or https.
  package var isWeb: Bool { isHTTP || isHTTPS }
  /// The host's bytes; empty without an authority.
  package var host: ArraySlice<UInt8> { parts.host.map { parts.bytes($0) } ?? [] }
  /// The bytes of path and query.
  package var pathAndQuery: ArraySlice<UInt8> { parts.bytes(parts.pathAndQuery) }
  /// The path's bytes.
  package var path: ArraySlice<UInt8> { parts.bytes(parts.path) }
  /// What the address is in messages.
  package var noun: String {
    if role == .origin { return "a JavaScript origin" }
    if isCORSOrigin { return "a CORS origin" }
    if role == .postLogout || role == .nativePostLogout { return "a post-logout redirect URI" }
    if role == .endpoint { return "an endpoint" }
    if role == .issuer { return "an issuer" }
    if role == .universalLink { return "a universal link" }
    if role == .appleReturn { return "a return URL" }
    return "a redirect URI"
  }

  /// True for addresses that may lead into a native app: private-use schemes, loopback.
  package var isNative: Bool { role == .native || role == .nativePostLogout }

  /// True for origins whose scripts may read our answers.
  package var isCORSOrigin: Bool { role == .corsOrigin || role == .nativeCORSOrigin }

  /// True when an address belongs to an environment; shared ones belong to both.
  package func belongs(to environment: Environment) -> Bool {
    self.environment == nil || self.environment == environment
  }

  /// True for hosts that lead back to the same machine.
  package static func isLoopback(_ lowerHost: ExactString) -> Bool {
    guard let first = lowerHost.utf8.first else { return false }
    switch first {
    case UInt8(ascii: "l"): return lowerHost == "localhost"
    case UInt8(ascii: "["): return lowerHost == "[::1]"
    case UInt8(ascii: "1"):
      guard let address = IPv4Address(browser: Array(lowerHost.utf8)[...]) else {
        return false
      }
      return address.isLoopback && ExactString(address.text) == lowerHost
    default: return false
    }
  }
}
