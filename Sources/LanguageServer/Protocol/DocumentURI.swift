import LinkPolicy
import PolicyText

/// A `file:` URI as the client writes it, and its path.
package enum DocumentURI {
  /// The path; nil for other schemes and for other hosts.
  static func path(_ uri: String) -> String? {
    let prefix = "file://"
    guard uri.lowercased().hasPrefix(prefix) else { return nil }
    var rest = Array(uri.utf8.dropFirst(prefix.utf8.count))
    if rest.starts(with: "localhost/".utf8) { rest.removeFirst("localhost".utf8.count) }
    guard rest.first == UInt8(ascii: "/") else { return nil }
    guard let bytes = PercentEncoding.decode(rest, plusIsSpace: false, malformed: .keep),
      !bytes.contains(0), DisplayText.firstInvalidByte(of: bytes) == nil
    else { return nil }
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

  package static func uri(_ path: String) -> String {
    let names = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    return "file://"
      + names.map { PercentEncoding.encode(String(Substring($0))) }.joined(separator: "/")
  }
}
