import PolicyDecision
import PolicyText

/// The clients of one environment as an array literal.
struct SwiftTables: ClientPrinter {
  typealias Language = SwiftLanguage

  static let naming = NamingStyle.camelCaseWithInitialisms
  static let names = allNames

  /// Clients in one literal: the compiler's time and memory grow faster than its length.
  private static let maximumClientsPerLiteral = 50

  /// Arrays as swift-format lays them out.
  private static let list = ListLayout<SwiftLanguage>(
    empty: "[]", open: "[", close: "]", trailingComma: .ofSeveral)

  /// The constant `prod` or `sandbox` and what it calls.
  static func code(_ name: Code<SwiftLanguage>, of clients: [CompiledClient]) -> Code<SwiftLanguage>
  {
    guard clients.count > maximumClientsPerLiteral else {
      return "private static let \(name) = Table(\(list.code(clients.map(client))))"
    }
    let starts = stride(from: 0, to: clients.count, by: maximumClientsPerLiteral)
    let parts = Code<SwiftLanguage>.stream { take in
      for start in starts {
        let part = clients[start..<min(start + maximumClientsPerLiteral, clients.count)]
        take(
          """
          private static func \(name)\(start)() -> [Client] {
            \(list.code(part.map(client)))
          }

          """)
      }
    }
    let calls: [Code<SwiftLanguage>] = starts.map { "\(name)\($0)()" }
    return """
      \(parts)
      private static let \(name) = Table(
        \(list.code(calls)).flatMap { $0 })
      """
  }

  private static func client(_ client: CompiledClient) -> Code<SwiftLanguage> {
    var printer = SwiftTables()
    let fields = printer.fields(of: client).map { name, value -> Code<SwiftLanguage> in
      "\(name): \(value)"
    }
    return """
      Client(
        \(.joined(fields, by: ",\n")))
      """
  }

  /// The properties of `Client`, with their defaults.
  static var properties: [Code<SwiftLanguage>] {
    ClientField.allCases.map { field in
      let name = Self.name(field)
      return switch field.type {
      case .text: "var \(name): String"
      case .optionalText: "var \(name): String?"
      case .flag(let defaultValue): "var \(name) = \(defaultValue)"
      case .texts(nil): "var \(name): [String]"
      case .texts(let defaultValue?):
        defaultValue.isEmpty
          ? "var \(name): [String] = []" : "var \(name) = \(list.code(defaultValue))"
      case .callers: "var \(name): [(package: String, certificates: [String])] = []"
      }
    }
  }

  func texts(_ texts: [ExactString]) -> Code<SwiftLanguage> { Self.list.code(texts) }

  func callers(_ callers: [ClientCaller]) -> Code<SwiftLanguage> {
    Self.list.code(
      callers.map { caller in
        """
        (
          package: \(literal: caller.package.string),
          certificates: \(texts(caller.certificates))
        )
        """
      })
  }
}
