extension SwiftTarget {
  /// The program that runs `vectors.json` against the generated code.
  static func runner(_ header: GeneratedHeader) -> Code<SwiftLanguage> {
    #"""
    // \#(header)
    //
    // Runs vectors.json against the allowlist:
    //   swiftc LinkPolicyAllowlist.swift Tests/main.swift -o run-vectors && ./run-vectors vectors.json

    import Foundation

    struct Caller: Decodable {
      var package: String
      var certs: [String]
    }

    struct Extras: Decodable {
      var client_id: String?
      var redirect_uri: String?
      var scopes: [String]
    }

    struct Issued: Decodable {
      var client_id: String
      var redirect_uri: String?
      var code_challenge: String?
      var code_challenge_method: String?
    }

    struct Vector: Decodable {
      var id: String
      var kind: String
      var environment: String
      var client_id: String?
      var redirect_uri: String?
      var origin: String?
      var grant_type: String?
      var query: String?
      var url: String?
      var action: String?
      var caller: Caller?
      var extras: Extras?
      var code: String?
      var error: String?
      var error_description: String?
      var state: String?
      var form: String?
      var authorization: String?
      var issued: Issued?
      /// One line: what the answer must be.
      var expect: String
    }

    struct VectorFile: Decodable {
      var vectors: [Vector]
    }

    func show(_ decision: LinkPolicyAllowlist.AuthorizationDecision) -> String {
      switch decision {
      case .allow(let request): "allow " + request.successURL(code: "C1")
      case .redirectError(let url, _): "redirect " + url
      case .localError(let error): "local " + error
      }
    }

    func show(_ decision: LinkPolicyAllowlist.AppFlipDecision) -> String {
      switch decision {
      case .allow(let request): "allow " + request.successURL(code: "C1")
      case .returnError(let url, _): "redirect " + url
      case .notHandled: "not-handled"
      case .ignore: "ignore"
      }
    }

    func show(_ result: LinkPolicyAllowlist.AppFlipResult) -> String {
      switch result {
      case .allow(let request): "allow " + request.redirectURI
      case .error(let type, let code, let description): "error \(type) \(code) \(description)"
      case .cancelled: "cancelled"
      case .ignore: "ignore"
      }
    }

    /// The answer to a client that has the right secret and its verifier.
    func show(_ decision: LinkPolicyAllowlist.TokenDecision, _ issued: Issued?) -> String {
      switch decision {
      case .error(let status, let error, let asksForBasic):
        return "error \(status) \(error)" + (asksForBasic ? " basic" : "")
      case .allow(let request):
        let issued = issued.map {
          LinkPolicyAllowlist.IssuedCode(
            clientID: $0.client_id, redirectURI: $0.redirect_uri,
            codeChallenge: $0.code_challenge, codeChallengeMethod: $0.code_challenge_method)
        }
        let isAccepted = request.code == nil || request.accepts(issued)
        return isAccepted ? "allow" : "error 400 invalid_grant"
      }
    }

    func answer(_ vector: Vector) -> String {
      guard let environment = LinkPolicyAllowlist.Environment(rawValue: vector.environment) else {
        return "no environment \(vector.environment)"
      }
      switch vector.kind {
      case "redirect_uri":
        let isAllowed = LinkPolicyAllowlist.isRedirectURIAllowed(
          clientID: vector.client_id ?? "", environment: environment,
          redirectURI: vector.redirect_uri ?? "")
        return isAllowed ? "allow" : "deny"
      case "post_logout_redirect_uri":
        let isAllowed = LinkPolicyAllowlist.isPostLogoutRedirectURIAllowed(
          clientID: vector.client_id ?? "", environment: environment,
          uri: vector.redirect_uri ?? "")
        return isAllowed ? "allow" : "deny"
      case "cors_origin":
        let isAllowed = LinkPolicyAllowlist.isCORSOriginAllowed(
          clientID: vector.client_id ?? "", environment: environment, origin: vector.origin ?? "")
        return isAllowed ? "allow" : "deny"
      case "grant_type":
        let isAllowed = LinkPolicyAllowlist.isGrantTypeAllowed(
          clientID: vector.client_id ?? "", environment: environment,
          grantType: vector.grant_type ?? "")
        return isAllowed ? "allow" : "deny"
      case "authorize":
        return show(
          LinkPolicyAllowlist.decideAuthorization(
            rawQuery: vector.query ?? "", environment: environment))
      case "app_flip_ios":
        return show(
          LinkPolicyAllowlist.decideAppFlip(url: vector.url ?? "", environment: environment))
      case "app_flip_android":
        return show(
          LinkPolicyAllowlist.decideAppFlip(
            caller: .init(
              package: vector.caller?.package ?? "", certificates: vector.caller?.certs ?? []),
            extras: .init(
              clientID: vector.extras?.client_id, redirectURI: vector.extras?.redirect_uri,
              scopes: vector.extras?.scopes ?? []),
            environment: environment, action: vector.action))
      case "success_url":
        return LinkPolicyAllowlist.successURL(
          redirectURI: vector.redirect_uri ?? "", code: vector.code ?? "", state: vector.state)
      case "error_url":
        return LinkPolicyAllowlist.errorURL(
          redirectURI: vector.redirect_uri ?? "", error: vector.error ?? "", state: vector.state,
          description: vector.error_description)
      case "token":
        return show(
          LinkPolicyAllowlist.decideToken(
            rawForm: vector.form ?? "", authorization: vector.authorization,
            environment: environment), vector.issued)
      default: return "no kind \(vector.kind)"
      }
    }

    guard CommandLine.arguments.count == 2,
      let data = FileManager.default.contents(atPath: CommandLine.arguments[1]),
      let file = try? JSONDecoder().decode(VectorFile.self, from: data), !file.vectors.isEmpty
    else {
      print("usage: run-vectors vectors.json")
      exit(2)
    }
    var failures = 0
    for vector in file.vectors {
      // Bytes: `==` of strings takes different texts for equal.
      let actual = answer(vector)
      guard !actual.utf8.elementsEqual(vector.expect.utf8) else { continue }
      failures += 1
      print("\(vector.id): expected \(vector.expect), not \(actual)")
    }
    print("\(file.vectors.count - failures) of \(file.vectors.count) vectors agree")
    exit(failures == 0 ? 0 : 1)
    """#
  }
}
