import PolicyText

/// A character of a URL.
struct LinkSymbol: Sendable {
  /// The character, decoded.
  var scalar: Unicode.Scalar
  /// Its percent-encoded form; empty if it isn't encoded.
  var escape: [Unicode.Scalar] = []

  init(_ scalar: Unicode.Scalar) { self.scalar = scalar }

  /// A percent-encoded character.
  init(escaping scalar: Unicode.Scalar, isUpper: Bool = true) {
    self.scalar = scalar
    escape = Self.encoded(scalar, isUpper: isUpper)
  }

  /// The scalars of the URL.
  var written: [Unicode.Scalar] { escape.isEmpty ? [scalar] : escape }

  /// Returns true for this character if it isn't encoded.
  func isPlain(_ other: Unicode.Scalar) -> Bool { escape.isEmpty && scalar == other }

  static func encoded(_ scalar: Unicode.Scalar, isUpper: Bool = true) -> [Unicode.Scalar] {
    let digits = Array((isUpper ? "0123456789ABCDEF" : "0123456789abcdef").unicodeScalars)
    return UTF8.encode(scalar).map(Array.init).map { bytes in
      bytes.flatMap { ["%", digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    } ?? []
  }
}

/// The characters of a part of a URL, with one representative for all characters with the same
/// effect.
struct LinkAlphabet: Sendable {
  /// The part of the URL.
  enum Place: Sendable {
    case path
    case query
    case fragment

    /// Returns true for characters that the part may contain unencoded: browsers and apps
    /// percent-encode the others.
    func contains(_ scalar: Unicode.Scalar) -> Bool {
      guard scalar.isASCII, scalar.value > 0x20, scalar.value != 0x7F else { return false }
      return switch self {
      case .path: scalar != "?" && scalar != "#"
      case .query: scalar != "#"
      case .fragment: true
      }
    }
  }

  /// The strings to search.
  private enum Universe {
    /// All strings that a URL may contain, compared as written.
    case written
    /// All strings after decoding.
    case decoded
    /// All strings, compared as written and decoded. Escapes have one letter case, and characters
    /// that no rule names have the same first digits.
    case both
    /// No escapes except those that rules name: iOS compares as written, Android decoded.
    case plain
  }

  let place: Place
  private let universe: Universe
  /// Escapes, each of which is one character.
  private let escapes: [LinkSymbol]
  /// Scalars that share a UTF-16 half with one that an Android pattern names, and one that doesn't.
  private let astral: [Unicode.Scalar]

  /// - Parameter separators: whether the query is split at unencoded separators.
  init(_ automata: some Sequence<LinkAutomaton>, in place: Place, separators: Bool = false) {
    self.place = place
    var readings: Set<LinkAutomaton.Reading> = separators ? [.written] : []
    var named: Set<Unicode.Scalar> = []
    var units: Set<UInt32> = []
    var literals: [[Unicode.Scalar]] = []
    for automaton in automata {
      readings.insert(automaton.reading)
      var literal: [Unicode.Scalar] = []
      for step in automaton.steps {
        guard case .scalar(let code, _) = step, let scalar = Unicode.Scalar(code) else {
          if let unit = step.unit, unit >= 0xD800, unit < 0xE000 { units.insert(unit) }
          if let scalar = step.unit.flatMap(Unicode.Scalar.init) { named.insert(scalar) }
          literals.append(literal)
          literal = []
          continue
        }
        named.insert(scalar)
        if automaton.reading == .written { literal.append(scalar) }
      }
      literals.append(literal)
    }
    astral = Self.astral(units)
    universe =
      !readings.contains(.written)
      ? .decoded
      : readings.count == 1 ? .written : readings.contains(.android) ? .plain : .both
    switch universe {
    case .written, .decoded: escapes = []
    case .both:
      let all =
        (0..<128).compactMap(Unicode.Scalar.init) + Self.foreign
        + named.filter { !$0.isASCII }.sorted()
      escapes = all.flatMap { scalar in
        [true, false].map { LinkSymbol(escaping: scalar, isUpper: $0) }
      }
    case .plain:
      let written = literals.flatMap(Self.escapes)
      let needed = named.filter { !place.contains($0) || $0 == "%" }
      escapes = Set(written).union(needed).sorted().map { LinkSymbol(escaping: $0) }
    }
  }

  /// Non-ASCII characters of two, three and four bytes.
  private static let foreign: [Unicode.Scalar] = ["\u{E9}", "\u{4E2D}", "\u{1F642}"]

  /// The characters whose escapes are in a pattern.
  private static func escapes(in literal: [Unicode.Scalar]) -> [Unicode.Scalar] {
    guard literal.contains("%") else { return [] }
    let text = Array(String(String.UnicodeScalarView(literal)).utf8)
    var found: [UInt8] = []
    for index in text.indices.dropLast(2) where text[index] == UInt8(ascii: "%") {
      guard let high = PercentEncoding.hexValue(text[index + 1]),
        let low = PercentEncoding.hexValue(text[index + 2])
      else { continue }
      found.append(high << 4 | low)
    }
    return String(decoding: found, as: UTF8.self).unicodeScalars.filter { $0 != "\u{FFFD}" }
  }

  private static func astral(_ units: Set<UInt32>) -> [Unicode.Scalar] {
    let high = units.filter { $0 < 0xDC00 }.sorted() + [0xDBFE]
    let low = units.filter { $0 >= 0xDC00 }.sorted() + [0xDFFD]
    return high.flatMap { high in
      low.compactMap { Unicode.Scalar(0x10000 + ((high - 0xD800) << 10) + ($0 - 0xDC00)) }
    }
  }

  /// The characters with different effects if only these are named, and one for all others.
  func symbols(_ names: Names) -> [LinkSymbol] {
    var scalars = names.scalars.filter(mayOccur)
    func isOther(_ scalar: Unicode.Scalar) -> Bool {
      !names.scalars.contains(scalar) && mayOccur(scalar)
    }
    if let other = Self.others.first(where: isOther) { scalars.insert(other) }
    if names.hasKinds {
      for kind in [
        "0123456789", "abcdef", "ghijklmnopqrstuvwxyz", "ABCDEF", "GHIJKLMNOPQRSTUVWXYZ",
      ] {
        if let other = kind.unicodeScalars.first(where: isOther) { scalars.insert(other) }
      }
    }
    if universe == .decoded, names.isAndroid { scalars.formUnion(astral) }
    return scalars.sorted { Self.rank($0) < Self.rank($1) }.map { LinkSymbol($0) } + escapes
  }

  private func mayOccur(_ scalar: Unicode.Scalar) -> Bool {
    switch universe {
    case .decoded: true
    case .written: place.contains(scalar)
    case .both, .plain: place.contains(scalar) && scalar != "%"
    }
  }

  /// Letters first, which makes examples look realistic.
  private static func rank(_ scalar: Unicode.Scalar) -> (Int, UInt32) {
    let group =
      switch scalar {
      case "a"..."z": 0
      case "0"..."9": 1
      case "A"..."Z": 2
      default: scalar.isASCII ? 3 : 4
      }
    return (group, scalar.value)
  }

  private static let others: [Unicode.Scalar] = Array(
    ("xyzabcdefghijklmnopqrstuvw0123456789XYZABCDEFGHIJKLMNOPQRSTUVW-_.~!'()*,;:@+$&=?[]"
      + "\u{E000}").unicodeScalars)

  /// The character as it appears in a URL.
  func text(_ symbol: LinkSymbol) -> [Unicode.Scalar] {
    guard universe == .decoded, !place.contains(symbol.scalar) || symbol.scalar == "%" else {
      return symbol.written
    }
    return LinkSymbol.encoded(symbol.scalar)
  }

  /// The scalars that steps of automata name.
  struct Names {
    var scalars: Set<Unicode.Scalar> = []
    var hasKinds = false
    var isAndroid = false

    mutating func insert(_ step: LinkAutomaton.Step, _ reading: LinkAutomaton.Reading) {
      if reading == .android { isAndroid = true }
      if case .oneOf = step { hasKinds = true }
      guard let scalar = step.unit.flatMap(Unicode.Scalar.init) else { return }
      if case .scalar(_, true) = step { insertFolding(to: scalar) } else { scalars.insert(scalar) }
    }

    mutating func formUnion(_ other: Names) {
      scalars.formUnion(other.scalars)
      hasKinds = hasKinds || other.hasKinds
      isAndroid = isAndroid || other.isAndroid
    }

    /// Inserts all scalars that fold to this one.
    mutating func insertFolding(to scalar: Unicode.Scalar) {
      scalars.insert(scalar)
      let upper = scalar.properties.uppercaseMapping.unicodeScalars
      if upper.count == 1, let first = upper.first { scalars.insert(first) }
      let title = scalar.properties.titlecaseMapping.unicodeScalars
      if title.count == 1, let first = title.first { scalars.insert(first) }
      if let sign = Self.signs[scalar] { scalars.insert(sign) }
    }

    /// Symbols that fold to a letter whose upper-case form is another character.
    private static let signs: [Unicode.Scalar: Unicode.Scalar] = [
      "k": "\u{212A}", "å": "\u{212B}", "ω": "\u{2126}", "θ": "\u{3F4}", "ß": "\u{1E9E}",
    ]
  }
}

extension LinkAutomaton.Step {
  /// The scalar or unit that the step names.
  var unit: UInt32? {
    switch self {
    case .scalar(let code, _), .until(let code), .run(let code, _): code
    default: nil
    }
  }
}
