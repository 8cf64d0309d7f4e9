import PolicyTestSupport
import PolicyText
import Testing

/// The recorded vectors of Firebase Authentication, as requests of `simulate`.
struct FirebaseVectorTests {
  private let simulator = Simulator("linkpolicy: 1\nname: none\n")

  @Test func `every page has the web SDK's result`() throws {
    let rows = try Fixtures.table("firebase_origin_check.tsv")
    #expect(rows.count == 25)
    for row in rows {
      let answer = simulator.answer([
        "kind": "web_origin", "input": ["page_url": try VectorFile.parse(row["page_url_json"])],
        "facts": [
          "authorized_domains": try VectorFile.parse(row["authorized_domains_json"]),
          "emulator": .bool(row["emulator"] == "true"),
        ],
      ])
      #expect(answer["decision"]?.stringValue == row["expected"]?.lowercased(), "\(row)")
      #expect(answer["error"]?.stringValue ?? "" == row["error_code"], "\(row)")
    }
  }

  @Test func `iOS selects its auth domain`() throws {
    let rows = try Fixtures.table("firebase_ios_auth_domain.tsv")
    #expect(rows.count == 7)
    for row in rows {
      let answer = simulator.answer([
        "kind": "auth_domain",
        "input": ["custom_auth_domain": .string(row["custom_auth_domain"] ?? "")],
        "facts": ["authorized_domains": try VectorFile.parse(row["authorized_domains_json"])],
      ])
      #expect(answer["result"]?["domain"]?.stringValue ?? "" == row["expected_domain"], "\(row)")
      #expect(answer["error"]?.stringValue ?? "" == row["expected_error"], "\(row)")
    }
  }

  @Test func `every component interprets a URL as recorded`() throws {
    let rows = try Fixtures.table("firebase_url_validity.tsv")
    #expect(rows.count == 14)
    for row in rows {
      let answer = simulator.answer([
        "kind": "continue_url", "input": ["url": try VectorFile.parse(row["url_json"])],
      ])
      for column in ["js_client", "admin_node", "emulator", "admin_go"] {
        guard let expected = row[column], !expected.isEmpty else { continue }
        #expect(answer["result"]?[column]?.stringValue == expected, "\(column) \(row)")
      }
    }
  }

  @Test func `every email is sent or rejected with the SDK's error`() throws {
    let rows = try Fixtures.table("firebase_send_email_action.tsv")
    #expect(rows.count == 27)
    let facts = try VectorFile.json("firebase_facts.json")
    for row in rows {
      let answer = simulator.answer([
        "kind": "email_action", "sdk": .string(row["sdk"] ?? ""),
        "input": try VectorFile.parse(row["request_json"]),
        "facts": facts.merging(try VectorFile.parse(row["facts_override_json"])),
      ])
      let code = row["code"] ?? ""
      switch row["expected"] {
      case "ok":
        #expect(answer["decision"] == "allow", "\(row) \(answer.text())")
        if let host = row["expected_detail"]?.dropping(prefix: "link host ") {
          #expect(answer["result"]?["link_host"]?.stringValue == host, "\(row)")
        }
      case "crash":
        #expect(answer["channel"] == "crash", "\(row) \(answer.text())")
      default:
        #expect(answer["decision"] == "deny", "\(row)")
        #expect(answer["error"]?.stringValue == code, "\(row) \(answer.text())")
      }
    }
  }

  @Test func `every platform parses a link like its SDK`() throws {
    let rows = try Fixtures.table("firebase_email_link_parsing.tsv")
    #expect(rows.count == 19)
    var compared = 0
    for row in rows {
      let answer = simulator.answer([
        "kind": "email_link",
        "input": [
          "link": try VectorFile.parse(row["link_json"]),
          "auth_tenant_id": .string(row["auth_tenant_id"] ?? ""),
        ],
      ])
      for (column, expected) in row
      where !expected.isEmpty && ["js_", "ios_", "android_"].contains(where: column.hasPrefix) {
        compared += 1
        let value = answer["result"]?[column]
        let found = value?.stringValue ?? value?.text()
        #expect(
          found == (expected == "nil" ? "null" : expected), "\(column) \(row["id"] ?? "")")
      }
    }
    #expect(compared == 106)
  }

  @Test func `accounts are found, linked or rejected`() throws {
    let rows = try Fixtures.table("firebase_link_outcomes.tsv")
    #expect(rows.count == 13)
    let codes = ["FEDERATED_USER_ID_ALREADY_LINKED": "credential-already-in-use"]
    for row in rows {
      let answer = simulator.answer([
        "kind": "account_link", "input": try VectorFile.parse(row["action_json"]),
        "facts": [
          "users": try VectorFile.parse(row["users_json"]),
          "policy": try VectorFile.parse(row["policy_json"]),
        ],
      ])
      let expected = row["expected"] ?? ""
      if expected.contains(" ") || expected == "linked" || expected.hasPrefix("U") {
        #expect(answer["decision"] == "allow", "\(row) \(answer.text())")
        let user = expected.hasPrefix("new") ? "new" : "U1"
        #expect(answer["result"]?["user"]?.stringValue == user, "\(row)")
      } else {
        #expect(answer["decision"] == "deny", "\(row)")
        #expect(answer["error"]?.stringValue == codes[expected] ?? expected, "\(row)")
      }
    }
  }
}
