// Compares the decisions of the allowlist with those in vectors.json. Build it with the code, then run it:
//
//   swiftc ../../code/swift/*.swift main.swift -o run-vectors
//   ./run-vectors [VECTORS] [--load ALLOWLIST]
//
// VECTORS is ../vectors.json by default. With --load, the clients come from allowlist.json instead of the code.

import Foundation

typealias Allowlist = LinkPolicyAllowlist.Allowlist
typealias Environment = LinkPolicyAllowlist.Environment

struct Vector: Decodable {
  struct Caller: Decodable {
    var package: String
    var certs: [String]
  }
  struct Extras: Decodable {
    var client_id: String?
    var redirect_uri: String?
    var scopes: [String]
  }

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
  var issued: LinkPolicyAllowlist.IssuedCode?
  /// The decision on one line.
  var expect: String
  /// The reason for a decision about a request; nil if there can be several.
  var reason: String?
}

struct VectorFile: Decodable {
  var vectors: [Vector]
}

/// A decision on one line, and its reason if it is about a request.
typealias Answer = (line: String, reason: LinkPolicyAllowlist.Reason?)

func answer(_ decision: LinkPolicyAllowlist.AuthorizationDecision) -> Answer {
  switch decision {
  case .allow(let request): ("allow " + request.successURL(code: "C1"), decision.reason)
  case .redirectError(let target, _, let reason): ("redirect " + target, reason)
  case .localError(let error, let reason): ("local " + error, reason)
  }
}

func answer(_ decision: LinkPolicyAllowlist.AppFlipDecision) -> Answer {
  switch decision {
  case .allow(let request): ("allow " + request.successURL(code: "C1"), decision.reason)
  case .returnError(let target, _, let reason): ("redirect " + target, reason)
  case .notHandled(let reason): ("not-handled", reason)
  case .ignore(let reason): ("ignore", reason)
  }
}

func answer(_ result: LinkPolicyAllowlist.AppFlipResult) -> Answer {
  switch result {
  case .allow(let request): ("allow " + request.redirectURI, result.reason)
  case .error(let type, let code, let description, let reason):
    ("error \(type) \(code) \(description)", reason)
  case .cancelled(let reason): ("cancelled", reason)
  case .ignore(let reason): ("ignore", reason)
  }
}

/// The decision for a client with the right secret.
func answer(
  _ decision: LinkPolicyAllowlist.TokenDecision, _ issued: LinkPolicyAllowlist.IssuedCode?
) -> Answer {
  func refused(_ error: LinkPolicyAllowlist.TokenError) -> Answer {
    let asksForBasic = error.headers.contains { $0.name == "WWW-Authenticate" }
    return ("error \(error.status) \(error.error)" + (asksForBasic ? " basic" : ""), error.reason)
  }
  switch decision {
  case .error(let error): return refused(error)
  case .allow(let request):
    do throws(LinkPolicyAllowlist.TokenError) {
      try request.verify(secret: request.clientSecret, issued: issued)
      return ("allow", request.reason)
    } catch {
      return refused(error)
    }
  }
}

func answer(_ vector: Vector, _ allowlist: Allowlist) -> Answer {
  func allow(_ isAllowed: Bool) -> Answer { (isAllowed ? "allow" : "deny", nil) }
  let clientID = vector.client_id ?? ""
  let uri = vector.redirect_uri ?? ""
  switch vector.kind {
  case "redirect_uri":
    return allow(allowlist.isRedirectURIAllowed(clientID: clientID, redirectURI: uri))
  case "post_logout_redirect_uri":
    return allow(allowlist.isPostLogoutRedirectURIAllowed(clientID: clientID, uri: uri))
  case "cors_origin":
    return allow(
      allowlist.isCORSOriginAllowed(clientID: clientID, origin: vector.origin ?? ""))
  case "grant_type":
    return allow(
      allowlist.isGrantTypeAllowed(clientID: clientID, grantType: vector.grant_type ?? ""))
  case "authorize": return answer(allowlist.decideAuthorization(rawQuery: vector.query ?? ""))
  case "app_flip_ios": return answer(allowlist.decideAppFlip(url: vector.url ?? ""))
  case "app_flip_android":
    return answer(
      allowlist.decideAppFlip(
        caller: .init(
          package: vector.caller?.package ?? "", certificates: vector.caller?.certs ?? []),
        extras: .init(
          clientID: vector.extras?.client_id, redirectURI: vector.extras?.redirect_uri,
          scopes: vector.extras?.scopes ?? []),
        action: vector.action))
  case "success_url":
    return (
      LinkPolicyAllowlist.successURL(
        redirectURI: uri, code: vector.code ?? "", state: vector.state), nil
    )
  case "error_url":
    return (
      LinkPolicyAllowlist.errorURL(
        redirectURI: uri, error: vector.error ?? "", state: vector.state,
        description: vector.error_description), nil
    )
  case "token":
    return answer(
      allowlist.decideToken(
        rawForm: vector.form ?? "", authorization: vector.authorization), vector.issued)
  default: return ("unknown kind \(vector.kind)", nil)
  }
}

/// The clients by environment, compiled in or loaded.
func allowlists(_ path: String?) throws -> [String: Allowlist] {
  var allowlists: [String: Allowlist] = [:]
  for environment in Environment.allCases {
    allowlists[environment.rawValue] =
      if let path {
        try LinkPolicyAllowlist.AllowlistFile(path: path, environment: environment).current
      } else {
        LinkPolicyAllowlist.allowlist(environment)
      }
  }
  return allowlists
}

func run(_ path: String, load: String?) throws -> Int32 {
  let data = try Data(contentsOf: URL(filePath: path))
  let vectors = try JSONDecoder().decode(VectorFile.self, from: data).vectors
  let allowlists = try allowlists(load)
  guard !vectors.isEmpty else {
    print("\(path) has no vectors")
    return 2
  }
  var failures = 0
  for vector in vectors {
    let expected = vector.expect + (vector.reason.map { " (\($0))" } ?? "")
    let actual: String
    if let allowlist = allowlists[vector.environment] {
      let answer = answer(vector, allowlist)
      // A vector without a reason can have several.
      let reason = vector.reason == nil ? nil : answer.reason
      actual = answer.line + (reason.map { " (\($0))" } ?? "")
    } else {
      actual = "no environment \(vector.environment)"
    }
    // Bytes: `==` treats some different strings as equal.
    guard !actual.utf8.elementsEqual(expected.utf8) else { continue }
    failures += 1
    print("\(vector.id): expected \(expected), not \(actual)")
  }
  print("\(vectors.count - failures) of \(vectors.count) vectors agree")
  return failures == 0 ? 0 : 1
}

var arguments = Array(CommandLine.arguments.dropFirst())
var load: String?
if let flag = arguments.firstIndex(of: "--load"), flag + 1 < arguments.count {
  load = arguments[flag + 1]
  arguments.removeSubrange(flag...(flag + 1))
}
let standard = URL(filePath: #filePath).deletingLastPathComponent()
  .appending(path: "../vectors.json").path
guard arguments.count <= 1, !arguments.contains("--load") else {
  print("usage: run-vectors [VECTORS] [--load ALLOWLIST]")
  exit(2)
}
do {
  exit(try run(arguments.first ?? standard, load: load))
} catch {
  print(error)
  exit(2)
}
