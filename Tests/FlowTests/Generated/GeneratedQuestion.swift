import LinkPolicy

/// A question to generated code, with the answer of `simulate` in the words of the vectors that come with
/// the code.
struct GeneratedQuestion {
  /// The members that the runner of the generated code reads.
  var members: [(key: String, value: JSONValue)]
  /// What `simulate` answers.
  var expect: String

  /// The line for the runner.
  func json(_ id: String) -> JSONValue {
    .object([("id", .string(id))] + members + [("expect", .string(expect))])
  }
}

/// Asks `simulate`, and puts its answers into the words of the vectors.
struct SimulatedAnswers {
  let evaluator: RequestEvaluator

  /// True where the client may have its answer at the address.
  func redirectURI(_ environment: String, _ id: String, _ uri: String) -> GeneratedQuestion? {
    // Whatever else is wrong with the request: an answer that goes back knows where to.
    guard
      let answer = decision([
        ("kind", "authorize"), ("environment", .string(environment)), ("client_id", .string(id)),
        ("redirect_uri", .string(uri)),
      ])
    else { return nil }
    return GeneratedQuestion(
      members: [
        ("kind", "redirect_uri"), ("environment", .string(environment)),
        ("client_id", .string(id)), ("redirect_uri", .string(uri)),
      ], expect: answer["channel"] == "redirect" ? "allow" : "deny")
  }

  func authorize(_ environment: String, _ query: String) -> GeneratedQuestion? {
    let members: [(key: String, value: JSONValue)] = [
      ("kind", "authorize"), ("environment", .string(environment)), ("query", .string(query)),
    ]
    return decision(members).map {
      GeneratedQuestion(members: members, expect: Self.browserAnswer($0))
    }
  }

  func appFlip(_ environment: String, url: String) -> GeneratedQuestion? {
    let members: [(key: String, value: JSONValue)] = [
      ("kind", "app_flip_ios"), ("environment", .string(environment)), ("url", .string(url)),
    ]
    return decision(members).map {
      GeneratedQuestion(members: members, expect: Self.browserAnswer($0))
    }
  }

  /// An intent of App Flip.
  struct Intent {
    var action: String
    var package: String
    var certificates: [String]
    var clientID: String?
    var redirectURI: String?
    var scopes: [String]
  }

  func appFlip(_ environment: String, _ intent: Intent) -> GeneratedQuestion? {
    let caller: JSONValue = [
      "package": .string(intent.package),
      "certs": .array(intent.certificates.map { .string($0) }),
    ]
    let scopes = JSONValue.array(intent.scopes.map { .string($0) })
    let kind: [(key: String, value: JSONValue)] = [
      ("kind", "app_flip_android"), ("environment", .string(environment)),
      ("action", .string(intent.action)), ("caller", caller),
    ]
    let asked: JSONValue = [
      "CLIENT_ID": .optional(intent.clientID), "REDIRECT_URI": .optional(intent.redirectURI),
      "SCOPE": scopes,
    ]
    let extras: JSONValue = [
      "client_id": .optional(intent.clientID), "redirect_uri": .optional(intent.redirectURI),
      "scopes": scopes,
    ]
    return decision(kind + [("extras", asked)]).map {
      GeneratedQuestion(
        members: kind + [("extras", extras)], expect: Self.intentAnswer($0, intent))
    }
  }

  private func decision(_ members: [(key: String, value: JSONValue)]) -> JSONValue? {
    let answer = evaluator.answer(.object(members))
    return answer.decision == nil ? nil : answer.json
  }

  private static func browserAnswer(_ answer: JSONValue) -> String {
    let target = answer["target"]?.stringValue
    switch answer["decision"] {
    case "ignore": return "ignore"
    case "allow": return "allow " + (target ?? "")
    default:
      if let target { return "redirect " + target }
      return answer["channel"] == "local_error"
        ? "local " + (answer["error"]?.stringValue ?? "") : "not-handled"
    }
  }

  private static func intentAnswer(_ answer: JSONValue, _ intent: Intent) -> String {
    switch answer["decision"] {
    case "ignore": return "ignore"
    case "allow": return "allow " + (intent.redirectURI ?? "")
    default: break
    }
    guard let extras = answer["result"]?["extras"], let type = extras["ERROR_TYPE"],
      let code = extras["ERROR_CODE"]
    else { return "cancelled" }
    let words = extras["ERROR_DESCRIPTION"]?.stringValue.map { " " + $0 } ?? ""
    return "error \(type.text()) \(code.text())\(words)"
  }
}
