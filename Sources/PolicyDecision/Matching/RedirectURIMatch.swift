package import PolicyText
import PolicyModel

/// A redirect URI that a request may use: the requested one, or a client's only one if requests may
/// omit it.
package struct RedirectURIMatch: Sendable {
  package let client: CompiledClient
  /// The index of the entry in the client's redirect URIs.
  let index: Int
  /// True if allowed by the loopback rule, not by equality.
  package let isLoopback: Bool

  /// The registered entry.
  package var entry: Entry { client.redirectURIs[index] }

  /// The URL that the user is sent to: the requested URI, which may differ from the entry only in a
  /// loopback port.
  package func target(_ parameters: AuthorizationParameters) -> ExactString {
    parameters.redirectURI.text ?? entry.value
  }
}

extension CompiledClient {
  /// The only comparison of redirect URIs: equal bytes (RFC 6749 section 3.1.2.3, RFC 9700 section
  /// 4.1.3) or, for native clients, the loopback rule (RFC 8252 section 7.3).
  package func redirectURI(matching requested: Swift.Span<UInt8>) -> RedirectURIMatch? {
    if let index = redirectURIs.firstIndex(where: { $0.value.hasBytes(requested) }) {
      return RedirectURIMatch(client: self, index: index, isLoopback: false)
    }
    guard type == .native else { return nil }
    let text = requested.text
    return redirectURIs.firstIndex { isLoopback($0.value, requested: text) }
      .map { RedirectURIMatch(client: self, index: $0, isLoopback: true) }
  }

  /// The same for a string.
  package func redirectURI(matching requested: ExactString) -> RedirectURIMatch? {
    requested.withBytes { redirectURI(matching: $0) }
  }

  /// Returns true for a redirect URI that requests may use with any port.
  package func allowsAnyPort(registered: ExactString) -> Bool {
    type == .native && Self.loopbackOrigin(of: registered) != nil
  }

  /// The origin of a loopback URI without a port, before a path or query.
  ///
  /// The rule applies to `http://127.0.0.1` and `http://[::1]` only: not to localhost, other 127.x
  /// addresses, user information or encoded characters.
  private static func loopbackOrigin(of registered: ExactString) -> String? {
    ["http://127.0.0.1", "http://[::1]"].first { origin in
      let next = registered.utf8.dropFirst(origin.utf8.count).first
      return registered.hasPrefix(origin)
        && (next == UInt8(ascii: "/") || next == UInt8(ascii: "?"))
    }
  }

  /// Returns true if the URIs are equal byte by byte, except for a port in the requested URI.
  private func isLoopback(_ registered: ExactString, requested: ExactString) -> Bool {
    guard type == .native, let origin = Self.loopbackOrigin(of: registered),
      requested.hasPrefix(origin + ":")
    else { return false }
    let tail = requested.utf8.dropFirst(origin.utf8.count + 1)
    let digits = tail.prefix(while: \.isDigit)
    guard (1...5).contains(digits.count), digits.first != 0x30,
      digits.reduce(0, { $0 * 10 + Int($1 - 0x30) }) <= 65_535
    else { return false }
    return tail.dropFirst(digits.count).elementsEqual(registered.utf8.dropFirst(origin.utf8.count))
  }
}
