import PolicyText

/// A text with `*` for anything, also nothing and slashes, and `?` for one character.
struct TextPattern {
  private let pattern: [Unicode.Scalar]

  init(_ text: ExactString) { pattern = Array(text.string.unicodeScalars) }

  /// True when the whole text fits; goes back to the last star only.
  func matches(_ text: ExactString) -> Bool {
    let text = Array(text.string.unicodeScalars)
    var (p, t) = (0, 0)
    var star: (pattern: Int, text: Int)?
    while t < text.count {
      if p < pattern.count, pattern[p] == "*" {
        star = (p, t)
        p += 1
      } else if p < pattern.count, pattern[p] == "?" || pattern[p] == text[t] {
        p += 1
        t += 1
      } else if let last = star {
        star = (last.pattern, last.text + 1)
        p = last.pattern + 1
        t = last.text + 1
      } else {
        return false
      }
    }
    return pattern[p...].allSatisfy { $0 == "*" }
  }
}
