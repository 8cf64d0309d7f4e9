import PolicyDecision
import PolicyText

/// The data files of C++.
struct CppData {
  typealias Code = PolicyGenerators.Code<CppLanguage>

  private let input: GeneratorInput
  /// The namespace of the runtime, also the start of file names.
  let root: Code
  /// The start of macro names.
  let macros: Code

  init(_ input: GeneratorInput) {
    self.input = input
    let name = input.selection.name ?? "linkpolicy"
    root = "\(word: name)"
    macros = "\(word: name.uppercased())"
  }

  /// The name of the inline namespace; because of it, two policies in one program don't share symbols.
  var policy: Code {
    let names = input.policy.policyNames.map(\.string)
    let name: Code
    if names.count == 1, let only = CodeName.unique([(nil, names[0])]).first {
      name = "\(only, .snake)"
    } else {
      let digest = SHA256Digest(of: Array(names.joined(separator: "\n").utf8))
      name = "policies_\(word: String(digest.hex.string.prefix(12)))"
    }
    return """
      #pragma once

      #define \(macros)_ALLOWLIST_POLICY \(name)
      """
  }

  // MARK: clients

  var clients: Code {
    let body: Code = """
      using namespace std::string_view_literals;

      #ifndef \(macros)_SANDBOX_ONLY
      \(functions("prod", input.clients(in: .prod)))
      #endif

      #ifndef \(macros)_PROD_ONLY
      \(functions("sandbox", input.clients(in: .sandbox)))
      #endif

      std::vector<Client> compiled_in_clients(Environment environment) {
      #ifndef \(macros)_SANDBOX_ONLY
        if (environment == Environment::prod) return prod_clients();
      #endif
      #ifndef \(macros)_PROD_ONLY
        if (environment == Environment::sandbox) return sandbox_clients();
      #endif
        return {};
      }
      """
    return """
      #include <string_view>
      #include <vector>

      #include "\(root)_allowlist_internal.hpp"

      #if defined(\(macros)_PROD_ONLY) && defined(\(macros)_SANDBOX_ONLY)
      #error "define \(macros)_PROD_ONLY or \(macros)_SANDBOX_ONLY, not both"
      #endif

      \(namespace("detail", body))
      """
  }

  /// Compilers need disproportionate time and memory for long functions.
  private static let maximumClientsPerFunction = 100

  /// The function `prod_clients` or `sandbox_clients` and what it calls.
  private func functions(_ name: Code, _ clients: [CompiledClient]) -> Code {
    func function(_ statements: [Code]) -> Code {
      """
      static std::vector<Client> \(name)_clients() {
        \(lines: ["std::vector<Client> clients;"] + statements + ["return clients;"])
      }
      """
    }
    guard clients.count > Self.maximumClientsPerFunction else {
      return function(clients.map(Self.client))
    }
    let starts = stride(from: 0, to: clients.count, by: Self.maximumClientsPerFunction)
    let parts = starts.map { start -> Code in
      let part = clients[start..<min(start + Self.maximumClientsPerFunction, clients.count)]
      return """
        static void add_\(name)_clients_\(start)(std::vector<Client>& clients) {
          \(lines: part.map(Self.client))
        }
        """
    }
    let calls: [Code] = starts.map { "add_\(name)_clients_\($0)(clients);" }
    return .joined(parts + [function(calls)], by: "\n\n")
  }

  private static func client(_ client: CompiledClient) -> Code {
    """
    {
      \(lines: ClientField.values(of: client).flatMap(statements))
    }
    """
  }

  private static func statements(_ field: ClientField, _ value: ClientField.Value) -> [Code] {
    let name: Code = "\(word: field.name)"
    return switch value {
    case .text(let id) where field.name == "id":
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

  private static let list = ListLayout<CppLanguage>(
    empty: "{}", open: "{", close: "}", margin: "    ")
}
