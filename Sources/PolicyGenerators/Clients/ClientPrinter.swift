import PolicyDecision
import PolicyText

/// Prints clients in one language, which only provides the names and the layout of lists.
protocol ClientPrinter {
  associatedtype Language: CodeLanguage

  /// How the language writes names.
  static var naming: NamingStyle { get }

  /// What the language calls a field.
  static func name(_ field: ClientField) -> Code<Language>

  /// What the language calls each field, made once for all clients: `allNames`.
  static var names: [Code<Language>] { get }

  /// A flag that is not the default.
  func flag(_ flag: Bool) -> Code<Language>

  /// A list of texts.
  mutating func texts(_ texts: [ExactString]) -> Code<Language>

  /// A list of callers.
  mutating func callers(_ callers: [ClientCaller]) -> Code<Language>
}

extension ClientPrinter {
  static func name(_ field: ClientField) -> Code<Language> { naming.code(field.rawValue) }

  static var allNames: [Code<Language>] { ClientField.allCases.map(name) }

  func flag(_ flag: Bool) -> Code<Language> { "\(flag)" }

  /// The fields of a client that differ from their defaults, by name.
  mutating func fields(
    of client: CompiledClient, order: [DefinedField] = ClientField.inOrder
  ) -> [(name: Code<Language>, value: Code<Language>)] {
    var fields: [(name: Code<Language>, value: Code<Language>)] = []
    let names = Self.names
    for (field, value) in ClientField.values(of: client, order: order) {
      fields.append((names[field.number], code(value)))
    }
    return fields
  }

  private mutating func code(_ value: ClientFieldValue) -> Code<Language> {
    switch value {
    case .text(let text): "\(literal: text.string)"
    case .texts(let texts): self.texts(texts)
    case .flag(let flag): self.flag(flag)
    case .callers(let callers): self.callers(callers)
    }
  }
}
