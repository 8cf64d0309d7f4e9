package import PolicyText

/// A pattern of a dynamic rule as Android compiles it (`DalComponentParser`), with Android's
/// matcher (`PatternMatcher`), which doesn't backtrack.
package struct DynamicPattern: Sendable, Equatable {
  /// How strings are compared.
  package enum Kind: String, Sendable {
    /// Equality, for a pattern without wildcards.
    case literal
    /// Prefix, for a pattern whose only wildcard is a `*` at the end.
    case prefix
    /// A glob, for all other patterns.
    case simpleGlob
  }

  /// How strings are compared.
  package let kind: Kind
  /// The argument of Android's `PatternMatcher`. A glob has `.*` and `.` as wildcards, and `\`
  /// before literal characters.
  package let text: ExactString
  /// The steps of Android's matcher.
  let steps: [LinkAutomaton.Step]

  /// Compiles a pattern.
  package init(_ pattern: ExactString) {
    let units = Array(pattern.string.utf16)
    let wildcards = units.count { $0 == Self.star || $0 == Self.question }
    let filter: [UInt16]
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
    text = ExactString(String(decoding: filter, as: UTF16.self))
    let literal = filter.map { LinkAutomaton.Step.scalar(UInt32($0), folded: false) }
    steps =
      switch kind {
      case .literal: literal + [.accept]
      case .prefix: literal + [.star, .accept]
      case .simpleGlob: Self.steps(filter)
      }
  }

  /// The steps of Android's simple glob, with its behavior on devices: `.*` ends at the first
  /// occurrence of the next character, and a `.` there is literal. Elsewhere, even an escaped dot
  /// matches any character.
  private static func steps(_ filter: [UInt16]) -> [LinkAutomaton.Step] {
    func unit(_ index: Int) -> UInt16 { index < filter.count ? filter[index] : 0 }
    var steps: [LinkAutomaton.Step] = []
    var place = 0
    while place < filter.count {
      let isEscaped = unit(place) == backslash
      let current = isEscaped ? unit(place + 1) : unit(place)
      place += isEscaped ? 2 : 1
      if unit(place) == star, !isEscaped, current == dot {
        if place >= filter.count - 1 { return steps + [.star, .accept] }
        place += 1
        if unit(place) == backslash { place += 1 }
        steps.append(.until(UInt32(unit(place))))
        place += 1
      } else if unit(place) == star {
        // A repetition of the character before, if a `*` follows the end of another repetition.
        steps += [
          .run(UInt32(current), isEntered: false), .run(UInt32(current), isEntered: true),
        ]
        place += 1
      } else {
        steps.append(current == dot ? .any : .scalar(UInt32(current), folded: false))
      }
    }
    return steps + [.accept]
  }

  /// Returns true if a decoded string matches.
  package func matches(_ text: ExactString) -> Bool {
    var rest = Array(text.string.utf16)[...]
    for step in steps {
      switch step {
      case .star: return true
      case .any: if rest.popFirst() == nil { return false }
      case .scalar(let unit, _):
        guard let next = rest.popFirst(), next == unit else { return false }
      case .until(let unit):
        guard let end = rest.firstIndex(where: { $0 == unit }) else { return false }
        rest = rest[(end + 1)...]
      case .run(let unit, false):
        if rest.isEmpty { return false }
        rest = rest.drop { $0 == unit }
      case .run, .accept, .oneOf, .branch, .jump: break
      }
    }
    return rest.isEmpty
  }

  private static let star = UInt16(UInt8(ascii: "*"))
  private static let question = UInt16(UInt8(ascii: "?"))
  private static let dot = UInt16(UInt8(ascii: "."))
  private static let backslash = UInt16(UInt8(ascii: "\\"))
}
