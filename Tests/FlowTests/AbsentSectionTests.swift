import Foundation
import LinkPolicy
import PolicyTestSupport
import Testing

/// `validate` and `flow` agree about missing entries: if a policy without an entry has no errors,
/// none of its flows breaks.
@Suite struct AbsentSectionTests {
  private static let policies = [
    "Policies/acme-cli", "Policies/acme-home", "Policies/nordic-lights", "Policies/nordic-locks",
    "Tests/Fixtures/policies/complete-example",
  ]

  /// A policy without one entry.
  private struct Reduced {
    var text: String
    /// The line that was removed or changed.
    var line: String
  }

  /// Returns the policy without each of its entries in turn: a key with everything below it, or an
  /// entry of a mapping on one line.
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
      // Flows don't use these sections.
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

  /// Returns the ranges of the entries in a line, such as `sandbox: [a, b], ` in `key: { prod: [c],
  /// sandbox: [a, b], other: d }`.
  private static func parts(of line: String) -> [Range<String.Index>] {
    guard let open = line.firstIndex(of: "{") else { return [] }
    return line[open...].ranges(of: #/\w+: (?:\{[^{}]*\}|\[[^\[\]{}]*\]|[^,{}\[\]]+)(?:, )?/#)
  }

  @Test(arguments: policies) func `validate reports removed entries`(name: String) throws {
    let text = try Fixtures.text("\(name).yaml")
    let whole = FlowPropertyTests.project(text)
    try #require(!whole.report.has(atLeast: .error))
    #expect(try whole.flows().count(.breaks) == 0)
    var valid = 0
    let all = Self.reduced(text)
    for reduced in all {
      let project = FlowPropertyTests.project(reduced.text)
      guard !project.report.has(atLeast: .error) else { continue }
      valid += 1
      for flow in try project.flows().flows where flow.outcome == .breaks {
        Issue.record("without `\(reduced.line)`: \(flow.id): \(flow.message)")
      }
    }
    // Without enough cases, the test proves nothing.
    #expect(all.count > 20 && valid > 10, "\(all.count) \(valid)")
  }

  @Test func `without authorized domains, the email flow is inferred and a warning`() throws {
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

  @Test(arguments: ["web", "android"]) func `Apple's web flow needs keys`(platform: String) throws {
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

/// A policy with a flow that breaks, because App Flip on Android has no allowed callers. A rule
/// also reports this as an error, so the flow runs only if errors are allowed.
enum BrokenPolicy {
  static let text = Fixtures.policy("broken-flows")
}
