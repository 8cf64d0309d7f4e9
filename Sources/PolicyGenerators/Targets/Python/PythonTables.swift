import PolicyDecision
import PolicyText

/// The clients of one environment as the arguments of a call.
struct PythonTables: ClientPrinter {
  typealias Language = PythonLanguage

  static let naming = NamingStyle.snakeCase
  static let names = allNames

  /// Tuples about as black lays them out.
  private static let tuple = ListLayout<PythonLanguage>(
    empty: "()", open: "(", close: ")", margin: "    ", singleElementSuffix: ",",
    maximumInlineLength: 56)

  /// A `_Table` of the clients.
  static func code(of clients: [CompiledClient]) -> Code<PythonLanguage> {
    guard !clients.isEmpty else { return "_Table()" }
    return """
      _Table(
          \(.stream { take in for client in clients { take("\(Self.client(client)),") } })
      )
      """
  }

  private static func client(_ client: CompiledClient) -> Code<PythonLanguage> {
    var printer = PythonTables()
    return """
      _Client(
          \(lines: printer.fields(of: client).map { "\($0)=\($1)," })
      )
      """
  }

  /// The attributes of `_Client`, with their defaults.
  static var attributes: [Code<PythonLanguage>] {
    ClientField.allCases.map { field in
      let name = Self.name(field)
      return switch field.type {
      case .text: "\(name): str"
      case .optionalText: "\(name): Optional[str] = None"
      case .flag(let defaultValue): "\(name): bool = \(defaultValue)"
      case .texts(nil): "\(name): tuple[str, ...]"
      case .texts(let defaultValue?): "\(name): tuple[str, ...] = \(tuple.code(defaultValue))"
      case .callers: "\(name): tuple[tuple[str, tuple[str, ...]], ...] = ()"
      }
    }
  }

  func texts(_ texts: [ExactString]) -> Code<PythonLanguage> { Self.tuple.code(texts) }

  func callers(_ callers: [ClientCaller]) -> Code<PythonLanguage> {
    Self.tuple.code(
      callers.map { caller in
        Self.tuple.code(["\(literal: caller.package.string)", texts(caller.certificates)])
      })
  }
}
