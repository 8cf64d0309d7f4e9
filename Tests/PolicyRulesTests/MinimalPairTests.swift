import PolicyText
import PolicyRules
import Testing

/// The examples of a rule are a minimal pair, so their difference shows what the rule is about.
@Suite struct MinimalPairTests {
  /// A server's correct response and a correct import source are complete files that don't result
  /// from an edit.
  private static let wholes: [RuleInfo.Examples.Kind] = [.answers, .importedFiles]

  static let rules = RuleRegistry.catalogue.filter { !wholes.contains($0.examples.kind) }
    .map(\.id.rawValue)

  @Test(arguments: rules)
  func `the bad and the good example of a rule differ in one edit`(id: String) throws {
    let examples = try #require(RuleRegistry.info(for: RuleID(rawValue: id))).examples
    let bad = Checking.marked(examples.bad).text
    #expect(bad != examples.good)
    // Whitespace isn't a token, so files that differ only in whitespace have no edit.
    let edits = Self.edits(bad, examples.good)
    #expect(
      edits.count <= 1 || Self.isWrapped(edits) || Self.isMoved(bad, examples.good), "\(edits)")
  }

  /// Tokens that are replaced by others.
  struct Edit: CustomStringConvertible {
    var old: [String]
    var new: [String]
    var description: String { "\(old.joined()) ⟶ \(new.joined())\n" }
  }

  /// Whether the edits put brackets around a value.
  static func isWrapped(_ edits: [Edit]) -> Bool {
    guard edits.count == 2 else { return false }
    let texts = edits.map { ($0.old + $0.new).joined() }
    return texts == ["[", "]"] && edits.allSatisfy { $0.old.isEmpty == edits[0].old.isEmpty }
  }

  /// Whether a line is moved up or down.
  static func isMoved(_ bad: String, _ good: String) -> Bool {
    let old = bad.split(separator: "\n")
    let new = good.split(separator: "\n")
    guard old.count == new.count else { return false }
    return old.indices.contains { index in
      guard let other = new.firstIndex(of: old[index]), other != index else { return false }
      var (rest, others) = (old, new)
      rest.remove(at: index)
      others.remove(at: other)
      return rest == others
    }
  }

  /// The edits between two files, by their longest common sequence of tokens.
  static func edits(_ bad: String, _ good: String) -> [Edit] {
    var old = tokens(bad)[...]
    var new = tokens(good)[...]
    while let first = old.first, first == new.first {
      (old, new) = (old.dropFirst(), new.dropFirst())
    }
    while let last = old.last, last == new.last { (old, new) = (old.dropLast(), new.dropLast()) }
    let (left, right) = (Array(old), Array(new))
    var lengths = Array(
      repeating: Array(repeating: 0, count: right.count + 1), count: left.count + 1)
    for i in left.indices.reversed() {
      for j in right.indices.reversed() {
        lengths[i][j] =
          left[i] == right[j]
          ? lengths[i + 1][j + 1] + 1 : max(lengths[i + 1][j], lengths[i][j + 1])
      }
    }
    var edits: [Edit] = []
    var edit = Edit(old: [], new: [])
    var (i, j) = (0, 0)
    func close() {
      if !edit.old.isEmpty || !edit.new.isEmpty { edits.append(edit) }
      edit = Edit(old: [], new: [])
    }
    while i < left.count || j < right.count {
      if i < left.count, j < right.count, left[i] == right[j] {
        close()
        (i, j) = (i + 1, j + 1)
      } else if j == right.count || i < left.count && lengths[i + 1][j] >= lengths[i][j + 1] {
        edit.old.append(left[i])
        i += 1
      } else {
        edit.new.append(right[j])
        j += 1
      }
    }
    close()
    return edits
  }

  /// Brackets, commas, quoted strings, line endings with the next indentation, and words.
  static func tokens(_ text: String) -> [String] {
    var tokens: [String] = []
    var word = ""
    var isQuoted = false
    func close() {
      if !word.isEmpty { tokens.append(word) }
      word = ""
    }
    for character in text.unicodeScalars {
      if isQuoted {
        word.unicodeScalars.append(character)
        if character == "\"" {
          isQuoted = false
          close()
        }
        continue
      }
      switch character {
      case "{", "}", "[", "]", ",":
        close()
        tokens.append(String(character))
      case "\"":
        close()
        word = "\""
        isQuoted = true
      case "\n":
        close()
        word = "\n"
      case " ":
        // Whitespace ends a word; indentation belongs to the line ending.
        if word.unicodeScalars.first == "\n" {
          word += " "
        } else {
          close()
        }
      default:
        if word.unicodeScalars.first == "\n" { close() }
        word.unicodeScalars.append(character)
      }
    }
    close()
    return tokens
  }
}
