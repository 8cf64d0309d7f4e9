import PolicyDecision
import PolicyText
import PolicyModel

/// What a line is, found the long way: the tree reader, a JSON value, and the explained decision.
struct Oracle {
  private let policy: CompiledPolicy

  init(_ text: String) {
    let source = SourceFile(name: "p.yaml", bytes: Array(text.utf8))
    let workspace = Workspace(
      sources: [source],
      documents: [PolicyDocument(YAMLReader.read(source, file: FileID(0)))])
    policy = CompiledPolicy(workspace)
  }

  /// The decision, or nil for a line that is no request.
  func decision(_ line: [UInt8], environment standard: Environment = .prod) -> Decision? {
    let read = JSONReader.read(SourceFile(name: "-", bytes: line), file: FileID(0))
    guard read.diagnostics.isEmpty, let root = read.tree.root else { return nil }
    guard case .object(let entries) = read.tree.json(root) else { return nil }
    var fields: [String: JSONValue] = [:]
    for entry in entries { fields[entry.key] = entry.value }
    let known = [
      "client_id", "redirect_uri", "environment", "response_type", "state", "scope",
      "code_challenge", "code_challenge_method", "query", "url",
    ]
    for name in known {
      switch fields[name] {
      case nil, .null?, .string?: continue
      default: return nil
      }
    }
    var environment = standard
    if let word = fields["environment"]?.stringValue {
      guard let named = Environment(rawValue: word), named.rawValue.utf8.elementsEqual(word.utf8)
      else { return nil }
      environment = named
    }
    return policy.decide(
      AuthorizeRequest(
        context: RequestContext(environment: environment), parameters: parameters(fields)))
  }

  private func parameters(
    _ fields: [String: JSONValue]
  ) -> Result<AuthorizationParameters, UnreadableRequest> {
    let url = fields["url"]?.stringValue.map { url in
      let parts = URIParts(ExactString(url))
      return parts.text(parts.query)
    }
    if let query = fields["query"]?.stringValue.map({ ExactString($0) }) ?? url {
      do throws(UnreadableRequest) {
        return .success(try QueryReader.read(query, mode: .form))
      } catch {
        return .failure(error)
      }
    }
    func always(_ name: String) -> Parameter {
      Parameter(fields[name]?.stringValue.map { ExactString($0) })
    }
    func recorded(_ name: String) -> Parameter {
      fields[name] == nil ? .notRecorded : always(name)
    }
    var parameters = AuthorizationParameters()
    parameters[.clientID] = always("client_id")
    parameters[.redirectURI] = always("redirect_uri")
    parameters[.responseType] = recorded("response_type")
    parameters[.scope] = recorded("scope")
    parameters[.state] = recorded("state")
    parameters[.codeChallenge] = recorded("code_challenge")
    parameters[.codeChallengeMethod] = recorded("code_challenge_method")
    return .success(parameters)
  }
}
