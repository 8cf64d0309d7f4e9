/// A step of a compiled pattern.
enum LinkToken: Sendable, Equatable {
  /// This scalar; lower case when the pattern is folded.
  case scalar(Unicode.Scalar)
  /// `?`: any one scalar.
  case any
  /// `*`: any run of scalars.
  case star
  /// One ASCII character of a kind: `$(digit)` and its like.
  case oneOf(CharacterKind)
  /// One of the values of a variable. Values have no variables, so this never nests.
  case alternatives([[LinkToken]])

  /// The predefined variables that stand for one character.
  enum CharacterKind: String, CaseIterable, Sendable {
    case alpha
    case upper
    case lower
    case alnum
    case digit
    case xdigit

    /// True for a character of the kind; ASCII only.
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

    /// The kind in lower case, if case is ignored.
    var folded: CharacterKind { self == .upper ? .lower : self }
  }

  /// Whether the token is this scalar; nil if it may be several.
  func matches(_ other: Unicode.Scalar) -> Bool? {
    switch self {
    case .scalar(let scalar): scalar == other
    case .any: true
    case .oneOf(let kind): kind.contains(other)
    case .star, .alternatives: nil
    }
  }

  /// How many steps the token may take on one position: the measure of a pattern's size.
  var size: Int {
    guard case .alternatives(let values) = self else { return 1 }
    return values.reduce(1) { $0 + $1.count + 1 }
  }

  /// A text in which only `*` and `?` mean something.
  static func wildcards(_ text: some Sequence<Unicode.Scalar>, folded: Bool) -> [LinkToken] {
    var tokens: [LinkToken] = []
    for scalar in text { append(scalar, folded: folded, to: &tokens) }
    return tokens
  }

  /// Appends what one character of a pattern means; a run of `*` is one.
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
