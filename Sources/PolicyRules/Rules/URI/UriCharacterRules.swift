import PolicyText

struct UriBackslash: URIRule {
  static let info = RuleInfo(
    "uri-backslash", .uri, .error, summary: "Disallow backslashes in URIs",
    why: "Browsers read `\\` as `/`, but other parsers don't. For "
      + "`https://evil.example\\@app.example/` they don't even agree on the host.",
    examples: .redirectURI(
      bad: "https://app.acme.example/oauth⟦\\⟧callback",
      good: "https://app.acme.example/oauth/callback"),
    references: ["WHATWG URL", "RFC 3986 appendix A"],
    hides: ["uri-bad-label"])
  static let roles: URIRoles = [.redirects, .others, .origins]

  func problem(in uri: LocatedURI) -> URIProblem? {
    guard uri.content.contains("\\"), let place = uri.bytes.firstIndex(of: UInt8(ascii: "\\"))
    else { return nil }
    return URIProblem(
      place..<(place + 1),
      "\(uri.noun) must not contain a backslash: browsers read it as `/`, other parsers don't",
      help: "write `/`, or `%5C` if you mean a backslash")
  }
}

struct UriControl: URIRule {
  static let info = RuleInfo(
    "uri-control", .uri, .error, summary: "Disallow control characters and spaces in URIs",
    why: "Browsers strip tabs and line breaks anywhere, and spaces at both ends. Other parsers "
      + "keep them, or split a header at that point. Two URIs in one entry, with a space or comma "
      + "between them, match neither.",
    examples: .redirectURI(bad: "https://app.acme.example/callback⟦ ⟧"),
    references: ["RFC 3986 section 2", "Google: redirect URI validation rules"], isFixable: true,
    hides: ["uri-not-absolute", "uri-invisible", "uri-non-ascii"],
    traits: .notAURI.union(.affectsFollowingBytes))
  static let roles: URIRoles = [.redirects, .others, .origins]

  func problem(in uri: LocatedURI) -> URIProblem? {
    guard uri.content.hasUnprintable else { return joined(uri) }
    var offset = 0
    for scalar in uri.text.string.unicodeScalars {
      let range = offset..<(offset + UTF8.width(scalar))
      offset = range.upperBound
      guard scalar.value <= 0x20 || (0x7F...0x9F).contains(scalar.value) else { continue }
      let what = scalar == " " ? "a space" : "a control character (\(scalar.codePoint))"
      // If the entry contains two URIs, removing the space would join them.
      let isTwo = uri.bytes[range.upperBound...].firstRange(ofBytes: "://") != nil
      return URIProblem(
        range, "\(uri.noun) must not contain \(what), found at byte \(range.lowerBound)",
        help: isTwo
          ? "write each URI on its own line, after `- `"
          : "write \(DisplayText.quoted(uri.removing(range)))",
        replacement: isTwo ? nil : (uri.removing(range), "remove the character", false))
    }
    return nil
  }

  /// The problem of an entry with several URIs, separated by a comma.
  private func joined(_ uri: LocatedURI) -> URIProblem? {
    guard uri.content.contains(","),
      let comma = [",https://", ",http://"].compactMap({ uri.bytes.firstRange(ofBytes: $0) }).first
    else { return nil }
    return URIProblem(
      comma.lowerBound..<(comma.lowerBound + 1),
      "\(uri.noun) must be a single URI, found another one after the comma",
      help: "write each URI on its own line, after `- `")
  }
}

struct UriInvisible: URIRule {
  static let info = RuleInfo(
    "uri-invisible", .uri, .error, summary: "Disallow invisible characters in URIs",
    why: "A zero-width or bidirectional character makes two URIs look alike, or one look like "
      + "another. It comes from a copied document, or from an attacker who wants the URI to pass "
      + "review.",
    examples: .redirectURI(bad: "https://app.acme.example/⟦\u{200B}⟧callback"),
    references: ["Unicode Technical Report 36"], isFixable: true,
    hides: ["uri-non-ascii", "uri-bad-label", "uri-mixed-script", "uri-idn"])
  static let roles: URIRoles = [.redirects, .others, .origins]

  func problem(in uri: LocatedURI) -> URIProblem? {
    guard uri.content.hasNonASCII else { return nil }
    var offset = 0
    for scalar in uri.text.string.unicodeScalars {
      let range = offset..<(offset + UTF8.width(scalar))
      offset = range.upperBound
      // `uri-control` reports control characters.
      guard scalar.value > 0x9F, DisplayText.isInvisible(scalar) else { continue }
      return URIProblem(
        range,
        "\(uri.noun) must not contain the invisible character \(scalar.codePoint), found at "
          + "byte \(range.lowerBound)",
        help: "remove it; it often comes from text copied from a document",
        replacement: (uri.removing(range), "remove the invisible character", false))
    }
    return nil
  }
}

struct UriNonAscii: URIRule {
  static let info = RuleInfo(
    "uri-non-ascii", .uri, .error, summary: "Require ASCII in URIs",
    why: "Clients send URIs in ASCII: Punycode in the host and percent-encoding elsewhere. An "
      + "entry with a letter that only looks Latin never matches, or it belongs to someone else.",
    examples: .redirectURI(
      bad: "https://app.acme.example/caf⟦é⟧/callback",
      good: "https://app.acme.example/caf%C3%A9/callback"),
    references: ["RFC 3986 section 2", "RFC 5891"], isFixable: true,
    hides: ["uri-bad-label", "uri-mixed-script", "uri-idn", "uri-not-owned"])
  static let roles: URIRoles = [.redirects, .others, .origins]

  func problem(in uri: LocatedURI) -> URIProblem? {
    guard uri.content.hasNonASCII else { return nil }
    var offset = 0
    for scalar in uri.text.string.unicodeScalars {
      let range = offset..<(offset + UTF8.width(scalar))
      offset = range.upperBound
      guard !scalar.isASCII, !DisplayText.isInvisible(scalar) else { continue }
      let isHost = uri.parts.authority.map { $0.contains(range.lowerBound) } ?? false
      return URIProblem(
        range, "\(uri.noun) must be ASCII, found \(scalar.codePoint) at byte \(range.lowerBound)",
        help: isHost ? "write the host in Punycode (`xn--…`)" : "write `\(percentEncoded(scalar))`",
        replacement: isHost ? nil : (encoded(uri), "percent-encode it", false))
    }
    return nil
  }

  private func encoded(_ uri: LocatedURI) -> String {
    var output = ""
    for scalar in uri.text.string.unicodeScalars {
      if scalar.isASCII {
        output.unicodeScalars.append(scalar)
      } else {
        output += percentEncoded(scalar)
      }
    }
    return output
  }

  private func percentEncoded(_ scalar: Unicode.Scalar) -> String {
    var output = ""
    PercentEncoding.append(String(scalar), to: &output)
    return output
  }
}

struct UriCharacter: URIRule {
  static let info = RuleInfo(
    "uri-character", .uri, .error, summary: "Disallow characters that RFC 3986 excludes from URIs",
    why: "RFC 3986 doesn't allow `\"<>[]^{|}` or a backtick, except for the brackets around an "
      + "IPv6 address. Some senders encode these characters and some don't, so the URI that "
      + "arrives can differ from the registered one. They can also break out of HTML, headers or "
      + "shell commands that contain the URI.",
    examples: .redirectURI(
      bad: "https://app.acme.example/callback⟦|⟧old",
      good: "https://app.acme.example/callback%7Cold"),
    references: ["RFC 3986 section 2", "RFC 3986 appendix A"], isFixable: true,
    hides: [
      "uri-bad-label", "uri-idn", "uri-bad-port", "uri-public-suffix", "uri-not-owned",
      "linking-path-malformed", "linking-bundle-unknown",
    ],
    traits: .separable)
  static let roles: URIRoles = [.redirects, .others, .origin]

  func problem(in uri: LocatedURI) -> URIProblem? {
    guard uri.content.intersects(.forbiddenInURI) else { return nil }
    let bytes = uri.bytes
    // The brackets around an IPv6 address are allowed; `uri-bad-label` checks the text between
    // them.
    let literal = uri.parts.host.map { host -> Range<Int> in
      let isLiteral =
        host.count > 2 && bytes[host.lowerBound] == UInt8(ascii: "[")
        && bytes[host.upperBound - 1] == UInt8(ascii: "]")
      return isLiteral ? host : 0..<0
    }
    func isForbidden(_ place: Int) -> Bool {
      let isBracket = bytes[place] == UInt8(ascii: "[") || bytes[place] == UInt8(ascii: "]")
      if isBracket, let literal, !literal.isEmpty,
        place == literal.lowerBound || place == literal.upperBound - 1
      {
        return false
      }
      return ByteSet.forbiddenInURI.contains(Unicode.Scalar(bytes[place]))
    }
    for place in bytes.indices where isForbidden(place) {
      let character = Unicode.Scalar(bytes[place])
      let encoded = "%" + String(bytes[place], radix: 16, uppercase: true)
      // One fix encodes all of them; otherwise each would be the next finding.
      let rest = bytes[place...].indices.flatMap { other -> [UInt8] in
        isForbidden(other)
          ? Array(("%" + String(bytes[other], radix: 16, uppercase: true)).utf8) : [bytes[other]]
      }
      let isHost = uri.parts.authority.map { $0.contains(place) } ?? false
      return URIProblem(
        place..<(place + 1),
        "\(uri.noun) must not contain `\(character)` (RFC 3986), found at byte \(place)",
        help: isHost ? "write the host without `\(character)`" : "write `\(encoded)`",
        replacement: isHost
          ? nil
          : (
            uri.replacing(place..<bytes.endIndex, by: rest), "percent-encode it", false
          )
      )
    }
    return nil
  }
}
