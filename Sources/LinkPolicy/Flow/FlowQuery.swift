import PolicyText

/// Queries of URLs and bodies of forms.
enum FlowQuery {
  /// Percent-encodes names and values except for unreserved bytes, so that forms and URLs read the same.
  static func encode(_ parameters: [(String, String)]) -> String {
    parameters.map { "\($0)=\(PercentEncoding.encode($1))" }.joined(separator: "&")
  }

  /// Appends a query to a URL that may already have one (RFC 6749 section 3.1).
  static func append(_ query: String, to url: String) -> String {
    url + (url.utf8.contains(UInt8(ascii: "?")) ? "&" : "?") + query
  }
}

/// Base64 as header fields have it (RFC 4648 section 4).
enum Base64Text {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".unicodeScalars)

  static func encode(_ bytes: [UInt8]) -> String {
    var output = ""
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let part = bytes[start..<min(start + 3, bytes.count)]
      let padded = Array(part) + Array(repeating: 0, count: 3 - part.count)
      let value = Int(padded[0]) << 16 | Int(padded[1]) << 8 | Int(padded[2])
      for position in 0..<4 {
        if position <= part.count {
          output.unicodeScalars.append(alphabet[value >> (18 - 6 * position) & 63])
        } else {
          output += "="
        }
      }
    }
    return output
  }
}
