import LinkPolicy
import PolicyText

/// A `file:` URI as the client writes it, and its path.
enum DocumentURI {
  /// The path; nil for other schemes and for other hosts.
  static func path(_ uri: String) -> String? {
    let prefix = "file://"
    guard uri.lowercased().hasPrefix(prefix) else { return nil }
    var rest = Array(uri.utf8.dropFirst(prefix.utf8.count))
    if rest.starts(with: "localhost/".utf8) { rest.removeFirst("localhost".utf8.count) }
    guard rest.first == UInt8(ascii: "/") else { return nil }
    var bytes: [UInt8] = []
    var index = 0
    while index < rest.count {
      if rest[index] == UInt8(ascii: "%"), index + 2 < rest.count,
        let high = PercentEncoding.hexValue(rest[index + 1]),
        let low = PercentEncoding.hexValue(rest[index + 2])
      {
        bytes.append(high << 4 | low)
        index += 3
      } else {
        bytes.append(rest[index])
        index += 1
      }
    }
    guard !bytes.contains(0), DisplayText.firstInvalidByte(of: bytes) == nil else { return nil }
    return normalized(String(decoding: bytes, as: UTF8.self))
  }

  /// A path for an unsaved document in a language of policies; nil for others.
  static func path(new uri: String, _ language: String) -> String? {
    guard uri.hasPrefix("untitled:"), ["yaml", "linkpolicy", "yaml.linkpolicy"].contains(language)
    else { return nil }
    return "/\(PercentEncoding.encode(uri)).yaml"
  }

  /// Removes `.`, `..` and empty components.
  static func normalized(_ path: String) -> String {
    "/" + WorkingDirectory.components(path).joined(separator: "/")
  }

  static func uri(_ path: String) -> String {
    var output = "file://"
    for byte in path.utf8 {
      if PercentEncoding.isUnreserved(byte) || byte == UInt8(ascii: "/") {
        output.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let hex = String(byte, radix: 16, uppercase: true)
        output += "%" + (hex.utf8.count == 1 ? "0" : "") + hex
      }
    }
    return output
  }
}
