package import PolicyText

/// What the name of a host says about it: the environment, a tunnel, the preview of one deployment.
///
/// Words count as whole parts between dots and hyphens only: `devices.example` names no environment.
package struct HostName: Sendable {
  private let host: ExactString
  /// Where the registered domain starts, as far as that is known without a list: `co.uk` and the like are one
  /// label. The name before a suffix that many share, as in `acme-staging.web.app`, is in front of it.
  private let domainStart: String.Index

  /// - Parameter host: in lower case, without port.
  package init(_ host: ExactString) {
    self.host = host
    domainStart = Self.domainStart(host)
  }

  private static func domainStart(_ host: ExactString) -> String.Index {
    let bytes = host.utf8
    guard let last = bytes.lastIndex(of: UInt8(ascii: ".")),
      let second = bytes[..<last].lastIndex(of: UInt8(ascii: "."))
    else { return bytes.startIndex }
    let label = bytes[bytes.index(after: second)..<last]
    let isShared =
      bytes.distance(from: last, to: bytes.endIndex) == 3
      && shared.contains { $0.utf8.elementsEqual(label) }
    guard isShared else { return bytes.index(after: second) }
    return bytes[..<second].lastIndex(of: UInt8(ascii: ".")).map { bytes.index(after: $0) }
      ?? bytes.startIndex
  }

  /// Labels below which the registries of countries register.
  private static let shared: [ExactString] = [
    "ac", "co", "com", "edu", "go", "gob", "gov", "ltd", "me", "ne", "net", "nom", "or", "org",
    "plc", "sch",
  ]

  /// The labels in front of the domain that is registered.
  package var labels: [ExactString] {
    host.utf8[..<domainStart].split(separator: UInt8(ascii: ".")).map { ExactString(decoding: $0) }
  }

  /// The domain that is registered.
  package var domain: ExactString { ExactString(decoding: host.utf8[domainStart...]) }

  /// The first word that says sandbox.
  package var sandboxWord: EnvironmentWords.Finding? {
    EnvironmentWords.find(in: host.utf8[..<domainStart], prodToo: false)
  }

  /// What a host is that leads to a developer's machine, as a verb phrase; nil for other hosts.
  package var tunnel: String? {
    let domain = host.utf8[domainStart...]
    func has(_ names: [ExactString]) -> Bool {
      names.contains { $0.utf8.count == domain.count && $0.utf8.elementsEqual(domain) }
    }
    if has(Self.tunnels) { return "is a tunnel to a developer's machine" }
    if has(Self.ownMachine) { return "resolves to the user's own machine" }
    if has(Self.embeddedAddresses) { return "resolves to the IP address in its name" }
    return nil
  }

  private static let tunnels: [ExactString] = [
    "ngrok.io", "ngrok.app", "ngrok.dev", "ngrok-free.app", "ngrok-free.dev", "trycloudflare.com",
    "loca.lt", "localtunnel.me", "serveo.net", "localhost.run", "lhr.life", "devtunnels.ms",
    "pinggy.link", "bore.pub", "loophole.site", "zrok.io", "tunnelmole.net",
  ]

  /// Every name below them resolves to 127.0.0.1.
  private static let ownMachine: [ExactString] = [
    "localtest.me", "lvh.me", "vcap.me", "lacolhost.com",
  ]

  /// `app.203.0.113.7.nip.io` is 203.0.113.7.
  private static let embeddedAddresses: [ExactString] = ["nip.io", "sslip.io", "xip.io"]

  /// True for hosts of one deployment, which expire: channels of Firebase Hosting, deployments of Netlify and
  /// Vercel.
  package var isPreview: Bool {
    let label = host.utf8[..<(host.utf8.firstIndex(of: UInt8(ascii: ".")) ?? host.utf8.endIndex)]
    // Two hyphens of an internationalized name mean something else.
    guard !label.starts(with: "xn--".utf8) else { return false }
    func has(_ part: String) -> Bool {
      Array(label).firstRange(of: Array(part.utf8), in: 0..<label.count) != nil
    }
    if host.isBelow("web.app") || host.isBelow("netlify.app") { return has("--") }
    return host.isBelow("vercel.app") && (has("--") || has("-git-") || Self.hasHash(label))
  }

  /// True if a part between others is a hash: `app-9f8e7d6c5-team`.
  private static func hasHash(_ label: some Collection<UInt8>) -> Bool {
    label.split(separator: UInt8(ascii: "-")).dropFirst().dropLast().contains { part in
      part.count >= 8 && part.contains { (0x30...0x39).contains($0) }
        && part.contains { (0x61...0x7A).contains($0) }
    }
  }
}
