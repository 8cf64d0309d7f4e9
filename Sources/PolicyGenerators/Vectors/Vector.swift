import PolicyDecision
package import PolicyText

/// A request to generated code and the decision that it must make.
package struct Vector: Sendable {
  /// Unique in its file.
  package var id: String
  package var environment: Environment
  package var question: Question
  /// See `init(id:environment:question:answeredBy:)`.
  package var expect: String
  /// A reason of `linkpolicy rules --reasons`; nil for a function without reasons.
  package var reason: String?

  /// The function, with its arguments.
  package enum Question: Sendable {
    case redirectURI(clientID: String, redirectURI: String)
    case postLogoutRedirectURI(clientID: String, redirectURI: String)
    case corsOrigin(clientID: String, origin: String)
    case grantType(clientID: String, grantType: String)
    case authorize(query: String)
    case appFlipIOS(url: String)
    case appFlipAndroid(Intent)
    case successURL(redirectURI: String, code: String, state: String?)
    case errorURL(redirectURI: String, error: String, description: String?, state: String?)
    case token(Token)
  }

  /// A request to the token endpoint with the right secret.
  package struct Token: Sendable {
    package var form: String
    /// The value of the header.
    package var authorization: String?
    /// The data of the code in the form; nil for an unknown code.
    package var issued: IssuedCode?

    package init(form: String, authorization: String?, issued: IssuedCode?) {
      self.form = form
      self.authorization = authorization
      self.issued = issued
    }
  }

  /// The data that a server stores with a code.
  package struct IssuedCode: Sendable {
    package var clientID: String
    package var redirectURI: String?
    package var challenge: String?
    /// `S256` or `plain`; ignored without a challenge.
    package var challengeMethod: String

    package init(
      clientID: String, redirectURI: String?, challenge: String?, challengeMethod: String = "S256"
    ) {
      self.clientID = clientID
      self.redirectURI = redirectURI
      self.challenge = challenge
      self.challengeMethod = challengeMethod
    }
  }

  /// An App Flip intent.
  package struct Intent: Sendable {
    package var action: String
    package var package: String
    package var certificates: [String]
    package var clientID: String?
    package var redirectURI: String?
    package var scopes: [String]

    package init(
      action: String, package: String, certificates: [String], clientID: String?,
      redirectURI: String?, scopes: [String]
    ) {
      self.action = action
      self.package = package
      self.certificates = certificates
      self.clientID = clientID
      self.redirectURI = redirectURI
      self.scopes = scopes
    }
  }

  package init(
    id: String, environment: Environment, question: Question, expect: String, reason: String? = nil
  ) {
    self.id = id
    self.environment = environment
    self.question = question
    self.expect = expect
    self.reason = reason
  }

  /// The entry of `vectors.json`.
  package var json: JSONValue {
    var members: [(key: String, value: JSONValue)] = [("id", .string(id))]
    switch question {
    case .redirectURI(let clientID, let redirectURI):
      members += [
        ("kind", "redirect_uri"), ("client_id", .string(clientID)),
        ("redirect_uri", .string(redirectURI)),
      ]
    case .postLogoutRedirectURI(let clientID, let redirectURI):
      members += [
        ("kind", "post_logout_redirect_uri"), ("client_id", .string(clientID)),
        ("redirect_uri", .string(redirectURI)),
      ]
    case .corsOrigin(let clientID, let origin):
      members += [
        ("kind", "cors_origin"), ("client_id", .string(clientID)), ("origin", .string(origin)),
      ]
    case .grantType(let clientID, let grantType):
      members += [
        ("kind", "grant_type"), ("client_id", .string(clientID)),
        ("grant_type", .string(grantType)),
      ]
    case .authorize(let query): members += [("kind", "authorize"), ("query", .string(query))]
    case .appFlipIOS(let url): members += [("kind", "app_flip_ios"), ("url", .string(url))]
    case .appFlipAndroid(let intent):
      members += [
        ("kind", "app_flip_android"), ("action", .string(intent.action)),
        (
          "caller",
          [
            "package": .string(intent.package),
            "certs": .array(intent.certificates.map(JSONValue.string)),
          ]
        ),
        (
          "extras",
          [
            "client_id": .optional(intent.clientID), "redirect_uri": .optional(intent.redirectURI),
            "scopes": .array(intent.scopes.map(JSONValue.string)),
          ]
        ),
      ]
    case .successURL(let redirectURI, let code, let state):
      members += [
        ("kind", "success_url"), ("redirect_uri", .string(redirectURI)), ("code", .string(code)),
        ("state", .optional(state)),
      ]
    case .errorURL(let redirectURI, let error, let description, let state):
      members += [
        ("kind", "error_url"), ("redirect_uri", .string(redirectURI)), ("error", .string(error)),
        ("error_description", .optional(description)), ("state", .optional(state)),
      ]
    case .token(let token):
      let issued = token.issued.map { issued -> JSONValue in
        [
          "client_id": .string(issued.clientID), "redirect_uri": .optional(issued.redirectURI),
          "code_challenge": .optional(issued.challenge),
          "code_challenge_method": .optional(issued.challenge.map { _ in issued.challengeMethod }),
        ]
      }
      members += [
        ("kind", "token"), ("form", .string(token.form)),
        ("authorization", .optional(token.authorization)), ("issued", issued ?? .null),
      ]
    }
    members.insert(("environment", .string(environment.rawValue)), at: 2)
    return .object(members + [("expect", .string(expect)), ("reason", .optional(reason))])
  }
}

/// `vectors.json`: requests with the decisions that generated code must make, for the conformance programs.
package struct VectorFile: Sendable {
  package let vectors: [Vector]
  private let header: GeneratedHeader

  /// The maximum per environment, to keep the file small.
  static let maximumClients = 50

  package init(_ input: GeneratorInput) {
    header = input.header
    let policy = input.policy
    var vectors: [Vector] = []
    for environment in Environment.allCases {
      for client in Self.sample(input.clients(in: environment)) {
        vectors +=
          ClientVectors(
            policy: policy, client: client, counterpart: policy.counterpart(of: client)
          ).vectors
      }
    }
    self.vectors = vectors
  }

  /// The first client and others at even distances.
  private static func sample(_ clients: [CompiledClient]) -> [CompiledClient] {
    guard clients.count > maximumClients else { return clients }
    return (0..<maximumClients).map { clients[$0 * clients.count / maximumClients] }
  }

  /// One vector per line, for small diffs.
  package var bytes: [UInt8] {
    let head: [(String, JSONValue)] = [
      ("schemaVersion", 1), ("comment", .string(header.text)), ("code", "C1"),
    ]
    let members = head.map { "  \"\($0.0)\": \($0.1.text()),\n" }.joined()
    var output = Array(("{\n" + members + "  \"vectors\": [\n").utf8)
    for (index, vector) in vectors.enumerated() {
      output.append(contentsOf: (index == 0 ? "    " : ",\n    ").utf8)
      vector.json.write(to: &output)
    }
    output.append(contentsOf: "\n  ]\n}\n".utf8)
    return output
  }
}
