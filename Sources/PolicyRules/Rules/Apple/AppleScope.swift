package import PolicyText
import PolicyModel

/// A scope that Apple does not have.
package struct AppleScope: Rule {
  package static let info = RuleInfo(
    "apple-scope", .apple, .error,
    summary: "Allow only the Apple scopes name and email",
    why:
      "Apple answers other scopes with `invalid_scope`. The name comes at the first sign-in only, and "
      + "Apple never sends a photo URL.",
    examples: .init(
      .policy, bad: ExamplePolicy.apple("scopes: [name, ⟦openid⟧]"),
      good: ExamplePolicy.apple("scopes: [name, email]")),
    references: ["Firebase: authenticate using Apple"], isFixable: true)
  package init() {}

  private static let scopes = ["name", "email"]
  /// Names of the SDKs, in lower case.
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
        case _ where Self.photos.contains(folded): "remove it: Apple never sends a photo URL"
        default: "remove it"
        }
      findings.report(
        scope.node, "\(scope.value.quoted) is not an Apple scope: only `name` and `email` are",
        help: help,
        fixes: meant.map {
          isListed
            ? [] : findings.replacing(scope.node, by: $0, "write `\($0)`", isSafe: false)
        } ?? [])
    }
  }
}
