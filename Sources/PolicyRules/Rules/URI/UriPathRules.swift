import PolicyText

struct UriEmptySegment: URIRule {
  static let info = RuleInfo(
    "uri-empty-segment", .uri, .warning, summary: "Disallow `//` in paths",
    why: "Some servers merge `//` into `/` and others don't. The page that is served can then "
      + "differ from the one that was matched.",
    examples: .redirectURI(
      bad: "https://app.acme.example/oauth⟦//⟧callback",
      good: "https://app.acme.example/oauth/callback"),
    references: ["RFC 3986 section 3.3"],
    hides: ["linking-path-malformed"],
    traits: .separableURIPart)
  static let roles: URIRoles = [.redirects, .others]

  func problem(in uri: LocatedURI) -> URIProblem? {
    guard let range = twoSlashes(uri.path) else { return nil }
    return URIProblem(
      range, "path contains `//`, which some servers merge into `/`", help: "write a single `/`")
  }

  private func twoSlashes(_ path: ArraySlice<UInt8>) -> Range<Int>? {
    let slash = UInt8(ascii: "/")
    let bytes = path.span
    // Of two adjacent slashes, one is at an odd index.
    var index = 1
    while index < bytes.count {
      if bytes[index] == slash {
        let start = path.startIndex + index
        if bytes[index - 1] == slash { return (start - 1)..<(start + 1) }
        if index + 1 < bytes.count, bytes[index + 1] == slash { return start..<(start + 2) }
      }
      index += 2
    }
    return nil
  }
}

struct UriPathMissing: URIRule {
  static let info = RuleInfo(
    "uri-path-missing", .uri, .warning, aliases: ["uri-no-path"],
    summary: "Require a path in redirect URIs",
    why: "Browsers and URL libraries add `/` to a URL without a path. Matching is exact, so the "
      + "URI that arrives differs from the registered one.",
    examples: .redirectURI(bad: "⟦https://app.acme.example⟧"),
    references: ["RFC 9700 section 4.1.3", "WHATWG URL"],
    traits: .uriPart)
  static let roles: URIRoles = [
    .web, .native, .google, .universalLink, .postLogout, .nativePostLogout,
  ]

  func problem(in uri: LocatedURI) -> URIProblem? {
    guard uri.isWeb, !uri.host.isEmpty, uri.parts.path.isEmpty else { return nil }
    return URIProblem(
      nil, "\(uri.text.quoted) has no path; browsers add `/`, so exact matching fails",
      help: "write the path that the client sends, such as `/callback`")
  }
}

struct UriPathParameters: URIRule {
  static let info = RuleInfo(
    "uri-path-parameters", .uri, .warning, aliases: ["uri-path-params"],
    summary: "Disallow `;` in paths",
    why: "Servlet containers and Python's urlparse cut a segment at `;`, so filters in front of "
      + "them see a different path.",
    examples: .redirectURI(
      bad: "https://app.acme.example/callback⟦;⟧v=1",
      good: "https://app.acme.example/callback?v=1"),
    references: ["RFC 3986 section 3.3"],
    traits: .separableURIPart)
  static let roles: URIRoles = .redirects

  func problem(in uri: LocatedURI) -> URIProblem? {
    guard uri.content.contains(";"), let place = uri.path.firstIndex(of: UInt8(ascii: ";")) else {
      return nil
    }
    return URIProblem(
      place..<(place + 1), "path contains `;`, and some parsers drop the rest of the segment",
      help: "move the parameter to the query")
  }
}

struct UriFragment: URIRule {
  static let info = RuleInfo(
    "uri-fragment", .uri, .error, summary: "Disallow fragments in redirect URIs",
    why: "The server appends the authorization response to the redirect URI. After a `#`, even an "
      + "empty one, browsers keep it to themselves and it never reaches the server.",
    examples: .redirectURI(
      bad: "https://app.acme.example/oauth/callback⟦#done⟧",
      good: "https://app.acme.example/oauth/callback"),
    references: ["RFC 6749 section 3.1.2", "Google: redirect URI validation rules"],
    isFixable: true,
    hides: ["linking-path-malformed"],
    traits: .separableURIPart)
  static let roles: URIRoles = [.redirects, .others, .origins]

  func problem(in uri: LocatedURI) -> URIProblem? {
    guard let fragment = uri.parts.fragment else { return nil }
    let range = (fragment.lowerBound - 1)..<fragment.upperBound
    let shown = ExactString(decoding: uri.parts.bytes(range)).quoted
    return URIProblem(
      range, "\(uri.noun) must not have a fragment", help: "remove \(shown)",
      label: fragment.isEmpty ? "an empty fragment is not allowed either" : nil,
      replacement: (uri.removing(range), "remove the fragment", false))
  }
}

struct UriTooLong: URIRule {
  static let info = RuleInfo(
    "uri-too-long", .uri, .warning, summary: "Disallow URIs longer than 2048 characters",
    why: "Some databases and clients truncate longer URIs, and the rest matches nothing.",
    examples: .init(
      .redirectURI,
      bad: "⟦https://app.acme.example/\(String(repeating: "long/", count: 410))callback⟧",
      good: "https://app.acme.example/callback"))
  static let roles: URIRoles = .redirects

  func problem(in uri: LocatedURI) -> URIProblem? {
    guard uri.bytes.count > 2048 else { return nil }
    let count = uri.text.string.unicodeScalars.count
    guard count > 2048 else { return nil }
    return URIProblem(
      nil, "\(uri.noun) must have at most 2048 characters, found \(count)",
      help: "shorten the URI; pass data in `state` instead of the path or query")
  }
}

struct UriResponseParameter: URIRule {
  static let info = RuleInfo(
    "uri-response-parameter", .uri, .error, aliases: ["uri-response-param"],
    summary: "Disallow response parameters in redirect URIs",
    why: "The server appends `code` and `state`. If the redirect URI already has one, parsers that "
      + "use the first value read one that an attacker can choose.",
    examples: .redirectURI(
      bad: "https://app.acme.example/callback?⟦state⟧=1",
      good: "https://app.acme.example/callback?tenant=1"),
    references: ["RFC 6749 section 3.1", "CVE-2026-9689"])
  static let roles: URIRoles = .redirects

  private static let names: Set<String> = [
    "code", "state", "error", "error_description", "error_uri", "iss", "access_token",
    "token_type", "expires_in", "id_token", "session_state", "response",
  ]

  func problem(in uri: LocatedURI) -> URIProblem? {
    guard uri.parts.query != nil else { return nil }
    for parameter in uri.parameters where parameter.name.count <= 64 {
      guard
        let decoded = PercentEncoding.decode(
          parameter.name, plusIsSpace: false, malformed: .keep),
        Self.names.contains(decoded[...].lowercased[...].string)
      else { continue }
      let name = ExactString(decoding: parameter.name).quoted
      return URIProblem(
        parameter.name.startIndex..<parameter.name.endIndex,
        "query contains \(name), which the server adds to the response",
        help: "rename the query parameter")
    }
    return nil
  }
}

struct UriDotSegment: URIRule {
  static let info = RuleInfo(
    "uri-dot-segment", .uri, .error, summary: "Disallow `.` and `..` segments in paths",
    why: "Browsers resolve `..` before they send a request, even if it is percent-encoded. The "
      + "page that receives the code is then not the one on the list.",
    examples: .redirectURI(bad: "https://app.acme.example/oauth/⟦..⟧/callback"),
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

struct UriOpenRedirect: URIRule {
  static let info = RuleInfo(
    "uri-open-redirect", .uri, .warning,
    summary: "Disallow redirect URIs that forward to other sites",
    why: "A page that forwards to a URL from its query also passes on the authorization code. For "
      + "well-known pages that do this, such as `www.google.com/url`, this is an error.",
    examples: .redirectURI(
      bad: "https://app.acme.example/callback?⟦next=https://app.acme.example/home⟧",
      good: "https://app.acme.example/callback?page=home"),
    references: ["RFC 9700 section 4.11", "Google: redirect URI validation rules"],
    hides: ["uri-not-owned"])
  static let roles: URIRoles = [.redirects, .appleReturn]

  func problem(in uri: LocatedURI) -> URIProblem? {
    if uri.isWeb, let host = uri.parts.host,
      OpenRedirectors.contains(host: uri.lowerHost, path: uri.path)
    {
      let range = host.lowerBound..<uri.parts.path.upperBound
      return URIProblem(
        range,
        "\(uri.parts.text(range).quoted) forwards to any site, together with the "
          + "authorization code",
        help: "register a page on your own site", severity: .error)
    }
    for parameter in uri.parameters where isURL(parameter.value) {
      let name = ExactString(decoding: parameter.name).quoted
      return URIProblem(
        parameter.range, "query parameter \(name) contains a URL, which suggests an open redirect",
        help: "register a redirect URI that doesn't forward")
    }
    return nil
  }

  private func isURL(_ value: ArraySlice<UInt8>) -> Bool {
    guard
      let decoded = PercentEncoding.decode(
        value.prefix(64), plusIsSpace: false, malformed: .keep)
    else { return false }
    let text = decoded[...].lowercased[...]
    return text.starts(with: "//".utf8) || text.starts(with: "http://".utf8)
      || text.starts(with: "https://".utf8)
  }
}

extension LocatedURI {
  /// The query parameters in order, without decoding.
  var parameters: [(name: ArraySlice<UInt8>, value: ArraySlice<UInt8>, range: Range<Int>)] {
    guard let query = parts.query else { return [] }
    return parts.bytes(query).split(separator: UInt8(ascii: "&")).map { pair in
      let equals = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
      return (
        pair[..<equals], pair[min(equals + 1, pair.endIndex)...], pair.startIndex..<pair.endIndex
      )
    }
  }
}
