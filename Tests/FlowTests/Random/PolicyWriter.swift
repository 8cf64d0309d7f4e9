import PolicyTestSupport

/// Writes a policy line by line.
struct PolicyWriter {
  var chance: SeededRandom
  let mistakes: Set<PolicyMistake>
  var lines: [String] = []

  init(chance: SeededRandom, mistakes: Set<PolicyMistake>) {
    self.chance = chance
    self.mistakes = mistakes
  }

  func has(_ mistake: PolicyMistake) -> Bool { mistakes.contains(mistake) }

  /// Returns the wrong value if the policy has the mistake, otherwise the right one.
  func text(_ right: String, _ mistake: PolicyMistake, _ wrong: String) -> String {
    has(mistake) ? wrong : right
  }

  static func quoted(_ text: String) -> String {
    "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
  }

  static func list(_ items: [String]) -> String { "[\(items.map(quoted).joined(separator: ", "))]" }

  mutating func hex(_ count: Int) -> String {
    (0..<count).map { _ in
      let text = String(UInt8.random(in: 0...255, using: &chance), radix: 16, uppercase: true)
      return text.count == 1 ? "0" + text : text
    }.joined(separator: ":")
  }

  mutating func write() {
    lines = ["linkpolicy: 1", "name: lumen"]
    apps()
    domains()
    server()
    clients()
    let providers = Providers(of: &self)
    if !providers.lines.isEmpty { lines += ["providers:"] + providers.lines }
  }

  // MARK: apps and hosts

  private mutating func apps() {
    lines += [
      "apps:",
      "  phone: { platform: ios, bundle_id: com.lumen.home, team_id: A1B2C3D4E5, "
        + "app_store_id: \"1450926713\", firebase_app_id: \"1:123456789012:ios:0a1b2c3d4e5f\" }",
      "  droid:", "    platform: android", "    package_name: com.lumen.home",
      "    sha256_cert_fingerprints: [\"\(hex(32))\", \"\(hex(32))\"]",
      "    sha1_cert_fingerprints: [\"\(hex(20))\"]",
    ]
    if has(.flipAppMissing) || has(.iosAppMissing) {
      lines[3] = lines[3].replacing(" }", with: ", environments: [prod] }")
    }
    if has(.otherAppClaims) {
      lines.append(
        "  tablet: { platform: ios, bundle_id: com.lumen.tablet, team_id: A1B2C3D4E5, "
          + "app_store_id: \"1450926714\" }")
    }
    if has(.bundleAppSandbox) || has(.flipAppByEnvironment) {
      lines.append(
        "  tester: { platform: ios, bundle_id: com.lumen.tester, team_id: A1B2C3D4E5, "
          + "app_store_id: \"1450926715\", environments: [sandbox] }")
    }
    if has(.emailApplePlatform) {
      lines.append(
        "  desk: { platform: macos, bundle_id: com.lumen.desk, team_id: A1B2C3D4E5 }")
    }
  }

  /// The path of the App Flip link.
  var flipPath: String { text("/flip", .linkPathRoot, "/") }

  private mutating func domains() {
    lines.append("domains:")
    let environment = text("both", .hostSandboxOnly, "sandbox")
    if has(.linkHostOfOtherEnvironment) {
      host("www.lumen.example", "prod")
    } else if chance.once(in: 2) {
      host("www.lumen.example", environment)
    } else {
      host("www.lumen.example", text("prod", .hostSandboxOnly, "sandbox"))
      host("www.sandbox.lumen.example", "sandbox")
    }
    if !has(.linkDomainUndeclared) { linkHost() }
  }

  /// The hosts of App Flip links, by environment.
  var flipHosts: (prod: String, sandbox: String) {
    let hasOwn = lines.contains("  www.sandbox.lumen.example:")
    return ("www.lumen.example", hasOwn ? "www.sandbox.lumen.example" : "www.lumen.example")
  }

  private mutating func host(_ name: String, _ environment: String) {
    let apps =
      has(.ruleForAndroidOnly)
      ? "droid" : has(.otherAppClaims) ? "phone, tablet, droid" : "phone, droid"
    let testers = has(.flipAppByEnvironment) && chance.once(in: 2) ? ", tester" : ""
    var rules: [String] = []
    if has(.linkPathExcluded) { rules.append("{ path: \(flipPath)*, exclude: true }") }
    if chance.once(in: 2) { rules.append("{ path: /help/*, exclude: true }") }
    var rule = "path: \(flipPath)"
    if has(.linkPathUncovered) { rule = "path: /flop" }
    if has(.ruleOtherCase) { rule = "path: /Flip" }
    if has(.ruleClaimsAll) { rule = "path: \"*\"" }
    if has(.ruleDoubleStar) { rule = "path: \"*/flip\"" }
    if has(.ruleVariable) { rule = "path: /$(lang)" }
    if has(.ruleNeedsQuery) { rule += ", query: { id: \"?*\" }" }
    if has(.ruleNeedsFragment) { rule += ", fragment: \"?*\"" }
    rules.append("{ \(rule) }")
    if chance.once(in: 2) { rules.append("{ path: /orders/*, query: { id: \"?*\" } }") }
    lines += [
      "  \(name):", "    environment: \(environment)", "    links:",
      "      - apps: [\(apps)\(testers)]",
      "        rules: [\(rules.joined(separator: ", "))]", "    credentials: [phone, droid]",
    ]
  }

  private mutating func linkHost() {
    let path = text("/__/auth/links", .linkDomainUncovered, "/elsewhere")
    lines += [
      "  links.lumen.example:", "    environment: both", "    links:",
      "      - { apps: [phone, droid], rules: [{ path: \(path) }, { path: \(path)/* }] }",
      "    credentials: [phone, droid]",
    ]
  }

  // MARK: clients of our server

  private mutating func server() {
    guard !chance.once(in: 4) else { return }
    lines.append("authorization_server:")
    func both(_ path: String) -> String {
      "{ prod: \"https://auth.lumen.example\(path)\", "
        + "sandbox: \"https://auth.sandbox.lumen.example\(path)\" }"
    }
    if has(.issuerEmpty) {
      lines.append("  issuer: \"\"")
    } else if chance.once(in: 2) || has(.issuerHasQuery) {
      lines.append("  issuer: \(both(text("", .issuerHasQuery, "/?a=b")))")
    }
    var endpoint = both("/authorize")
    if has(.endpointHasQuery) { endpoint = both("/authorize?tenant=7") }
    if has(.endpointEmptyQuery) { endpoint = both("/authorize?") }
    if has(.endpointHasClientID) { endpoint = both("/authorize?client_id=x") }
    if has(.endpointHasFragment) { endpoint = both("/authorize#top") }
    if has(.endpointRelative) { endpoint = "/authorize" }
    if has(.endpointIsHTTP) { endpoint = "http://auth.lumen.example/authorize" }
    lines.append("  endpoints: { authorization: \(endpoint), token: \(both("/token")) }")
    if chance.once(in: 2) { lines.append("  code_lifetime: 600") }
    if has(.plainOnly) {
      lines.append("  code_challenge_methods: [plain]")
    } else if has(.noMethods) {
      lines.append("  code_challenge_methods: []")
    } else if chance.once(in: 3) {
      lines.append("  code_challenge_methods: [S256]")
    }
  }

  private mutating func clients() {
    lines.append("clients:")
    let hasGoogle = !chance.once(in: 5)
    if hasGoogle { google("google-home", suffix: "") }
    if has(.actionTwice) || has(.flipLinkTwice) || has(.clientIDTwice) {
      google("google-too", suffix: has(.clientIDTwice) ? "" : "-too")
    }
    if !hasGoogle || chance.once(in: 2) { web() }
    if chance.once(in: 3) || has(.nativeWithSecret) { native() }
  }

  private func clientID(_ name: String) -> String {
    if has(.clientIDSpace) { return "{ prod: \"\(name) prod\", sandbox: \"\(name) sandbox\" }" }
    if has(.clientIDNotASCII) { return "{ prod: \"\(name)-é\", sandbox: \"\(name)-sandbox\" }" }
    if has(.clientIDEmpty) { return "{ prod: \"\", sandbox: \"\(name)-sandbox\" }" }
    if has(.clientIDShared) { return name }
    if has(.clientIDSandboxOnly) { return "{ sandbox: \(name)-sandbox }" }
    return "{ prod: \(name)-prod, sandbox: \(name)-sandbox }"
  }

  private mutating func common() {
    if has(.noScopes) {
      if chance.once(in: 2) { lines.append("    scopes: []") }
    } else if has(.scopeWithSpace) {
      lines.append("    scopes: [\"devices read\"]")
    } else if has(.scopeWithQuote) {
      lines.append("    scopes: [\"devices\\\"read\"]")
    } else if has(.scopeNotASCII) {
      lines.append("    scopes: [geräte]")
    } else {
      lines.append(
        "    scopes: \(Self.list(["devices"] + chance.some(of: ["profile", "rooms.read"])))")
    }
    if has(.implicitOnly) { lines.append("    response_types: [token]") }
    if has(.noResponseTypes) { lines.append("    response_types: []") }
    if has(.noCodeGrant) {
      lines.append("    grant_types: [refresh_token, client_credentials]")
    } else if has(.onlyCodeGrant) {
      lines.append("    grant_types: [authorization_code]")
    } else if chance.once(in: 4) {
      lines.append(
        "    grant_types: "
          + Self.list(
            ["authorization_code", "refresh_token"] + chance.some(of: ["client_credentials"])))
    }
    if has(.omittedRedirect) { lines.append("    omit_redirect_uri: true") }
    if chance.once(in: 4) { lines.append("    state: required") }
  }

  private mutating func secret() {
    if has(.basicWithoutSecret) { return lines.append("    token_endpoint_auth: basic") }
    if has(.postWithoutSecret) { return lines.append("    token_endpoint_auth: post") }
    lines.append(
      has(.secretProdOnly)
        ? "    client_secret: { prod: { env: LUMEN_SECRET } }"
        : "    client_secret: { env: LUMEN_SECRET }")
    if has(.noneWithSecret) { return lines.append("    token_endpoint_auth: none") }
    if chance.once(in: 2) {
      lines.append("    token_endpoint_auth: \(chance.once(in: 2) ? "basic" : "post")")
    }
  }

  private mutating func google(_ name: String, suffix: String) {
    lines += [
      "  \(name):", "    provider: google-account-linking", "    type: web",
      "    client_id: \(clientID("google-home" + suffix))",
    ]
    secret()
    lines.append("    redirect_uris:")
    for (environment, host) in [("prod", "oauth-redirect"), ("sandbox", "oauth-redirect-sandbox")] {
      let other = environment == "prod" ? "oauth-redirect-sandbox" : "oauth-redirect"
      let base = "https://\(has(.foreignAddress) ? other : host).googleusercontent.com"
      var uris: [String] = []
      if !has(.noBrowserAddress) { uris.append(base + "/r/lumen-home") }
      if !has(.noAppAddress) {
        uris += [base + "/a/com.google.Chromecast", base + "/a/com.google.OPA"]
      }
      if chance.once(in: 2) { uris.reverse() }
      lines.append("      \(environment): \(Self.list(has(.noRedirects) ? [] : uris))")
    }
    common()
    let hasFlip = !chance.once(in: 5)
    if has(.pkceWithFlip) || (!hasFlip && chance.once(in: 2)) { lines.append("    pkce: required") }
    if hasFlip { flip(suffix) }
  }

  private mutating func flip(_ suffix: String) {
    lines.append("    app_flip:")
    let ios = !chance.once(in: 5)
    if ios {
      let hosts = flipHosts
      var app = text("phone", .flipAppOtherPlatform, "droid")
      if has(.flipAppByEnvironment) { app = "{ prod: phone, sandbox: tester }" }
      lines.append("      ios: { app: \(app), universal_link: \(links(hosts, suffix)) }")
    }
    guard !ios || !chance.once(in: 4) else { return }
    var action =
      "com.lumen.home.APP_FLIP" + (has(.actionTwice) ? "" : suffix.replacing("-", with: "_"))
    if has(.actionBlank) { action = "" }
    var certificates = [
      "F0:FD:6C:5B:41:0F:25:CB:25:C3:B5:33:46:C8:97:2F:AE:30:F8:EE:74:11:DF:91:04:80:AD:6B:2D:60:DB:83"
    ]
    if has(.callerWithoutCertificates) { certificates = [] }
    if has(.callerBadCertificate) { certificates = ["not a fingerprint"] }
    if has(.callerShortCertificate) { certificates = [hex(20)] }
    let package = text("com.google.android.googlequicksearchbox", .callerPackageBlank, "")
    let callers =
      has(.noCallers)
      ? "[]"
      : "[{ package_name: \"\(package)\", sha256_cert_fingerprints: \(Self.list(certificates)) }]"
    lines.append(
      "      android: { app: \(text("droid", .flipAppOtherPlatform, "phone")), "
        + "intent_action: \"\(action)\", callers: \(callers) }")
  }

  private func links(_ hosts: (prod: String, sandbox: String), _ suffix: String) -> String {
    func link(_ host: String) -> String {
      var host = host
      if has(.linkHostUndeclared) { host = "elsewhere.lumen.example" }
      if has(.linkHostUpper) { host = host.uppercased() }
      if has(.linkHasPort) { host += ":8443" }
      var path = flipPath
      if !suffix.isEmpty, !has(.flipLinkTwice) { path = "/orders/flip" }
      if has(.linkTrailingSlash) { path += "/" }
      if has(.linkEscaped) { path = "/fl%69p" }
      if has(.linkHasQuery) { path += "?source=google" }
      if has(.linkHasFragment) { path += "#flip" }
      return "\(has(.linkIsHTTP) ? "http" : "https")://\(host)\(path)"
    }
    if has(.linkProdOnly) { return "{ prod: \(Self.quoted(link(hosts.prod))) }" }
    return hosts.prod == hosts.sandbox
      ? Self.quoted(link(hosts.prod))
      : "{ prod: \(Self.quoted(link(hosts.prod))), sandbox: \(Self.quoted(link(hosts.sandbox))) }"
  }

  // MARK: other clients

  private mutating func web() {
    lines += [
      "  website:", "    provider: generic", "    type: web",
      "    client_id: \(clientID("website"))",
    ]
    secret()
    lines.append("    redirect_uris:")
    for environment in has(.redirectsProdOnly) ? ["prod"] : ["prod", "sandbox"] {
      let host = environment == "prod" ? "lumen.example" : "sandbox.lumen.example"
      lines.append("      \(environment): \(Self.list(redirects(host)))")
    }
    common()
    if chance.once(in: 3) {
      lines.append("    pkce: required")
    } else if chance.once(in: 4) {
      lines.append("    pkce: optional")
    }
  }

  private mutating func redirects(_ host: String) -> [String] {
    if has(.noRedirects) { return [] }
    var uri = "https://\(host)/oauth/callback"
    if has(.redirectHasFragment) { uri += "#done" }
    if has(.redirectHasQuery) { uri += "?tenant=7&x=%2F" }
    if has(.redirectEmptyQuery) { uri += "?" }
    if has(.redirectHasCode) { uri += "?code=1" }
    if has(.redirectHasState) { uri += "?state=s" }
    if has(.redirectNotASCII) { uri += "/é" }
    if has(.redirectUpper) { uri = "HTTPS://LUMEN.example/oauth/callback" }
    if has(.redirectIsHTTP) { uri = "http://\(host)/oauth/callback" }
    if has(.redirectIsOurLink) { uri = "https://www.lumen.example/flip" }
    if has(.redirectBadPercent) { uri += "/%zz" }
    if has(.redirectUserinfo) { uri = "https://user@\(host)/oauth/callback" }
    if has(.redirectRelative) { uri = "/oauth/callback" }
    if has(.redirectIPv6) { uri = "https://[2001:db8::1]/oauth/callback" }
    if has(.redirectScheme) { uri = "com.lumen.home:/oauth/callback" }
    var uris = [uri]
    if has(.redirectTwice) { uris.append(uri) }
    if chance.once(in: 2), !has(.omittedRedirect) { uris.append("https://\(host)/oauth/second") }
    return uris
  }

  private mutating func native() {
    lines += [
      "  cli:", "    provider: generic", "    type: native", "    client_id: \(clientID("cli"))",
    ]
    if has(.nativeWithSecret) { lines.append("    client_secret: { env: LUMEN_CLI }") }
    let all = [
      "http://127.0.0.1/callback", "http://[::1]/callback", "com.lumen.cli:/callback",
      "https://www.lumen.example/orders/callback",
    ]
    let uris = chance.some(of: all)
    lines.append("    redirect_uris: \(Self.list(uris.isEmpty ? [all[0]] : uris))")
    common()
  }
}
