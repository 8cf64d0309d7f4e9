/// Sample scalars: every other scalar behaves like one of them.
struct LinkAlphabet: Sendable {
  /// The part of the URL.
  enum Place: Sendable {
    /// A path of a URL: starts with a slash, has none at its end, unless it is `/`.
    case path
    /// The whole query.
    case query
    /// The value of one name of the query.
    case value
    case fragment
  }

  /// The scalars, each with its folded form; the last stands for all that no pattern names.
  private(set) var symbols: [(scalar: Unicode.Scalar, folded: Unicode.Scalar)] = []

  /// - Parameter isDecoded: the string is percent-decoded before it is compared, so that every scalar may
  /// occur; else only those of a URL.
  init(_ automata: [LinkAutomaton], in place: Place, isDecoded: Bool) {
    var named: Set<Unicode.Scalar> = place == .path ? ["/"] : []
    var hasKinds = false
    for automaton in automata {
      for step in automaton.steps {
        switch step {
        case .scalar(let scalar, let isFolded):
          named.insert(scalar)
          guard isFolded else { break }
          let upper = scalar.properties.uppercaseMapping.unicodeScalars
          if upper.count == 1, let first = upper.first { named.insert(first) }
        case .oneOf: hasKinds = true
        default: break
        }
      }
    }
    if hasKinds { named.formUnion(Self.alphanumerics) }
    let folds = Set(named.map(LinkText.fold))
    let other = Self.others.first { !named.contains($0) && !folds.contains(LinkText.fold($0)) }
    if let other { named.insert(other) }
    symbols = named.filter { isDecoded || Self.mayOccur($0, in: place) }.sorted()
      .map { ($0, LinkText.fold($0)) }
  }

  private static let alphanumerics: [Unicode.Scalar] =
    Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".unicodeScalars)

  /// Candidates for the scalar that no pattern names; 80 named ones leave none but the last.
  private static let others: [Unicode.Scalar] = Array(
    "zyxwvutsrqponmlkjihgfedcba9876543210~_!'()*,;:@+$\u{E000}".unicodeScalars)

  /// True for what URLs hold as they are written: browsers and apps percent-encode the rest.
  static func mayOccur(_ scalar: Unicode.Scalar, in place: Place) -> Bool {
    // The stand-in for everything that nobody names.
    if scalar == "\u{E000}" { return true }
    guard scalar.isASCII, scalar.value > 0x20, scalar.value != 0x7F else { return false }
    switch place {
    case .path: return scalar != "?" && scalar != "#"
    case .query: return scalar != "#"
    case .value: return scalar != "#" && scalar != "&"
    case .fragment: return true
    }
  }
}
