import PolicyDecision
import PolicyText

/// The data files of C++.
struct CppData {
  private let input: GeneratorInput
  /// The namespace of the runtime, which begins names of files, too.
  let root: Code<CppLanguage>
  /// What the names of macros begin with.
  let macros: Code<CppLanguage>

  init(_ input: GeneratorInput) {
    self.input = input
    let name = input.selection.name ?? "linkpolicy"
    root = "\(word: name)"
    macros = "\(word: name.uppercased())"
  }

  /// The name of the inline namespace, so that two policies in one program don't share symbols.
  var policy: Code<CppLanguage> {
    let names = input.policy.policyNames.map(\.string)
    let name: Code<CppLanguage>
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

  var clients: Code<CppLanguage> {
    let body: Code<CppLanguage> = """
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

  /// Clients in one function: a compiler's time and memory can grow faster than its length.
  private static let maximumClientsPerFunction = 100

  /// The function `prod_clients` or `sandbox_clients` and what it calls.
  private func functions(
    _ name: Code<CppLanguage>, _ clients: [CompiledClient]
  ) -> Code<CppLanguage> {
    func function(_ statements: [Code<CppLanguage>]) -> Code<CppLanguage> {
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
    let parts = starts.map { start -> Code<CppLanguage> in
      let part = clients[start..<min(start + Self.maximumClientsPerFunction, clients.count)]
      return """
        static void add_\(name)_clients_\(start)(std::vector<Client>& clients) {
          \(lines: part.map(Self.client))
        }
        """
    }
    let calls: [Code<CppLanguage>] = starts.map { "add_\(name)_clients_\($0)(clients);" }
    return .joined(parts + [function(calls)], by: "\n\n")
  }

  private static func client(_ client: CompiledClient) -> Code<CppLanguage> {
    """
    {
      \(lines: ClientField.values(of: client).flatMap(statements))
    }
    """
  }

  private static func statements(
    _ field: ClientField, _ value: ClientField.Value
  ) -> [Code<CppLanguage>] {
    let name: Code<CppLanguage> = "\(word: field.name)"
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

  // MARK: layout

  /// Code in a namespace of the policy.
  func namespace(_ name: Code<CppLanguage>, _ body: Code<CppLanguage>) -> Code<CppLanguage> {
    """
    namespace \(root) {
    inline namespace \(macros)_ALLOWLIST_POLICY {
    namespace \(name) {

    \(body)

    }  // namespace \(name)
    }  // namespace \(macros)_ALLOWLIST_POLICY
    }  // namespace \(root)
    """
  }

  /// A header with the includes of the standard library and others.
  func header(
    _ standard: [Code<CppLanguage>], others: [Code<CppLanguage>] = [], body: Code<CppLanguage>
  ) -> Code<CppLanguage> {
    let own: Code<CppLanguage> = "\"\(root)_allowlist_policy.hpp\""
    let groups = [standard, others + [own]].filter { !$0.isEmpty }.map { group in
      Code<CppLanguage>.joined(group.map { "#include \($0)" }, by: "\n")
    }
    return """
      #pragma once

      \(.joined(groups, by: "\n\n"))

      \(body)
      """
  }
}
