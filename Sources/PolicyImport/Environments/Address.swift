import PolicyModel
import PolicyText

/// What an address or host says about its environment.
struct Address {
  let scheme: ExactString
  /// In lower case, without port; empty where there is none.
  let host: ExactString
  /// Path and query.
  let path: ExactString
  /// It was a whole address, not a host alone.
  let isURI: Bool

  /// Reads a text as an address, or as a host where it has no scheme.
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
  /// A scheme of an app.
  var isPrivateUse: Bool { isURI && !isWeb }

  /// What the name of the host says.
  var name: HostName { HostName(host) }
  /// The labels without the domain that is registered.
  var labels: [ExactString] { name.labels }
  /// The domain that is registered.
  var domain: ExactString { name.domain }
  /// The word of the host that says sandbox.
  var sandboxWord: EnvironmentWords.Finding? { name.sandboxWord }

  /// True for addresses of the machine itself, as RFC 8252 has them for native clients.
  var isLoopback: Bool {
    if host == "localhost" || host.isBelow("localhost") || host == "[::1]" { return true }
    return IPv4Address(browser: Array(host.utf8)[...])?.isLoopback ?? false
  }

  /// Why no user of prod can reach the host; nil where one may.
  var localReason: String? {
    if isLoopback { return "\(UTF8Text.quoted(host.string)) is the machine itself" }
    if let address = IPv4Address(browser: Array(host.utf8)[...]), Self.isPrivate(address) {
      return "\(UTF8Text.quoted(host.string)) is a private address"
    }
    for name in ["test", "local", "internal", "lan"] where host.isBelow(ExactString(name)) {
      return "`.\(name)` is no public name"
    }
    return name.tunnel.map { "\(UTF8Text.quoted(host.string)) \($0)" }
  }

  private static func isPrivate(_ address: IPv4Address) -> Bool {
    let value = address.value
    return value >> 24 == 10 || value >> 20 == 0xAC1 || value >> 16 == 0xC0A8
      || value >> 16 == 0xA9FE
  }

  /// True for hosts of one deployment, which expire.
  var isPreview: Bool { name.isPreview }

  /// The project of `<project>.firebaseapp.com` and `<project>.web.app`.
  var firebaseProject: ExactString? {
    for suffix in ["firebaseapp.com", "web.app"] where host.isBelow(ExactString(suffix)) {
      return ExactString(decoding: host.utf8.dropLast(suffix.utf8.count + 1))
    }
    return nil
  }
}
