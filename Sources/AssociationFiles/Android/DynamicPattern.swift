package import PolicyText

/// A pattern of a dynamic rule as Android compiles it (`DalComponentParser`), and Android's matcher
/// (`PatternMatcher`), which never goes back: one pass over pattern and text.
package struct DynamicPattern: Sendable, Equatable {
  /// How the text is compared.
  package enum Kind: String, Sendable {
    /// No wildcard: equal.
    case literal
    /// One wildcard, a `*` at the end: starts with.
    case prefix
    /// Anything else.
    case simpleGlob
  }

  /// How the text is compared.
  package let kind: Kind
  /// The filter in UTF-16, which Android compares: for a glob `.*`, `.` and escapes with `\`.
  let filter: [UInt16]

  /// What Android's `PatternMatcher` is given: for a glob with `.*`, `.` and `\` before what is literal.
  package var text: ExactString { ExactString(String(decoding: filter, as: UTF16.self)) }

  /// Compiles a pattern.
  package init(_ pattern: ExactString) {
    let units = Array(pattern.string.utf16)
    let wildcards = units.reduce(0) { $0 + (Self.isWildcard($1) ? 1 : 0) }
    if wildcards == 0 {
      kind = .literal
      filter = units
    } else if wildcards == 1, units.last == Self.star {
      kind = .prefix
      filter = units.dropLast()
    } else {
      kind = .simpleGlob
      filter = units.flatMap { unit -> [UInt16] in
        switch unit {
        case Self.star: [Self.dot, Self.star]
        case Self.question: [Self.dot]
        case Self.dot, Self.backslash: [Self.backslash, unit]
        default: [unit]
        }
      }
    }
  }

  /// True when a decoded text matches.
  package func matches(_ text: ExactString) -> Bool {
    let units = Array(text.string.utf16)
    switch kind {
    case .literal: return units == filter
    case .prefix: return units.starts(with: filter)
    case .simpleGlob: return globMatches(units)
    }
  }

  /// Android's simple glob with its peculiarities, which devices show: a run of `.*` ends at the
  /// first occurrence of the next character, a `.` there is literal; an escaped dot elsewhere still
  /// stands for any character.
  private func globMatches(_ text: [UInt16]) -> Bool {
    func unit(_ index: Int) -> UInt16 { index < filter.count ? filter[index] : 0 }
    var place = 0
    var index = 0
    while place < filter.count, index < text.count {
      var current = unit(place)
      place += 1
      let isEscaped = current == Self.backslash
      if isEscaped {
        current = unit(place)
        place += 1
      }
      if unit(place) == Self.star, !isEscaped, current == Self.dot {
        if place >= filter.count - 1 { return true }
        place += 1
        if unit(place) == Self.backslash { place += 1 }
        let end = unit(place)
        while index < text.count, text[index] != end { index += 1 }
        if index == text.count { return false }
        place += 1
        index += 1
      } else if unit(place) == Self.star {
        // A run of the character before; arises where a `*` follows what ended a run.
        while index < text.count, text[index] == current { index += 1 }
        place += 1
      } else {
        if current != Self.dot, text[index] != current { return false }
        index += 1
      }
    }
    if place >= filter.count, index >= text.count { return true }
    return place == filter.count - 2 && unit(place) == Self.dot && unit(place + 1) == Self.star
  }

  private static let star = UInt16(UInt8(ascii: "*"))
  private static let question = UInt16(UInt8(ascii: "?"))
  private static let dot = UInt16(UInt8(ascii: "."))
  private static let backslash = UInt16(UInt8(ascii: "\\"))

  private static func isWildcard(_ unit: UInt16) -> Bool { unit == star || unit == question }
}
