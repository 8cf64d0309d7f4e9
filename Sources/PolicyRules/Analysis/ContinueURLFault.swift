import PolicyDecision
import PolicyText
import PolicyModel

/// The first thing that the Admin SDK for Node.js does not take in a continue URL (`isURL` in its
/// `validator.ts`), with its place; and user names, which it takes but nobody should send.
struct ContinueURLFault {
  /// nil for the whole value.
  var range: Range<Int>?
  var message: String
  var help: String
  var severity = Severity.error

  private init(_ range: Range<Int>?, _ message: String, help: String) {
    self.range = range
    self.message = message
    self.help = help
  }

  /// nil where the URL is taken.
  init?(_ text: ExactString) {
    let parts = URIParts(text)
    guard ContinueURL.adminNode(.string(text.string)) != nil else {
      guard let user = parts.userinfo else { return nil }
      self.init(
        user.lowerBound..<(user.upperBound + 1), "a continue URL carries no user name or password",
        help: "remove it")
      severity = .warning
      return
    }
    self = Self.byte(in: parts) ?? Self.form(of: parts)
  }

  /// The first character that no URL of the SDK has.
  private static func byte(in parts: URIParts) -> ContinueURLFault? {
    let all = parts.bytes(0..<parts.text.utf8.count)
    guard let place = all.firstIndex(where: { !isURLByte($0) }) else { return nil }
    let end = all[(place + 1)...].firstIndex { $0 & 0xC0 != 0x80 } ?? all.endIndex
    let character = ExactString(decoding: all[place..<end])
    return ContinueURLFault(
      place..<end, "the Admin SDK refuses \(character.quoted) in a continue URL",
      help: "write punycode in the host, percent-encoding elsewhere")
  }

  /// The part that is not as the SDK wants it: what is neither scheme nor path must be the host.
  private static func form(of parts: URIParts) -> ContinueURLFault {
    guard let href = BrowserURL.href(parts.text) else {
      return ContinueURLFault(
        nil, "a continue URL is an absolute URL", help: "write scheme, host and path")
    }
    let read = URIParts(href)
    guard read.lowerScheme == "https" || read.lowerScheme == "http" else {
      return ContinueURLFault(
        parts.scheme, "a continue URL uses https", help: "write `https://`")
    }
    // As the SDK reads it, after dot segments are gone; the place is looked up in the text.
    guard let fault = fault(inPath: read.bytes(read.path)) else {
      return ContinueURLFault(
        parts.host, "the Admin SDK refuses the host \(parts.lowerHost.quoted)",
        help: "use letters, digits, hyphens and dots")
    }
    return ContinueURLFault(
      Self.fault(inPath: parts.bytes(parts.path)),
      "the Admin SDK refuses \(ExactString(decoding: read.bytes(fault)).quoted) in the path",
      help: "use plain path segments; `&` is `%26`")
  }

  private static func isURLByte(_ byte: UInt8) -> Bool {
    isAlphanumeric(byte) || ":/?#[]@!$&'()*+,;=.-_~%".utf8.contains(byte)
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    (0x41...0x5A).contains(byte & 0xDF) || (0x30...0x39).contains(byte)
  }

  /// An empty segment, or a character that segments do not have.
  private static func fault(inPath path: ArraySlice<UInt8>) -> Range<Int>? {
    var previous: UInt8?
    for (index, byte) in zip(path.indices, path) {
      if byte == UInt8(ascii: "/") {
        if previous == byte { return (index - 1)..<(index + 1) }
      } else if !isAlphanumeric(byte), !"_-.~!$'()*+,;=:@%".utf8.contains(byte) {
        return index..<(index + 1)
      }
      previous = byte
    }
    return nil
  }
}
