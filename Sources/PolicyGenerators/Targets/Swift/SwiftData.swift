import PolicyDecision
import PolicyText

/// Prints `LinkPolicyAllowlistData.swift`: the clients of a policy as literals.
struct SwiftData: ClientPrinter {
  typealias Language = SwiftLanguage

  static func name(_ field: ClientField) -> Code<SwiftLanguage> {
    NamingStyle.camelCaseWithInitialisms.code(field.name)
  }

  /// The compiler needs disproportionate time and memory for long literals.
  private static let maximumClientsPerLiteral = 50

  /// Arrays as swift-format lays them out.
  static let list = ListLayout<SwiftLanguage>(
    empty: "[]", open: "[", close: "]", trailingComma: .ifSeveral)

  /// The first line of data: literals can be longer than a line.
  static let ignore: Code<SwiftLanguage> = "// swift-format-ignore-file"

  static func source(_ input: GeneratorInput) -> Code<SwiftLanguage> {
    """
    \(ignore)

    extension \(SwiftTarget.typeName(input)) {
      #if !LINKPOLICY_SANDBOX_ONLY
        \(constant("prod", input.clients(in: .prod)))
      #endif
      #if !LINKPOLICY_PROD_ONLY
        \(constant("sandbox", input.clients(in: .sandbox)))
      #endif
    }
    """
  }

  /// The constant `prod` or `sandbox` and the functions that it calls.
  private static func constant(
    _ name: Code<SwiftLanguage>, _ clients: [CompiledClient]
  ) -> Code<SwiftLanguage> {
    guard clients.count > maximumClientsPerLiteral else {
      return "static let \(name) = Allowlist(\(list.code(clients.map(client))))"
    }
    let starts = stride(from: 0, to: clients.count, by: maximumClientsPerLiteral)
    let parts = starts.map { start -> Code<SwiftLanguage> in
      let part = clients[start..<min(start + maximumClientsPerLiteral, clients.count)]
      return """
        private static func \(name)\(start)() -> [Client] {
          \(list.code(part.map(client)))
        }
        """
    }
    let calls: [Code<SwiftLanguage>] = starts.map { "\(name)\($0)()" }
    return """
      \(.joined(parts, by: "\n\n"))

      static let \(name) = Allowlist(
        \(list.code(calls)).flatMap { $0 })
      """
  }

  private static func client(_ client: CompiledClient) -> Code<SwiftLanguage> {
    var printer = SwiftData()
    let fields = printer.fields(of: client).map { name, value -> Code<SwiftLanguage> in
      "\(name): \(value)"
    }
    return """
      Client(
        \(.joined(fields, by: ",\n")))
      """
  }

  func texts(_ texts: [ExactString]) -> Code<SwiftLanguage> { Self.list.code(texts) }

  func callers(_ callers: [ClientField.Caller]) -> Code<SwiftLanguage> {
    Self.list.code(
      callers.map { caller in
        """
        Caller(
          package: \(literal: caller.package.string),
          certificates: \(texts(caller.certificates)))
        """
      })
  }
}
