import PolicyDecision
import PolicyText

/// The clients of one environment as a slice literal.
struct GoTables: ClientPrinter {
  typealias Language = GoLanguage

  static let naming = NamingStyle.camelCaseWithInitialisms
  static let names = allNames

  /// A slice of the clients.
  static func code(of clients: [CompiledClient]) -> Code<GoLanguage> {
    GoLayout.slice("client").stream(clients.count) { take in
      for client in clients { take(Self.client(client)) }
    }
  }

  private static func client(_ client: CompiledClient) -> Code<GoLanguage> {
    var printer = GoTables()
    return GoLayout.composite(printer.fields(of: client, order: ClientField.flagsFirst))
  }

  /// A flag is absent for its default.
  static func name(_ field: ClientField) -> Code<GoLanguage> {
    naming.code(field.nameUnlessDefault)
  }

  /// The fields of `client`.
  static var fields: [Code<GoLanguage>] {
    GoLayout.columns(
      ClientField.flagsFirst.map(\.field).map { field in
        let type: Code<GoLanguage> =
          switch field.type {
          case .text, .optionalText: "string"
          case .flag: "bool"
          case .texts(let defaultValue?) where !defaultValue.isEmpty:
            "[]string // default: \(.joined(defaultValue.map { "\(word: $0.string)" }, by: ", "))"
          case .texts: "[]string"
          case .callers: "[]Caller"
          }
        return ("\(name(field)) ", type)
      })
  }

  /// A list of the client `variable`, or its default where it is absent.
  static func valueOrDefault(
    _ field: ClientField, of variable: Code<GoLanguage>
  ) -> Code<GoLanguage> {
    guard case .texts(let defaultValue?) = field.type else { return "\(variable).\(name(field))" }
    let literals: [Code<GoLanguage>] = defaultValue.map { "\(literal: $0.string)" }
    return "orDefault(\(variable).\(name(field)), \(.joined(literals, by: ", ")))"
  }

  func flag(_ flag: Bool) -> Code<GoLanguage> { "\(true)" }

  func texts(_ texts: [ExactString]) -> Code<GoLanguage> { GoLayout.slice("string").code(texts) }

  func callers(_ callers: [ClientCaller]) -> Code<GoLanguage> {
    GoLayout.slice("Caller").code(
      callers.map { caller in
        GoLayout.composite([
          ("Package", "\(literal: caller.package.string)"),
          ("Certificates", texts(caller.certificates)),
        ])
      })
  }
}
