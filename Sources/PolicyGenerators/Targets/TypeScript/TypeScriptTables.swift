import PolicyDecision
import PolicyText

/// The clients of one environment as object literals.
struct TypeScriptTables: ClientPrinter {
  typealias Language = TypeScriptLanguage

  static let naming = NamingStyle.camelCase
  static let names = allNames

  /// Arrays about as prettier lays them out.
  private static let list = ListLayout<TypeScriptLanguage>(
    empty: "[]", open: "[", close: "]", maximumInlineLength: 70)

  /// Clients behind a colon, which indents them once more.
  static func alternative(_ clients: [CompiledClient]) -> Code<TypeScriptLanguage> {
    guard !clients.isEmpty else { return "[]" }
    return """
      [
          \(.stream { take in for client in clients { take("\(Self.client(client)),") } })
        ]
      """
  }

  private static func client(_ client: CompiledClient) -> Code<TypeScriptLanguage> {
    var printer = TypeScriptTables()
    return object(printer.fields(of: client, order: ClientField.flagsFirst))
  }

  private static func object(
    _ fields: [(name: Code<TypeScriptLanguage>, value: Code<TypeScriptLanguage>)]
  ) -> Code<TypeScriptLanguage> {
    """
    {
      \(lines: fields.map { "\($0): \($1)," })
    }
    """
  }

  /// A flag is absent for its default.
  static func name(_ field: ClientField) -> Code<TypeScriptLanguage> {
    naming.code(field.nameUnlessDefault)
  }

  /// The members of `Client`.
  static var members: [Code<TypeScriptLanguage>] {
    ClientField.flagsFirst.map(\.field).map { field in
      let name = Self.name(field)
      return switch field.type {
      case .text: "readonly \(name): string;"
      case .optionalText: "readonly \(name)?: string;"
      case .flag: "readonly \(name)?: boolean;"
      case .texts(nil): "readonly \(name): readonly string[];"
      case .texts(let defaultValue?):
        defaultValue.isEmpty
          ? "readonly \(name)?: readonly string[];"
          : """
          /** Default: \(.joined(defaultValue.map { "`\(word: $0.string)`" }, by: ", ")). */
          readonly \(name)?: readonly string[];
          """
      case .callers: "readonly \(name)?: readonly Caller[];"
      }
    }
  }

  /// A list of a client, or its default where it is absent.
  static func valueOrDefault(_ field: ClientField) -> Code<TypeScriptLanguage> {
    guard case .texts(let defaultValue?) = field.type else { return "client.\(name(field))" }
    return "client.\(name(field)) ?? \(list.code(defaultValue))"
  }

  func flag(_ flag: Bool) -> Code<TypeScriptLanguage> { "\(true)" }

  func texts(_ texts: [ExactString]) -> Code<TypeScriptLanguage> { Self.list.code(texts) }

  func callers(_ callers: [ClientCaller]) -> Code<TypeScriptLanguage> {
    Self.list.code(
      callers.map { caller in
        Self.object([
          ("package", "\(literal: caller.package.string)"),
          ("certs", texts(caller.certificates)),
        ])
      })
  }
}
