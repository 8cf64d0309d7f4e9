import PolicyText

struct UriDotSegment: URIRule {
  static let info = RuleInfo(
    "uri-dot-segment", .uri, .error, summary: "Disallow `.` and `..` segments in paths",
    why: "Browsers resolve `..` before they send a request, even if it is percent-encoded. The "
      + "page that receives the code is then not the one on the list.",
    examples: .init(
      .redirectURI, bad: "https://app.acme.example/oauth/⟦..⟧/callback",
      good: "https://app.acme.example/callback"),
    references: [
      "RFC 3986 section 6.2.2.3", "CVE-2026-3872", "Google: redirect URI validation rules",
    ],
    hides: [
      "uri-encoded-slash", "uri-encoded-unreserved", "uri-path-parameters",
      "linking-path-malformed",
    ],
    traits: .separableURIPart)
  static let roles: URIRoles = [.redirects, .others]

  func problem(in uri: LocatedURI) -> URIProblem? {
    let path = uri.path
    guard path.holdsOne(of: (UInt8(ascii: "."), UInt8(ascii: "%"), UInt8(ascii: "."))) else {
      return nil
    }
    var start = path.startIndex
    while start < path.endIndex {
      let end =
        path[start...].indices.first { Self.separatorLength(path, at: $0) > 0 } ?? path.endIndex
      if isDots(path[start..<end]) {
        return URIProblem(
          start..<end,
          "path contains \(uri.parts.text(start..<end).quoted), which browsers and servers "
            + "resolve differently",
          help: "write the resolved path without `.` and `..` segments")
      }
      guard end < path.endIndex else { return nil }
      start = end + Self.separatorLength(path, at: end)
    }
    return nil
  }

  /// The length of a slash or backslash, which may be encoded once or several times; 0 for other bytes.
  private static func separatorLength(_ path: ArraySlice<UInt8>, at place: Int) -> Int {
    switch path[place] {
    case UInt8(ascii: "/"), UInt8(ascii: "\\"): return 1
    case UInt8(ascii: "%"):
      var code = path[(place + 1)...]
      while code.starts(with: "25".utf8) { code = code.dropFirst(2) }
      guard code.prefix(2).matches("2f") || code.prefix(2).matches("5c") else { return 0 }
      return code.startIndex + 2 - place
    default: return 0
    }
  }

  /// Matches `.` and `..`, also encoded as `%2e` or `%252e` or with path parameters (`..;`).
  private func isDots(_ segment: ArraySlice<UInt8>) -> Bool {
    var index = segment.startIndex
    var dots = 0
    while index < segment.endIndex, segment[index] != UInt8(ascii: ";") {
      if segment[index] == UInt8(ascii: ".") {
        index += 1
      } else if segment[index] == UInt8(ascii: "%") {
        index += 1
        // `%25` is an encoded percent sign, for escapes that are encoded more than once.
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
