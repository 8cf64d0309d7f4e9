import PolicyText

struct UriBadPercent: URIRule {
  static let info = RuleInfo(
    "uri-bad-percent", .uri, .error, summary: "Require two hex digits after a percent sign",
    why: "Parsers treat a malformed escape differently. Some reject the URI, some keep it, and "
      + "some encode the percent sign again.",
    examples: .redirectURI(
      bad: "https://app.acme.example/100⟦%⟧/callback",
      good: "https://app.acme.example/100%25/callback"),
    references: ["RFC 3986 section 2.1", "Google: redirect URI validation rules"],
    hides: ["uri-bad-label"],
    traits: .separableURIPart)
  static let roles: URIRoles = [.redirects, .others, .origins]

  func problem(in uri: LocatedURI) -> URIProblem? {
    guard uri.content.contains("%") else { return nil }
    let bytes = uri.bytes
    for place in bytes.indices where bytes[place] == UInt8(ascii: "%") {
      let digits = bytes[(place + 1)...].prefix(2)
      guard digits.count < 2 || digits.contains(where: { PercentEncoding.hexValue($0) == nil })
      else { continue }
      return URIProblem(
        place..<(place + 1), "`%` must be followed by two hex digits",
        help: "write `%25` for a literal percent sign")
    }
    return nil
  }
}

struct UriEncodedSlash: URIRule {
  static let info = RuleInfo(
    "uri-encoded-slash", .uri, .warning, summary: "Disallow encoded slashes in paths",
    why: "Some proxies and servers decode `%2F` and `%5C` before they split the path, and some "
      + "don't. One URI can then lead to two different pages.",
    examples: .redirectURI(
      bad: "https://app.acme.example/oauth⟦%2F⟧callback",
      good: "https://app.acme.example/oauth/callback"),
    references: ["RFC 3986 section 2.2"],
    traits: .separableURIPart)
  static let roles: URIRoles = .redirects

  func problem(in uri: LocatedURI) -> URIProblem? {
    guard uri.content.contains("%") else { return nil }
    let path = uri.path
    for place in path.indices where path[place] == UInt8(ascii: "%") {
      let code = path[(place + 1)...].prefix(2)
      guard code.matches("2f") || code.matches("5c") else { continue }
      let range = place..<(place + 3)
      return URIProblem(
        range,
        "path contains \(uri.parts.text(range).quoted), which some proxies decode and some don't",
        help: "use `/`, or a path without an encoded slash")
    }
    return nil
  }
}

struct UriEncodedNull: URIRule {
  static let info = RuleInfo(
    "uri-encoded-null", .uri, .error, summary: "Disallow encoded NUL characters in URIs",
    why: "Google rejects `%00` and `%C0%80`. Other servers cut the string there, so a check and "
      + "the redirect can see different URIs.",
    examples: .redirectURI(bad: "https://app.acme.example/callback⟦%00⟧"),
    references: ["Google: redirect URI validation rules"],
    hides: ["uri-bad-percent", "uri-encoded-overlong", "uri-encoded-control"])
  static let roles: URIRoles = [.redirects, .others, .origins]

  func problem(in uri: LocatedURI) -> URIProblem? {
    guard uri.content.contains("%") else { return nil }
    let bytes = uri.bytes
    for place in bytes.indices where bytes[place] == UInt8(ascii: "%") {
      let length =
        bytes[place...].prefix(3).matches("%00")
        ? 3 : bytes[place...].prefix(6).matches("%c0%80") ? 6 : 0
      guard length > 0 else { continue }
      let range = place..<(place + length)
      return URIProblem(
        range, "\(uri.parts.text(range).quoted) encodes NUL, and some servers cut the URI there",
        help: "remove \(uri.parts.text(range).quoted)")
    }
    return nil
  }
}

struct UriEncodedControl: URIRule {
  static let info = RuleInfo(
    "uri-encoded-control", .uri, .error, summary: "Disallow encoded control characters in URIs",
    why: "A server that decodes `%0D%0A` before it writes the `Location` header starts a new "
      + "header line there. An attacker who chooses the URI can then set cookies or the response "
      + "body. Other parsers strip tabs and line breaks and then compare a different URI.",
    examples: .redirectURI(bad: "https://app.acme.example/callback⟦%0D%0A⟧Set-Cookie:a=b"),
    references: ["RFC 9110 section 5.5", "RFC 3986 section 7.3"],
    traits: .separableURIPart)
  static let roles: URIRoles = [.redirects, .others, .origins, .continueURL]

  func problem(in uri: LocatedURI) -> URIProblem? {
    guard uri.content.contains("%") else { return nil }
    let bytes = uri.bytes
    var range: Range<Int>?
    for place in bytes.indices where bytes[place] == UInt8(ascii: "%") {
      guard let value = uri.escapedByte(at: place), (0x01...0x1F).contains(value) || value == 0x7F
      else { continue }
      guard let start = range else {
        range = place..<(place + 3)
        continue
      }
      // Consecutive control characters are one finding.
      guard start.upperBound == place else { break }
      range = start.lowerBound..<(place + 3)
    }
    guard let range else { return nil }
    let text = uri.parts.text(range).quoted
    return URIProblem(
      range,
      bytes[range].contains(where: { "aAdD".utf8.contains($0) })
        ? "\(text) encodes a line break, which can start a new header line"
        : "\(text) encodes a control character, which some parsers strip",
      help: "remove \(text)")
  }
}

extension LocatedURI {
  /// The byte that the percent escape at `place` encodes, or nil if the escape isn't valid.
  func escapedByte(at place: Int) -> UInt8? {
    let bytes = bytes
    guard place + 2 < bytes.endIndex, bytes[place] == UInt8(ascii: "%"),
      let high = PercentEncoding.hexValue(bytes[place + 1]),
      let low = PercentEncoding.hexValue(bytes[place + 2])
    else { return nil }
    return high << 4 | low
  }
}

struct UriEncodedOverlong: URIRule {
  static let info = RuleInfo(
    "uri-encoded-overlong", .uri, .error,
    summary: "Disallow overlong UTF-8 and surrogates in escapes",
    why: "UTF-8 has one encoding for each character. `%C0%AF` and `%E0%80%AF` are overlong "
      + "encodings of `/`. A strict decoder rejects them, but a lenient one reads a path that "
      + "leaves the directory. `%ED%A0%80` is half of a UTF-16 surrogate pair and not a character.",
    examples: .redirectURI(bad: "https://app.acme.example/callback/..⟦%C0%AF⟧open"),
    references: ["RFC 3629 section 3", "RFC 3629 section 10"],
    traits: .separableURIPart)
  static let roles: URIRoles = [.redirects, .others, .origins, .continueURL]

  func problem(in uri: LocatedURI) -> URIProblem? {
    guard uri.content.contains("%") else { return nil }
    let bytes = uri.bytes
    for place in bytes.indices where bytes[place] == UInt8(ascii: "%") {
      guard let first = uri.escapedByte(at: place), first >= 0xC0,
        let second = uri.escapedByte(at: place + 3), second & 0xC0 == 0x80
      else { continue }
      let count: Int
      var isSurrogate = false
      switch (first, second) {
      case (0xC0...0xC1, _): count = 2
      case (0xE0, ..<0xA0): count = 3
      case (0xED, 0xA0...):
        count = 3
        isSurrogate = true
      case (0xF0, ..<0x90): count = 4
      default: continue
      }
      let range = place..<min(place + 3 * count, bytes.endIndex)
      let text = uri.parts.text(range).quoted
      return URIProblem(
        range,
        isSurrogate
          ? "\(text) encodes a surrogate, which isn't valid UTF-8"
          : "\(text) is overlong UTF-8, which some decoders read as another character",
        help: "remove it, or write the character's shortest encoding")
    }
    return nil
  }
}

struct UriEncodedUnreserved: URIRule {
  static let info = RuleInfo(
    "uri-encoded-unreserved", .uri, .warning,
    summary: "Disallow percent-encoding of unreserved characters",
    why: "Senders write these characters as they are, and proxies that normalize URIs decode them. "
      + "The encoded entry never matches.",
    examples: .redirectURI(bad: "https://app.acme.example/⟦%63⟧allback"),
    references: ["RFC 3986 section 6.2.2.2"], isFixable: true,
    traits: .separableURIPart)
  static let roles: URIRoles = .redirects

  func problem(in uri: LocatedURI) -> URIProblem? {
    guard uri.content.contains("%") else { return nil }
    let bytes = uri.bytes
    for place in uri.parts.pathAndQuery where bytes[place] == UInt8(ascii: "%") {
      guard place + 2 < bytes.endIndex, let high = PercentEncoding.hexValue(bytes[place + 1]),
        let low = PercentEncoding.hexValue(bytes[place + 2]),
        PercentEncoding.isUnreserved(high << 4 | low)
      else { continue }
      let range = place..<(place + 3)
      let plain = Unicode.Scalar(high << 4 | low)
      return URIProblem(
        range,
        "\(uri.parts.text(range).quoted) encodes `\(plain)`, which clients send unencoded",
        help: "write `\(plain)`",
        replacement: (uri.replacing(range, by: [high << 4 | low]), "write `\(plain)`", false))
    }
    return nil
  }
}
