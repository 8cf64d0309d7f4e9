import PolicyText

/// The parts of a URL as Android's rules see them: decoded, the query in pieces.
package struct AndroidSubject {
  let path: ExactString
  /// The decoded query split at `&`, or at `;` where that gives one piece; nil when there is none.
  let queryParts: [ExactString]?
  /// The decoded query; for people.
  let query: ExactString?
  let fragment: ExactString?

  /// Takes a URL apart.
  package init(_ parts: URLParts) {
    path = Self.decoded(parts.path)
    query = parts.query.map(Self.decoded)
    queryParts = query.map { query in
      let parts = Self.split(query, at: UInt8(ascii: "&"))
      return parts.count == 1 ? Self.split(query, at: UInt8(ascii: ";")) : parts
    }
    fragment = parts.fragment.map(Self.decoded)
  }

  private static func split(_ text: ExactString, at separator: UInt8) -> [ExactString] {
    text.utf8.split(separator: separator, omittingEmptySubsequences: false).map {
      ExactString(String($0) ?? "")
    }
  }

  /// Percent-decoded as `Uri` does it: `+` stays; a broken escape (its exact extent is inferred) and bytes
  /// that are not UTF-8 become U+FFFD.
  private static func decoded(_ text: ExactString) -> ExactString {
    let input = Array(text.utf8)
    guard input.contains(UInt8(ascii: "%")) else { return text }
    var output: [UInt8] = []
    output.reserveCapacity(input.count)
    var index = 0
    while index < input.count {
      if input[index] != UInt8(ascii: "%") {
        output.append(input[index])
        index += 1
      } else if index + 2 < input.count, let high = PercentEncoding.hexValue(input[index + 1]),
        let low = PercentEncoding.hexValue(input[index + 2])
      {
        output.append(high << 4 | low)
        index += 3
      } else {
        output.append(contentsOf: [0xEF, 0xBF, 0xBD])
        index += 1
      }
    }
    return ExactString(decoding: output)
  }
}
