import PolicyText

/// The request that a line of a log records.
struct LoggedRequest: Equatable {
  var environment: Environment
  /// The parameters; empty if the request can't be read.
  var fields: AuthorizationParameters
  /// Why the request can't be read.
  var problem: UnreadableRequest?
  /// How it is recorded.
  private var form: Form

  private enum Form: Equatable {
    case fields
    case query(ExactString)
    case url(ExactString)
  }

  /// A request whose parameters are in a query.
  init(query: ExactString, _ environment: Environment) {
    self.init(AuthorizationParameters.reading(query: query), environment, .query(query))
  }

  /// A request whose parameters are in the query of a URL.
  init(url: ExactString, _ environment: Environment) {
    let parts = URIParts(url)
    self.init(
      AuthorizationParameters.reading(query: parts.text(parts.query)), environment, .url(url))
  }

  private init(
    _ parameters: Result<AuthorizationParameters, UnreadableRequest>, _ environment: Environment,
    _ form: Form
  ) {
    self.environment = environment
    self.form = form
    switch parameters {
    case .success(let fields): self.fields = fields
    case .failure(let problem):
      fields = AuthorizationParameters()
      self.problem = problem
    }
  }

  /// A request whose parameters are recorded one by one.
  init(fields: AuthorizationParameters, _ environment: Environment) {
    self.environment = environment
    self.fields = fields
    form = .fields
  }

  /// A request as a sample shows it; nil for any other value.
  init?(_ shown: JSONValue) {
    guard case .object = shown else { return nil }
    let environment =
      shown["environment"]?.stringValue.flatMap { Environment(rawValue: $0) } ?? .prod
    if let query = shown["query"]?.stringValue {
      self.init(query: ExactString(query), environment)
    } else if let url = shown["url"]?.stringValue {
      self.init(url: ExactString(url), environment)
    } else {
      func parameter(_ name: String) -> Parameter {
        Parameter(shown[name]?.stringValue.map { ExactString($0) })
      }
      self.init(
        fields: AuthorizationParameters(
          clientID: parameter("client_id"), redirectURI: parameter("redirect_uri")), environment)
    }
  }

  /// The same request without the array of bytes that its line came in.
  var detached: LoggedRequest {
    var copy = self
    copy.fields = fields.detached
    return copy
  }

  /// Where the request went: the URL up to its query; nil where a line has none.
  var place: ExactString? {
    guard case .url(let url) = form else { return nil }
    let parts = URIParts(url)
    return ExactString(decoding: parts.bytes(0..<parts.path.upperBound))
  }

  /// The parameters, or why they cannot be read.
  var parameters: Result<AuthorizationParameters, UnreadableRequest> {
    problem.map { .failure($0) } ?? .success(fields)
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
    case .fields:
      for name in AuthorizationParameters.Name.allCases {
        switch fields[name] {
        case .notRecorded: break
        case .missing: entries.append((name.rawValue, .null))
        // That it was missing is public, and may be the reason.
        case .value where redacts && name == .state: break
        case .value(let text):
          let shown = redacts ? ParameterMask().masked(text) : text
          entries.append((name.rawValue, .string(shown.string)))
        }
      }
    }
    return .object(entries)
  }
}
