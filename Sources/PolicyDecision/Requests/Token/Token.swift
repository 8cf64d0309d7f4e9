package import PolicyText
import PolicyModel

/// A request to our token endpoint.
package struct TokenRequest: Sendable {
  package var context: RequestContext
  /// The body, `application/x-www-form-urlencoded`.
  package var form: ExactString
  /// The `Authorization` header; nil if there is none.
  package var authorization: ExactString?
  /// The client, if neither form nor header has a client ID.
  package var clientID: ExactString?

  package init(
    context: RequestContext, form: ExactString, authorization: ExactString? = nil,
    clientID: ExactString? = nil
  ) {
    self.context = context
    self.form = form
    self.authorization = authorization
    self.clientID = clientID
  }
}

extension CompiledPolicy {
  /// Decides the response of our server.
  ///
  /// Sources: Google, "Your Account Linking API" (400 `invalid_grant` for whatever does not verify)
  /// and "Streamlined Linking"; RFC 6749 sections 2.3, 4.1.3 and 5.2; RFC 9700 section 2.1.1.
  package func decide(_ request: TokenRequest) -> Decision {
    let recorder = TraceRecorder(request.context)
    let form: TokenForm
    do throws(UnreadableRequest) {
      form = try TokenForm(request.form)
    } catch {
      return recorder.refused(
        .request, error.reason, TokenError(400, "invalid_request"), error.words(in: "form"))
    }
    return TokenEndpoint(
      policy: self, request: request, form: form, facts: Facts(request.context.facts)
    ).decision(recorder)
  }
}

/// The parameters of a token request; an empty one is the same as a missing one.
package struct TokenForm {
  private var values: [String: ExactString] = [:]

  /// Parameters that must not be repeated.
  package static let names = [
    "grant_type", "client_id", "client_secret", "code", "redirect_uri", "code_verifier",
    "refresh_token", "intent", "assertion", "scope", "response_type", "device_code",
    "subject_token",
    "subject_token_type",
  ]

  /// Parses a body; throws for a malformed piece or a duplicate known parameter.
  init(_ body: ExactString) throws(UnreadableRequest) {
    var duplicate: String?
    for (name, value) in try QueryReader.pairs(body, mode: .form) {
      guard let known = Self.names.first(where: { ExactString($0) == name }) else { continue }
      if values[known] != nil { duplicate = duplicate ?? known }
      values[known] = value
    }
    if let duplicate { throw .duplicate(name: duplicate) }
  }

  /// The value of a parameter; nil if missing or empty.
  subscript(name: String) -> ExactString? { values[name]?.nonEmpty }
}

/// An error of the token endpoint.
struct TokenError {
  var status: Int
  var error: String
  /// Whether the response requests a Basic header (RFC 6749 section 5.2).
  var asksForBasic = false
  init(_ status: Int, _ error: String, asksForBasic: Bool = false) {
    self.status = status
    self.error = error
    self.asksForBasic = asksForBasic
  }
  /// Google's error for everything that doesn't verify.
  static let invalidGrant = TokenError(400, "invalid_grant")
}

extension TraceRecorder {
  /// The error response.
  func refused(
    _ step: Step, _ reason: DecisionReason, _ error: TokenError, _ message: String,
    source: SourceAnchor? = nil, next: String? = nil,
    more: [(key: String, value: JSONValue)] = []
  ) -> Decision {
    let body: [(key: String, value: JSONValue)] = [("error", .string(error.error))] + more
    var result: [(key: String, value: JSONValue)] = [
      ("status", .int(error.status)), ("body", .object(body)),
    ]
    if error.asksForBasic {
      result.append(("headers", ["WWW-Authenticate": "Basic realm=\"token\", charset=\"UTF-8\""]))
    }
    return end(
      .deny, step, reason, channel: .tokenResponse, error: error.error, message: message,
      next: next, source: source, result: .object(result))
  }

  /// The token response with placeholders for the tokens.
  func tokens(
    _ step: Step, _ message: String, withRefreshToken: Bool, source: SourceAnchor?,
    confidence: Decision.Confidence = .certain
  ) -> Decision {
    var body: [(key: String, value: JSONValue)] = [
      ("token_type", "Bearer"), ("access_token", "ACCESS_TOKEN"),
    ]
    if withRefreshToken { body.append(("refresh_token", "REFRESH_TOKEN")) }
    body.append(("expires_in", 3600))
    return end(
      .allow, step, .allowed, channel: .tokenResponse, message: message,
      confidence: confidence, source: source,
      result: ["status": 200, "body": .object(body)])
  }
}
