import PolicyText

/// The type of a value in a policy. The structure check, the JSON Schemas and the editor use these
/// tables, and the decoder uses their keys.
package indirect enum Shape: Sendable {
  case string(StringShape)
  case integer(ClosedRange<Int>)
  case boolean
  case enumeration([EnumerationValue])
  case list(Shape)
  /// A mapping with a fixed set of keys. Lazy, because tables refer to each other.
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
  /// A mapping whose other keys depend on the value of one key.
  case variants(key: String, words: [EnumerationValue], shape: @Sendable (String) -> MappingShape?)
  /// A value in a request. Only its keys are checked here.
  case request(RequestValue)
  /// Any JSON value.
  case any

  /// True if the value must be a reference to a secret. Any other value may be the secret, so it is never printed.
  var isSecret: Bool {
    switch self {
    case .secret: true
    case .perEnvironment(let value), .nullable(let value): value.isSecret
    default: false
    }
  }

  var isCollection: Bool {
    switch self {
    case .list, .mapping, .dictionary, .variants, .request: true
    case .perEnvironment(let value), .nullable(let value): value.isCollection
    default: false
    }
  }

  /// The values of an enumeration, including those that glob patterns may match.
  package var enumerationValues: [EnumerationValue] {
    switch self {
    case .enumeration(let values): values
    case .string(let string): string.values
    default: []
    }
  }

  /// True for the data of requests in tests.
  var isData: Bool {
    switch self {
    case .variants, .request, .any: true
    default: false
    }
  }

  package static let text = Shape.string(StringShape())
  static let prose = Shape.string(StringShape(.prose))
  package static let texts = Shape.list(.text)
  static let appReference = Shape.string(StringShape(.appReference, example: "acme-ios"))
  static let environment = Shape.enumeration(of: Environment.self)

  static func string(_ role: StringShape.Role) -> Shape { .string(StringShape(role: role)) }

  static func enumeration<Value: DocumentedEnumeration>(of _: Value.Type) -> Shape {
    .enumeration(
      Value.allCases.map {
        EnumerationValue($0.rawValue, $0.summary, commonMistakes: $0.commonMistakes)
      })
  }
}
