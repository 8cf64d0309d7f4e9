import AssociationFiles
import PolicyDecision
import PolicyDiagnostics
import PolicyModel
import PolicyText

/// `code/swift/`: `enum LinkPolicyAllowlist`, its vectors and the program that runs them.
package struct SwiftTarget: GeneratorTarget {
  package static let name = "swift"
  package static let summary = "code/swift/: the allowlist and request checks as one Swift file"
  package init() {}

  package func files(for input: GeneratorInput) throws(GeneratorError) -> [GeneratedFile] {
    var files = [
      file("LinkPolicyAllowlist.swift", Self.source(input)),
      file("Tests/main.swift", Self.runner(input.header)),
      GeneratedFile(
        path: "code/swift/vectors.json", target: Self.name, text: VectorFile(input).text),
    ]
    if input.policy.clients.values.joined().contains(where: { $0.flipUniversalLink != nil }) {
      files.append(file("AppFlipHandler.swift", Self.appFlipHandler(input.header)))
    }
    return files
  }

  private func file(_ name: String, _ code: Code<SwiftLanguage>) -> GeneratedFile {
    GeneratedFile(path: "code/swift/" + name, target: Self.name, text: code.text + "\n")
  }

  /// The whole file.
  static func source(_ input: GeneratorInput) -> Code<SwiftLanguage> {
    #"""
    // \#(input.header)

    /// Who may sign in where: decides authorization and App Flip requests and builds the answers.
    ///
    /// Texts are compared by their UTF-8 bytes. Nothing is trimmed, folded, normalised or decoded twice,
    /// and answers go to registered redirect URIs only. To keep one environment out of a binary, compile
    /// with `-D LINKPOLICY_PROD_ONLY` or `-D LINKPOLICY_SANDBOX_ONLY`.
    public enum LinkPolicyAllowlist {
      \#(declarations)

      \#(functions)

      private static func table(_ environment: Environment) -> Table {
        switch environment {
        #if !LINKPOLICY_SANDBOX_ONLY
          case .prod: prod
        #endif
        #if !LINKPOLICY_PROD_ONLY
          case .sandbox: sandbox
        #endif
        }
      }

      #if !LINKPOLICY_SANDBOX_ONLY
        \#(table("prod", input.policy.clients[.prod] ?? []))
      #endif

      #if !LINKPOLICY_PROD_ONLY
        \#(table("sandbox", input.policy.clients[.sandbox] ?? []))
      #endif

      \#(details)
    }
    """#
  }

  /// Clients in one literal: the compiler's time and memory grow faster than its length.
  private static let mostClientsInLiteral = 50

  private static func table(
    _ name: Code<SwiftLanguage>, _ clients: [CompiledClient]
  ) -> Code<SwiftLanguage> {
    guard clients.count > mostClientsInLiteral else {
      return "private static let \(name) = Table(\(list(clients.map(client))))"
    }
    let starts = stride(from: 0, to: clients.count, by: mostClientsInLiteral)
    let parts = starts.map { start -> Code<SwiftLanguage> in
      let part = clients[start..<min(start + mostClientsInLiteral, clients.count)]
      return """
        private static func \(name)\(start)() -> [Client] {
          \(list(part.map(client)))
        }

        """
    }
    let calls: [Code<SwiftLanguage>] = starts.map { "\(name)\($0)()" }
    return """
      \(lines: parts)
      private static let \(name) = Table(
        \(list(calls)).flatMap { $0 })
      """
  }

  /// Only what differs from the defaults of `Client`.
  private static func client(_ client: CompiledClient) -> Code<SwiftLanguage> {
    var fields: [Code<SwiftLanguage>] = [
      "id: \(literal: client.clientID.value.string)",
      "redirectURIs: \(texts(client.redirectURIs.map(\.value)))",
    ]
    if client.type == .native { fields.append("isNative: true") }
    if client.allowsOmittedRedirectURI { fields.append("allowsOmittedRedirectURI: true") }
    if !client.scopes.isEmpty {
      fields.append("scopes: \(texts(client.scopes.map(\.value)))")
    }
    if client.responseTypes != ["code"] {
      fields.append("responseTypes: \(texts(client.responseTypes))")
    }
    if !client.requiresState { fields.append("requiresState: false") }
    if !client.requiresPKCE { fields.append("requiresPKCE: false") }
    if client.codeChallengeMethods != ["S256"] {
      fields.append("codeChallengeMethods: \(texts(client.codeChallengeMethods))")
    }
    if let issuer = client.issuer { fields.append("issuer: \(literal: issuer.value.string)") }
    if let link = client.flipUniversalLink {
      fields.append("universalLink: \(literal: link.value.string)")
    }
    if let action = client.flipIntentAction {
      fields.append("intentAction: \(literal: action.value.string)")
    }
    if !client.flipCallers.isEmpty {
      fields.append("callers: \(list(client.flipCallers.map(caller)))")
    }
    return """
      Client(
        \(.joined(fields, by: ",\n")))
      """
  }

  private static func caller(_ caller: CompiledCaller) -> Code<SwiftLanguage> {
    let certificates = caller.fingerprints.map { ExactString($0.text) }
    return """
      (
        package: \(literal: caller.package.value.string),
        certificates: \(texts(certificates))
      )
      """
  }

  private static func texts(_ texts: [ExactString]) -> Code<SwiftLanguage> {
    list(texts.map { "\(literal: $0.string)" })
  }

  /// An array as swift-format lays it out: a single element stands alone, others a line each.
  private static func list(_ elements: [Code<SwiftLanguage>]) -> Code<SwiftLanguage> {
    switch elements.count {
    case 0: return "[]"
    case 1 where !elements[0].text.utf8.contains(UInt8(ascii: "\n")): return "[\(elements[0])]"
    case 1:
      return """
        [
          \(elements[0])
        ]
        """
    default:
      return """
        [
          \(lines: elements.map { "\($0)," })
        ]
        """
    }
  }
}
