package import PolicyText

/// The variables of `$(name)`: `substitutionVariables` of a file and Apple's predefined ones.
///
/// If both have a name, the file's variable applies; Apple's behavior is unknown. Names are
/// case-sensitive. Values may contain `*` and `?`, but no variables.
package struct LinkVariables: Sendable {
  private var exact: [ExactString: LinkToken] = [:]
  private var folded: [ExactString: LinkToken] = [:]

  /// Creates the predefined variables.
  package init() {}

  /// Adds the variables of a file; of duplicate names, the first applies.
  package init(_ variables: some Sequence<AppleSubstitutionVariable>) {
    for variable in variables where exact[variable.name] == nil {
      exact[variable.name] = Self.token(variable.values, folded: false)
      folded[variable.name] = Self.token(variable.values, folded: true)
    }
  }

  /// The predefined names.
  package static let predefined: [ExactString] =
    LinkToken.CharacterKind.allCases.map { ExactString($0.rawValue) } + ["region", "lang"]

  /// Returns true if the variable is defined.
  package func defines(_ name: ExactString) -> Bool { token(name, folded: false) != nil }

  func token(_ name: ExactString, folded isFolded: Bool) -> LinkToken? {
    if let token = isFolded ? folded[name] : exact[name] { return token }
    if name == "region" { return isFolded ? Self.foldedRegions : Self.regions }
    if name == "lang" { return isFolded ? Self.foldedLanguages : Self.languages }
    let kind = LinkToken.CharacterKind.allCases.first { ExactString($0.rawValue) == name }
    return kind.map { .oneOf(isFolded ? $0.folded : $0) }
  }

  private static let regions = token(AppleLocaleCodes.regions, folded: false)
  private static let foldedRegions = token(AppleLocaleCodes.regions, folded: true)
  private static let languages = token(AppleLocaleCodes.languages, folded: false)
  private static let foldedLanguages = token(AppleLocaleCodes.languages, folded: true)

  private static func token(_ values: [ExactString], folded: Bool) -> LinkToken {
    .alternatives(values.map { LinkToken.wildcards($0.string.unicodeScalars, folded: folded) })
  }
}

/// Strings as Apple's matcher compares them: by Unicode scalar, folded if case is ignored.
enum LinkText {
  /// The scalars, optionally case-folded.
  static func scalars(_ text: ExactString, folded: Bool) -> [Unicode.Scalar] {
    folded ? text.string.unicodeScalars.map(fold) : Array(text.string.unicodeScalars)
  }

  /// The lower-case form if it is a single scalar. Which folding Apple uses for non-ASCII
  /// characters is inferred.
  static func fold(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    if scalar.isASCII {
      return ("A"..."Z").contains(scalar) ? Unicode.Scalar(UInt8(scalar.value) | 0x20) : scalar
    }
    let mapping = scalar.properties.lowercaseMapping.unicodeScalars
    return mapping.count == 1 ? mapping.first ?? scalar : scalar
  }

  /// Percent-decodes a string. Invalid escapes stay, and so does the whole string if the result
  /// isn't UTF-8 (inferred).
  static func decoded(_ text: ExactString) -> ExactString {
    guard text.utf8.contains(UInt8(ascii: "%")),
      let bytes = PercentEncoding.decode(text.utf8, plusIsSpace: false, malformed: .keep),
      DisplayText.firstInvalidByte(of: bytes) == nil
    else { return text }
    return ExactString(decoding: bytes)
  }
}
