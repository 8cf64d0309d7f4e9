import PolicyDecision
import PolicyText

/// The clients of one environment as functions that build them.
enum CppTables {
  /// Clients in one function: a compiler's time and memory can grow faster than its length.
  private static let maximumClientsPerFunction = 100

  private static let list = ListLayout<CppLanguage>(
    empty: "{}", open: "{", close: "}", margin: "    ")

  /// The function `prod_clients` or `sandbox_clients` and what it calls.
  static func code(_ name: Code<CppLanguage>, of clients: [CompiledClient]) -> Code<CppLanguage> {
    guard clients.count > maximumClientsPerFunction else {
      return function(name, clients.map(client))
    }
    let starts = stride(from: 0, to: clients.count, by: maximumClientsPerFunction)
    let parts = Code<CppLanguage>.stream(by: "\n\n") { take in
      for start in starts {
        let part = clients[start..<min(start + maximumClientsPerFunction, clients.count)]
        take(
          """
          inline void add_\(name)_clients_\(start)(std::vector<Client>& clients) {
            \(lines: part.map(client))
          }
          """)
      }
    }
    let calls: [Code<CppLanguage>] = starts.map { "add_\(name)_clients_\($0)(clients);" }
    return .joined([parts, function(name, calls)], by: "\n\n")
  }

  private static func function(
    _ name: Code<CppLanguage>, _ statements: [Code<CppLanguage>]
  ) -> Code<CppLanguage> {
    """
    inline std::vector<Client> \(name)_clients() {
      \(lines: ["std::vector<Client> clients;"] + statements + ["return clients;"])
    }
    """
  }

  private static func client(_ client: CompiledClient) -> Code<CppLanguage> {
    """
    {
      \(lines: ClientField.values(of: client).flatMap(statements))
    }
    """
  }

  private static func statements(
    _ field: DefinedField, _ value: ClientFieldValue
  ) -> [Code<CppLanguage>] {
    let name = names[field.number]
    return switch value {
    case .text(let id) where field.field == .id:
      ["Client& client = clients.emplace_back(\(literal: id.string));"]
    case .text(let text): ["client.\(name) = \(literal: text.string);"]
    case .flag(let flag): ["client.\(name) = \(flag);"]
    case .texts(let texts): ["client.\(name) = \(list.code(texts));"]
    case .callers(let callers):
      callers.flatMap { caller in
        caller.certificates.map { certificate in
          """
          client.\(name).push_back(
              {\(literal: caller.package.string),
               \(literal: certificate.string)});
          """
        }
      }
    }
  }

  private static let names = ClientField.allCases.map(name)

  private static func name(_ field: ClientField) -> Code<CppLanguage> {
    NamingStyle.snakeCase.code(field.rawValue)
  }

  /// The members of `Client`, with their defaults.
  static var members: [Code<CppLanguage>] {
    ClientField.allCases.map { field in
      let name = Self.name(field)
      return switch field.type {
      case .text: "std::string_view \(name);"
      case .optionalText: "std::optional<std::string_view> \(name);"
      case .flag(let defaultValue): "bool \(name) = \(defaultValue);"
      case .texts(let defaultValue?) where !defaultValue.isEmpty:
        "std::vector<std::string_view> \(name) = {\(.joined(defaultValue.map { "\"\(word: $0.string)\"" }, by: ", "))};"
      case .texts: "std::vector<std::string_view> \(name);"
      case .callers: "std::vector<KnownCaller> \(name);"
      }
    }
  }
}
