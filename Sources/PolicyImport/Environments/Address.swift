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

  /// The labels without the domain that is registered, as far as that is known without a list: `co.uk` and
  /// the like count as one.
  var labels: [ExactString] {
    let all = host.utf8.split(separator: UInt8(ascii: ".")).map { ExactString(decoding: $0) }
    return Array(all.dropLast(Self.registeredLabels(all)))
  }

  /// The domain that is registered.
  var domain: ExactString {
    let all = host.utf8.split(separator: UInt8(ascii: ".")).map { ExactString(decoding: $0) }
    return ExactString(
      all.suffix(Self.registeredLabels(all)).map(\.string).joined(separator: "."))
  }

  private static func registeredLabels(_ labels: [ExactString]) -> Int {
    guard labels.count > 2, let last = labels.last else { return 2 }
    let second = labels[labels.count - 2]
    return last.utf8.count == 2 && second.utf8.count <= 3 ? 3 : 2
  }

  /// The word of the host that says sandbox.
  var sandboxWord: EnvironmentWords.Finding? {
    // `acme-staging.web.app`: the name before a suffix that many share is looked at too.
    for label in labels {
      if let found = EnvironmentWords.find(in: label.utf8, prodToo: false) { return found }
    }
    return nil
  }

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
    for name in Self.tunnels where host.isBelow(ExactString(name)) {
      return "`\(name)` is a tunnel"
    }
    return nil
  }

  private static let tunnels = [
    "ngrok.io", "ngrok.app", "ngrok.dev", "ngrok-free.app", "ngrok-free.dev", "trycloudflare.com",
    "loca.lt",
  ]

  private static func isPrivate(_ address: IPv4Address) -> Bool {
    let value = address.value
    return value >> 24 == 10 || value >> 20 == 0xAC1 || value >> 16 == 0xC0A8
      || value >> 16 == 0xA9FE
  }

  /// True for hosts of one deployment, which expire.
  var isPreview: Bool {
    guard let first = host.utf8.split(separator: UInt8(ascii: ".")).first else { return false }
    let label = ExactString(decoding: first)
    if host.isBelow("web.app") {
      return Array(label.utf8).firstRange(of: Array("--".utf8), in: 0..<label.utf8.count) != nil
    }
    guard host.isBelow("vercel.app") || host.isBelow("netlify.app") else { return false }
    if Array(label.utf8).firstRange(of: Array("--".utf8), in: 0..<label.utf8.count) != nil {
      return true
    }
    // `app-9f8e7d6c5-team`: a part that is a hash.
    return label.utf8.split(separator: UInt8(ascii: "-")).contains { part in
      part.count >= 8 && part.contains { (0x30...0x39).contains($0) }
        && part.contains { (0x61...0x7A).contains($0) }
    }
  }

  /// The project of `<project>.firebaseapp.com` and `<project>.web.app`.
  var firebaseProject: ExactString? {
    for suffix in ["firebaseapp.com", "web.app"] where host.isBelow(ExactString(suffix)) {
      return ExactString(decoding: host.utf8.dropLast(suffix.utf8.count + 1))
    }
    return nil
  }
}
