import PolicyDiagnostics
import PolicyRules
import PolicyText
import Testing

/// Rules about odd hosts are asked only where a host is odd: ordinary must mean that none of them speaks.
struct OddHostTests {
  private static let rules: [any HostRule] = [
    UriIpHost(), UriIpNoncanonical(), UriTrailingDotHost(), UriBadLabel(), UriIdn(),
    UriMixedScript(),
  ]

  @Test func `no rule about odd hosts speaks about an ordinary one`() {
    let parts: [String] = [
      "a", "Z", "7", "-", "_", ".", "0x7f", "127", "xn--", "[::1]", "%", "é", "*", " ",
      String(repeating: "x", count: 63),
    ]
    var hosts = Set([""])
    var ordinary = 0
    for _ in 0..<4 {
      hosts = Set(hosts.flatMap { host in parts.map { host + $0 } })
      for host in hosts {
        let bytes = Array(host.utf8)[...]
        guard HostLabels.isOrdinary(bytes) else { continue }
        ordinary += 1
        for rule in Self.rules {
          let problem = rule.problem(host: bytes)
          #expect(problem == nil, "\(type(of: rule)) speaks of \(host)")
        }
      }
    }
    #expect(ordinary > 500)
  }

  @Test(arguments: ["a.example", "links.a-b.example", "localhost", "ab.c9.example"])
  func `names as policies have them are ordinary`(host: String) {
    #expect(HostLabels.isOrdinary(Array(host.utf8)))
  }
}
