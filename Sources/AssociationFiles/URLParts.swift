package import PolicyText

/// A URL split by RFC 3986 appendix B, without decoding, repairing or normalizing it.
///
/// Foundation's types and browsers change URLs; a matcher that compares strings needs them as
/// written.
package struct URLParts: Sendable, Equatable {
  /// The part before the first `:`, as written; nil for a relative reference.
  package var scheme: ExactString?
  /// The part between `//` and the path; nil without `//`.
  package var authority: ExactString?
  /// The part before the last `@` of the authority.
  package var userinfo: ExactString?
  /// The authority without userinfo and port, with ASCII letters in lower case; nil if the
  /// authority is missing or invalid (a backslash, a space, a port that isn't a number).
  package var host: ExactString?
  /// The digits after the host; empty for a bare `:`.
  package var port: ExactString?
  /// From the authority to the first `?` or `#`; may be empty.
  package var path: ExactString
  /// Between the first `?` and the first `#`; nil without `?`.
  package var query: ExactString?
  /// After the first `#`; nil without one.
  package var fragment: ExactString?

  /// Splits a string; every string can be split.
  package init(_ url: ExactString) {
    let parts = URIParts(url)
    func text(_ range: Range<Int>?) -> ExactString? { range.map { parts.text($0) } }
    scheme = text(parts.scheme)
    authority = text(parts.authority)
    userinfo = text(parts.userinfo)
    port = text(parts.port)
    path = parts.text(parts.path)
    query = text(parts.query)
    fragment = text(parts.fragment)
    // Other programs end the host at such a byte, so a result could be about another host.
    let isReadable =
      !parts.bytes(parts.authority ?? 0..<0).contains(where: Self.isForbidden)
      && parts.bytes(parts.port ?? 0..<0).allSatisfy(\.isDigit)
    host = isReadable && parts.host != nil ? parts.lowerHost : nil
  }

  /// True for `http` and `https` in any case.
  package var isWeb: Bool { hasScheme("https") || hasScheme("http") }

  /// Compares the scheme with a lower-case name, ignoring case (RFC 3986 section 3.1).
  package func hasScheme(_ name: ExactString) -> Bool { scheme.map(ASCII.lowercased) == name }

  private static func isForbidden(_ byte: UInt8) -> Bool {
    switch byte {
    // Controls and spaces, then `"<>\^`, a backtick, `{|}` and DEL.
    case 0...0x20, 0x22, 0x3C, 0x3E, 0x5C, 0x5E, 0x60, 0x7B...0x7D, 0x7F: true
    default: false
    }
  }
}
