import PolicyDecision
import PolicyText
import PolicyGenerators
import PolicyModel
import PolicyTestSupport
import Testing

/// What a server lets through that the policy does not, and the other way: all of it stands in the page
/// beside its files.
struct ServerDifferenceTests {
  static let rules: [(target: String, rule: ServerRule)] = [
    ("keycloak", .keycloak), ("hydra", .fosite), ("dex", .exact), ("auth0", .exact),
    ("okta", .exact), ("cognito", .exact),
  ]

  @Test(arguments: rules)
  func `a difference about an address is written down`(target: String, rule: ServerRule) throws {
    let input = try ServerTargetTests.input()
    let files = try GeneratorRegistry.files(for: input, targets: [target])
    let mutations = try AddressMutations()
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
              case .fosite: text.contains("For http URIs with a loopback IP address, Hydra compares host, decoded path")
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

  @Test func `nobody else's address is let through by any server`() throws {
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

/// Whether two addresses differ in their ports.
private enum LoopbackPort {
  static func isMeant(_ one: ExactString, _ other: ExactString) -> Bool {
    func port(_ uri: ExactString) -> ExactString {
      let parts = URIParts(uri)
      let text = parts.port.map { ExactString(decoding: Array(uri.utf8)[$0]) } ?? ""
      // The default port of the scheme is none.
      let isSecure = ASCII.lowercased(uri).hasPrefix("https:")
      return text == (isSecure ? "443" : "80") ? "" : text
    }
    return port(one) != port(other)
  }
}
