package import PolicyText
import PolicyModel

package struct AppleScope: Rule {
  package static let info = RuleInfo(
    "apple-scope", .apple, .error,
    summary: "Allow only the Apple scopes `name` and `email`",
    why:
      "Apple returns `invalid_scope` for other scopes. It sends the name only at the first "
      + "sign-in, and never a photo URL.",
    examples: .init(
      .policy, bad: ExamplePolicy.apple("scopes: [name, ⟦openid⟧]"),
      good: ExamplePolicy.apple("scopes: [name, email]")),
    references: ["Firebase: authenticate using Apple"], isFixable: true)
  package init() {}

  private static let scopes = ["name", "email"]
  /// Names that SDKs use, in lowercase.
  private static let names = [
    "fullname": "name", "full_name": "name", "displayname": "name", "display_name": "name",
    "emailaddress": "email", "email_address": "email",
  ]
  private static let photos = [
    "photo", "photourl", "photo_url", "picture", "avatar", "avatar_url", "image",
  ]

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    let scopes = context.policy.apple?.scopes ?? []
    for scope in scopes where scope.value != "name" && scope.value != "email" {
      let folded = ASCII.lowercased(scope.value).string
      let meant = Self.names[folded] ?? Nearest.name(to: folded, among: Self.scopes)
      let isListed = scopes.contains { scope in
        meant.map { scope.value == ExactString($0) } ?? false
      }
      let help =
        switch meant {
        case let meant? where !isListed: "did you mean `\(meant)`?"
        case _ where Self.photos.contains(folded): "remove it; Apple never sends a photo URL"
        default: "remove \(scope.value.quoted)"
        }
      findings.report(
        scope.node, "Apple scope must be `name` or `email`, found \(scope.value.quoted)",
        help: help,
        fixes: meant.map {
          isListed
            ? [] : findings.replacing(scope.node, by: $0, "write `\($0)`", isSafe: false)
        } ?? [])
    }
  }
}
