import PolicyText

/// What a value of the policy language looks like; the structure check, the did-you-mean and the JSON
/// Schema are all made from these tables, and the decoder reads by their keys, so they cannot disagree.
package indirect enum Shape: Sendable {
  /// Text of a certain form.
  case string(StringShape)
  /// A decimal integer within a range.
  case integer(ClosedRange<Int>)
  /// Plain `true` or `false`.
  case boolean
  /// One of a fixed set of words.
  case enumeration([EnumerationValue])
  /// A list of values.
  case list(Shape)
  /// A mapping whose keys the language fixes.
  ///
  /// Made where it is first asked for: a start needs the tables of what its files have, not of all the language.
  case mapping(@autoclosure @Sendable () -> MappingShape)
  /// A mapping with free keys.
  case dictionary(key: StringShape, value: Shape)
  /// One value for both environments, or a mapping with `prod`, `sandbox` or both.
  case perEnvironment(Shape)
  /// One value or a list of them.
  case oneOrMany(Shape)
  /// The value, or null (`null`, `~`).
  case nullable(Shape)
  /// A reference to a secret, never its value.
  case secret(@autoclosure @Sendable () -> MappingShape)
  /// A mapping whose keys depend on the word that a key of it has.
  case variants(key: String, words: [EnumerationValue], shape: @Sendable (String) -> MappingShape?)
  /// A value within a request: names are known, types are not checked here.
  case request(RequestValue)
  /// Anything that JSON can hold.
  case any

  /// True where a reference to a secret is due, so that what stands there must not be printed.
  var isSecret: Bool {
    switch self {
    case .secret: true
    case .perEnvironment(let value), .nullable(let value): value.isSecret
    default: false
    }
  }

  /// True for what must be a list or a mapping.
  var isCollection: Bool {
    switch self {
    case .list, .mapping, .dictionary, .variants, .request: true
    case .perEnvironment(let value), .nullable(let value): value.isCollection
    default: false
    }
  }

  /// True for the data of tests.
  var isData: Bool {
    switch self {
    case .variants, .request, .any: true
    default: false
    }
  }

  /// Text without further shape.
  package static let text = Shape.string(StringShape())
  /// Words for people.
  static let prose = Shape.string(StringShape(.prose))
  /// A list of texts.
  package static let texts = Shape.list(.text)
  /// A reference to an app of this policy or of another one.
  static let appReference = Shape.string(StringShape(.appReference, example: "acme-ios"))
  /// One of the environments.
  static let environment = Shape.enumeration(of: Environment.self)

  /// One of the values of an enumeration.
  static func enumeration<Value: DocumentedEnumeration>(of _: Value.Type) -> Shape {
    .enumeration(
      Value.allCases.map {
        EnumerationValue($0.rawValue, $0.summary, commonMistakes: $0.commonMistakes)
      })
  }
}
