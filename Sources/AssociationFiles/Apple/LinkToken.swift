/// A step of a compiled pattern.
enum LinkToken: Sendable, Equatable {
  /// This scalar, in lower case if the pattern is folded.
  case scalar(Unicode.Scalar)
  /// `?`: any one scalar.
  case any
  /// `*`: any run of scalars.
  case star
  /// One ASCII character of a class, such as `$(digit)`.
  case oneOf(CharacterKind)
  /// Any value of a variable. Values contain no variables, so this never nests.
  case alternatives([[LinkToken]])

  /// The predefined variables that match one character.
  enum CharacterKind: String, CaseIterable, Sendable {
    case alpha
    case upper
    case lower
    case alnum
    case digit
    case xdigit

    /// Returns true for a character of the class; ASCII only.
    func contains(_ scalar: Unicode.Scalar) -> Bool {
      switch scalar {
      case "0"..."9": self == .digit || self == .alnum || self == .xdigit
      case "a"..."z":
        self == .alpha || self == .lower || self == .alnum || (self == .xdigit && scalar <= "f")
      case "A"..."Z":
        self == .alpha || self == .upper || self == .alnum || (self == .xdigit && scalar <= "F")
      default: false
      }
    }

    /// The class for case-insensitive patterns.
    var folded: CharacterKind { self == .upper ? .lower : self }
  }

  /// Whether the token matches this scalar; nil if it can match several.
  func matches(_ other: Unicode.Scalar) -> Bool? {
    switch self {
    case .scalar(let scalar): scalar == other
    case .any: true
    case .oneOf(let kind): kind.contains(other)
    case .star, .alternatives: nil
    }
  }

  /// The maximum number of steps per position, which measures the size of a pattern.
  var size: Int {
    guard case .alternatives(let values) = self else { return 1 }
    return values.reduce(1) { $0 + $1.count + 1 }
  }

  /// The tokens of a string in which only `*` and `?` have a meaning.
  static func wildcards(_ text: some Sequence<Unicode.Scalar>, folded: Bool) -> [LinkToken] {
    var tokens: [LinkToken] = []
    for scalar in text { append(scalar, folded: folded, to: &tokens) }
    return tokens
  }

  /// Appends the token of a character; consecutive `*` become one.
  static func append(_ scalar: Unicode.Scalar, folded: Bool, to tokens: inout [LinkToken]) {
    switch scalar {
    case "*":
      if case .star? = tokens.last { return }
      tokens.append(.star)
    case "?": tokens.append(.any)
    default: tokens.append(.scalar(folded ? LinkText.fold(scalar) : scalar))
    }
  }
}
