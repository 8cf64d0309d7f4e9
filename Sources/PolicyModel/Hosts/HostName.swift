package import PolicyText

/// Properties of a host by its name: environment, tunnel, preview deployment.
///
/// Only whole words between dots and hyphens are compared: `devices.example` doesn't match `dev`.
package struct HostName: Sendable {
  private let host: ExactString
  private let bytes: [UInt8]
  /// The start of the registered domain, as far as it is known without a list: `co.uk` and similar
  /// suffixes are one label. The domain of a shared service, such as `web.app` in
  /// `acme-staging.web.app`, doesn't include the label before it.
  private let domainStart: Int

  /// - Parameter host: in lower case, without port.
  package init(_ host: ExactString) {
    self.host = host
    bytes = Array(host.utf8)
    domainStart = Self.domainStart(bytes)
  }

  private static func domainStart(_ host: [UInt8]) -> Int {
    let dot = UInt8(ascii: ".")
    guard let last = host.lastIndex(of: dot), let second = host[..<last].lastIndex(of: dot)
    else { return 0 }
    let label = host[(second + 1)..<last]
    let isShared = host.count - last == 3 && shared.contains { $0.utf8.elementsEqual(label) }
    guard isShared else { return second + 1 }
    return host[..<second].lastIndex(of: dot).map { $0 + 1 } ?? 0
  }

  /// Second-level labels under which country registries register domains.
  private static let shared: [ExactString] = [
    "ac", "co", "com", "edu", "go", "gob", "gov", "ltd", "me", "ne", "net", "nom", "or", "org",
    "plc", "sch",
  ]

  /// The labels before the registered domain.
  package var labels: [ExactString] {
    bytes[..<domainStart].split(separator: UInt8(ascii: ".")).map { ExactString(decoding: $0) }
  }

  /// The registered domain.
  package var domain: ExactString { ExactString(decoding: bytes[domainStart...]) }

  /// The domain of one owner: a public suffix such as `web.app` with the label before it. IP
  /// addresses stay unchanged.
  package var registrable: ExactString {
    let isIPAddress = host.hasPrefix("[") || bytes.allSatisfy { "0123456789.".utf8.contains($0) }
    if isIPAddress { return host }
    var name = domain
    for label in labels.reversed() where PublicSuffixes.isSuffix(name) {
      name = ExactString("\(label).\(name)")
    }
    return name
  }

  /// The first word that stands for sandbox.
  package var sandboxWord: EnvironmentWords.Finding? {
    EnvironmentWords.find(in: bytes[..<domainStart], prodToo: false)
  }

  /// Why a host leads to a developer's machine, as a verb phrase; nil for other hosts.
  package var tunnel: String? { Self.tunnels[domain] }

  /// Verb phrases by domain.
  private static let tunnels: [ExactString: String] = {
    let names: [(phrase: String, domains: [ExactString])] = [
      (
        "is a tunnel to a developer's machine",
        [
          "ngrok.io", "ngrok.app", "ngrok.dev", "ngrok-free.app", "ngrok-free.dev",
          "trycloudflare.com", "loca.lt", "localtunnel.me", "serveo.net", "localhost.run",
          "lhr.life", "devtunnels.ms", "pinggy.link", "bore.pub", "loophole.site", "zrok.io",
          "tunnelmole.net",
        ]
      ),
      // Ports of a developer's workspace: GitHub Codespaces, Gitpod, StackBlitz, Cloud Workstations.
      (
        "belongs to a developer's workspace",
        ["github.dev", "gitpod.io", "webcontainer.io", "cloudworkstations.dev"]
      ),
      // All names below these domains resolve to 127.0.0.1.
      (
        "resolves to the user's own machine",
        ["localtest.me", "lvh.me", "vcap.me", "lacolhost.com"]
      ),
      // `app.203.0.113.7.nip.io` is 203.0.113.7.
      ("resolves to the IP address in its name", ["nip.io", "sslip.io", "xip.io"]),
    ]
    var tunnels: [ExactString: String] = [:]
    for (phrase, domains) in names { for domain in domains { tunnels[domain] = phrase } }
    return tunnels
  }()

  /// True for tools that display the codes and tokens that they receive.
  package var isDeveloperTool: Bool { Self.developerTools.contains(bytes) }

  /// `developers.google.com` is the host of the OAuth Playground.
  private static let developerTools = [
    "developers.google.com", "oauth.pstmn.io", "www.getpostman.com", "app.getpostman.com",
    "oauth.tools", "oidcdebugger.com", "oauthdebugger.com", "openidconnect.net", "jwt.io",
    "jwt.ms", "webhook.site",
  ].map { Array($0.utf8) }

  /// True for hosts of a single deployment, which expire: Firebase Hosting channels, Netlify and
  /// Vercel deployments.
  package var isPreview: Bool {
    let label = bytes[..<(bytes.firstIndex(of: UInt8(ascii: ".")) ?? bytes.count)]
    // In an internationalized name, two hyphens have another meaning.
    guard !label.starts(with: "xn--".utf8) else { return false }
    func has(_ part: String) -> Bool {
      bytes.firstRange(of: Array(part.utf8), in: label.indices) != nil
    }
    if host.isBelow("web.app") || host.isBelow("netlify.app") { return has("--") }
    return host.isBelow("vercel.app") && (has("--") || has("-git-") || Self.hasHash(label))
  }

  /// Returns true if an inner part is a hash: `app-9f8e7d6c5-team`.
  private static func hasHash(_ label: some Collection<UInt8>) -> Bool {
    label.split(separator: UInt8(ascii: "-")).dropFirst().dropLast().contains { part in
      part.count >= 8 && part.contains(where: \.isDigit)
        && part.contains { (0x61...0x7A).contains($0) }
    }
  }
}
