import PolicyModel
import PolicyText

/// How a client authenticates at the token endpoint (RFC 6749 section 2.3).
struct ClientAuthentication {
  /// Why the authentication is rejected.
  struct Refusal: Error {
    var step: Step
    var reason: DecisionReason
    var error: TokenError
    var message: String
  }

  /// The credentials of the header; nil if there is none.
  private let basic: BasicCredentials?
  private let formSecret: ExactString?
  /// The client's ID; nil if it is missing.
  let clientID: ExactString?

  private static let authorization: Step = "authorization"
  /// For all errors in a header: the response must request Basic (RFC 6749 section 5.2).
  private static let basicRefused = TokenError(401, "invalid_client", asksForBasic: true)

  init(_ request: TokenRequest, _ form: TokenForm) throws(Refusal) {
    formSecret = form["client_secret"]
    guard let header = request.authorization else {
      basic = nil
      clientID = form["client_id"] ?? request.clientID
      return
    }
    guard formSecret == nil else {
      throw Refusal(
        step: Self.authorization, reason: .clientAuthenticationTwice,
        error: TokenError(400, "invalid_request"),
        message: "the request has both an `Authorization` header and a `client_secret`")
    }
    do throws(BasicCredentials.Problem) {
      let credentials = try BasicCredentials(header)
      basic = credentials
      clientID = credentials.id
    } catch {
      throw Refusal(
        step: Self.authorization, reason: .clientAuthenticationMalformed,
        error: Self.basicRefused, message: error.message)
    }
    if let named = form["client_id"] ?? request.clientID, named != clientID {
      throw Refusal(
        step: .clientID, reason: .clientIDMismatch, error: TokenError(400, "invalid_request"),
        message: "\(named.quoted) is not the client of the `Authorization` header")
    }
  }

  /// The error for an unknown client, or one that doesn't authenticate (RFC 6749 section 5.2).
  var invalidClient: TokenError {
    basic == nil ? TokenError(400, "invalid_client") : Self.basicRefused
  }

  /// Why the authentication isn't valid for the client; nil if it is, as far as the request shows.
  func refusal(of client: CompiledClient) -> Refusal? {
    let name = "client `\(client.key.string)`"
    func refused(_ reason: DecisionReason, _ error: TokenError, _ message: String) -> Refusal {
      Refusal(
        step: basic == nil ? "client_secret" : Self.authorization, reason: reason, error: error,
        message: message)
    }
    switch client.tokenEndpointAuth {
    case .post:
      if basic != nil {
        return refused(
          .clientAuthenticationMethod, invalidClient,
          "\(name) sends its secret in the form, not in the `Authorization` header")
      }
      return formSecret == nil
        ? refused(.clientAuthenticationMissing, invalidClient, "the form has no `client_secret`")
        : nil
    case .basic:
      if formSecret != nil {
        return refused(
          .clientAuthenticationMethod, Self.basicRefused,
          "\(name) sends its secret in the `Authorization` header, not in the form")
      }
      guard let basic else {
        return refused(
          .clientAuthenticationMissing, Self.basicRefused, "the `Authorization` header is missing")
      }
      return basic.secret == nil
        ? refused(
          .clientAuthenticationMissing, Self.basicRefused,
          "the `Authorization` header has no secret") : nil
    case .noSecret:
      return basic == nil && formSecret == nil
        ? nil
        : refused(
          .clientAuthenticationMethod, invalidClient, "\(name) is public: it has no secret to send")
    }
  }

  /// The message for the trace. It doesn't claim that a secret is correct.
  func remark(_ client: CompiledClient) -> String {
    switch client.tokenEndpointAuth {
    case .post: "the form has a `client_secret`, as required"
    case .basic: "the `Authorization` header has the ID and a secret, as required"
    case .noSecret: "a public client sends no secret"
    }
  }
}
