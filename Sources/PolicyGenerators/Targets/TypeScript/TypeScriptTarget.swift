import AssociationFiles
import PolicyDecision
import PolicyDiagnostics
import PolicyModel
import PolicyText

/// `code/typescript/`: the module `linkpolicy-allowlist`, its vectors and the program that runs them.
package struct TypeScriptTarget: GeneratorTarget {
  package static let name = "typescript"
  package static let summary =
    "code/typescript/: the allowlist and request checks as one TypeScript module"
  package init() {}

  package func files(for input: GeneratorInput) throws(GeneratorError) -> [GeneratedFile] {
    [
      file("linkpolicy-allowlist.ts", Self.source(input)),
      file("test.ts", Self.runner(input.header)),
      GeneratedFile(
        path: "code/typescript/vectors.json", target: Self.name, text: VectorFile(input).text),
    ]
  }

  private func file(_ name: String, _ code: Code<TypeScriptLanguage>) -> GeneratedFile {
    GeneratedFile(path: "code/typescript/" + name, target: Self.name, text: code.text + "\n")
  }

  /// The whole module.
  static func source(_ input: GeneratorInput) -> Code<TypeScriptLanguage> {
    #"""
    // \#(input.header)

    /**
     * Who may sign in where: decides authorization and App Flip requests and builds the answers.
     *
     * Texts are compared as they are. Nothing is trimmed, folded, normalised or decoded twice, and
     * answers go to registered redirect URIs only.
     *
     * To keep one environment out of a bundle, let the bundler replace `LINKPOLICY_ENVIRONMENT` by the
     * other and drop what is dead then, as esbuild does with
     * `--minify-syntax --define:LINKPOLICY_ENVIRONMENT='"prod"'`. Without that both are there.
     */

    \#(declarations)

    \#(functions)

    // Where a bundler replaces the name, the conditions are constants: the other clients are dropped.
    const prod = table(
      typeof LINKPOLICY_ENVIRONMENT !== "undefined" && LINKPOLICY_ENVIRONMENT !== "prod"
        ? []
        : \#(alternative(input.policy.clients[.prod] ?? [])),
    );

    const sandbox = table(
      typeof LINKPOLICY_ENVIRONMENT !== "undefined" && LINKPOLICY_ENVIRONMENT !== "sandbox"
        ? []
        : \#(alternative(input.policy.clients[.sandbox] ?? [])),
    );

    \#(details)
    """#
  }

  /// Clients behind a colon, which indents them once more.
  private static func alternative(_ clients: [CompiledClient]) -> Code<TypeScriptLanguage> {
    guard !clients.isEmpty else { return "[]" }
    return """
      [
          \(lines: clients.map { "\(client($0))," })
        ]
      """
  }

  /// Only what differs from the defaults of `Client`.
  private static func client(_ client: CompiledClient) -> Code<TypeScriptLanguage> {
    var fields: [Code<TypeScriptLanguage>] = [
      "id: \(literal: client.clientID.value.string)",
      "redirectUris: \(texts(client.redirectURIs.map(\.value)))",
    ]
    if client.type == .native { fields.append("isNative: \(true)") }
    if client.allowsOmittedRedirectURI { fields.append("mayOmitRedirectUri: \(true)") }
    if !client.requiresState { fields.append("mayOmitState: \(true)") }
    if !client.requiresPKCE { fields.append("mayOmitPkce: \(true)") }
    if !client.scopes.isEmpty { fields.append("scopes: \(texts(client.scopes.map(\.value)))") }
    if client.responseTypes != ["code"] {
      fields.append("responseTypes: \(texts(client.responseTypes))")
    }
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
    return object(fields)
  }

  private static func caller(_ caller: CompiledCaller) -> Code<TypeScriptLanguage> {
    object([
      "package: \(literal: caller.package.value.string)",
      "certs: \(texts(caller.fingerprints.map { ExactString($0.text) }))",
    ])
  }

  private static func object(_ fields: [Code<TypeScriptLanguage>]) -> Code<TypeScriptLanguage> {
    """
    {
      \(lines: fields.map { "\($0)," })
    }
    """
  }

  private static func texts(_ texts: [ExactString]) -> Code<TypeScriptLanguage> {
    list(texts.map { "\(literal: $0.string)" })
  }

  /// The longest element that stands on the line of its array, in bytes: about what prettier leaves
  /// there.
  private static let longestInLine = 70

  /// An array; a single short element stands alone, others a line each.
  private static func list(_ elements: [Code<TypeScriptLanguage>]) -> Code<TypeScriptLanguage> {
    if elements.isEmpty { return "[]" }
    if elements.count == 1, elements[0].text.utf8.count <= longestInLine,
      !elements[0].text.utf8.contains(UInt8(ascii: "\n"))
    {
      return "[\(elements[0])]"
    }
    return """
      [
        \(lines: elements.map { "\($0)," })
      ]
      """
  }
}
