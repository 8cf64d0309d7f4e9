package import PolicyText
import PolicyModel

/// An action URL that no parameters can be appended to.
package struct CallbackUriMalformed: Rule {
  package static let info = RuleInfo(
    "callback-uri-malformed", .firebase, .error,
    summary: "the action URL of emails is an absolute URL without query and fragment",
    why:
      "Firebase appends `?mode=…&oobCode=…` to it. Behind a query the page finds no code, behind a "
      + "fragment the server never sees one: every link of every email is dead.",
    examples: .init(
      .policy, bad: example("https://app.acme.example/auth/action⟦#emails⟧"),
      good: example("https://app.acme.example/auth/action")),
    references: ["Firebase: customize your email action handler"], isFixable: true)
  package init() {}

  private static func example(_ uri: String) -> String {
    ExamplePolicy.firebase("email: { callback_uri: \"\(uri)\" }")
  }

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    for (environment, uri) in context.policy.firebase?.callbackURI?.distinct ?? [] {
      let parts = URIParts(uri.value)
      let scheme = parts.lowerScheme
      guard parts.scheme != nil, let host = parts.host, !host.isEmpty else {
        findings.report(
          uri.node, in: environment, "an action URL is an absolute URL",
          help: "write scheme, host and path")
        continue
      }
      guard scheme == "https" || scheme == "http" else {
        findings.report(
          uri.node, text: parts.scheme, in: environment, "an action URL uses https",
          help: "write `https://`")
        continue
      }
      guard let start = (parts.query ?? parts.fragment)?.lowerBound else { continue }
      let range = (start - 1)..<uri.value.utf8.count
      findings.report(
        uri.node, text: range, in: environment,
        "an action URL must not have a \(parts.query == nil ? "fragment" : "query"): Firebase "
          + "appends its own",
        help: "remove \(ExactString(decoding: parts.bytes(range)).quoted)",
        fixes: findings.replacing(
          uri.node, by: String(decoding: parts.bytes(0..<(start - 1)), as: UTF8.self),
          "remove what follows the path", isSafe: false))
    }
  }
}
