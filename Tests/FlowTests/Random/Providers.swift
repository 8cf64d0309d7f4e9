import PolicyTestSupport

/// Random sections about services of which the team is a client.
struct Providers {
  private(set) var lines: [String] = []
  private var chance: SeededRandom
  private let mistakes: Set<PolicyMistake>

  init(of writer: inout PolicyWriter) {
    chance = writer.chance
    mistakes = writer.mistakes
    if !chance.once(in: 4) { section(.googleProdOnly) { $0.google() } }
    if !chance.once(in: 4) { section(.firebaseProdOnly) { $0.firebase() } }
    if !chance.once(in: 3) { section(.appleProdOnly) { $0.apple() } }
    writer.chance = chance
  }

  private func has(_ mistake: PolicyMistake) -> Bool { mistakes.contains(mistake) }

  private func text(_ right: String, _ mistake: PolicyMistake, _ wrong: String) -> String {
    has(mistake) ? wrong : right
  }

  /// Writes a section. With the mistake, it has no value for sandbox.
  private mutating func section(_ mistake: PolicyMistake, _ write: (inout Self) -> Void) {
    let start = lines.count
    write(&self)
    guard has(mistake) else { return }
    for index in lines.indices[start...] {
      lines[index] = lines[index].replacing(#/, sandbox: (\[[^\]]*\]|[^ ,}]+) }/#, with: " }")
    }
  }

  private static func both(_ prod: String, _ sandbox: String) -> String {
    "{ prod: \(prod), sandbox: \(sandbox) }"
  }

  // MARK: Google

  private static let numbers = (prod: "123456789012", sandbox: "210987654321")

  /// Returns `NUMBER-LETTERS`, the first part of a Google client ID.
  private func client(_ number: String, _ letters: String) -> String {
    number + "-" + String(repeating: letters, count: 16)
  }

  private mutating func google() {
    func ids(_ letters: String) -> (prod: String, sandbox: String) {
      let suffix = ".apps.googleusercontent.com"
      return (
        client(Self.numbers.prod, letters) + suffix, client(Self.numbers.sandbox, letters) + suffix
      )
    }
    var ios = ids("a1")
    let web = ids("c3")
    if has(.reversedClient) {
      ios.prod = "com.googleusercontent.apps.\(client(Self.numbers.prod, "a1"))"
    }
    if has(.placeholderClient) { ios.prod = "YOUR_CLIENT_ID.apps.googleusercontent.com" }
    if has(.legacyClient) { ios.prod = "123456789012.apps.googleusercontent.com" }
    if has(.webClientAsIOS) { ios = web }
    if has(.shortClient) { ios.prod = "\"1234\"" }
    if has(.googleUpper) { ios.prod = ios.prod.uppercased() }
    var server = web
    if has(.serverOtherProject) {
      server.prod = client("999999999999", "c3") + ".apps.googleusercontent.com"
    }
    func schemes(_ number: String) -> String {
      let scheme = "com.googleusercontent.apps.\(client(number, "a1"))"
      return has(.upperSchemes)
        ? "[\(scheme.uppercased())]" : has(.otherSchemes) ? "[lumen]" : "[\(scheme)]"
    }
    lines += ["  google_sign_in:", "    ios:", "      app: phone"]
    lines.append("      client_id: \(Self.both(ios.prod, ios.sandbox))")
    if chance.once(in: 2) || has(.serverOtherProject) {
      lines.append("      server_client_id: \(Self.both(server.prod, server.sandbox))")
    }
    if !has(.noSchemes) {
      lines.append(
        "      url_schemes: \(Self.both(schemes(Self.numbers.prod), schemes(Self.numbers.sandbox)))"
      )
    }
    if chance.once(in: 2) {
      let android = ids("b2")
      lines.append(
        "    android: { app: droid, client_id: \(Self.both(android.prod, android.sandbox)) }")
    }
    if chance.once(in: 2) {
      lines += [
        "    web:", "      client_id: \(Self.both(web.prod, web.sandbox))",
        "      javascript_origins: "
          + Self.both("[https://app.lumen.example]", "[https://app.sandbox.lumen.example]"),
      ]
    }
    scopes()
  }

  private mutating func scopes() {
    var drive = "https://www.googleapis.com/auth/drive.file"
    if has(.mangledScope) { drive = "https://www.googleapis.com/auth/drive.file/" }
    if has(.unknownScope) { drive = "https://www.googleapis.com/auth/drive.files" }
    if has(.featureOfSignIn) { drive = "email" }
    let signIn = PolicyWriter.list(chance.some(of: ["openid", "email", "profile"]))
    let features =
      has(.emptyFeature)
      ? "{ backup: [] }"
      : has(.scopeTwice)
        ? "{ backup: [\(drive), \(drive)] }"
        : chance.once(in: 2)
          ? "{ backup: [\(drive)] }"
          : "{ backup: [\(drive)], calendar: [https://www.googleapis.com/auth/calendar.readonly] }"
    lines.append("    scopes: { sign_in: \(signIn), features: \(features) }")
  }

  // MARK: Firebase

  private mutating func firebase() {
    lines += ["  firebase:", "    project_id: \(Self.both("lumen-home", "lumen-home-sbx"))"]
    if !chance.once(in: 3) {
      let number = text(Self.numbers.prod, .otherNumber, "999999999999")
      lines.append(
        "    project_number: { prod: \"\(number)\", sandbox: \"\(Self.numbers.sandbox)\" }")
    }
    if !has(.noAuthDomain) {
      lines.append(
        "    auth_domain: \(Self.both("lumen-home.firebaseapp.com", "lumen-home-sbx.firebaseapp.com"))"
      )
    }
    authorizedDomains()
    if !has(.noHostingDomains) { lines.append("    hosting_domains: [links.lumen.example]") }
    if !has(.noMobileLinks) {
      lines.append("    mobile_links: \(text("hosting_domain", .dynamicLinks, "dynamic_links"))")
    }
    lines.append(
      "    sign_in: { email_link: \(!has(.emailLinkOff)), allow_duplicate_emails: false, "
        + "improved_email_privacy: true }")
    if has(.callbackForeign) {
      lines.append("    email: { callback_uri: https://elsewhere.example/auth/action }")
    } else if has(.callbackHasQuery) {
      lines.append("    email: { callback_uri: \"https://app.lumen.example/auth/action?a=b#c\" }")
    } else if has(.callbackRelative) {
      lines.append("    email: { callback_uri: /auth/action }")
    }
    actions()
  }

  private mutating func authorizedDomains() {
    guard !has(.noAuthorizedDomains) else { return }
    var prod = ["lumen-home.firebaseapp.com", "lumen-home.web.app"]
    var sandbox = ["lumen-home-sbx.firebaseapp.com", "lumen-home-sbx.web.app"]
    if has(.continueByParent) {
      prod.append("lumen.example")
      sandbox.append("sandbox.lumen.example")
    } else if !has(.continueUnlisted) {
      prod.append(text("app.lumen.example", .authorizedUpper, "APP.lumen.example"))
      sandbox.append("app.sandbox.lumen.example")
    }
    if has(.authorizedScheme) { prod[2] = "https://app.lumen.example" }
    if chance.once(in: 3) { sandbox.append("localhost") }
    lines.append(
      "    authorized_domains: \(Self.both(PolicyWriter.list(prod), PolicyWriter.list(sandbox)))")
  }

  private func continueURL(_ host: String) -> String {
    if has(.continueScheme) { return "lumen://finish" }
    if has(.continuePort) { return "https://\(host):8443/finish" }
    if has(.continueHasLink) {
      return "https://\(host)/finish?link=https%3A%2F%2F\(host)%2F&oobCode=1"
    }
    if has(.continueHasMode) { return "https://\(host)/finish?mode=signIn&apiKey=k" }
    if has(.continueNoPath) { return "https://\(host)" }
    if has(.continueLocalhost) { return "http://localhost:5000/finish" }
    if has(.continueRelative) { return "/finish" }
    if has(.continueNotASCII) { return "https://\(host)/fin ish/é" }
    if has(.continueFragment) { return "https://\(host)/finish#top" }
    return "https://\(host)/finish"
  }

  private mutating func actions() {
    lines.append("    email_actions:")
    let names = ["sign_in"] + chance.some(of: ["verify_email", "reset_password", "change_email"])
    for name in names {
      let prod = PolicyWriter.quoted(continueURL("app.lumen.example"))
      let sandbox = PolicyWriter.quoted(continueURL("app.sandbox.lumen.example"))
      lines += ["      \(name):", "        url: \(Self.both(prod, sandbox))"]
      let isInApp =
        name == "sign_in" ? !has(.signInNotInApp) : !has(.codeNotInApp) && chance.once(in: 2)
      lines.append("        handle_code_in_app: \(isInApp)")
      let hasApps = (isInApp && !has(.linkDomainWithoutApp)) || has(.codeNotInApp)
      if hasApps, !chance.once(in: 4) {
        lines.append("        ios: \(text("phone", .emailApplePlatform, "desk"))")
      }
      if hasApps, !chance.once(in: 4) {
        let version =
          has(.androidOnlyVersion) || chance.once(in: 2) ? ", minimum_version: \"12\"" : ""
        lines.append(
          "        android: { app: droid, install_if_not_available: \(chance.once(in: 2))\(version) }"
        )
      }
      guard isInApp, !has(.emailNoLinkDomain), !chance.once(in: 4) else { continue }
      var domain = "links.lumen.example"
      if has(.linkDomainForeign) { domain = "links.elsewhere.example" }
      if has(.linkDomainDefault) { domain = "lumen-home.web.app" }
      if has(.linkDomainUpper) { domain = "LINKS.lumen.example" }
      lines.append("        link_domain: \(domain)")
      if has(.dynamicLinkDomain) { lines.append("        dynamic_link_domain: lumen.page.link") }
    }
  }

  // MARK: Apple

  private mutating func apple() {
    let platforms =
      ["ios"] + chance.some(of: ["android", "web"]) + (has(.appleTwice) ? ["ios"] : [])
    lines += ["  apple:", "    platforms: \(PolicyWriter.list(platforms))"]
    if !has(.noServicesID) {
      let id = text("com.lumen.home.web", .servicesIDIsBundle, "com.lumen.home")
      lines.append("    services_id: \(Self.both(id, id))")
    }
    if !has(.noKeys) {
      lines.append("    team_id: \(text("A1B2C3D4E5", .teamFormat, "A1B2"))")
      lines.append("    key_id: \(text("K1L2M3N4O5", .keyFormat, "k1"))")
      if !has(.halfKeys) {
        lines.append("    private_key: { file: secrets/AuthKey_K1L2M3N4O5.p8 }")
      }
    }
    if !has(.noBundleApps) {
      let app = has(.bundleAppAndroid) ? "droid" : has(.bundleAppSandbox) ? "tester" : "phone"
      lines.append("    bundle_apps: [\(app)]")
    }
    if !has(.noReturnURL) {
      var urls = (
        "https://lumen-home.firebaseapp.com/__/auth/handler",
        "https://lumen-home-sbx.firebaseapp.com/__/auth/handler"
      )
      if has(.returnLocalhost) { urls.0 = "https://localhost/__/auth/handler" }
      if has(.returnHTTP) { urls.0 = "http://lumen-home.firebaseapp.com/__/auth/handler" }
      if has(.returnFragment) { urls.0 += "#x" }
      lines.append("    return_urls: { prod: [\"\(urls.0)\"], sandbox: [\"\(urls.1)\"] }")
    }
    lines.append(
      "    scopes: \(PolicyWriter.list(has(.appleScope) ? ["phone"] : chance.some(of: ["name", "email"])))"
    )
    if has(.reservedParameter) {
      lines.append("    parameters: { redirect_uri: https://x.example }")
    }
    if !has(.noConsent) { lines.append("    linking: { require_consent: \(!chance.once(in: 4)) }") }
  }
}
