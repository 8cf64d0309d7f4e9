import PolicyTestSupport
import PolicyText
import Testing

/// The recorded vectors of authorization requests and App Flip.
struct DecisionVectorTests {
  private static func simulator() throws -> Simulator {
    Simulator(String(decoding: try Fixtures.vectors("decisions.policy.yaml"), as: UTF8.self))
  }

  @Test func `every decision vector has the expected result`() throws {
    let file = try VectorFile.json("decisions.json")
    let simulator = try Self.simulator()
    guard case .array(let vectors)? = file["vectors"] else { throw VectorFile.Malformed() }
    #expect(vectors.count == 72)
    for vector in vectors {
      guard case .object(var fields) = vector, let expect = vector["expect"] else {
        throw VectorFile.Malformed()
      }
      // These members describe the vector and aren't part of the request.
      fields.removeAll { ["group", "title", "env", "expect"].contains($0.key) }
      fields.append(("environment", try #require(vector["env"])))
      let answer = simulator.answer(.object(fields))
      for field in ["decision", "channel", "target", "error"] {
        guard let expected = expect[field] else { continue }
        #expect(answer[field] == expected, "\(vector["id"]?.text() ?? ""): \(answer.text())")
      }
      if let code = expect["resultCode"] {
        #expect(answer["result"]?["resultCode"]?.text() == code.text())
        #expect(answer["result"]?["extras"]?.text() == expect["extras"]?.text())
      }
    }
  }

  @Test func `a URI that differs by one byte from the registered one is denied`() throws {
    let rows = try Fixtures.table("redirect_uris.tsv")
    #expect(rows.count == 503)
    let simulator = try Self.simulator()
    var allowed = 0
    for row in rows {
      let uri = try VectorFile.parse(row["uri_json"])
      let answer = simulator.answer([
        "kind": "authorize", "client_id": "google-client-1", "redirect_uri": uri,
        "response_type": "code", "state": "S1",
      ])
      // The vectors use one entry. The policy has two more, which some rows contain.
      let isOther = [
        "https://oauth-redirect.googleusercontent.com/a/com.google.Chromecast",
        "https://oauth-redirect.googleusercontent.com/r/my-project",
      ].contains(uri.stringValue ?? "")
      guard !isOther else { continue }
      #expect(answer["decision"]?.stringValue == row["expected"], "\(uri.text())")
      if answer["decision"] == "allow" { allowed += 1 }
    }
    #expect(allowed == 1)
  }

  @Test func `every query string has the expected result`() throws {
    let rows = try Fixtures.table("query_strings.tsv")
    #expect(rows.count == 33)
    let simulator = try Self.simulator()
    for row in rows {
      let query = try VectorFile.parse(row["query_json"])
      let answer = simulator.answer(["kind": "authorize", "query": query])
      let target = answer["target"]?.stringValue ?? ""
      let detail = row["detail"] ?? ""
      switch row["decision"] {
      case "proceed":
        #expect(answer["decision"] == "allow", "\(row)")
        if detail.hasPrefix("state=") { #expect(target.hasSuffix("&" + detail), "\(row)") }
      case "redirect":
        #expect(answer["decision"] == "deny" && answer["channel"] == "redirect", "\(row)")
      default:
        #expect(answer["decision"] == "deny" && answer["target"] == .null, "\(row)")
        #expect(answer["channel"] == "local_error", "\(row)")
      }
    }
  }
}

/// The recorded vectors of Google Sign-In and Sign in with Apple, as requests of `simulate`.
struct SignInVectorTests {
  private let simulator = Simulator("linkpolicy: 1\nname: none\n")

  @Test func `scopes and tokens have the expected results`() throws {
    let rows = try Fixtures.table("firebase_scopes_tokens.tsv")
    #expect(rows.count == 20)
    for row in rows {
      let isRefresh = ["refreshTokensIfNeeded", "restorePreviousSignIn"]
        .contains(row["operation"] ?? "")
      let answer = simulator.answer([
        "kind": isRefresh ? "token_refresh" : "scopes",
        "operation": .string(row["operation"] ?? ""),
        "facts": try VectorFile.parse(row["facts_json"]),
        "input": try VectorFile.parse(row["input_json"]),
      ])
      let expected = try VectorFile.parse(row["expected_json"])
      let result = try #require(answer["result"], "\(row)")
      guard case .object(let members) = expected else {
        #expect(result.text() == expected.text(), "\(row)")
        continue
      }
      for (key, value) in members {
        #expect(result[key]?.text() == value.text(), "\(key) \(row)")
      }
    }
  }

  @Test func `client IDs and URL schemes have the expected results`() throws {
    let rows = try Fixtures.table("firebase_client_ids.tsv")
    #expect(rows.count == 7)
    for row in rows {
      let answer = simulator.answer([
        "kind": "google_client", "operation": .string(row["operation"] ?? ""),
        "input": try VectorFile.parse(row["input_json"]),
      ])
      let expected = row["expected"] ?? ""
      if !expected.contains(" ") {
        #expect(answer["decision"] == "allow", "\(row)")
        #expect(answer["result"]?.stringValue == expected, "\(row)")
      } else {
        #expect(answer["decision"] == "deny", "\(row)")
        let words = answer.text()
        for part in ["No active configuration", "Custom scheme URIs", "invalid-credential"]
        where expected.contains(part) {
          #expect(words.contains(part), "\(row) \(words)")
        }
      }
    }
  }

  @Test func `nonces, tokens and settings of Apple have the expected results`() throws {
    let rows = try Fixtures.table("firebase_apple_nonce_token.tsv")
    #expect(rows.count == 25)
    for row in rows {
      let answer = simulator.answer([
        "kind": "apple_id_token", "operation": .string(row["operation"] ?? ""),
        "input": try VectorFile.parse(row["input_json"]), "now": 1_700_000_000,
        "facts": ["audiences": ["com.acme.web", "com.acme.ios"]],
      ])
      let expected = row["expected"] ?? ""
      let isRefused = expected.contains("error") || ["reject", "crash"].contains(expected)
      #expect(answer["decision"] == (isRefused ? "deny" : "allow"), "\(row) \(answer.text())")
      if let code = row["code"], !code.isEmpty {
        #expect(answer["error"]?.stringValue == code, "\(row)")
      }
    }
  }
}

/// Vector files with JSON in their cells.
enum VectorFile {
  struct Malformed: Error {}

  /// Parses a whole file.
  static func json(_ name: String) throws -> JSONValue {
    try JSONText.parse(Array(try Fixtures.vectors(name)))
  }

  /// Parses a cell; an empty one is null.
  static func parse(_ cell: String?) throws -> JSONValue {
    guard let cell else { throw Malformed() }
    return cell.isEmpty ? .null : try JSONText.parse(Array(cell.utf8))
  }
}
