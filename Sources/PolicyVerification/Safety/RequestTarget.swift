package import PolicyText

/// What may be asked: addresses that a policy names under the keys that are for it, and of those only what
/// looks like a server of the public network.
///
/// Redirect URIs never come here, nor does what a server sends us to.
package enum RequestTarget {
  /// Names that lead into a network of somebody (RFC 6761, 6762, 8375; ICANN SAC 113).
  private static let local: [ExactString] = [
    "local", "internal", "lan", "home.arpa", "localhost",
  ]

  /// Why an address is not asked; nil where it may be.
  package static func problem(_ url: ExactString) -> String? {
    let parts = URIParts(url)
    guard parts.lowerScheme == "https" else { return "only https is asked" }
    guard parts.userinfo == nil else { return "an address with user information is not asked" }
    if let port = parts.port, !port.isEmpty, parts.text(port) != "443" {
      return "only port 443 is asked"
    }
    guard url.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !"\"\\<>^`{|}".utf8.contains($0) }) else {
      return "the address has characters that no URL has"
    }
    return problem(host: parts.lowerHost)
  }

  /// Why a host is not asked; nil where it may be.
  package static func problem(host: ExactString) -> String? {
    let bytes = Array(host.utf8)
    let labels = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard !bytes.contains(where: { "[]:".utf8.contains($0) }),
      labels.last?.allSatisfy({ (0x30...0x39).contains($0) }) == false,
      labels.last?.starts(with: "0x".utf8) == false
    else { return "IP addresses are not asked" }
    guard labels.count > 1 else { return "a name of one label is not asked" }
    guard bytes.count <= 253,
      labels.allSatisfy({ label in
        (1...63).contains(label.count) && label.first != 0x2D && label.last != 0x2D
          && label.allSatisfy {
            (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) || $0 == 0x2D || $0 == 0x5F
          }
      })
    else { return "the host is no name of the domain name system" }
    if let name = local.first(where: { host.isBelow($0) || host == $0 }) {
      return "names below `\(name.string)` are not asked"
    }
    return nil
  }
}
