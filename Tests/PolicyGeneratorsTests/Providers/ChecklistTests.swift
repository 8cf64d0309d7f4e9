import Foundation
import PolicyText
import PolicyGenerators
import PolicyModel
import ProjectTestSupport
import Testing
import PolicyTestSupport

/// `checklist.md`, read by GitHub's Markdown parser.
struct ChecklistTests {
  private static func checklist(_ workspace: Workspace) throws -> String? {
    #expect(workspace.structureFindings.map(\.message) == [])
    let files = try GeneratorRegistry.files(
      for: GeneratorInput(workspace), targets: ["checklist"])
    #expect(files.allSatisfy { $0.path == "checklist.md" && $0.environment == nil })
    return files.first.map { String(decoding: $0.bytes, as: UTF8.self) }
  }

  private static let full = Workspace(Fixtures.policy("checklist"))

  @Test func `every value to paste is on its page, and secrets are references`() throws {
    let text = try #require(try Self.checklist(Self.full))
    let reading = try PageReading(markdown: text)
    #expect(reading.problems.isEmpty, "\(reading.problems)")
    func rows(_ field: String) -> [String] {
      reading.rows.filter { $0.first == field }.map { $0.dropFirst().joined() }
    }
    func has(_ field: String, _ values: String...) {
      for value in values {
        #expect(rows(field).contains { $0.contains(value) }, "\(field): \(value)")
      }
    }
    has("Client ID", "google-prod")
    has("Client secret", "from env GOOGLE_HOME_SECRET")
    has("Transmit client ID and secret via HTTP basic auth header", "on")
    has("Authorization URL", "https://auth.acme.example/authorize")
    has("Token URL", "https://auth.acme.example/token")
    has("App Flip, iOS: universal link", "https://www.acme.example/flip")
    has("App Flip, Android: application ID", "example.home.android")
    has("App Flip, Android: app signature", HostTests.fingerprint)
    has("App Flip, Android: authorization intent", "example.FLIP")
    has("Redirect URI", "https://oauth-redirect.googleusercontent.com/a/com.google.OPA")
    #expect(!rows("Redirect URI").contains { $0.contains("/r/acme") })
    has("Authorized JavaScript origins", "https://app.acme.example")
    has(
      "Authorized redirect URIs", "https://app.acme.example/google",
      "https://acme.firebaseapp.com/__/auth/handler")
    has(
      "SHA-1 certificate fingerprint", "0A:1B:2C:3D:4E:5F:60:71:82:93:A4:B5:C6:D7:E8:F9:01:23:45:67"
    )
    has("SHA-1 fingerprints", "0A:1B:2C:3D")
    has("SHA-256 fingerprints", HostTests.fingerprint)
    has("Authorized domains", "acme.firebaseapp.com")
    has("Email link (passwordless sign-in)", "on")
    has("Action URL", "https://app.acme.example/action")
    has("App Store ID", "1640027718")
    has("Team ID", "R7KM2QX94T")
    has("Domain", "links.acme.example")
    has("Web client secret", "from secret web")
    has("Capabilities", "Sign in with Apple")
    has("Domains and subdomains", "acme.firebaseapp.com")
    #expect(rows("Domains and subdomains").allSatisfy { !$0.contains("/other") })
    has("Return URLs", "https://acme.firebaseapp.com/__/auth/handler")
    has("Email sources", "noreply@acme.example")
    has("Downloaded key, kept", "from file secrets/key.p8")
    // A scope of two features is listed once.
    #expect(rows("Scopes").contains { $0.components(separatedBy: "email").count == 2 })
  }

  @Test func `sections that the policy doesn't have get no heading`() throws {
    let text = try #require(
      try Self.checklist(
        Workspace(
          "linkpolicy: 1\nname: one\nproviders: { firebase: { project_id: { prod: acme } } }\n")))
    let headings = text.split(separator: "\n").filter { $0.hasPrefix("#") }
    #expect(headings == ["# Console checklist of one", "## Firebase", "### Production"])
    #expect(!text.contains("Templates") && !text.contains("Sandbox"))
    let nothing = Workspace(
      "linkpolicy: 1\nname: one\napps: { a: { platform: android, package_name: example.a } }\n")
    #expect(try Self.checklist(nothing) == nil)
  }

  @Test func `no value breaks out of its cell`() throws {
    let values = ReportTests.hostile.filter { !$0.isEmpty }
    let literals = values.map { value in
      let scalars = value.unicodeScalars.map { scalar in
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return "\\U" + String(repeating: "0", count: 8 - digits.count) + digits
      }
      return "\"" + scalars.joined() + "\""
    }
    let workspace = Workspace(
      """
      linkpolicy: 1
      name: one
      providers: { firebase: { project_id: acme, authorized_domains: [\(literals.joined(separator: ", "))] } }
      """)
    let text = try #require(try Self.checklist(workspace))
    let reading = try PageReading(markdown: text)
    #expect(reading.problems.isEmpty, "\(reading.problems)")
    for tag in ["script", "img", "b", "h4", "del", "ol", "hr", "blockquote", "pre"] {
      #expect(reading.count(tag) == 0, "\(tag)")
    }
    let cells = reading.rows.filter { $0.first == "Authorized domains" }
    #expect(cells.count == 2)
    // The lines of a cell are joined to one string, which has all values in order.
    for cell in cells where cell.count == 2 {
      var rest = cell[1][...]
      for value in values {
        let place = rest.range(of: DisplayText.visible(value), options: .literal)
        #expect(place != nil, "\(DisplayText.visible(value))")
        if let place { rest = rest[place.upperBound...] }
      }
    }
  }

  @Test func `a checklist of many clients has an index and pages`() throws {
    var text = "linkpolicy: 1\nname: estate\nclients:\n"
    for client in 0..<620 {
      text += """
          c\(client):
            provider: google-account-linking
            type: web
            client_id: { prod: c\(client)-prod }
            redirect_uris: { prod: [https://oauth-redirect.googleusercontent.com/r/c\(client)] }

        """
    }
    let files = try GeneratorRegistry.files(
      for: GeneratorInput(Workspace(text)), targets: ["checklist"])
    let texts = Dictionary(
      uniqueKeysWithValues: files.map { ($0.path, String(decoding: $0.bytes, as: UTF8.self)) })
    let index = try #require(texts["checklist.md"])
    #expect(files.count > 2 && files.allSatisfy { $0.bytes.count < 200_000 })
    #expect(index.contains("| Google account linking | Production | Account linking: c0 |"))
    // The index lists every page, and each page links to its neighbors.
    for number in 1..<files.count {
      #expect(index.contains("](checklist/checklist-\(number).md)"))
      let page = try #require(texts["checklist/checklist-\(number).md"])
      #expect(page.contains("](../checklist.md)"))
      #expect(page.contains("](checklist-\(number + 1).md)") == (number + 1 < files.count))
      #expect(
        page.contains("](../../") || !page.contains(".yaml#L"),
        "links to lines must be relative to the page")
    }
    let all = texts.values.joined()
    #expect((0..<620).allSatisfy { all.contains("c\($0)-prod") })
  }
}
