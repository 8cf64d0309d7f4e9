import PolicyText
import PolicyModel

struct CallbackUriMalformed: Rule {
  static let info = RuleInfo(
    "callback-uri-malformed", .firebase, .error,
    summary: "Disallow queries and fragments in email action URLs",
    why:
      "Firebase appends `?mode=…&oobCode=…` to this absolute URL. After a query, the page doesn't find the code; after a fragment, the server never sees it. Every link in every email is then "
      + "broken.",
    examples: .init(
      .policy, bad: example("https://app.acme.example/auth/action⟦#emails⟧"),
      good: example("https://app.acme.example/auth/action")),
    references: ["Firebase: customize your email action handler"], isFixable: true,
    hides: ["uri-not-absolute", "uri-fragment", "uri-dangerous-scheme"])

  private static func example(_ uri: String) -> String {
    ExamplePolicy.firebase("email: { callback_uri: \"\(uri)\" }")
  }

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    for (environment, uri) in context.policy.firebase?.callbackURI?.distinct ?? [] {
      let parts = URIParts(uri.value)
      let scheme = parts.lowerScheme
      guard parts.scheme != nil, let host = parts.host, !host.isEmpty else {
        findings.report(
          uri.node, in: environment, "action URL must be absolute, found \(uri.value.quoted)",
          help: "write scheme, host and path, such as `https://app.acme.example/auth/action`")
        continue
      }
      guard scheme == "https" || scheme == "http" else {
        findings.report(
          uri.node, text: parts.scheme, in: environment,
          "action URL must use https, found \(scheme.quoted)",
          help: "start the URL with `https://`")
        continue
      }
      guard let start = (parts.query ?? parts.fragment)?.lowerBound else { continue }
      let range = (start - 1)..<uri.value.utf8.count
      findings.report(
        uri.node, text: range, in: environment,
        "action URL must not have a \(parts.query == nil ? "fragment" : "query"), because "
          + "Firebase appends its own",
        help: "remove \(ExactString(decoding: parts.bytes(range)).quoted)",
        fixes: findings.replacing(
          uri.node, by: String(decoding: parts.bytes(0..<(start - 1)), as: UTF8.self),
          "remove everything after the path", isSafe: false))
    }
  }
}
