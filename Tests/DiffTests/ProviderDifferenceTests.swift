import LinkPolicy
import Testing

/// Changes of the sections about providers, and what each does to requests.
struct ProviderDifferenceTests {
  private static let id = String(repeating: "a1", count: 16)
  private static let base = """
    linkpolicy: 1
    name: lumen
    apps:
      phone: { platform: ios, bundle_id: example.lumen.home, team_id: A1B2C3D4E5, app_store_id: "1450926713" }
      robot: { platform: android, package_name: example.lumen.home, sha1_cert_fingerprints: { prod: ["F4:B8:C0:2D:29:B6:4F:6B:C3:FE:3C:58:13:00:54:47:6F:36:9D:BF"] } }
      tablet: { platform: ios, bundle_id: example.lumen.pad, team_id: A1B2C3D4E5 }
    clients:
      home:
        provider: google-account-linking
        type: web
        client_id: { prod: home-1 }
        client_secret: { env: HOME_SECRET }
        redirect_uris: { prod: ["https://oauth-redirect.googleusercontent.com/r/lumen"] }
        streamlined_linking: { google_client_id: x, intents: [check, get] }
    authorization_server: { code_lifetime: 600 }
    providers:
      firebase:
        project_id: { prod: lumen }
        project_number: { prod: "123456789012" }
        auth_domain: { prod: lumen.firebaseapp.com }
        authorized_domains: { prod: [lumen.firebaseapp.com, lumen.example] }
        hosting_domains: { prod: [links.lumen.example] }
        mobile_links: hosting_domain
        email: { locale: de }
        sign_in: { email_link: true, allow_duplicate_emails: false, improved_email_privacy: true }
        email_actions:
          reset_password: { url: { prod: https://lumen.example/done }, handle_code_in_app: true, link_domain: { prod: links.lumen.example } }
      apple:
        platforms: [ios]
        services_id: { prod: example.lumen.web }
        bundle_apps: { prod: [phone] }
        return_urls: { prod: [https://lumen.firebaseapp.com/__/auth/handler] }
        private_key: { file: AuthKey.p8 }
        parameters: { locale: fr }
        linking: { require_consent: true }
      google_sign_in:
        ios: { app: { prod: phone }, client_id: { prod: 123456789012-\(id).apps.googleusercontent.com }, url_schemes: { prod: [com.googleusercontent.apps.123456789012-\(id)] } }
        scopes: { sign_in: [email] }

    """

  /// What is replaced in the policy, by what, and what comes of it.
  struct Edit: Sendable, CustomTestStringConvertible {
    var from: String
    var to: String
    var changes: [String]
    init(_ from: String, _ to: String, _ changes: String...) {
      (self.from, self.to, self.changes) = (from, to, changes)
    }
    var testDescription: String { changes.joined(separator: ", ") }
  }

  @Test(arguments: [
    // Covered by its parent for pages, but the custom auth domain is compared exactly.
    Edit(
      "com, lumen.example]", "com, lumen.example, auth.lumen.example]",
      "widening authorized_domain"),
    Edit(
      "[links.lumen.example]", "[links.lumen.example, l.lumen.example]",
      "widening hosting_domain"),
    Edit("mobile_links: hosting_domain", "mobile_links: dynamic_links", "neutral mobile_links"),
    Edit("email_link: true", "email_link: false", "narrowing email_link"),
    Edit("duplicate_emails: false", "duplicate_emails: true", "widening duplicate_emails"),
    Edit("privacy: true", "privacy: false", "narrowing email_privacy"),
    Edit(
      "\"123456789012\"", "\"123456789013\"", "widening project_number",
      "narrowing project_number", "narrowing google_client"),
    Edit("https://lumen.example/done", "https://lumen.example/end", "neutral email_action"),
    Edit("handle_code_in_app: true", "handle_code_in_app: false", "neutral email_action"),
    Edit(
      "example.lumen.web", "example.lumen.site", "widening apple_services_id",
      "narrowing apple_services_id"),
    Edit("prod: [phone] }", "prod: [phone, tablet] }", "widening apple_bundle_id"),
    Edit("consent: true", "consent: false", "widening apple_consent"),
    // Consent is required by default.
    Edit("{ require_consent: true }", "{}"),
    Edit("[com.googleusercontent", "[lumen, com.googleusercontent", "neutral google_url_scheme"),
    Edit(
      "[com.googleusercontent", "[x.googleusercontent", "narrowing google_url_scheme",
      "neutral google_url_scheme"),
    // Users are asked for more.
    Edit("sign_in: [email]", "sign_in: [email, profile]", "widening google_scope"),
    Edit(
      "sign_in: [email]", "sign_in: [email, https://www.googleapis.com/auth/drive]",
      "widening google_scope"),
    Edit(
      "sign_in: [email]",
      "sign_in: [email], features: { backup: [https://www.googleapis.com/auth/drive] }",
      "widening google_scope"),
    // Two names of one scope.
    Edit(
      "sign_in: [email]", "sign_in: [https://www.googleapis.com/auth/userinfo.email]",
      "neutral google_scope"),
    Edit("1450926713", "1450926714", "neutral app_setting"),
    Edit(
      "9D:BF\"]", "9D:BF\", \"F4:B8:C0:2D:29:B6:4F:6B:C3:FE:3C:58:13:00:54:47:6F:36:9D:C0\"]",
      "widening app_sha1_fingerprint"),
    Edit("locale: fr", "locale: de_DE", "neutral apple_parameter"),
    Edit("locale: fr", "prompt: fr", "neutral apple_parameter", "neutral apple_parameter"),
    Edit("email: { locale: de }", "email: { locale: it }", "neutral email_setting"),
    Edit("{ file: AuthKey.p8 }", "{ env: APPLE_KEY }", "neutral apple_key"),
    Edit("{ env: HOME_SECRET }", "{ secret: home }", "neutral client_secret"),
    Edit("google_client_id: x", "google_client_id: z", "neutral streamlined_client"),
    Edit("intents: [check, get]", "intents: [check, get, create]", "widening streamlined_intent"),
    Edit("code_lifetime: 600", "code_lifetime: 300", "neutral code_lifetime"),
    Edit("auth_domain: { prod: lumen.f", "auth_domain: { prod: other.f", "neutral auth_domain"),
    Edit("platforms: [ios]", "platforms: [ios, web]", "neutral apple_platform"),
    Edit("[https://lumen.firebaseapp.com/__/auth/handler]", "[]", "neutral apple_return_url"),
  ])
  func `an edit comes to its changes, in both directions`(edit: Edit) throws {
    let parts = Self.base.split(separator: edit.from, omittingEmptySubsequences: false)
    try #require(parts.count == 2, "`\(edit.from)` stands once")
    let old = Project(policy: Self.base)
    let new = Project(policy: parts.joined(separator: edit.to))
    let there = PolicyDifference(old: old, new: new)
    let back = PolicyDifference(old: new, new: old)
    func lines(_ difference: PolicyDifference, mirrored: Bool) -> [String] {
      difference.changes.map {
        "\((mirrored ? $0.effect.mirrored : $0.effect).rawValue) \($0.kind.rawValue)"
      }.sorted()
    }
    #expect(lines(there, mirrored: false) == edit.changes.sorted())
    #expect(Set(lines(back, mirrored: true)) == Set(edit.changes))
    #expect(there.faults(old: old, new: new) == [])
    #expect(there.changes.allSatisfy { $0.environment == .prod })
  }

  @Test func `a section that comes or goes is told part by part`() {
    let lines = Self.base.split(separator: "providers:")
    let without = Project(policy: String(lines[0]))
    let with = Project(policy: Self.base)
    let difference = PolicyDifference(old: without, new: with)
    #expect(difference.faults(old: without, new: with) == [])
    for kind in ["authorized_domain", "apple_services_id", "apple_bundle_id", "hosting_domain"] {
      #expect(difference.summary.contains("widening prod \(kind)"), "\(difference.summary)")
    }
  }

  @Test func `a policy under another name keeps its sections`() {
    let renamed = Self.base.replacing("name: lumen", with: "name: other")
    let difference = PolicyDifference(
      old: Project(policy: Self.base), new: Project(policy: renamed))
    #expect(difference.summary.filter { !$0.hasSuffix("client_key") } == [])
  }
}
