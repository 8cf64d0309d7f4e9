import PolicyText

/// A path pattern with the slash rules that Apple's matcher applies to pattern and path.
///
/// `/p/*` also matches `/p`, `/p` also `/p/`, and `p` also `/p`.
struct ApplePathPattern: Sendable {
  /// The pattern as written.
  let text: ExactString
  /// The pattern without trailing slashes, and for `/p/*` also `/p`. One of them must match.
  let candidates: [LinkPattern]
  /// Whether the pattern doesn't start with a slash, so the path is also compared without its
  /// leading slash.
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

  /// Patterns for which other interpretations of the slash rules differ: `` (empty), `/a?*` and
  /// `/a/*/`.
  static func isCorner(_ text: ExactString) -> Bool {
    if text.isEmpty || text.hasSuffix("/*/") { return true }
    return text.hasSuffix("?*") && !text.hasSuffix("/?*") && text.utf8.count > 2
  }

  /// A path without trailing slashes; `/` if it has nothing else.
  static func trimmed(_ path: ExactString) -> ExactString {
    guard path.hasSuffix("/"), path.utf8.count > 1 else { return path }
    let bytes = path.utf8.reversed().drop { $0 == UInt8(ascii: "/") }
    return bytes.isEmpty ? "/" : ExactString(decoding: bytes.reversed())
  }

  /// Returns true if a trimmed, non-empty path matches.
  func matches(_ path: ExactString) -> Bool {
    if candidates.contains(where: { $0.matches(path) }) { return true }
    guard slashIsOptional, path.hasPrefix("/") else { return false }
    let rest = ExactString(decoding: path.utf8.dropFirst())
    return candidates.contains { $0.matches(rest) }
  }
}
