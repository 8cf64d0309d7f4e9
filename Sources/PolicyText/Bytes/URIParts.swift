/// A URI, split into byte ranges of its components (RFC 3986 appendix B).
///
/// Every string can be split. Nothing is decoded, normalized or rejected.
package struct URIParts: Sendable {
  /// The string.
  package let text: ExactString
  /// Without the colon; nil without a valid scheme before the first `/`, `?` or `#` (RFC 3986 section 3.1).
  package var scheme: Range<Int>? { ranges.scheme.range }
  /// Between `//` and the next `/`, `?` or `#`; nil without `//`.
  package var authority: Range<Int>? { ranges.authority.range }
  /// Before the last `@` of the authority; nil without `@`.
  package var userinfo: Range<Int>? { ranges.userinfo.range }
  /// The authority without userinfo and port; an IPv6 literal with its brackets.
  package var host: Range<Int>? { ranges.host.range }
  /// After the colon of the authority, usually digits; nil without a colon.
  package var port: Range<Int>? { ranges.port.range }
  /// May be empty.
  package var path: Range<Int> { ranges.path.range ?? 0..<0 }
  /// After the first `?`; nil without one.
  package var query: Range<Int>? { ranges.query.range }
  /// After the first `#`; nil without one.
  package var fragment: Range<Int>? { ranges.fragment.range }

  /// A range in eight bytes instead of the 24 of `Range<Int>?`: policies can have a hundred
  /// thousand URIs.
  package struct CompactRange: Sendable {
    private var start: UInt32 = .max
    private var end: UInt32 = 0

    fileprivate init(_ range: Range<Int>?) {
      guard let range else { return }
      start = UInt32(truncatingIfNeeded: range.lowerBound)
      end = UInt32(truncatingIfNeeded: range.upperBound)
    }

    package var range: Range<Int>? { start <= end ? Int(start)..<Int(end) : nil }
  }

  /// The ranges of the components, without the string.
  package struct Ranges: Sendable {
    package fileprivate(set) var scheme = CompactRange(nil)
    package fileprivate(set) var authority = CompactRange(nil)
    package fileprivate(set) var userinfo = CompactRange(nil)
    package fileprivate(set) var host = CompactRange(nil)
    package fileprivate(set) var port = CompactRange(nil)
    package fileprivate(set) var path = CompactRange(nil)
    package fileprivate(set) var query = CompactRange(nil)
    package fileprivate(set) var fragment = CompactRange(nil)
  }

  package let ranges: Ranges
  @usableFromInline let bytes: [UInt8]

  /// A string with the ranges of its components.
  package init(_ text: ExactString, _ ranges: Ranges) {
    self.text = text
    self.ranges = ranges
    bytes = Array(text.utf8)
  }

  /// Splits a string.
  package init(_ text: ExactString) {
    self.text = text
    let bytes = Array(text.utf8)
    self.bytes = bytes
    // Find the ends of the components.
    let end = bytes.offset(of: UInt8(ascii: "#")) ?? bytes.count
    let mark = bytes.offset(of: UInt8(ascii: "?"), to: end)
    var delimiter = 0
    while delimiter < mark ?? end, bytes[delimiter] != UInt8(ascii: ":"),
      bytes[delimiter] != UInt8(ascii: "/")
    {
      delimiter += 1
    }
    var ranges = Ranges()
    ranges.fragment = CompactRange(end < bytes.count ? (end + 1)..<bytes.count : nil)
    ranges.query = CompactRange(mark.map { ($0 + 1)..<end })
    var rest = 0..<(mark ?? end)
    if delimiter < rest.upperBound, bytes[delimiter] == UInt8(ascii: ":"),
      Self.isScheme(bytes[..<delimiter])
    {
      ranges.scheme = CompactRange(0..<delimiter)
      rest = (delimiter + 1)..<rest.upperBound
    }
    guard rest.count >= 2, bytes[rest.lowerBound] == UInt8(ascii: "/"),
      bytes[rest.lowerBound + 1] == UInt8(ascii: "/")
    else {
      ranges.path = CompactRange(rest)
      self.ranges = ranges
      return
    }
    let start = rest.lowerBound + 2
    // In the authority: the last `@`, the last `]` after it, the first `:` after that.
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
    ranges.authority = CompactRange(start..<index)
    ranges.path = CompactRange(index..<rest.upperBound)
    ranges.userinfo = CompactRange(at.map { start..<$0 })
    ranges.host = CompactRange((at.map { $0 + 1 } ?? start)..<(colon ?? index))
    ranges.port = CompactRange(colon.map { ($0 + 1)..<index })
    self.ranges = ranges
  }

  /// Returns true for `ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )`.
  private static func isScheme(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let first = bytes.first, (0x41...0x5A).contains(first & 0xDF) else { return false }
    return bytes.allSatisfy {
      $0.isAlphanumeric || $0 == 0x2B || $0 == 0x2D
        || $0 == 0x2E
    }
  }

  /// Compares the scheme with a lower-case name (schemes ignore case, RFC 3986 section 3.1).
  package func hasScheme(_ name: String) -> Bool {
    guard let scheme, scheme.count == name.utf8.count else { return false }
    var index = scheme.lowerBound
    for expected in name.utf8 {
      // Matches only the two cases of a letter.
      guard bytes[index] | 0x20 == expected else { return false }
      index += 1
    }
    return true
  }

  /// The bytes of a component.
  @inlinable
  package func bytes(_ range: Range<Int>) -> ArraySlice<UInt8> { bytes[range] }

  /// A component as a string; empty for nil. Delimiters are ASCII, so no character is split.
  package func text(_ range: Range<Int>?) -> ExactString {
    range.map { ExactString(decoding: bytes[$0]) } ?? ""
  }

  /// The scheme in lower case (schemes ignore case, RFC 3986 section 3.1); empty without one.
  package var lowerScheme: ExactString {
    scheme.map { ASCII.lowercased(bytes[$0]) } ?? ""
  }

  /// The host with ASCII letters in lower case; empty without an authority.
  package var lowerHost: ExactString {
    host.map { ASCII.lowercased(bytes[$0]) } ?? ""
  }

  /// Scheme and authority as written, such as `https://app.example:8443`; empty without an authority.
  package var origin: ExactString {
    authority.map { ExactString(decoding: bytes[..<$0.upperBound]) } ?? ""
  }

  /// The range of path and query.
  package var pathAndQuery: Range<Int> { path.lowerBound..<(query?.upperBound ?? path.upperBound) }
}
