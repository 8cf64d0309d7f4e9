package import TextSupport

/// A URL split by RFC 3986 appendix B, nothing decoded, repaired or normalised.
///
/// Foundation's types and browsers change what they read; a matcher that compares text must see
/// what was written.
package struct URLParts: Sendable, Equatable {
  /// What stands before the first `:`, as written; nil for a relative reference.
  package var scheme: ExactString?
  /// What stands between `//` and the path; nil when there is no `//`.
  package var authority: ExactString?
  /// What stands before the last `@` of the authority.
  package var userinfo: ExactString?
  /// The authority without userinfo and port, ASCII letters in lower case; nil when the authority is
  /// absent or holds what no authority may hold (a backslash, a blank, a port that is no number).
  package var host: ExactString?
  /// The digits after the host; empty for a bare `:`.
  package var port: ExactString?
  /// From the authority to the first `?` or `#`; empty when there is none.
  package var path: ExactString
  /// Between the first `?` and the first `#`; nil when there is no `?`.
  package var query: ExactString?
  /// After the first `#`; nil when there is none.
  package var fragment: ExactString?

  /// Splits a text; every text can be split.
  package init(_ url: ExactString) {
    let bytes = Array(url.utf8)
    var rest = bytes[...]
    if let mark = rest.firstIndex(of: UInt8(ascii: "#")) {
      fragment = ExactString(decoding: rest[(mark + 1)...])
      rest = rest[..<mark]
    }
    if let mark = rest.firstIndex(of: UInt8(ascii: "?")) {
      query = ExactString(decoding: rest[(mark + 1)...])
      rest = rest[..<mark]
    }
    if let mark = rest.firstIndex(where: { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "/") }),
      rest[mark] == UInt8(ascii: ":"), mark > rest.startIndex
    {
      scheme = ExactString(decoding: rest[..<mark])
      rest = rest[(mark + 1)...]
    }
    if rest.starts(with: "//".utf8) {
      rest = rest.dropFirst(2)
      let end = rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
      let text = rest[..<end]
      rest = rest[end...]
      authority = ExactString(decoding: text)
      path = ExactString(decoding: rest)
      split(authority: text)
    } else {
      path = ExactString(decoding: rest)
    }
  }

  /// True for `http` and `https` in any case.
  package var isWeb: Bool { hasScheme("https") || hasScheme("http") }

  /// True when the scheme is this one (lower case), in any case (RFC 3986 section 3.1).
  package func hasScheme(_ name: String) -> Bool {
    guard let scheme, scheme.utf8.count == name.utf8.count else { return false }
    return scheme.utf8.lazy.map(Self.lowercased).elementsEqual(name.utf8)
  }

  /// True when the host is this one; ASCII letters in any case.
  package func hasHost(_ name: ExactString) -> Bool {
    guard let host, host.utf8.count == name.utf8.count else { return false }
    return host.utf8.elementsEqual(name.utf8.lazy.map(Self.lowercased))
  }

  private mutating func split(authority: ArraySlice<UInt8>) {
    var rest = authority
    if let mark = rest.lastIndex(of: UInt8(ascii: "@")) {
      userinfo = ExactString(decoding: rest[..<mark])
      rest = rest[(mark + 1)...]
    }
    // The colons of an IPv6 address stand in brackets.
    if let mark = rest.lastIndex(where: { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "]") }),
      rest[mark] == UInt8(ascii: ":")
    {
      port = ExactString(decoding: rest[(mark + 1)...])
      guard rest[(mark + 1)...].allSatisfy({ (0x30...0x39).contains($0) }) else { return }
      rest = rest[..<mark]
    }
    // Other programs end the host at such a byte: no answer is better than one about another host.
    guard !authority.contains(where: Self.isForbidden) else { return }
    host = ExactString(decoding: rest.map(Self.lowercased))
  }

  private static func isForbidden(_ byte: UInt8) -> Bool {
    if byte <= 0x20 || byte == 0x7F { return true }
    return "\"<>\\^`{|}".utf8.contains(byte)
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
  }
}
