import PolicyTestSupport
import PolicyText
import Testing

/// The recorded vectors about Google Sign-In and Sign in with Apple, as requests of `simulate`.
struct SignInVectorTests {
  private let simulator = Simulator("linkpolicy: 1\nname: none\n")

  @Test func `scopes and tokens have their results`() throws {
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

  @Test func `client IDs and URL schemes have their results`() throws {
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

  @Test func `nonces, tokens and settings of Apple have their answers`() throws {
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

  /// A token that somebody signed for the tests: without keys its signature is not verified.
  private static let header = "eyJhbGciOiJSUzI1NiIsImtpZCI6ImsifQ"
  /// `{"iss":"https://appleid.apple.com","aud":"com.acme.ios","exp":1700000300,"sub":"001",
  /// "email_verified":"true"}`
  private static let payload =
    "eyJpc3MiOiJodHRwczovL2FwcGxlaWQuYXBwbGUuY29tIiwiYXVkIjoiY29tLmFjbWUuaW9zIiwiZXhwIjoxNzAwMDA"
    + "wMzAwLCJzdWIiOiIwMDEiLCJlbWFpbF92ZXJpZmllZCI6InRydWUifQ"

  private func token(_ jwt: String, now: Int = 1_700_000_000) -> JSONValue {
    simulator.answer([
      "kind": "apple_id_token", "jwt": .string(jwt), "now": .int(now),
      "facts": ["audiences": ["com.acme.ios"]],
    ])
  }

  @Test func `a signed token is read strictly`() {
    let good = token("\(Self.header).\(Self.payload).c2ln")
    #expect(good["decision"] == "allow", "\(good.text())")
    #expect(good["result"]?["sub"] == "001")
    #expect(good["result"]?["email_verified"] == true)
    #expect(good.text().contains("not verified"))
    #expect(
      token("\(Self.header).\(Self.payload).c2ln", now: 1_700_000_300)["reason"] == "token-expired")
    for jwt in [
      "", ".", "..", "a.b.c", Self.header, "\(Self.header).\(Self.payload)",
      "\(Self.header).\(Self.payload).", "\(Self.header)=.\(Self.payload).c2ln",
      "\(Self.header).\(Self.payload).c2ln.x", "\(Self.header).W10.c2ln",
      "\(Self.header).e30.c2lp\u{E9}",
      "\(Self.header).eyJhIjoxLCJhIjoyfQ.c2ln",
    ] {
      #expect(token(jwt)["reason"] == "token-malformed", "\(jwt)")
    }
    for header in ["eyJhbGciOiJub25lIn0", "e30"] {
      #expect(token("\(header).\(Self.payload).c2ln")["reason"] == "algorithm-not-accepted")
    }
    #expect(token("\(Self.header).e30.c2ln")["reason"] == "issuer-mismatch")
  }

  @Test func `a nonce that was encoded wrongly is told apart`() {
    func reason(_ raw: String, _ claim: String) -> JSONValue? {
      simulator.answer([
        "kind": "apple_id_token", "operation": "firebaseNonce",
        "input": ["raw": .string(raw), "claim": .string(claim)],
      ])["reason"]
    }
    let hash = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    #expect(reason("abc", hash) == "allowed")
    #expect(reason("abc", hash.uppercased()) == "apple-nonce-encoding")
    #expect(reason("abc", "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=") == "apple-nonce-encoding")
    #expect(reason(hash, hash) == "apple-nonce-encoding")
    #expect(reason("abd", hash) == "nonce-mismatch")
    #expect(reason("", hash) == "nonce-missing")
  }
}
