import PolicyDecision
import PolicyText
import PolicyModel

/// The first reason why the Admin SDK for Node.js rejects a continue URL (`isURL` in its `validator.ts`), or a user
/// name, which the SDK accepts but a continue URL should not contain.
struct ContinueURLProblem {
  /// The bytes to mark; nil for the whole value.
  var range: Range<Int>?
  var message: String
  var help: String
  var severity = Severity.error

  private init(_ range: Range<Int>?, _ message: String, help: String) {
    self.range = range
    self.message = message
    self.help = help
  }

  /// Returns nil if the SDK accepts the URL.
  init?(_ text: ExactString) {
    let parts = URIParts(text)
    guard ContinueURL.adminNode(.string(text.string)) != nil else {
      guard let user = parts.userinfo else { return nil }
      self.init(
        user.lowerBound..<(user.upperBound + 1),
        "continue URL must not contain a user name or password",
        help: "remove `\(ExactString(decoding: parts.bytes(user)))@`")
      severity = .warning
      return
    }
    self = Self.byte(in: parts) ?? Self.form(of: parts)
  }

  /// The first character that the SDK doesn't allow in any part of a URL.
  private static func byte(in parts: URIParts) -> ContinueURLProblem? {
    let all = parts.bytes(0..<parts.text.utf8.count)
    guard let place = all.firstIndex(where: { !isURLByte($0) }) else { return nil }
    let end = all[(place + 1)...].firstIndex { $0 & 0xC0 != 0x80 } ?? all.endIndex
    let character = ExactString(decoding: all[place..<end])
    return ContinueURLProblem(
      place..<end, "continue URL contains \(character.quoted), which the Admin SDK rejects",
      help: "write Punycode in the host and percent-encoding elsewhere")
  }

  /// The part that the SDK rejects: scheme, path, or else the host.
  private static func form(of parts: URIParts) -> ContinueURLProblem {
    guard let href = BrowserURL.href(parts.text) else {
      return ContinueURLProblem(
        nil, "continue URL must be absolute", help: "write `https://`, the host and the path")
    }
    let read = URIParts(href)
    guard read.lowerScheme == "https" || read.lowerScheme == "http" else {
      return ContinueURLProblem(
        parts.scheme, "continue URL must use https", help: "write `https://`")
    }
    // The SDK checks the path without dot segments, but the finding marks the path as written.
    guard let problem = problem(inPath: read.bytes(read.path)) else {
      return ContinueURLProblem(
        parts.host, "continue URL has host \(parts.lowerHost.quoted), which the Admin SDK rejects",
        help: "use letters, digits, hyphens and dots")
    }
    return ContinueURLProblem(
      Self.problem(inPath: parts.bytes(parts.path)),
      "path contains \(ExactString(decoding: read.bytes(problem)).quoted), which the Admin SDK rejects",
      help: "use plain path segments; write `%26` for `&`")
  }

  private static func isURLByte(_ byte: UInt8) -> Bool {
    byte.isAlphanumeric || ":/?#[]@!$&'()*+,;=.-_~%".utf8.contains(byte)
  }

  /// An empty segment, or a character that the SDK doesn't allow in segments.
  private static func problem(inPath path: ArraySlice<UInt8>) -> Range<Int>? {
    var previous: UInt8?
    for (index, byte) in zip(path.indices, path) {
      if byte == UInt8(ascii: "/") {
        if previous == byte { return (index - 1)..<(index + 1) }
      } else if !byte.isAlphanumeric, !"_-.~!$'()*+,;=:@%".utf8.contains(byte) {
        return index..<(index + 1)
      }
      previous = byte
    }
    return nil
  }
}
