import PolicyText

/// Whom a request must be addressed to: this machine by one of its loopback names, once, at any port (editors and
/// SSH forward to others). Rebinding a name needs another name.
package enum HostRule {
  /// Nil where the request may go on.
  package static func refusal(of head: WebHead) -> WebError? {
    guard head.target.utf8.first == UInt8(ascii: "/") else {
      return WebError(400, "target", "the request target must be a path")
    }
    guard head.hosts.count == 1 else {
      return WebError(400, "host", "a request names its host once")
    }
    guard isOwn(head.hosts[0]) else {
      return WebError(400, "host", "the host must be 127.0.0.1, localhost or [::1]")
    }
    return nil
  }

  /// `127.0.0.1`, `localhost` or `[::1]`, with or without a port.
  package static func isOwn(_ host: String) -> Bool {
    let bytes = Array(host.utf8).map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    for name in ["127.0.0.1", "localhost", "[::1]"] where bytes.starts(with: name.utf8) {
      let rest = bytes.dropFirst(name.utf8.count)
      if rest.isEmpty { return true }
      let digits = rest.dropFirst()
      return rest.first == UInt8(ascii: ":") && (1...5).contains(digits.count)
        && digits.allSatisfy(\.isDigit)
    }
    return false
  }
}
