import PolicyText

/// A request in a line of a log.
struct LoggedRequest: Equatable {
  var environment: Environment
  /// The parameters; empty if the request can't be read.
  var fields: AuthorizationParameters
  /// Why the request can't be read.
  var problem: UnreadableRequest?
  /// The format in which it is logged.
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

  /// A request whose parameters are separate fields.
  init(fields: AuthorizationParameters, _ environment: Environment) {
    self.environment = environment
    self.fields = fields
    form = .fields
  }

  /// Parses a request in the format of samples; nil for other values.
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

  /// The same request without the bytes of its line.
  ///
  /// - Parameter redacts: removes the value of `state`, because only its presence matters.
  func detached(redacts: Bool) -> LoggedRequest {
    var copy = self
    copy.fields = fields.detached
    if redacts, fields.range(of: .state) != nil { copy.fields[location: .state] = .notRecorded }
    return copy
  }

  /// The URL up to its query; nil if the line has none.
  var place: ExactString? {
    guard case .url(let url) = form else { return nil }
    let parts = URIParts(url)
    return ExactString(decoding: parts.bytes(0..<parts.path.upperBound))
  }

  /// The parameters, or why they can't be read.
  var parameters: Result<AuthorizationParameters, UnreadableRequest> {
    problem.map { .failure($0) } ?? .success(fields)
  }

  /// The request as a line that can be replayed.
  ///
  /// - Parameter redacts: includes only parameters that decide, without `state`, and masks secrets
  ///   in them (`ParameterMask`).
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
        case .missing: entries.append((name.text, .null))
        // A missing `state` isn't secret and may be the reason.
        case .value where redacts && name == .state: break
        case .value(let text):
          let shown = redacts ? ParameterMask().masked(text) : text
          entries.append((name.text, .string(shown.string)))
        }
      }
    }
    return .object(entries)
  }
}
