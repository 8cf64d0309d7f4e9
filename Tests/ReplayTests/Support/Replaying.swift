import LinkPolicy
import PolicyDecision
import PolicyModel
import PolicyText

/// Replays logs with policies given as strings.
enum Replaying {
  /// Clients of several types, with and without requirements, and two with similar IDs.
  static let policy = """
    linkpolicy: 1
    name: lumen
    clients:
      website:
        provider: generic
        type: web
        client_id: { prod: web-prod, sandbox: web-sandbox }
        client_secret: { env: WEB_SECRET }
        redirect_uris:
          prod: [https://lumen.example/cb, https://lumen.example/other?x=1]
          sandbox: [https://sandbox.lumen.example/cb]
        scopes: [devices, profile]
      strict:
        provider: generic
        type: web
        client_id: { prod: strict-prod, sandbox: strict-sandbox }
        client_secret: { env: STRICT_SECRET }
        pkce: required
        redirect_uris: { prod: [https://strict.lumen.example/cb], sandbox: [https://strict-sandbox.lumen.example/cb] }
        scopes: [devices]
      terminal:
        provider: generic
        type: native
        client_id: { prod: cli-prod, sandbox: cli-sandbox }
        state: optional
        redirect_uris:
          prod: ["http://127.0.0.1/cb", "com.lumen.cli:/cb"]
          sandbox: ["http://127.0.0.1/cb"]
        omit_redirect_uri: true

    """

  /// The policy with one redirect URI more, one less, and a client less.
  static let older =
    policy
    .replacing(
      "https://lumen.example/cb, ", with: "https://lumen.example/cb, https://lumen.example/old, "
    )
    .replacing(", https://lumen.example/other?x=1", with: "")

  static func project(_ text: String, name: String = "Policies/lumen.yaml") -> Project {
    Project([
      InputFile(
        source: SourceFile(name: name, bytes: Array(text.utf8)), kind: .policy, isExplicit: true)
    ])
  }

  /// Replays a log in memory.
  static func run(
    _ log: [UInt8], against old: String? = nil, jobs: Int = 1,
    set: (inout Replay.Options) -> Void = { _ in }
  ) throws -> ReplaySummary {
    var options = Replay.Options()
    options.jobs = jobs
    set(&options)
    return try Replay(
      project(policy), against: old.map { project($0, name: "old/lumen.yaml") }, options: options
    ).run(["log"], logs: OneLog(bytes: log, isStream: jobs == 1))
  }

  static func run(_ lines: [String], against old: String? = nil) throws -> ReplaySummary {
    try run(Array(lines.map { $0 + "\n" }.joined().utf8), against: old)
  }
}

extension ReplaySummary {
  /// Whether all counts of lines agree.
  var addsUp: Bool {
    let byClient = clients.values.reduce(0) { $0 + $1.all } + unknownClients
    return allow + deny + ignore + malformed == lines
      && reasons.values.reduce(0, +) == lines - malformed
      && byClient == lines - malformed
  }
}

/// A log in memory, read in chunks of a given length.
struct OneLog: LogStore {
  var bytes: [UInt8]
  var isStream = false
  var piece = Int.max

  func size(of path: String) throws(FileSystemError) -> Int? { isStream ? nil : bytes.count }

  func open(_ path: String) throws(FileSystemError) -> any LogFile {
    File(bytes: bytes, isStream: isStream, piece: piece)
  }

  private final class File: LogFile {
    private let bytes: [UInt8]
    private let isStream: Bool
    private let piece: Int
    private var next = 0

    init(bytes: [UInt8], isStream: Bool, piece: Int) {
      self.bytes = bytes
      self.isStream = isStream
      self.piece = piece
    }

    func read(_ count: Int, at offset: Int) -> [UInt8] {
      let start = isStream ? next : offset
      let chunk = Array(bytes.dropFirst(start).prefix(min(piece, count)))
      next += chunk.count
      return chunk
    }

    func finish() {}
  }
}

/// Decides a line in the slow way: with the tree parser, a JSON value, and the explained decision.
struct Oracle {
  private let policy: CompiledPolicy

  init(_ text: String) {
    let source = SourceFile(name: "p.yaml", bytes: Array(text.utf8))
    let workspace = Workspace(
      sources: [source],
      documents: [PolicyDocument(YAMLReader.read(source, file: FileID(0)))])
    policy = CompiledPolicy(workspace)
  }

  /// Returns the decision; nil if the line isn't a request.
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
