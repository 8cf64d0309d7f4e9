import PolicyText
import PolicyRules
import Testing

/// The examples of a rule are a minimal pair: whoever reads both sees what it is about, and nothing else.
@Suite struct MinimalPairTests {
  /// The right answer of a server, or the right source of an import, is another whole thing: neither is made of the
  /// wrong one by an edit.
  private static let wholes: [RuleInfo.Examples.Kind] = [.answers, .importedFiles]

  static let rules = RuleRegistry.catalogue.filter { !wholes.contains($0.examples.kind) }
    .map(\.id.rawValue)

  @Test(arguments: rules)
  func `the bad and the good example of a rule differ in one place`(id: String) throws {
    let examples = try #require(RuleRegistry.info(for: RuleID(rawValue: id))).examples
    let bad = Checking.marked(examples.bad).text
    #expect(bad != examples.good)
    // Blanks are no tokens: texts that differ in one of them have no place at all.
    let places = Self.places(bad, examples.good)
    #expect(
      places.count <= 1 || Self.isWrapped(places) || Self.isMoved(bad, examples.good), "\(places)")
  }

  /// A run of tokens that another run stands for.
  struct Place: CustomStringConvertible {
    var old: [String]
    var new: [String]
    var description: String { "\(old.joined()) ⟶ \(new.joined())\n" }
  }

  /// True for brackets around a value.
  static func isWrapped(_ places: [Place]) -> Bool {
    guard places.count == 2 else { return false }
    let texts = places.map { ($0.old + $0.new).joined() }
    return texts == ["[", "]"] && places.allSatisfy { $0.old.isEmpty == places[0].old.isEmpty }
  }

  /// True where one line stands above another instead of below it.
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

  /// The places where two texts differ, by their longest common sequence of tokens.
  static func places(_ bad: String, _ good: String) -> [Place] {
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
    var places: [Place] = []
    var place = Place(old: [], new: [])
    var (i, j) = (0, 0)
    func close() {
      if !place.old.isEmpty || !place.new.isEmpty { places.append(place) }
      place = Place(old: [], new: [])
    }
    while i < left.count || j < right.count {
      if i < left.count, j < right.count, left[i] == right[j] {
        close()
        (i, j) = (i + 1, j + 1)
      } else if j == right.count || i < left.count && lengths[i + 1][j] >= lengths[i][j + 1] {
        place.old.append(left[i])
        i += 1
      } else {
        place.new.append(right[j])
        j += 1
      }
    }
    close()
    return places
  }

  /// Brackets, commas, quoted texts, line ends with what they indent, and words.
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
        // Blanks behind a word end it; those that indent belong to the line end.
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
