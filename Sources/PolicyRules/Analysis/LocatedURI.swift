package import PolicyText
import PolicyModel

/// The purposes of URIs in a policy, which determine the rules that apply to them.
package struct URIRoles: OptionSet, Sendable {
  package let rawValue: UInt16
  package init(rawValue: UInt16) { self.rawValue = rawValue }

  /// Redirect URI of a web client.
  package static let web = URIRoles(rawValue: 1)
  /// Redirect URI of a native client.
  package static let native = URIRoles(rawValue: 2)
  /// Redirect URI of Google account linking.
  package static let linking = URIRoles(rawValue: 4)
  /// Redirect URI of Google Sign-In.
  package static let google = URIRoles(rawValue: 8)
  /// JavaScript origin of Google Sign-In.
  package static let origin = URIRoles(rawValue: 16)
  /// Endpoint of the authorization server.
  package static let endpoint = URIRoles(rawValue: 32)
  package static let issuer = URIRoles(rawValue: 64)
  /// Universal link of App Flip.
  package static let universalLink = URIRoles(rawValue: 128)
  /// Return URL of Sign in with Apple.
  package static let appleReturn = URIRoles(rawValue: 256)
  /// Continue URL of Firebase emails.
  package static let continueURL = URIRoles(rawValue: 512)

  /// Post-logout redirect URI of a web client.
  package static let postLogout = URIRoles(rawValue: 1024)
  /// Post-logout redirect URI of a native client.
  package static let nativePostLogout = URIRoles(rawValue: 2048)
  /// CORS origin of a web client.
  package static let corsOrigin = URIRoles(rawValue: 4096)
  /// CORS origin of a native client: web views use loopback origins and custom schemes.
  package static let nativeCORSOrigin = URIRoles(rawValue: 8192)

  /// Action URL of Firebase emails, which receives their codes.
  package static let actionURL = URIRoles(rawValue: 16384)

  package static let redirects: URIRoles = [
    .web, .native, .linking, .google, .postLogout, .nativePostLogout,
  ]
  package static let origins: URIRoles = [.origin, .corsOrigin, .nativeCORSOrigin]
  package static let others: URIRoles = [
    .endpoint, .issuer, .universalLink, .appleReturn, .actionURL,
  ]
  package static let all: URIRoles = [.redirects, .others, .origins]
}

/// A URI of a policy without its bytes: policies can have a hundred thousand URIs.
package struct URIEntry: Sendable {
  let text: LocatedText
  let role: URIRoles
  /// nil for a value that both environments share.
  let environment: Environment?
  /// The index of the list that contains the URI.
  let list: Int
  /// The index of the client; nil for providers.
  let client: Int?
  let isHTTP: Bool
  let isHTTPS: Bool
  /// True for `localhost`, 127.0.0.0/8 and `[::1]`.
  let isLoopback: Bool
  /// False for a URI of sandbox, or a shared URI of a client that exists only in sandbox.
  let isInProd: Bool
  /// False for a URI of prod, or a shared URI of a client that exists only in prod.
  let isInSandbox: Bool
  fileprivate let ranges: URIParts.Ranges

  /// - Parameter clients: the environments in which the client exists.
  init(
    _ text: LocatedText, _ parts: URIParts, role: URIRoles, environment: Environment?, list: Int,
    client: Int?, clients: EnvironmentSet
  ) {
    isInProd = environment.map { $0 == .prod } ?? (clients.only != .sandbox)
    isInSandbox = environment.map { $0 == .sandbox } ?? (clients.only != .prod)
    self.text = text
    self.role = role
    self.environment = environment
    self.list = list
    self.client = client
    ranges = parts.ranges
    isHTTP = parts.hasScheme("http")
    isHTTPS = parts.hasScheme("https")
    let first = parts.host.flatMap { parts.bytes($0).first } ?? 0
    let mayBeLoopback =
      ASCII.lowercased(first) == UInt8(ascii: "l") || first == UInt8(ascii: "[")
      || first == UInt8(ascii: "1")
    isLoopback = mayBeLoopback && LocatedURI.isLoopback(parts.lowerHost)
  }

  var node: NodeID { text.node }
  var isWeb: Bool { isHTTP || isHTTPS }
  var host: Range<Int>? { ranges.host.range }
  private var path: Range<Int> { ranges.path.range ?? 0..<0 }
  private var pathAndQuery: Range<Int> {
    path.lowerBound..<(ranges.query.range?.upperBound ?? path.upperBound)
  }

  /// The host with ASCII letters in lower case; empty without an authority.
  var lowerHost: ExactString {
    host.map { host in ASCII.lowercased(text.value.withBytes { $0.extracting(host).text }) } ?? ""
  }

  /// - Parameter name: in lower case.
  func isOn(_ name: ExactString) -> Bool {
    host?.count == name.utf8.count && lowerHost == name
  }

  /// Shared URIs belong to both environments.
  func belongs(to environment: Environment) -> Bool {
    self.environment == nil || self.environment == environment
  }

  var isOnLinkingHost: Bool {
    isOn(GoogleLinking.prodHost) || isOn(GoogleLinking.sandboxHost) || isOn(GoogleLinking.testHost)
  }

  var hasFinalSlash: Bool {
    !path.isEmpty && text.value.withBytes { $0[path.upperBound - 1] == UInt8(ascii: "/") }
  }

  func hasPathAndQuery(of other: URIEntry) -> Bool {
    text.value.withBytes { bytes in
      other.text.value.withBytes {
        $0.extracting(other.pathAndQuery).hasSameBytes(as: bytes.extracting(pathAndQuery))
      }
    }
  }
}

/// A URI of a policy and its parts.
package struct LocatedURI: Sendable {
  private let entry: URIEntry
  package let parts: URIParts
  package let content: ByteSet
  /// The host with ASCII letters in lower case; empty without an authority.
  package let lowerHost: ExactString

  init(_ entry: URIEntry) {
    self.entry = entry
    parts = URIParts(entry.text.value, entry.ranges)
    content = ByteSet(of: entry.text.value)
    lowerHost = parts.lowerHost
  }

  package var role: URIRoles { entry.role }
  package var environment: Environment? { entry.environment }
  package var node: NodeID { entry.node }
  package var list: Int { entry.list }
  package var client: Int? { entry.client }
  package var isHTTP: Bool { entry.isHTTP }
  package var isHTTPS: Bool { entry.isHTTPS }
  package var isLoopback: Bool { entry.isLoopback }
  package var isInProd: Bool { entry.isInProd }
  var isOnLinkingHost: Bool { GoogleLinking.isHost(lowerHost) }
  package var text: ExactString { parts.text }
  package var bytes: ArraySlice<UInt8> { parts.bytes(0..<text.utf8.count) }
  package var isWeb: Bool { isHTTP || isHTTPS }
  /// The host's bytes; empty without an authority.
  package var host: ArraySlice<UInt8> { parts.host.map { parts.bytes($0) } ?? [] }
  package var pathAndQuery: ArraySlice<UInt8> { parts.bytes(parts.pathAndQuery) }
  package var path: ArraySlice<UInt8> { parts.bytes(parts.path) }
  /// The URI's role, for messages.
  package var noun: String {
    if role == .origin { return "a JavaScript origin" }
    if isCORSOrigin { return "a CORS origin" }
    if role == .postLogout || role == .nativePostLogout { return "a post-logout redirect URI" }
    if role == .endpoint { return "an endpoint" }
    if role == .issuer { return "an issuer" }
    if role == .universalLink { return "a universal link" }
    if role == .appleReturn { return "a return URL" }
    if role == .actionURL { return "an action URL" }
    return "a redirect URI"
  }

  /// True for URIs of native clients, which may use custom schemes and loopback hosts.
  package var isNative: Bool { role == .native || role == .nativePostLogout }

  package var isCORSOrigin: Bool { role == .corsOrigin || role == .nativeCORSOrigin }

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
