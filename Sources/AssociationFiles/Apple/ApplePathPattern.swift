import PolicyText

/// The pattern of a path with the slash rules that Apple's matcher applies to both sides.
///
/// `/p/*` also matches `/p`, `/p` also `/p/`, and `p` also `/p`.
struct ApplePathPattern: Sendable {
  /// The pattern as it was written.
  let text: ExactString
  /// The pattern without slashes at its end, and for `/p/*` also `/p`: one of them has to match.
  let candidates: [LinkPattern]
  /// The pattern does not start with a slash, so the path is compared without its own.
  let slashIsOptional: Bool

  init(_ text: ExactString, variables: LinkVariables, caseSensitive: Bool) {
    self.text = text
    var bytes = Array(text.utf8)
    let leading = bytes.prefix { $0 == UInt8(ascii: "/") }.count
    if leading > 1 { bytes.removeFirst(leading - 1) }
    let pattern = Self.trimmed(ExactString(decoding: bytes))
    func compile(_ text: ExactString) -> LinkPattern {
      LinkPattern(text, variables: variables, caseSensitive: caseSensitive)
    }
    var candidates = [compile(pattern)]
    if pattern.hasSuffix("/*"), pattern.utf8.count > 2 {
      candidates.append(compile(ExactString(decoding: pattern.utf8.dropLast(2))))
    }
    self.candidates = candidates
    slashIsOptional = !pattern.hasPrefix("/")
  }

  /// Patterns for which another model of the slash rules would decide differently: `` (empty), `/a?*` and
  /// `/a/*/`.
  static func isCorner(_ text: ExactString) -> Bool {
    if text.isEmpty || text.hasSuffix("/*/") { return true }
    return text.hasSuffix("?*") && !text.hasSuffix("/?*") && text.utf8.count > 2
  }

  /// A path without the slashes at its end; `/` when nothing else is in it.
  static func trimmed(_ path: ExactString) -> ExactString {
    guard path.hasSuffix("/"), path.utf8.count > 1 else { return path }
    let bytes = path.utf8.reversed().drop { $0 == UInt8(ascii: "/") }
    return bytes.isEmpty ? "/" : ExactString(decoding: bytes.reversed())
  }

  /// True when a path, never empty and trimmed, matches.
  func matches(_ path: ExactString) -> Bool {
    if candidates.contains(where: { $0.matches(path) }) { return true }
    guard slashIsOptional, path.hasPrefix("/") else { return false }
    let rest = ExactString(decoding: path.utf8.dropFirst())
    return candidates.contains { $0.matches(rest) }
  }
}
