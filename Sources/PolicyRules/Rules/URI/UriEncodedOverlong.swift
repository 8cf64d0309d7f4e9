package import PolicyText

package struct UriEncodedOverlong: URIRule {
  package static let info = RuleInfo(
    "uri-encoded-overlong", .uri, .error,
    summary: "Disallow overlong UTF-8 and surrogates in escapes",
    why:
      "UTF-8 has one encoding for each character. `%C0%AF` and `%E0%80%AF` are overlong "
      + "encodings of `/`. A strict decoder rejects them, but a lenient one reads a path that "
      + "leaves the directory. `%ED%A0%80` is half of a UTF-16 surrogate pair and not a character.",
    examples: .init(
      .redirectURI, bad: "https://app.acme.example/callback/..⟦%C0%AF⟧open",
      good: "https://app.acme.example/callback"),
    references: ["RFC 3629 section 3", "RFC 3629 section 10"],
    traits: [.uriPart, .separable])
  package static let roles: URIRoles = [.redirects, .others, .origins, .continueURL]
  package init() {}

  package func problem(in uri: LocatedURI) -> URIProblem? {
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
