package import PolicyText

/// Builds where the user is sent with the answer.
package enum ResponseURL {
  /// Appends parameters to a redirect URI, whose query is retained (RFC 6749 section 3.1.2).
  ///
  /// Values are encoded so that a form decoder and a plain percent decoder read the same.
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
