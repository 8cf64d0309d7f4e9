import Foundation
import LinkPolicy
import PolicyTestSupport
import Testing

/// `validate` and `flow` agree about what is missing: a policy without an error has no flow that breaks, whichever
/// of its entries is taken away.
@Suite struct AbsentSectionTests {
  private static let policies = [
    "Policies/acme-cli", "Policies/acme-home", "Policies/nordic-lights", "Policies/nordic-locks",
    "Tests/Fixtures/policies/complete-example",
  ]

  /// A policy without one entry.
  private struct Reduced {
    var text: String
    /// The line that is gone, or was changed.
    var line: String
  }

  /// The policy without each of its entries in turn: a key with all that is below it, and each entry of a mapping
  /// within a line.
  private static func reduced(_ text: String) -> [Reduced] {
    let lines = text.components(separatedBy: "\n")
    var reduced: [Reduced] = []
    var section = ""
    for (index, line) in lines.enumerated() {
      let indent = line.prefix { $0 == " " }.count
      guard let key = line.dropFirst(indent).first, key.isLetter, line.contains(":") else {
        continue
      }
      if indent == 0 { section = String(line.prefix { $0 != ":" }) }
      // Requests of tests are no part of a flow.
      guard section != "tests", section != "linkpolicy", section != "name" else { continue }
      let end =
        lines[(index + 1)...].firstIndex { next in
          !next.allSatisfy(\.isWhitespace) && next.prefix { $0 == " " }.count <= indent
        } ?? lines.count
      let rest = lines[..<index] + lines[end...]
      reduced.append(Reduced(text: rest.joined(separator: "\n"), line: line))
      for part in parts(of: line) {
        var changed = lines
        changed[index].removeSubrange(part)
        reduced.append(Reduced(text: changed.joined(separator: "\n"), line: line))
      }
    }
    return reduced
  }

  /// `sandbox: [a, b], ` of `key: { prod: [c], sandbox: [a, b], other: d }`.
  private static func parts(of line: String) -> [Range<String.Index>] {
    guard let open = line.firstIndex(of: "{") else { return [] }
    return line[open...].ranges(of: #/\w+: (?:\{[^{}]*\}|\[[^\[\]{}]*\]|[^,{}\[\]]+)(?:, )?/#)
  }

  @Test(arguments: policies) func `no entry is missing unnoticed`(name: String) throws {
    let text = try Fixtures.text("\(name).yaml")
    let whole = FlowPropertyTests.project(text)
    try #require(!whole.report.has(atLeast: .error))
    #expect(try whole.flows().count(.breaks) == 0)
    var sound = 0
    let all = Self.reduced(text)
    for reduced in all {
      let project = FlowPropertyTests.project(reduced.text)
      guard !project.report.has(atLeast: .error) else { continue }
      sound += 1
      for flow in try project.flows().flows where flow.outcome == .breaks {
        Issue.record("without `\(reduced.line)`: \(flow.id): \(flow.message)")
      }
    }
    // Otherwise nothing is proved.
    #expect(all.count > 20 && sound > 10, "\(all.count) \(sound)")
  }

  @Test func `without authorized domains an email that may not be sent is inferred and a warning`()
    throws
  {
    let project = FlowPropertyTests.project(
      """
      linkpolicy: 1
      name: lumen
      providers:
        firebase:
          project_id: { prod: lumen-home }
          sign_in: { email_link: true }
          email_actions:
            sign_in: { url: { prod: https://app.lumen.example/finish }, handle_code_in_app: true }

      """)
    #expect(project.report.diagnostics.map(\.rule) == ["continue-url-host-unauthorized"])
    #expect(project.report.diagnostics.first?.severity == .warning)
    let flow = try #require(try project.flows().flows.first)
    #expect(flow.outcome == .inferred)
    #expect(flow.message.contains("can't tell: the policy has no `authorized_domains`"))
  }

  @Test func `account linking without an authorization endpoint is inferred`() throws {
    let project = FlowPropertyTests.project(
      """
      linkpolicy: 1
      name: lumen
      clients:
        google-home:
          provider: google-account-linking
          type: web
          client_id: { prod: google-home-prod }
          client_secret: { env: LUMEN_SECRET }
          redirect_uris: { prod: [https://oauth-redirect.googleusercontent.com/r/lumen-home] }

      """)
    #expect(project.report.diagnostics.contains { $0.rule == "endpoint-authorization-missing" })
    let flow = try #require(try project.flows().flows.first)
    #expect(flow.outcome == .inferred)
    #expect(flow.message.contains("can't tell where Google opens the browser"))
  }

  @Test(arguments: ["web", "android"]) func `the web flow of Apple needs its keys`(platform: String)
    throws
  {
    let project = FlowPropertyTests.project(
      """
      linkpolicy: 1
      name: lumen
      providers:
        firebase:
          project_id: { prod: lumen-home }
          authorized_domains: { prod: [lumen-home.firebaseapp.com] }
        apple:
          platforms: [\(platform)]
          services_id: { prod: com.lumen.web }
          return_urls: { prod: [https://lumen-home.firebaseapp.com/__/auth/handler] }

      """)
    #expect(project.report.diagnostics.contains { $0.rule == "apple-keys-incomplete" })
    let flow = try #require(try project.flows().flows.first)
    #expect(flow.outcome == .breaks && flow.breaksAt == "request settings")
  }
}

/// A policy one of whose flows breaks: App Flip on Android answers no app. That is an error of a rule too, so
/// it runs only where errors are allowed.
enum BrokenPolicy {
  static let text = Fixtures.policy("broken-flows")
}
