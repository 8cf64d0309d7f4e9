import Foundation
import PolicyGenerators
import PolicyModel
import PolicyTestSupport
import PolicyText
import ProjectTestSupport
import Testing

/// Vectors in `vectors.json` that exchange codes with a challenge. The engine and the generated
/// code of every language decide them equally.
struct TokenVectorTests {
  private static let vectors = VectorFile(
    GeneratorInput(
      Workspace(
        """
        linkpolicy: 1
        name: acme
        clients:
          required:
            provider: generic
            type: web
            client_id: required-1
            redirect_uris: [https://app.acme.example/cb]
            pkce: required
          optional:
            provider: generic
            type: web
            client_id: optional-1
            redirect_uris: [https://app.acme.example/cb]
            pkce: optional
        """))
  ).vectors

  @Test(arguments: [
    ("verifier", "allow", "allow"),
    ("verifier-wrong", "refused", "refused"),
    ("verifier-short", "refused", "refused"),
    ("verifier-too-short", "refused", "refused"),
    ("verifier-too-long", "refused", "refused"),
    ("verifier-odd", "refused", "refused"),
    ("verifier-missing", "refused", "refused"),
    ("verifier-unexpected", "refused", "refused"),
    ("no-challenge", "refused", "allow"),
    ("challenge-as-verifier", "refused", "refused"),
    ("plain-verifier", "allow", "allow"),
    ("plain-verifier-wrong", "refused", "refused"),
    ("plain-verifier-hashed", "refused", "refused"),
    ("verifier-of-56", "allow", "allow"),
    ("verifier-of-112", "allow", "allow"),
  ])
  func `a code needs its own verifier`(what: String, required: String, optional: String) throws {
    for (key, expected) in [("required", required), ("optional", optional)] {
      let vector = try #require(Self.vectors.first { $0.id == "prod/acme/\(key)/token-\(what)" })
      #expect(
        vector.expect == (expected == "allow" ? "allow" : "error 400 invalid_grant"), "\(key)")
    }
  }
}

/// A service can read issued codes that a service in another language has stored.
struct IssuedCodeTests {
  @Test(arguments: [
    #"{"client_id":"a","redirect_uri":"b:c","code_challenge":"d","code_challenge_method":"S256"}"#,
    #"{"client_id":"a","redirect_uri":null,"code_challenge":null,"code_challenge_method":null}"#,
  ])
  func `the unit tests of every language read and write the same JSON`(json: String) throws {
    let tests = [
      "cpp/tests/allowlist_test.cpp", "go/tests/allowlist_test.go",
      "java/tests/unit/com/example/AllowlistTests.java", "kotlin/tests/unit/UnitTests.kt",
      "python/tests/test_decisions.py", "swift/tests/Tests/AuthorizationTests.swift",
      "typescript/tests/decisions.test.mjs",
    ]
    for path in tests {
      let file = Fixtures.root.appending(path: "Runtimes/\(path)")
      let text = try String(contentsOf: file, encoding: .utf8)
      #expect(text.contains(json), "\(path)")
    }
  }
}

/// The hand-written vectors, as requests to generated code.
enum RecordedVectors {
  /// The vectors of `decisions.json` that end with a request (later steps are the app's own code),
  /// `redirect_uris.tsv` and `query_strings.tsv`.
  static func all() throws -> [Vector] {
    try decisions() + redirectURIs() + queries()
  }

  private struct File: Decodable { var vectors: [Entry] }
  private struct Caller: Decodable {
    var package: String
    var certs: [String]
  }
  private struct Extras: Decodable {
    var CLIENT_ID: String?
    var SCOPE: [String]?
    var REDIRECT_URI: String?
  }
  private struct Expectation: Decodable {
    struct Extras: Decodable {
      var ERROR_TYPE: Int?
      var ERROR_CODE: Int?
      var ERROR_DESCRIPTION: String?
    }
    var decision: String
    var channel: String
    var target: String?
    var error: String?
    var resultCode: Int?
    var extras: Extras?
  }
  private struct Entry: Decodable {
    var id: String
    var kind: String
    var env: String
    var query: String?
    var url: String?
    var action: String?
    var caller: Caller?
    var extras: Extras?
    var outcome: String?
    var code: String?
    var expect: Expectation
  }

  static func decisions() throws -> [Vector] {
    let file = try JSONDecoder().decode(File.self, from: Fixtures.vectors("decisions.json"))
    return file.vectors.compactMap { entry in
      guard entry.outcome ?? "approve" == "approve",
        let environment = Environment(rawValue: entry.env), let question = question(entry)
      else { return nil }
      return Vector(
        id: entry.id, environment: environment, question: question, expect: expectation(entry))
    }
  }

  private static func question(_ entry: Entry) -> Vector.Question? {
    switch entry.kind {
    case "authorize": entry.query.map { .authorize(query: $0) }
    case "app_flip_ios": entry.url.map { .appFlipIOS(url: $0) }
    case "app_flip_android":
      .appFlipAndroid(
        Vector.Intent(
          action: entry.action ?? "", package: entry.caller?.package ?? "",
          certificates: entry.caller?.certs ?? [], clientID: entry.extras?.CLIENT_ID,
          redirectURI: entry.extras?.REDIRECT_URI, scopes: entry.extras?.SCOPE ?? []))
    default: nil
    }
  }

  /// Returns the expectation as one line. The code in `vectors.json` is always C1.
  private static func expectation(_ entry: Entry) -> String {
    let expect = entry.expect
    switch expect.channel {
    case "redirect", "open_universal_link":
      var target = expect.target ?? ""
      if entry.code == "4/0A+b=c&d" {
        target = target.replacing("code=4%2F0A%2Bb%3Dc%26d", with: "code=C1")
      }
      return (expect.decision == "allow" ? "allow " : "redirect ") + target
    case "local_error": return "local " + (expect.error ?? "")
    case "not_handled": return "not-handled"
    case "intent_result":
      if expect.resultCode == -1 { return "allow " + (entry.extras?.REDIRECT_URI ?? "") }
      guard let type = expect.extras?.ERROR_TYPE, let code = expect.extras?.ERROR_CODE else {
        return "cancelled"
      }
      return "error \(type) \(code) \(expect.extras?.ERROR_DESCRIPTION ?? "")"
    default: return "ignore"
    }
  }

  /// The client of both tables. Its prod list has the table's registered URI, and other URIs that
  /// the table expects to be unregistered.
  private static let clientID = "google-client-1"

  static func redirectURIs() throws -> [Vector] {
    try Fixtures.table("redirect_uris.tsv").enumerated().compactMap { index, row in
      let uri = try Fixtures.string(json: row["uri_json"] ?? "")
      // Registered for this client, although the table's list has only one URI.
      if uri == "https://oauth-redirect.googleusercontent.com/a/com.google.Chromecast"
        || uri == "https://oauth-redirect.googleusercontent.com/r/my-project"
      {
        return nil
      }
      return Vector(
        id: "redirect_uris-\(index)", environment: .prod,
        question: .redirectURI(clientID: clientID, redirectURI: uri),
        expect: row["expected"] ?? "")
    }
  }

  static func queries() throws -> [Vector] {
    let uri = "https://oauth-redirect.googleusercontent.com/a/com.google.OPA"
    return try Fixtures.table("query_strings.tsv").map { row in
      let detail = row["detail"] ?? ""
      let expect =
        switch row["decision"] {
        case "proceed": "allow \(uri)?code=C1&\(detail)"
        case "redirect": "redirect \(uri)?\(detail)&state=S1"
        default: detail == "unknown client_id" ? "local invalid_client" : "local invalid_request"
        }
      return Vector(
        id: row["id"] ?? "", environment: .prod,
        question: .authorize(query: try Fixtures.string(json: row["query_json"] ?? "")),
        expect: expect)
    }
  }
}
