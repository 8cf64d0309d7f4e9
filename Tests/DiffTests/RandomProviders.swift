import PolicyTestSupport

/// Sections about providers made by chance from small pools.
enum RandomProviders {
  private static let id = String(repeating: "a1", count: 16)

  static func lines(_ chance: inout SeededRandom) -> [String] {
    ["providers:"] + firebase(&chance) + apple(&chance) + google(&chance)
  }

  private static func list(_ items: [String]) -> String {
    "[\(items.map { "\"\($0)\"" }.joined(separator: ", "))]"
  }

  private static func firebase(_ chance: inout SeededRandom) -> [String] {
    if chance.once(in: 5) { return [] }
    let domains = [
      "a.example", "b.a.example", "p.firebaseapp.com", "localhost", "x|y.example", "127.0.0.1",
      "chrome-extension://abcd",
    ]
    var lines = ["  firebase:", "    project_id: p\(chance.next() % 2)"]
    lines.append("    project_number: \"12345678901\(chance.next() % 2)\"")
    let sandbox = list(chance.some(of: domains))
    lines.append(
      "    authorized_domains: { prod: \(list(chance.some(of: domains))), sandbox: \(sandbox) }")
    lines.append(
      "    hosting_domains: \(list(chance.some(of: ["links.a.example", "l.b.example"])))")
    lines.append("    mobile_links: \(chance.once(in: 3) ? "dynamic_links" : "hosting_domain")")
    let flags = ["email_link", "allow_duplicate_emails", "improved_email_privacy"].map {
      "\($0): \(chance.once(in: 2))"
    }
    lines.append("    sign_in: { \(chance.some(of: flags).joined(separator: ", ")) }")
    lines.append("    email_actions:")
    for action in ["sign_in", "reset_password"] where !chance.once(in: 4) {
      var parts = ["url: https://\(chance.once(in: 2) ? "a.example" : "c.example")/done"]
      parts.append("handle_code_in_app: \(!chance.once(in: 3))")
      parts += chance.some(of: ["ios: phone", "link_domain: links.a.example"])
      lines.append("      \(action): { \(parts.joined(separator: ", ")) }")
    }
    return lines.last == "    email_actions:" ? lines.dropLast() : lines
  }

  private static func apple(_ chance: inout SeededRandom) -> [String] {
    if chance.once(in: 5) { return [] }
    return [
      "  apple:", "    platforms: \(list(["ios"] + chance.some(of: ["web", "android"])))",
      "    services_id: example.lumen.\(chance.once(in: 2) ? "web" : "home")",
      "    bundle_apps: \(list(chance.some(of: ["phone", "tablet"])))",
      "    return_urls: \(list(chance.some(of: ["https://a.example/r", "https://b.example/r"])))",
      "    scopes: \(list(chance.some(of: ["name", "email"])))",
      "    linking: { require_consent: \(chance.once(in: 2)) }",
    ]
  }

  private static func google(_ chance: inout SeededRandom) -> [String] {
    if chance.once(in: 5) { return [] }
    let number = "12345678901\(chance.next() % 2)"
    let schemes = chance.some(of: [
      "com.googleusercontent.apps.123456789010-\(id)",
      "com.googleusercontent.apps.123456789011-\(id)", "lumen",
    ])
    return [
      "  google_sign_in:",
      "    ios: { app: phone, client_id: \(number)-\(id).apps.googleusercontent.com, "
        + "server_client_id: 12345678901\(chance.next() % 2)-\(id).apps.googleusercontent.com, "
        + "url_schemes: \(list(schemes)) }",
      "    web: { client_id: \(number)-\(id).apps.googleusercontent.com, javascript_origins: "
        + list(chance.some(of: ["https://a.example", "https://b.example"])) + " }",
      "    scopes: { sign_in: \(list(chance.some(of: ["email", "profile", "openid"]))) }",
    ]
  }
}
