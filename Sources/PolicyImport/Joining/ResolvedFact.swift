import PolicyText
import PolicyModel

/// A fact whose references and variables are replaced, and the environments that it counts for.
struct ResolvedFact {
  var subject: FactSubject
  var key: FactKey
  var value: FactValue
  var location: SourceLocation
  var context: FactContext?
  var authority: Fact.Authority
  /// Where the value goes; nil for nowhere. Of keys without environments always both.
  var environments: DomainEnvironment? = .both

  /// The shape of the key in the language; nil where the language has no such key.
  var shape: Shape? { subject.mapping.flatMap { key.shape(in: $0) } }

  /// The text of the value; nil for others.
  var text: ExactString? { if case .text(let text) = value { text } else { nil } }

  func counts(in environment: Environment) -> Bool {
    environments?.environments.contains(environment) ?? false
  }
}

extension FactSubject {
  /// The mapping of the language that holds what is said of the subject.
  var mapping: MappingShape? {
    switch self {
    case .app: AppKey.mapping
    case .host: DomainKey.mapping
    case .authorizationServer: AuthorizationServerKey.mapping
    case .client: ClientKey.mapping
    case .googleOnIOS: GoogleSignInKey.IOS.mapping
    case .googleOnAndroid: GoogleSignInKey.Android.mapping
    case .googleOnWeb: GoogleSignInKey.Web.mapping
    case .firebase: FirebaseKey.mapping
    case .apple: AppleSignInKey.mapping
    }
  }
}

extension FactKey {
  /// The shape of the value, of lists with several facts the shape of the list.
  func shape(in mapping: MappingShape) -> Shape? {
    var mapping: MappingShape? = mapping
    var shape: Shape?
    for name in path {
      shape = mapping?.keys.first { $0.name.utf8.elementsEqual(name.utf8) }?.shape
      if case .mapping(let inner)? = shape { mapping = inner() } else { mapping = nil }
    }
    return shape
  }
}

extension Shape {
  var isPerEnvironment: Bool { if case .perEnvironment = self { true } else { false } }
}
