/// A URI split into its components by RFC 3986 appendix B, with the byte range of each.
///
/// Nothing is repaired, decoded, folded or refused: every text has exactly one split, and the ranges
/// lead back to the bytes. What is wrong with the components is the business of rules.
public struct URIParts: Sendable {
  /// The text that was split.
  public let text: ExactString
  /// Without the colon; nil where no `:` stands before the first `/`, `?` or `#`, or where the text
  /// before it is no scheme (RFC 3986 section 3.1).
  public let scheme: Range<Int>?
  /// What follows `//` up to the next `/`, `?` or `#`; nil without `//`.
  public let authority: Range<Int>?
  /// Before the last `@` of the authority; nil without `@`.
  public let userinfo: Range<Int>?
  /// The authority without userinfo and port; an IPv6 literal with its brackets.
  public let host: Range<Int>?
  /// Digits after the colon of the authority, or whatever stands there; nil without a colon.
  public let port: Range<Int>?
  /// May be empty.
  public let path: Range<Int>
  /// After the first `?`; nil without one.
  public let query: Range<Int>?
  /// After the first `#`; nil without one.
  public let fragment: Range<Int>?
  private let bytes: [UInt8]

  /// Splits a text.
  public init(_ text: ExactString) {
    self.text = text
    let bytes = Array(text.utf8)
    self.bytes = bytes
    // One pass finds what ends the components; every address of a policy comes through here.
    var end = bytes.count
    var mark: Int?
    var delimiter: Int?
    scan: for index in bytes.indices {
      switch bytes[index] {
      case UInt8(ascii: "#"):
        end = index
        break scan
      case UInt8(ascii: "?"):
        if mark == nil { mark = index }
      case UInt8(ascii: ":"), UInt8(ascii: "/"):
        if delimiter == nil, mark == nil { delimiter = index }
      default: break
      }
    }
    fragment = end < bytes.count ? (end + 1)..<bytes.count : nil
    query = mark.map { ($0 + 1)..<end }
    var rest = 0..<(mark ?? end)
    var scheme: Range<Int>?
    if let colon = delimiter, bytes[colon] == UInt8(ascii: ":"), Self.isScheme(bytes[..<colon]) {
      scheme = 0..<colon
      rest = (colon + 1)..<rest.upperBound
    }
    self.scheme = scheme
    guard rest.count >= 2, bytes[rest.lowerBound] == UInt8(ascii: "/"),
      bytes[rest.lowerBound + 1] == UInt8(ascii: "/")
    else {
      authority = nil
      userinfo = nil
      host = nil
      port = nil
      path = rest
      return
    }
    let start = rest.lowerBound + 2
    // In the authority: the last `@`, the last `]` behind it, the first `:` behind that.
    var index = start
    var at: Int?
    var colon: Int?
    while index < rest.upperBound, bytes[index] != UInt8(ascii: "/") {
      switch bytes[index] {
      case UInt8(ascii: "@"):
        at = index
        colon = nil
      case UInt8(ascii: "]"): colon = nil
      case UInt8(ascii: ":"):
        if colon == nil { colon = index }
      default: break
      }
      index += 1
    }
    authority = start..<index
    path = index..<rest.upperBound
    userinfo = at.map { start..<$0 }
    host = (at.map { $0 + 1 } ?? start)..<(colon ?? index)
    port = colon.map { ($0 + 1)..<index }
  }

  /// True for `ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )`.
  private static func isScheme(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let first = bytes.first, (0x41...0x5A).contains(first & 0xDF) else { return false }
    return bytes.allSatisfy {
      (0x41...0x5A).contains($0 & 0xDF) || (0x30...0x39).contains($0) || $0 == 0x2B || $0 == 0x2D
        || $0 == 0x2E
    }
  }

  /// The bytes of a component.
  public func bytes(_ range: Range<Int>) -> ArraySlice<UInt8> { bytes[range] }

  /// The text of a component; empty for nil. A component cuts no character: delimiters are ASCII.
  public func text(_ range: Range<Int>?) -> ExactString {
    range.map { ExactString(decoding: bytes[$0]) } ?? ""
  }

  /// The scheme in lower case (schemes ignore case, RFC 3986 section 3.1); empty without one.
  public var lowerScheme: ExactString {
    scheme.map { ASCII.lowercased(bytes[$0]) } ?? ""
  }

  /// The host with ASCII letters in lower case; empty without an authority.
  public var lowerHost: ExactString {
    host.map { ASCII.lowercased(bytes[$0]) } ?? ""
  }

  /// Scheme and authority as written, such as `https://app.example:8443`; empty without an authority.
  public var origin: ExactString {
    authority.map { ExactString(decoding: bytes[..<$0.upperBound]) } ?? ""
  }

  /// The range of path and query together, as they stand.
  public var pathAndQuery: Range<Int> { path.lowerBound..<(query?.upperBound ?? path.upperBound) }
}
