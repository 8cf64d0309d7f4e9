import PolicyDecision
import PolicyDiagnostics
import PolicyText

/// The request that a line of a log records.
struct LoggedRequest {
  var environment: Environment
  var parameters: Result<AuthorizationParameters, UnreadableRequest>
  /// How it is recorded.
  private var form: Form

  private enum Form {
    case fields(AuthorizationParameters)
    case query(ExactString)
    case url(ExactString)
  }

  /// Reads the fields of a line: `query` wins over `url`, and both over plain fields.
  init(_ line: LineFields, environment: Environment) {
    self.environment = environment
    if line.isString(.query) {
      let query = line[.query].exact
      form = .query(query)
      parameters = AuthorizationParameters.reading(query: query)
    } else if line.isString(.url) {
      let url = line[.url].exact
      form = .url(url)
      parameters = Self.parameters(url: url)
    } else {
      var fields = AuthorizationParameters()
      // These are always checked; the others only where the line says something of them.
      fields.clientID = Parameter(line[.clientID].exact)
      fields.redirectURI = Parameter(line[.redirectURI].exact)
      fields.responseType = Self.parameter(.responseType, line)
      fields.scope = Self.parameter(.scope, line)
      fields.state = Self.parameter(.state, line)
      fields.codeChallenge = Self.parameter(.codeChallenge, line)
      fields.codeChallengeMethod = Self.parameter(.codeChallengeMethod, line)
      form = .fields(fields)
      parameters = .success(fields)
    }
  }

  /// Where the request went: the URL up to its query; nil where a line has none.
  var place: ExactString? {
    guard case .url(let url) = form else { return nil }
    let parts = URIParts(url)
    return ExactString(decoding: parts.bytes(0..<parts.path.upperBound))
  }

  /// What the query of a URL says.
  static func parameters(url: ExactString) -> Result<AuthorizationParameters, UnreadableRequest> {
    let parts = URIParts(url)
    return AuthorizationParameters.reading(query: parts.text(parts.query))
  }

  private static func parameter(_ field: LogField, _ line: LineFields) -> Parameter {
    line.has(field) ? Parameter(line[field].exact) : .notRecorded
  }

  /// The request as a line that can be replayed.
  ///
  /// - Parameter redacts: shows only the parameters that decide, without `state`, and what is hidden within
  ///   them (`ParameterMask`) masked.
  func json(redacts: Bool) -> JSONValue {
    var entries: [(key: String, value: JSONValue)] = [
      ("environment", .string(environment.rawValue))
    ]
    switch form {
    case .query(let query):
      entries.append(("query", .string((redacts ? QueryRedaction.redact(query) : query).string)))
    case .url(let url):
      entries.append(("url", .string((redacts ? QueryRedaction.redact(url: url) : url).string)))
    case .fields(let fields):
      func add(_ name: String, _ parameter: Parameter) {
        switch parameter {
        case .notRecorded: break
        case .missing: entries.append((name, .null))
        case .value(let text):
          let shown = redacts ? ParameterMask().masked(text) : text
          entries.append((name, .string(shown.string)))
        }
      }
      add("client_id", fields.clientID)
      add("redirect_uri", fields.redirectURI)
      add("response_type", fields.responseType)
      add("scope", fields.scope)
      // That there was none is no secret, and may be the reason.
      if !redacts || fields.state == .missing { add("state", fields.state) }
      add("code_challenge", fields.codeChallenge)
      add("code_challenge_method", fields.codeChallengeMethod)
    }
    return .object(entries)
  }
}
