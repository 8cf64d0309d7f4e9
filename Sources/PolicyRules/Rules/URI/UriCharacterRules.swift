import PolicyText

struct UriBackslash: URIRule {
  static let info = RuleInfo(
    "uri-backslash", .uri, .error, summary: "Disallow backslashes in URIs",
    why:
      "Browsers read `\\` as `/`, but other parsers don't. For "
      + "`https://evil.example\\@app.example/` they don't even agree on the host.",
    examples: .init(
      .redirectURI, bad: "https://app.acme.example/oauth⟦\\⟧callback",
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
    why:
      "Browsers strip tabs and line breaks anywhere, and spaces at both ends. Other parsers "
      + "keep them, or split a header at that point.",
    examples: .init(
      .redirectURI, bad: "https://app.acme.example/callback⟦ ⟧",
      good: "https://app.acme.example/callback"),
    references: ["RFC 3986 section 2", "Google: redirect URI validation rules"], isFixable: true,
    hides: ["uri-not-absolute", "uri-invisible", "uri-non-ascii"],
    traits: .notAURI.union(.affectsFollowingBytes))
  static let roles: URIRoles = [.redirects, .others, .origins]

  func problem(in uri: LocatedURI) -> URIProblem? {
    guard uri.content.hasUnprintable else { return nil }
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
}

struct UriInvisible: URIRule {
  static let info = RuleInfo(
    "uri-invisible", .uri, .error, summary: "Disallow invisible characters in URIs",
    why: "A zero-width or bidirectional character makes two URIs look alike, or one look like "
      + "another. It comes from a copied document, or from an attacker who wants the URI to pass "
      + "review.",
    examples: .init(
      .redirectURI, bad: "https://app.acme.example/⟦\u{200B}⟧callback",
      good: "https://app.acme.example/callback"),
    references: ["Unicode Technical Report 36"], isFixable: true,
    hides: ["uri-non-ascii", "uri-bad-label", "uri-mixed-script", "uri-idn"])
  static let roles: URIRoles = [.redirects, .others, .origins]

  func problem(in uri: LocatedURI) -> URIProblem? {
    guard uri.content.hasNonASCII else { return nil }
    var offset = 0
    for scalar in uri.text.string.unicodeScalars {
      let range = offset..<(offset + UTF8.width(scalar))
      offset = range.upperBound
      // uri-control reports control characters.
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
    why:
      "Clients send URIs in ASCII: Punycode in the host and percent-encoding elsewhere. An "
      + "entry with a letter that only looks Latin never matches, or it belongs to someone else.",
    examples: .init(
      .redirectURI, bad: "https://app.acme.example/caf⟦é⟧/callback",
      good: "https://app.acme.example/caf%C3%A9/callback"),
    references: ["RFC 3986 section 2", "RFC 5891"], isFixable: true,
    hides: ["uri-bad-label", "uri-mixed-script", "uri-idn"])
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
