import PolicyDecision
import PolicyModel
import PolicyText

struct InvariantNameDuplicate: Rule {
  static let info = RuleInfo(
    "invariant-name-duplicate", .invariant, .error,
    summary: "Require unique names of invariants in a file",
    why: "Findings and test results refer to an invariant by its name.",
    examples: .policy(
      bad: example("⟦native clients use PKCE⟧"), good: example("web clients use PKCE")))
  static let checksTestFiles = true

  private static func example(_ name: String) -> String {
    ExamplePolicy.web(prod: "https://app.acme.example/callback") + """
      invariants:
        - name: native clients use PKCE
          clients: { key: app }
          max_redirect_uris: 3
        - name: \(name)
          clients: { key: app }
          max_redirect_uris: 4

      """
  }

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    var first: [ExactString: LocatedText] = [:]
    for name in context.document.invariants.compactMap(\.name) {
      guard let known = first[name.value] else {
        first[name.value] = name
        continue
      }
      findings.report(
        name.node, "invariant name \(name.value.quoted) is already used",
        help: "choose a unique name", notes: [findings.note("the other invariant", at: known.node)])
    }
  }
}

struct InvariantSelectsNothing: Rule {
  static let info = RuleInfo(
    "invariant-selects-nothing", .invariant, .warning,
    summary: "Disallow invariants that select nothing",
    why: "An invariant about no client and no link always holds. Its selector may have a typo.",
    examples: .policy(
      bad: example("⟦only our hosts⟧", key: "portal-*"),
      good: example("only our hosts", key: "app*")))
  static let checksTestFiles = true

  private static func example(_ name: String, key: String) -> String {
    InvariantViolated.example(name, host: "\"*.example\"", key: key)
  }

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    for result in context.workspaceIndex.invariants[context.tree.file] ?? []
    where result.state == .selectsNothing {
      findings.report(
        result.name.node,
        "\(result.name.value.quoted) always holds: \(result.reason ?? "it selects nothing")",
        help: "correct the selector, or remove the invariant")
    }
  }
}

struct InvariantUndecided: Rule {
  static let info = RuleInfo(
    "invariant-undecided", .invariant, .warning, summary: "Require invariants that can be decided",
    why: """
      linkpolicy proves an invariant for all links, with limits on the work. Past them it can't tell whether \
      the invariant holds.
      """,
    examples: .policy(
      bad: example("⟦codes open our app⟧", String(repeating: "?", count: 24)),
      good: example("codes open our app", "?")))
  static let checksTestFiles = true

  private static func example(_ name: String, _ end: String) -> String {
    ExamplePolicy.ios() + """
      domains:
        www.acme.example:
          links: [{ apps: [acme-ios], rules: [{ path: &codes "/codes/*a\(end)" }] }]
      invariants:
        - name: \(name)
          links: { path: *codes }
          open: [acme-ios]

      """
  }

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    for result in context.workspaceIndex.invariants[context.tree.file] ?? []
    where result.state == .undecided {
      findings.report(
        result.name.node,
        "can't tell whether \(result.name.value.quoted) holds: \(result.reason ?? "")",
        help: "select fewer links: one host, one platform or a longer path")
    }
  }
}

struct InvariantViolated: Rule {
  static let info = RuleInfo(
    "invariant-violated", .invariant, .error, summary: "Require that invariants hold",
    why: """
      An invariant is a property that your team requires of all clients or links, such as redirect URIs on \
      your own hosts. linkpolicy checks it for every value and every link, and shows one for which it doesn't hold.
      """,
    examples: .policy(
      bad: example("⟦only our hosts⟧", host: "\"*.acme.example\""),
      good: example("only our hosts", host: "[app.acme.example, partner.example]"))
  )
  static let checksTestFiles = true

  static func example(_ name: String, host: String, key: String? = nil) -> String {
    ExamplePolicy.web(prod: [
      "https://app.acme.example/callback", "https://partner.example/callback",
    ]) + """
      invariants:
        - name: \(name)
          clients: { \(key.map { "key: \($0), " } ?? "")environment: prod }
          redirect_uris: { scheme: https, host: \(host) }

      """
  }

  /// The number of notes that are always shown.
  private static let shownNotes = 5

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    for result in context.workspaceIndex.invariants[context.tree.file] ?? [] {
      guard let first = result.violations.first else { continue }
      let further = result.violations.count - 1
      let notes = result.violations.enumerated().compactMap { index, violation in
        context.workspace.tree(violation.anchor.file).map {
          Diagnostic.Note(
            violation.note, at: $0.location(violation.anchor.node),
            isFurther: index >= Self.shownNotes)
        }
      }
      findings.report(
        result.name.node, in: first.environment,
        "\(result.name.value.quoted) is violated: \(first.message)"
          + (further > 0 ? " (\(further) more)" : ""),
        help: "change the value, or the invariant if it is too strict", notes: notes)
    }
  }
}
