package import PolicyText

/// `.` and `..` in a path, in all their disguises.
package struct UriDotSegment: URIRule {
  package static let info = RuleInfo(
    "uri-dot-segment", .uri, .error, summary: "a path has no `.` or `..` segments",
    why: "Browsers resolve `..` before they send a request, encoded ones included. The page that "
      + "gets the code is then another one than the list says.",
    examples: .init(
      .redirectURI, bad: "https://app.acme.example/oauth/⟦..⟧/callback",
      good: "https://app.acme.example/callback"),
    references: [
      "RFC 3986 section 6.2.2.3", "CVE-2026-3872", "Google: redirect URI validation rules",
    ])
  package static let roles: URIRoles = [.redirects, .others]
  package init() {}

  package func problem(in uri: URIOccurrence) -> URIProblem? {
    let path = uri.path
    // Most paths have neither.
    guard path.holdsOne(of: (UInt8(ascii: "."), UInt8(ascii: "%"), UInt8(ascii: "."))) else {
      return nil
    }
    var start = path.startIndex
    while start < path.endIndex {
      let end = path[start...].firstIndex { Self.isSeparator($0) } ?? path.endIndex
      if isDots(path[start..<end]) {
        return URIProblem(
          start..<end,
          "\(uri.parts.text(start..<end).quoted) "
            + "stays in the path or climbs out of it: servers and browsers resolve it differently",
          help: "write the final path")
      }
      start = end + 1
    }
    return nil
  }

  private static func isSeparator(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "/") || byte == UInt8(ascii: "\\")
  }

  /// `.`, `..`, also as `%2e`, `%252e` and with path parameters (`..;`).
  private func isDots(_ segment: ArraySlice<UInt8>) -> Bool {
    var index = segment.startIndex
    var dots = 0
    while index < segment.endIndex, segment[index] != UInt8(ascii: ";") {
      if segment[index] == UInt8(ascii: ".") {
        index += 1
      } else if segment[index] == UInt8(ascii: "%") {
        index += 1
        // Encoded once more: %25 stands for the percent sign.
        while segment[index...].starts(with: "25".utf8) { index += 2 }
        guard segment[index...].prefix(2).matches("2e") else { return false }
        index += 2
      } else {
        return false
      }
      dots += 1
    }
    return dots == 1 || dots == 2
  }
}
