import AssociationFiles
import PolicyDecision
import PolicyModel
import PolicyText

/// The clients of one environment as functions that build them.
enum CppTables {
  /// Clients in one function: a compiler's time and memory can grow faster than its length.
  private static let mostClientsInFunction = 100

  /// The function `prod_clients` or `sandbox_clients` and what it calls.
  static func code(_ name: Code<CppLanguage>, of clients: [CompiledClient]) -> Code<CppLanguage> {
    guard clients.count > mostClientsInFunction else {
      return function(name, clients.map(client))
    }
    let starts = stride(from: 0, to: clients.count, by: mostClientsInFunction)
    let parts = starts.map { start -> Code<CppLanguage> in
      let part = clients[start..<min(start + mostClientsInFunction, clients.count)]
      return """
        inline void add_\(name)_clients_\(start)(std::vector<Client>& clients) {
          \(lines: part.map(client))
        }
        """
    }
    let calls: [Code<CppLanguage>] = starts.map { "add_\(name)_clients_\($0)(clients);" }
    return .joined(parts + [function(name, calls)], by: "\n\n")
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

  /// Only what differs from the defaults of `Client`.
  private static func client(_ client: CompiledClient) -> Code<CppLanguage> {
    var statements: [Code<CppLanguage>] = [
      "Client& client = clients.emplace_back(\(literal: client.clientID.value.string));",
      "client.redirect_uris = \(texts(client.redirectURIs.map(\.value)));",
    ]
    if client.type == .native { statements.append("client.is_native = true;") }
    if client.allowsOmittedRedirectURI {
      statements.append("client.allows_omitted_redirect_uri = true;")
    }
    if !client.scopes.isEmpty {
      statements.append("client.scopes = \(texts(client.scopes.map(\.value)));")
    }
    if client.responseTypes != ["code"] {
      statements.append("client.response_types = \(texts(client.responseTypes));")
    }
    if !client.requiresState { statements.append("client.requires_state = false;") }
    if !client.requiresPKCE { statements.append("client.requires_pkce = false;") }
    if client.codeChallengeMethods != ["S256"] {
      statements.append("client.code_challenge_methods = \(texts(client.codeChallengeMethods));")
    }
    if let issuer = client.issuer {
      statements.append("client.issuer = \(literal: issuer.value.string);")
    }
    if let link = client.flipUniversalLink {
      statements.append("client.universal_link = \(literal: link.value.string);")
    }
    if let action = client.flipIntentAction {
      statements.append("client.intent_action = \(literal: action.value.string);")
    }
    for caller in client.flipCallers {
      for fingerprint in caller.fingerprints {
        statements.append(
          """
          client.callers.push_back(
              {\(literal: caller.package.value.string),
               \(literal: fingerprint.text)});
          """)
      }
    }
    return """
      {
        \(lines: statements)
      }
      """
  }

  /// A list: a single text stands alone, others have a line each.
  private static func texts(_ texts: [ExactString]) -> Code<CppLanguage> {
    let literals = texts.map { text -> Code<CppLanguage> in "\(literal: text.string)" }
    guard texts.count > 1 else { return "{\(.joined(literals))}" }
    return """
      {
          \(lines: literals.map { "\($0)," })
      }
      """
  }
}
