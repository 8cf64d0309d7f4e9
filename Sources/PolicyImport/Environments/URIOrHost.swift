import PolicyModel
import PolicyText

/// A URI or host, as evidence for an environment.
struct URIOrHost {
  let scheme: ExactString
  /// In lower case, without port; empty if there is none.
  let host: ExactString
  /// Path and query.
  let path: ExactString
  /// Whether it is a URI, not only a host.
  let isURI: Bool

  /// Parses a URI, or a host if it has no scheme.
  init(_ text: ExactString) {
    let parts = URIParts(text)
    let scheme = parts.lowerScheme
    // `localhost:3000` has no scheme.
    isURI =
      !scheme.isEmpty
      && (parts.authority != nil || !scheme.utf8.contains(UInt8(ascii: "."))
        || text.utf8.contains(UInt8(ascii: "/")))
    guard isURI else {
      self.scheme = ""
      path = ""
      let end = text.utf8.firstIndex { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "/") }
      host = ASCII.lowercased(ExactString(decoding: text.utf8[..<(end ?? text.utf8.endIndex)]))
      return
    }
    self.scheme = scheme
    host = parts.lowerHost
    path = parts.text(parts.pathAndQuery)
  }

  var isWeb: Bool { scheme == "http" || scheme == "https" }
  var isPrivateUse: Bool { isURI && !isWeb }

  /// The host name.
  var name: HostName { HostName(host) }
  /// The registered domain.
  var domain: ExactString { name.domain }
  var sandboxWord: EnvironmentWords.Finding? { name.sandboxWord }

  /// Whether the host is loopback (RFC 8252).
  var isLoopback: Bool {
    if host == "localhost" || host.isBelow("localhost") || host == "[::1]" { return true }
    return IPv4Address(browser: Array(host.utf8)[...])?.isLoopback ?? false
  }

  /// Why users can't reach the host; nil if they can.
  var localReason: String? {
    if isLoopback { return "\(DisplayText.quoted(host.string)) is loopback" }
    if let address = IPv4Address(browser: Array(host.utf8)[...]), Self.isPrivate(address) {
      return "\(DisplayText.quoted(host.string)) is a private IP address"
    }
    for name in ["test", "local", "internal", "lan"] where host.isBelow(ExactString(name)) {
      return "`.\(name)` is not a public domain"
    }
    return name.tunnel.map { "\(DisplayText.quoted(host.string)) \($0)" }
  }

  private static func isPrivate(_ address: IPv4Address) -> Bool {
    let value = address.value
    return value >> 24 == 10 || value >> 20 == 0xAC1 || value >> 16 == 0xC0A8
      || value >> 16 == 0xA9FE
  }

  /// Whether the host belongs to a single preview deployment, which expires.
  var isPreview: Bool { name.isPreview }

  /// The project of `<project>.firebaseapp.com` and `<project>.web.app`.
  var firebaseProject: ExactString? {
    for suffix in ["firebaseapp.com", "web.app"] where host.isBelow(ExactString(suffix)) {
      return ExactString(decoding: host.utf8.dropLast(suffix.utf8.count + 1))
    }
    return nil
  }
}
