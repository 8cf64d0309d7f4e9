import PolicyModel
import PolicyText

struct AppleConsentOff: Rule {
  static let info = RuleInfo(
    "apple-consent-off", .apple, .warning, summary: "Require consent before linking Apple accounts",
    why: "Apple requires explicit consent from users before you link their Apple accounts to other "
      + "data, such as an email address, a phone number or a Google account. This applies to every "
      + "Apple account, even if it shares its email address, and in both directions. linkpolicy "
      + "requires consent unless the policy turns it off.",
    examples: .policy(
      bad: ExamplePolicy.apple("linking: { require_consent: ⟦false⟧ }"),
      good: ExamplePolicy.apple("linking: { require_consent: true }")),
    references: [
      "Firebase: authenticate using Apple, anonymized data requirements",
      "Firebase: authenticate using Apple, reauthentication and account linking",
    ],
    isFixable: true)

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    guard let consent = context.policy.apple?.requireConsent, !consent.value else { return }
    findings.report(
      consent.node, "`require_consent: false` links Apple accounts without the user's consent",
      help: "write `require_consent: true`, and ask the user before you link",
      fixes: findings.replacing(consent.node, by: "true", "require consent", isSafe: false))
  }
}

struct AppleLocaleFormat: Rule {
  static let info = RuleInfo(
    "apple-locale-format", .apple, .warning,
    summary: "Require a language and region in Apple's locale parameter",
    why: "If Apple doesn't know the value, it uses the browser's language without an error. A "
      + "valid value is `fr_FR`.",
    examples: .policy(
      bad: ExamplePolicy.apple("parameters: { locale: ⟦french⟧ }"),
      good: ExamplePolicy.apple("parameters: { locale: fr_FR }")),
    references: ["Apple: Sign in with Apple JS"], isFixable: true)

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    for parameter in context.policy.apple?.parameters ?? [] where parameter.name.value == "locale" {
      guard let fault = LocaleProblem(parameter.value.value, separator: "_") else { continue }
      findings.report(
        parameter.value.node, fault.message, help: fault.help,
        fixes: fault.replacement.map {
          findings.replacing(parameter.value.node, by: $0, "write `\($0)`", isSafe: false)
        } ?? [])
    }
  }
}

struct AppleLocaleParameter: Rule {
  static let info = RuleInfo(
    "apple-locale-parameter", .apple, .warning, aliases: ["apple-locale-param"],
    summary: "Require `locale` as Apple's language parameter",
    why: "Only one sample uses `language`, and Apple may ignore it.",
    examples: .policy(
      bad: ExamplePolicy.apple("parameters: { ⟦language⟧: fr }"),
      good: ExamplePolicy.apple("parameters: { locale: fr }")))

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    let parameters = context.policy.apple?.parameters ?? []
    // With both, Apple reads the documented one.
    guard !parameters.contains(where: { $0.name.value == "locale" }) else { return }
    for parameter in parameters where parameter.name.value == "language" {
      findings.report(
        parameter.name.node, "Apple may ignore `language`", help: "write `locale` instead")
    }
  }
}

struct AppleReservedParameter: Rule {
  static let info = RuleInfo(
    "apple-reserved-parameter", .apple, .warning, aliases: ["apple-reserved-param"],
    summary: "Disallow protocol parameters as custom parameters",
    why: "The SDK sets these parameters itself and ignores yours.",
    examples: .policy(
      bad: ExamplePolicy.apple("parameters: { ⟦state⟧: abc }"),
      good: ExamplePolicy.apple("parameters: { locale: fr }")))

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    let reserved: [ExactString] = [
      "client_id", "redirect_uri", "scope", "response_type", "state",
    ]
    for parameter in context.policy.apple?.parameters ?? []
    where reserved.contains(parameter.name.value) {
      findings.report(
        parameter.name.node, "\(parameter.name.value.quoted) is reserved, so the SDK ignores it",
        help: "remove \(parameter.name.value.quoted)")
    }
  }
}

struct AppleScope: Rule {
  static let info = RuleInfo(
    "apple-scope", .apple, .error, summary: "Allow only the Apple scopes `name` and `email`",
    why: "Apple returns `invalid_scope` for other scopes. It sends the name only at the first "
      + "sign-in, and never a photo URL.",
    examples: .policy(
      bad: ExamplePolicy.apple("scopes: [name, ⟦openid⟧]"),
      good: ExamplePolicy.apple("scopes: [name, email]")),
    references: ["Firebase: authenticate using Apple"], isFixable: true)

  private static let scopes = ["name", "email"]
  /// Names that SDKs use, in lowercase.
  private static let names = [
    "fullname": "name", "full_name": "name", "displayname": "name", "display_name": "name",
    "emailaddress": "email", "email_address": "email",
  ]
  private static let photos = [
    "photo", "photourl", "photo_url", "picture", "avatar", "avatar_url", "image",
  ]

  func check(_ context: RuleContext, reporting findings: inout Findings) {
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
