import PolicyText

/// The first place of each text. Few, as nearly always, are compared one after the other: a small run would
/// pay for the look-up of a dictionary's conformances.
struct FirstPlaces {
  private static let few = 16

  private var entries: [(text: ExactString, place: Int)] = []
  /// All of them; empty while there are few.
  private var hashed: [ExactString: Int] = [:]

  /// True without a text.
  var isEmpty: Bool { entries.isEmpty }

  /// The first place of a text; nil where it has none.
  subscript(text: ExactString) -> Int? {
    guard entries.count <= Self.few else { return hashed[text] }
    for entry in entries where entry.text == text { return entry.place }
    return nil
  }

  /// Adds a place; one of a text that has one already is none.
  mutating func insert(_ text: ExactString, at place: Int) {
    guard self[text] == nil else { return }
    entries.append((text, place))
    if hashed.isEmpty, entries.count > Self.few {
      for entry in entries { hashed[entry.text] = entry.place }
    } else if entries.count > Self.few {
      hashed[text] = place
    }
  }
}
