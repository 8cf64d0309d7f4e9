import PolicyModel
package import PolicyText

/// The link in an email, with the placeholders `CODE` and `KEY`.
///
/// Sources: the backend's schema, links in public issues. As observed, a mobile link escapes only `%`, `&`
/// and `=`.
struct EmailActionLink {
  let host: ExactString
  let text: ExactString
  /// Whether it is a Dynamic Link, a service that was shut down.
  let isDynamicLink: Bool

  init(sdk: EmailActionRequest.SDK, settings: EmailActionSettings, facts: Facts, mode: String) {
    let language = facts.text("lang")?.string ?? "en"
    if sdk == .emulator {
      text = EmulatorLink.build(
        host: facts.text("emulator")?.string ?? "127.0.0.1:9099", mode: mode, language: language,
        code: "CODE", continueURL: settings.continueURL, tenantID: facts.text("tenant"))
      host = URIParts(text).lowerHost
      isDynamicLink = false
      return
    }
    let defaultHost = Self.defaultHost(facts)
    let action =
      facts.text("callback_uri")?.string ?? "https://\(defaultHost.string)/__/auth/action"
    guard settings.handlesCodeInApp else {
      var link = action + Self.joint(action) + "mode=\(mode)&oobCode=CODE&apiKey=KEY"
      if let url = settings.continueURL {
        link += "&continueUrl=" + PercentEncoding.encode(url.string)
      }
      link += "&lang=" + PercentEncoding.encode(language)
      if let tenant = facts.text("tenant") {
        link += "&tenantId=" + PercentEncoding.encode(tenant.string)
      }
      text = ExactString(link)
      host = URIParts(text).lowerHost
      isDynamicLink = false
      return
    }
    var inner = action + Self.joint(action) + "apiKey=KEY&mode=\(mode)&oobCode=CODE"
    if let url = settings.continueURL { inner += "&continueUrl=" + Self.escaped(url.string) }
    inner += "&lang=" + Self.escaped(language)
    if let tenant = facts.text("tenant") { inner += "&tenantId=" + Self.escaped(tenant.string) }
    if facts.text("mobile_links_domain") == "FIREBASE_DYNAMIC_LINK_DOMAIN",
      let domain = facts.text("fdl_domain")
    {
      host = domain
      isDynamicLink = true
      var link = "https://\(domain.string)/?link=" + Self.escaped(inner)
      if let package = settings.androidPackageName { link += "&apn=" + package.string }
      if let version = settings.androidMinimumVersion { link += "&amv=" + version.string }
      if let bundle = settings.iosBundleID { link += "&ibi=" + bundle.string }
      if let store = settings.iosAppStoreID { link += "&isi=" + store.string }
      text = ExactString(link + "&ifl=" + Self.escaped(inner))
    } else {
      host = settings.linkDomain?.exactText?.nonEmpty ?? defaultHost
      isDynamicLink = false
      text = ExactString("https://\(host.string)/__/auth/links?link=" + Self.escaped(inner))
    }
  }

  /// The domain that Firebase serves for a project.
  private static func defaultHost(_ facts: Facts) -> ExactString {
    if let project = facts.text("project_id") {
      return ExactString(project.string + ".firebaseapp.com")
    }
    return facts.list("authorized_domains").first { $0.value.hasSuffix(".firebaseapp.com") }?.value
      ?? "PROJECT.firebaseapp.com"
  }

  private static func joint(_ url: String) -> String {
    url.utf8.contains(UInt8(ascii: "?")) ? "&" : "?"
  }

  private static func escaped(_ text: String) -> String {
    DisplayText.escaped(text, ["%": "%25", "&": "%26", "=": "%3D"])
  }
}

/// Links of the Auth emulator.
///
/// Source: firebase-tools, `src/emulator/auth/{operations,handlers}.ts`.
package enum EmulatorLink {
  /// The link that the emulator prints instead of sending an email.
  package static func build(
    host: String, mode: String, language: String, code: String, continueURL: ExactString?,
    tenantID: ExactString? = nil
  ) -> ExactString {
    var pairs: [(String, ExactString)] = [
      ("mode", ExactString(mode)), ("lang", ExactString(language)),
      ("oobCode", ExactString(code)), ("apiKey", "fake-api-key"),
    ]
    if let continueURL { pairs.append(("continueUrl", continueURL)) }
    if let tenantID { pairs.append(("tenantId", tenantID)) }
    let query = pairs.map { "\($0)=\(escaped($1))" }.joined(separator: "&")
    return ExactString("http://\(host)/emulator/action?" + query)
  }

  /// As in `application/x-www-form-urlencoded` (WHATWG URL): a space is `+`, `*-._` stay.
  private static func escaped(_ text: ExactString) -> String {
    PercentEncoding.encode(text.string).replacing("%20", with: "+").replacing("%2A", with: "*")
      .replacing("~", with: "%7E")
  }
}
