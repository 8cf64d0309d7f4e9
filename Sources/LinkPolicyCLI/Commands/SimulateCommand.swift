import ArgumentParser
import LinkPolicy
import PolicyText

/// `linkpolicy simulate`
struct SimulateCommand: Command {
  static let configuration = CommandConfiguration(
    subcommand: "simulate",
    abstract: "Show how a request is decided, and which line of the policy decides.",
    discussion: """
      Examples:
        linkpolicy simulate authorize --client web --redirect-uri https://a.example/
        linkpolicy simulate app-link --url https://www.acme.example/flip
        linkpolicy simulate email-action --action sign_in --sdk js

      Evaluates one request from options, or many from a file with one JSON object per line. Request \
      types: \(RequestEvaluator.kinds.map { $0.dashed }.joined(separator: ", ")).

      Fields have the same names in both, with dashes as options. Request types about a provider use the \
      one policy that configures it; if there are several, name one with --policy-name. --facts replaces \
      assumptions from the policy key by key. The result for an invalid line is an error object; the \
      remaining lines are still evaluated.

      Exit status: 0 the request is allowed; 1 it is denied or ignored; with --requests, 0 even if \
      requests are denied, and 1 if a line is invalid or `--fail-on` matches; \
      2 invalid usage or unreadable input; 3 internal error.
      """)

  /// `--fail-on`.
  enum Failure: String, EnumerationOption {
    case deny
  }

  @Argument(help: "The request type; with --requests, the type of lines that name none.")
  var kind: String?

  @Option(
    help: ArgumentHelp(
      "Evaluate these requests, one JSON object per line; `-` is standard input.",
      valueName: "file"))
  var requests: String?

  @Option(help: "Print decisions in this format (default: text on a terminal, else json).")
  var format: TextOrJSON?

  @Option(
    help: ArgumentHelp(
      "Append the request with its decision as a test to this test file; create it if it is missing.",
      valueName: "file"))
  var saveTest: String?

  @Flag(help: "With --requests, include every check of every request.")
  var trace = false

  @Option(help: "With --requests, exit with status 1 on denied requests.")
  var failOn: Failure?

  @OptionGroup var policies: PolicyOptions
  @Option(help: .color) var color = ColorChoice.auto
  @OptionGroup(title: "Request fields") var fields: RequestFields
  @OptionGroup(title: "Request fields of providers") var providers: ProviderFields

  func run(on console: Console) throws -> ExitStatus {
    let console = console.following(policies.followLinks)
    // With `--requests`, the first argument may be a path.
    let isPath =
      requests != nil && self.kind.map { console.fileSystem.kind(of: $0) != nil } ?? false
    let name = isPath ? nil : self.kind?.underscored
    let kind = name.flatMap(RequestKind.init)
    if let name, kind == nil {
      throw UsageError(
        "\(DisplayText.quoted(name)) is not a request type; "
          + (Nearest.name(to: name, among: RequestEvaluator.kinds).map {
            "did you mean `\($0.dashed)`?"
          }
            ?? "write one of \(RequestEvaluator.kinds.map { "`\($0.dashed)`" }.joined(separator: ", "))")
      )
    }
    let more = isPath ? [self.kind ?? ""] : []
    guard let project = try policies.load(color, console, and: more) else { return .usage }
    if let requests { return try evaluate(requests, kind, project, console) }
    guard let kind else {
      throw UsageError("expected a request type, or requests with `--requests FILE`")
    }
    return try evaluate(kind, project, console)
  }

  // MARK: one request

  private func evaluate(
    _ kind: RequestKind, _ project: Project, _ console: Console
  ) throws -> ExitStatus {
    let evaluator = RequestEvaluator(project, defaultKind: kind, withTrace: true)
    var request = try request(console)
    var added: [String] = []
    if kind == .authorize { (request, added) = evaluator.completed(request) }
    if !added.isEmpty {
      let names = added.map { "`\($0)`" }.joined(separator: ", ")
      console.writeNotice("linkpolicy: filled in \(names) for the client")
    }
    let decision = try usage { () throws(RequestError) in try evaluator.decide(request) }
    if console.isErrorTerminal, decision.reason == .redirectURIMissing, !added.isEmpty {
      console.writeNotice("linkpolicy: to send a redirect URI, add `--redirect-uri URI`")
    }
    if let saveTest { try save(request, kind, decision, in: saveTest, console) }
    if format == nil, !console.isTerminal, console.isErrorTerminal {
      console.writeNotice("linkpolicy: printed as JSON; for text, use `--format text`")
    }
    switch format ?? (console.isTerminal ? .text : .json) {
    case .text:
      let style = console.style(color, isTerminal: console.isTerminal)
      console.write(
        DecisionText(style: style, width: console.columns).render(decision))
    case .json: console.write(decision.json.text(.pretty) + "\n", as: .json)
    }
    return decision.outcome == .allow ? .clean : .findings
  }

  /// Appends a test to a test file.
  private func save(
    _ request: JSONValue, _ kind: RequestKind, _ decision: RequestDecision, in path: String,
    _ console: Console
  ) throws {
    guard case .object(let fields) = request else { return }
    let old = console.fileSystem.kind(of: path) == nil ? nil : try console.content(of: path)
    guard let new = SavedTest(kind: kind, fields: fields, decision: decision).appended(to: old)
    else {
      throw UsageError(
        "\(DisplayText.quoted(path)) must be a test file that ends with the list `tests`")
    }
    try console.fileSystem.write(new, to: path)
    console.writeError("saved the test in \(DisplayText.visible(path))\n")
  }

  /// The JSON object that a line of a batch with these fields would have.
  private func request(_ console: Console) throws -> JSONValue {
    var entries = (fields.strings + providers.strings).compactMap { name, value in
      value.map { (key: name, value: JSONValue.string($0)) }
    }
    for (name, value) in fields.json + providers.json {
      guard let value else { continue }
      let bytes =
        value.hasPrefix("@")
        ? try console.fileSystem.read(String(value.dropFirst()), within: console.access)
        : Array(value.utf8)
      do throws(JSONValue.Malformed) {
        entries.append((name, try JSONValue(parsing: bytes)))
      } catch {
        throw UsageError("`--\(name)` must be valid JSON: \(error.message)")
      }
    }
    return .object(entries)
  }

  // MARK: many requests

  private func evaluate(
    _ path: String, _ kind: RequestKind?, _ project: Project, _ console: Console
  ) throws -> ExitStatus {
    let evaluator = RequestEvaluator(project, defaultKind: kind, withTrace: trace)
    let limit = console.access.lineBytes
    var hasInvalid = false
    var hasDenied = false
    // Results of one read are written together.
    var output: [UInt8] = []
    func write() {
      guard !output.isEmpty else { return }
      console.writeBytes(output)
      output.removeAll(keepingCapacity: true)
    }
    try console.forEachLine(of: path, pausing: write) { line in
      let answer = line.map { evaluator.answer(line: $0) } ?? .tooLong(limit: limit)
      switch answer.decision?.outcome {
      case nil: hasInvalid = true
      case .deny?: hasDenied = true
      default: break
      }
      answer.json.write(to: &output)
      output.append(UInt8(ascii: "\n"))
      if output.count >= 1 << 16 { write() }
    }
    return hasInvalid || (failOn == .deny && hasDenied) ? .findings : .clean
  }
}

/// The fields of requests to your own server and apps.
struct RequestFields: ParsableArguments {
  @Option(name: .environment, help: "Evaluate for prod or sandbox (default: prod).")
  var environment: String?
  @Option(help: "Use only the policy with this name.") var policyName: String?
  @Option(help: "The key of a client in the policy; sets its client ID.") var client: String?
  @Option(help: "The raw query, without `?`.") var query: String?
  @Option(help: "The complete URL of the request.") var url: String?
  @Option(help: "The `client_id` parameter, URL-decoded.") var clientId: String?
  @Option(help: "The `redirect_uri` parameter, URL-decoded.") var redirectUri: String?
  @Option(help: "The `response_type` parameter, URL-decoded.") var responseType: String?
  @Option(help: "The `state` parameter, URL-decoded.") var state: String?
  @Option(help: "The `scope` parameter, URL-decoded.") var scope: String?
  @Option(help: "The `code_challenge` parameter, URL-decoded.") var codeChallenge: String?
  @Option(help: "The `code_challenge_method` parameter, URL-decoded.")
  var codeChallengeMethod: String?
  @Option(help: "What the user or the server does, such as approve or deny (default: approve).")
  var outcome: String?
  @Option(help: "The authorization code to issue.") var code: String?
  @Option(help: "The error description to return with an error.") var errorDescription: String?
  @Option(help: "The issuer (default: the policy's).") var iss: String?
  @Option(help: "The intent action, or an email action of the policy.") var action: String?
  @Option(
    help: "The calling Android app as JSON or @FILE: {\"package\": …, \"certs\": [ … ]} or null.")
  var caller: String?
  @Option(
    help:
      "The intent extras as JSON or @FILE: {\"CLIENT_ID\": …, \"SCOPE\": …, \"REDIRECT_URI\": …}.")
  var extras: String?
  @Option(help: "The `post_logout_redirect_uri` parameter, URL-decoded.")
  var postLogoutRedirectUri: String?
  @Option(help: "The `id_token_hint` parameter of a sign-out, URL-decoded.")
  var idTokenHint: String?
  @Option(help: "The raw form of a token request.") var form: String?
  @Option(help: "The Authorization header of a token request.") var authorization: String?
  @Option(help: "Check only this app: its key, app ID or package name.") var app: String?
  @Option(help: "Match as this version of Android (default: 15, the first with dynamic rules).")
  var androidVersion: Int?

  /// String fields, by their names in requests.
  var strings: [(String, String?)] {
    [
      ("environment", environment), ("policy", policyName), ("client", client), ("query", query),
      ("url", url), ("client_id", clientId), ("redirect_uri", redirectUri),
      ("response_type", responseType), ("state", state), ("scope", scope),
      ("code_challenge", codeChallenge), ("code_challenge_method", codeChallengeMethod),
      ("outcome", outcome), ("code", code), ("error_description", errorDescription), ("iss", iss),
      ("action", action), ("form", form), ("authorization", authorization), ("app", app),
      ("post_logout_redirect_uri", postLogoutRedirectUri), ("id_token_hint", idTokenHint),
      ("android_version", androidVersion.map(String.init)),
    ]
  }

  /// JSON fields, by their names in requests.
  var json: [(String, String?)] { [("caller", caller), ("extras", extras)] }
}

/// The fields of requests about providers.
struct ProviderFields: ParsableArguments {
  @Option(help: "The input of the request type, as JSON or @FILE.") var input: String?
  @Option(help: "Assumptions that replace those of the policy, as JSON or @FILE.")
  var facts: String?
  @Option(help: "The operation of google-client, scopes, token-refresh or apple-id-token.")
  var operation: String?
  @Option(help: "The SDK that sends the email: js, ios, admin-node, admin-go, rest, emulator, any.")
  var sdk: String?
  @Option(help: "A signed ID token.") var jwt: String?
  @Option(help: "The claims of an ID token, as JSON or @FILE.") var claims: String?
  @Option(help: "The nonce before hashing.") var rawNonce: String?
  @Option(help: "The issuer's keys (JWKS), as JSON or @FILE.") var jwks: String?
  @Option(help: "The time of the request, in Unix seconds (default: now).") var now: Int?

  /// String fields, by their names in requests.
  var strings: [(String, String?)] {
    [
      ("operation", operation), ("sdk", sdk), ("jwt", jwt), ("raw_nonce", rawNonce),
      ("now", now.map(String.init)),
    ]
  }

  /// JSON fields, by their names in requests.
  var json: [(String, String?)] {
    [("input", input), ("facts", facts), ("claims", claims), ("jwks", jwks)]
  }
}

extension String {
  /// `app_flip_ios` as `app-flip-ios`.
  fileprivate var dashed: String { String(map { $0 == "_" ? "-" : $0 }) }
  /// `app-flip-ios` as `app_flip_ios`.
  fileprivate var underscored: String { String(map { $0 == "-" ? "_" : $0 }) }
}
