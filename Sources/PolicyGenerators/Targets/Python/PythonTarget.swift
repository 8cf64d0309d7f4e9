import AssociationFiles
import PolicyDecision
import PolicyDiagnostics
import PolicyModel
import PolicyText

/// `code/python/`: the module `linkpolicy_allowlist`, its vectors and the program that runs them.
package struct PythonTarget: GeneratorTarget {
  package static let name = "python"
  package static let summary = "code/python/: the allowlist and request checks as one Python module"
  package init() {}

  package func files(for input: GeneratorInput) throws(GeneratorError) -> [GeneratedFile] {
    [
      file("linkpolicy_allowlist.py", Self.source(input)),
      file("test_allowlist.py", Self.runner(input.header)),
      GeneratedFile(
        path: "code/python/vectors.json", target: Self.name, text: VectorFile(input).text),
    ]
  }

  private func file(_ name: String, _ code: Code<PythonLanguage>) -> GeneratedFile {
    GeneratedFile(path: "code/python/" + name, target: Self.name, text: code.text + "\n")
  }

  /// The whole module.
  static func source(_ input: GeneratorInput) -> Code<PythonLanguage> {
    #"""
    # \#(input.header)
    \#(preamble)


    \#(declarations)


    \#(functions)


    \#(details)


    _TABLES = {
        Environment.PROD: \#(table(input.policy.clients[.prod] ?? [])),
        Environment.SANDBOX: \#(table(input.policy.clients[.sandbox] ?? [])),
    }
    """#
  }

  private static func table(_ clients: [CompiledClient]) -> Code<PythonLanguage> {
    guard !clients.isEmpty else { return "_Table()" }
    return """
      _Table(
          \(lines: clients.map { "\(client($0))," })
      )
      """
  }

  /// Only what differs from the defaults of `_Client`.
  private static func client(_ client: CompiledClient) -> Code<PythonLanguage> {
    var fields: [Code<PythonLanguage>] = [
      "id=\(literal: client.clientID.value.string)",
      "redirect_uris=\(texts(client.redirectURIs.map(\.value)))",
    ]
    if client.type == .native { fields.append("is_native=\(true)") }
    if client.allowsOmittedRedirectURI { fields.append("allows_omitted_redirect_uri=\(true)") }
    if !client.scopes.isEmpty { fields.append("scopes=\(texts(client.scopes.map(\.value)))") }
    if client.responseTypes != ["code"] {
      fields.append("response_types=\(texts(client.responseTypes))")
    }
    if !client.requiresState { fields.append("requires_state=\(false)") }
    if !client.requiresPKCE { fields.append("requires_pkce=\(false)") }
    if client.codeChallengeMethods != ["S256"] {
      fields.append("code_challenge_methods=\(texts(client.codeChallengeMethods))")
    }
    if let issuer = client.issuer { fields.append("issuer=\(literal: issuer.value.string)") }
    if let link = client.flipUniversalLink {
      fields.append("universal_link=\(literal: link.value.string)")
    }
    if let action = client.flipIntentAction {
      fields.append("intent_action=\(literal: action.value.string)")
    }
    if !client.flipCallers.isEmpty {
      fields.append("callers=\(tuple(client.flipCallers.map(caller)))")
    }
    return """
      _Client(
          \(lines: fields.map { "\($0)," })
      )
      """
  }

  private static func caller(_ caller: CompiledCaller) -> Code<PythonLanguage> {
    tuple([
      "\(literal: caller.package.value.string)",
      texts(caller.fingerprints.map { ExactString($0.text) }),
    ])
  }

  private static func texts(_ texts: [ExactString]) -> Code<PythonLanguage> {
    tuple(texts.map { "\(literal: $0.string)" })
  }

  /// The longest element that stands on the line of its tuple, in bytes: about what black leaves there.
  private static let longestInLine = 56

  /// A tuple; a single short element stands alone, others a line each.
  private static func tuple(_ elements: [Code<PythonLanguage>]) -> Code<PythonLanguage> {
    if elements.isEmpty { return "()" }
    if elements.count == 1, elements[0].text.utf8.count <= longestInLine,
      !elements[0].text.utf8.contains(UInt8(ascii: "\n"))
    {
      return "(\(elements[0]),)"
    }
    return """
      (
          \(lines: elements.map { "\($0)," })
      )
      """
  }
}
