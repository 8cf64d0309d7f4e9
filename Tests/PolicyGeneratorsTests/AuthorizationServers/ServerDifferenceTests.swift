import PolicyDecision
import PolicyGenerators
import PolicyModel
import PolicyTestSupport
import PolicyText
import Testing

/// If a server and the policy accept different URIs, the guide next to the server's files describes
/// the difference.
struct ServerDifferenceTests {
  static let rules: [(target: String, rule: ServerRule)] = [
    ("keycloak", .keycloak), ("hydra", .fosite), ("dex", .exact), ("auth0", .exact),
    ("okta", .exact), ("cognito", .exact),
  ]

  @Test(arguments: rules)
  func `a difference in accepted URIs is documented`(target: String, rule: ServerRule) throws {
    let input = try ServerTargetTests.input()
    let files = try GeneratorRegistry.files(for: input, targets: [target])
    let mutations = try URIMutations()
    var checked = 0
    var wider = 0
    var narrower = 0
    for environment in Environment.allCases {
      let clients = input.policy.clients[environment] ?? []
      let page = try #require(
        files.first { $0.environment == environment && $0.path.hasSuffix("README.md") })
      let text = String(decoding: page.bytes, as: UTF8.self)
      let requests = clients.flatMap(\.redirectURIs).flatMap { mutations.mutations(of: $0.value) }
      for client in clients {
        for request in requests {
          checked += 1
          let ours = client.redirectURI(matching: request)
          let theirs = rule.match(request, among: client.redirectURIs.map(\.value))
          switch (ours, theirs) {
          case (nil, nil), (.some, .some): break
          case (let ours?, nil):
            narrower += 1
            #expect(
              text.contains("`\(ours.entry.value)` is compared with its port"), "\(request)")
          case (nil, let theirs?):
            wider += 1
            let isWritten =
              switch rule {
              case .exact: false
              case .fosite: text.contains("Hydra compares host, decoded path and query")
              case .keycloak:
                text.contains("Scheme and host of a URI are compared without case")
                  && (!LoopbackPort.isMeant(request, theirs)
                    || text.contains("`\(theirs)` is accepted with any port.")
                    || client.type == .native)
              }
            #expect(isWritten, "\(request) for \(theirs)")
          }
        }
      }
    }
    #expect(checked > 20_000)
    #expect((rule == .exact) == (wider == 0))
    #expect((rule == .exact) == (narrower > 0))
  }

  @Test func `no server accepts URIs of other hosts`() throws {
    let input = try ServerTargetTests.input()
    for (_, rule) in Self.rules {
      for client in input.policy.clients[.prod] ?? [] {
        for other in input.policy.clients[.prod] ?? [] where other.key != client.key {
          for entry in other.redirectURIs {
            #expect(rule.match(entry.value, among: client.redirectURIs.map(\.value)) == nil)
          }
        }
      }
    }
  }
}

/// Compares the ports of URIs.
private enum LoopbackPort {
  static func isMeant(_ one: ExactString, _ other: ExactString) -> Bool {
    func port(_ uri: ExactString) -> ExactString {
      let parts = URIParts(uri)
      let text = parts.port.map { ExactString(decoding: Array(uri.utf8)[$0]) } ?? ""
      // The scheme's default port is the same as none.
      let isSecure = ASCII.lowercased(uri).hasPrefix("https:")
      return text == (isSecure ? "443" : "80") ? "" : text
    }
    return port(one) != port(other)
  }
}

/// How servers compare redirect URIs without wildcards, ported by hand from their source code.
enum ServerRule: String, CaseIterable, Sendable {
  /// Equal bytes: Dex, Auth0, Okta, Cognito.
  case exact
  /// fosite, `isMatchingRedirectURI`.
  case fosite
  /// Keycloak, `RedirectUtils`.
  case keycloak

  /// Returns the registered URI that matches a requested one; nil if none does.
  func match(_ requested: ExactString, among registered: [ExactString]) -> ExactString? {
    registered.first { accepts(requested, $0) }
  }

  private func accepts(_ requested: ExactString, _ registered: ExactString) -> Bool {
    if requested == registered { return true }
    switch self {
    case .exact: return false
    case .fosite:
      let one = Parts(requested)
      let other = Parts(registered)
      // Go doesn't distinguish an empty query from none, and rejects ports that aren't numbers and
      // unusual user information.
      return one.scheme == "http" && Parts.isLoopbackIP(one.hostname) && one.hasPlainPort
        && one.hasPlainUserinfo
        && one.hostname == other.hostname && one.decodedPath != nil
        && one.decodedPath == other.decodedPath && (one.query ?? "") == (other.query ?? "")
        && (one.fragment ?? "") == ""
    case .keycloak:
      let one = Parts(requested)
      let other = Parts(registered)
      guard one.scheme != nil, one.host != nil else { return false }
      if one.folded == other.folded { return true }
      guard one.scheme == "http", ["localhost", "127.0.0.1", "[::1]"].contains(one.host) else {
        return false
      }
      return one.withoutPort == other.withoutPort
    }
  }
}

/// The components of a URI that are compared.
private struct Parts {
  var scheme: ExactString?
  var userinfo: ExactString?
  var host: ExactString?
  var port: ExactString?
  var path: ExactString
  var query: ExactString?
  var fragment: ExactString?

  init(_ uri: ExactString) {
    let parts = URIParts(uri)
    let bytes = Array(uri.utf8)
    func text(_ range: Range<Int>?) -> ExactString? {
      range.map { ExactString(decoding: bytes[$0]) }
    }
    scheme = text(parts.scheme).map { ASCII.lowercased($0) }
    userinfo = text(parts.userinfo)
    host = text(parts.host).map { ASCII.lowercased($0) }
    port = text(parts.port)
    path = text(parts.path) ?? ""
    query = text(parts.query)
    fragment = text(parts.fragment)
  }

  /// The host without brackets.
  var hostname: ExactString? {
    host.map { host in
      host.hasPrefix("[") ? ExactString(decoding: host.utf8.dropFirst().dropLast()) : host
    }
  }

  var hasPlainPort: Bool { port?.utf8.allSatisfy { (0x30...0x39).contains($0) } ?? true }

  var hasPlainUserinfo: Bool {
    userinfo?.utf8.allSatisfy { byte in
      PercentEncoding.isUnreserved(byte) || ":!$&'()*+,;=%@".utf8.contains(byte)
    } ?? true
  }

  /// nil if Go rejects the path.
  var decodedPath: ExactString? {
    let bytes = Array(path.utf8)
    var output: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "%") {
        guard index + 2 < bytes.count,
          let value = UInt8(
            String(decoding: bytes[index + 1...index + 2], as: UTF8.self), radix: 16)
        else { return nil }
        output.append(value)
        index += 3
      } else {
        guard bytes[index] > 0x20, bytes[index] != 0x7F else { return nil }
        output.append(bytes[index])
        index += 1
      }
    }
    return ExactString(decoding: output)
  }

  static func isLoopbackIP(_ host: ExactString?) -> Bool {
    guard let host else { return false }
    if host == "::1" { return true }
    let numbers = host.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      .map { UInt8(String(decoding: $0, as: UTF8.self)) }
    return numbers.count == 4 && numbers[0] == 127 && numbers.allSatisfy { $0 != nil }
  }

  /// Scheme, host and port in lowercase and without the default port. Other components are
  /// unchanged.
  var folded: [ExactString?] {
    let isDefault = scheme == "http" && port == "80" || scheme == "https" && port == "443"
    return [scheme, userinfo, host, isDefault ? nil : port, path, query, fragment]
  }

  var withoutPort: [ExactString?] { [scheme, userinfo, host, path, query, fragment] }
}
