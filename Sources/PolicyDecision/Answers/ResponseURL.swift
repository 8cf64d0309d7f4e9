package import PolicyText

/// Builds the URL of a response.
package enum ResponseURL {
  /// Appends parameters to a redirect URI and keeps its query (RFC 6749 section 3.1.2).
  ///
  /// Form decoders and plain percent-decoders decode the result the same way.
  package static func build(
    _ redirectURI: ExactString, _ parameters: [(name: String, value: ExactString?)]
  ) -> ExactString {
    var output = redirectURI.string
    var separator: String
    if redirectURI.contains(UInt8(ascii: "?")) {
      separator =
        redirectURI.utf8.last == UInt8(ascii: "?") || redirectURI.utf8.last == UInt8(ascii: "&")
        ? "" : "&"
    } else {
      separator = "?"
    }
    for (name, value) in parameters {
      guard let value else { continue }
      output += separator + name + "="
      PercentEncoding.append(value.string, to: &output)
      separator = "&"
    }
    return ExactString(output)
  }
}
