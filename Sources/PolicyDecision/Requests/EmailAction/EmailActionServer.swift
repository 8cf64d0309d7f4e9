import PolicyModel
import PolicyText

/// The checks of Firebase's server for an email request.
///
/// The emulator's order of checks is from its source; the production order is inferred.
struct EmailActionServer {
  let sdk: EmailActionRequest.SDK
  let settings: EmailActionSettings
  let facts: Facts

  private struct Failure {
    var message: ExactString
    var step: Step
    var confidence = Decision.Confidence.inferred
    var source: SourceAnchor?
    var nearest: Decision.Nearest?
  }

  private var isEmulator: Bool { sdk == .emulator }

  func decision(_ recorder: TraceRecorder, source: SourceAnchor?) -> Decision {
    var recorder = recorder
    var confidence = Decision.Confidence.certain
    if let failure = requestFailure ?? urlFailure {
      return end(failure, recorder)
    }
    if !isEmulator {
      if let failure = hostFailure(&recorder, &confidence) ?? appFailure
        ?? linkFailure(&recorder, &confidence)
      {
        return end(failure, recorder)
      }
    } else if settings.continueURL != nil {
      recorder.note("continue_url", "the emulator checks no authorized domain")
    }
    if let failure = typeFailure { return end(failure, recorder) }
    let link = EmailActionLink(
      sdk: sdk, settings: settings, facts: facts, mode: mode ?? "action")
    if facts.flag("user_exists", or: true) == false, settings.requestType == "PASSWORD_RESET" {
      if sdk == .adminNode || sdk == .adminGo {
        return recorder.end(
          .deny, "email", .accountUnknown, channel: .clientError,
          error: FirebaseServerError(message: "INTERNAL_ERROR").error(for: sdk),
          message:
            "the user is unknown and email privacy is on: the server returns no link, "
            + "which the caller treats as an error", confidence: .inferred, source: source,
          result: ["link_host": .null, "link": .null])
      }
      return recorder.end(
        .allow, "email", .allowed, channel: isReturned ? .returned : .sent,
        message: isReturned
          ? "the server returns no link: the user is unknown and email privacy is on"
          : "the server responds as if it had sent an email, but sends none: the user is "
            + "unknown and email privacy is on",
        confidence: confidence, source: source,
        result: ["link_host": .null, "link": .null])
    }
    if settings.linkDomain?.exactText?.nonEmpty != nil, !settings.handlesCodeInApp {
      recorder.note("link_domain", "`linkDomain` is ignored when `handleCodeInApp` is false")
    }
    if link.isDynamicLink { confidence = .inferred }
    if !isEmulator, !settings.handlesCodeInApp, wantsMobileLink, settings.continueURL != nil {
      recorder.note(
        "link",
        "with an app given, the continue URL is wrapped in a mobile link, whose form is not known")
      confidence = .inferred
    }
    if !isEmulator { noteApps(&recorder, &confidence) }
    return recorder.end(
      .allow, "email", .allowed, channel: isReturned ? .returned : .sent,
      message: sentMessage(link.host),
      confidence: confidence, source: source,
      result: ["link_host": .string(link.host.string), "link": .string(link.text.string)])
  }

  /// Whether the caller gets the link and sends the email itself.
  private var isReturned: Bool {
    sdk == .adminNode || sdk == .adminGo || settings.wantsLink && (sdk == .rest || isEmulator)
  }

  private func sentMessage(_ host: ExactString) -> String {
    if isReturned {
      return "nothing is sent: the link is returned to the caller, who mails it; it leads to "
        + host.quoted
    }
    return isEmulator
      ? "the emulator mails nothing and prints the link, which leads to \(host.quoted)"
      : "the email is sent; its link leads to \(host.quoted)"
  }

  /// Notes unregistered apps; Firebase does not document the server's response to them.
  private func noteApps(
    _ recorder: inout TraceRecorder, _ confidence: inout Decision.Confidence
  ) {
    for (step, name, key, id) in [
      ("ios", "bundle ID", "ios", settings.iosBundleID),
      ("android", "package", "android", settings.androidPackageName),
    ] as [(Step, String, String, ExactString?)] {
      guard let id else { continue }
      let fact = facts.value("apps")?[key]
      let registered = fact?.texts ?? fact?.exactText.map { [$0] } ?? []
      if registered.contains(id) {
        recorder.pass(step, "the \(name) \(id.quoted) belongs to an app of the project")
      } else {
        recorder.note(
          step,
          "the \(name) \(id.quoted) may not be registered in the project; Firebase does not document "
            + "the server's response in that case")
        confidence = .inferred
      }
    }
  }

  private func end(_ failure: Failure, _ recorder: TraceRecorder) -> Decision {
    var decision = FirebaseServerError(message: failure.message).decision(
      recorder, sdk: sdk, step: failure.step,
      confidence: isEmulator ? .certain : failure.confidence, source: failure.source)
    decision.nearest = failure.nearest
    decision.source = failure.nearest?.entry.anchor ?? decision.source
    return decision
  }

  /// The `mode` of the link; nil for an unknown type.
  private var mode: String? {
    JavaScriptEmailLink.operations.first { ExactString($0.value) == settings.requestType }?
      .key.string
  }

  // MARK: shared checks

  private var requestFailure: Failure? {
    if facts.flag("project_disabled", or: false) {
      return Failure(message: "PROJECT_DISABLED", step: "project", confidence: .certain)
    }
    if mode == nil {
      return Failure(message: "MISSING_REQ_TYPE", step: "request_type", confidence: .certain)
    }
    // Only servers may get the link; the client SDKs never request it.
    if settings.wantsLink, sdk == .rest || sdk == .emulator, !facts.flag("oauth2", or: false) {
      return Failure(
        message: "INSUFFICIENT_PERMISSION", step: "return_oob_link", confidence: .certain)
    }
    return nil
  }

  private var urlFailure: Failure? {
    guard let url = settings.continueURL, BrowserURL.href(url) == nil else { return nil }
    return Failure(
      message:
        "INVALID_CONTINUE_URI : ((expected an absolute URI with valid scheme and host))",
      step: "continue_url", confidence: .certain)
  }

  // MARK: production

  private var wantsMobileLink: Bool {
    settings.handlesCodeInApp || settings.iosBundleID != nil || settings.androidPackageName != nil
  }

  private func hostFailure(
    _ recorder: inout TraceRecorder, _ confidence: inout Decision.Confidence
  ) -> Failure? {
    guard let url = settings.continueURL, let page = PageOrigin(url) else {
      return wantsMobileLink && settings.isGiven
        ? Failure(message: "MISSING_CONTINUE_URI", step: "continue_url") : nil
    }
    guard !page.host.isEmpty else {
      return Failure(
        message: "INVALID_CONTINUE_URI : Missing domain in continue url", step: "continue_url")
    }
    let domains = facts.list("authorized_domains")
    recorder.noteAssumption(facts)
    // The server checks only the host. That this includes other schemes is inferred.
    let covering = domains.filter { page.isHostCovered(by: $0.value) == .yes }
    let exact = covering.first { page.isExactly($0.value) }
    guard let entry = exact ?? covering.first else {
      recorder.note("continue_url", "no authorized domain covers the host \(page.host.quoted)")
      return Failure(
        message: "UNAUTHORIZED_DOMAIN : Domain not whitelisted by project",
        step: "authorized_domains", source: facts.source("authorized_domains"),
        nearest: NearestDomain.to(page.host, among: domains))
    }
    if exact == nil || !page.isWeb || facts.isAssumed("authorized_domains") {
      confidence = .inferred
    }
    recorder.pass(
      "authorized_domains",
      exact == nil
        ? "\(page.host.quoted) is authorized only through \(entry.value.quoted)"
        : "\(page.host.quoted) is authorized", at: entry.source)
    return nil
  }

  private var appFailure: Failure? {
    if settings.androidInstallApp || settings.androidMinimumVersion != nil,
      settings.androidPackageName == nil
    {
      return Failure(message: "MISSING_ANDROID_PACKAGE_NAME", step: "android")
    }
    if settings.iosAppStoreID != nil, settings.iosBundleID == nil {
      return Failure(message: "MISSING_IOS_BUNDLE_ID", step: "ios")
    }
    return nil
  }

  private func linkFailure(
    _ recorder: inout TraceRecorder, _ confidence: inout Decision.Confidence
  ) -> Failure? {
    let owned = facts.text("fdl_domain")
    let mobileLinks = facts.source("mobile_links_domain")
    if wantsMobileLink, let domain = settings.dynamicLinkDomain?.exactText?.nonEmpty,
      domain != owned
    {
      return Failure(
        message: ExactString("INVALID_DYNAMIC_LINK_DOMAIN : \(domain.string)"),
        step: "dynamic_link_domain",
        source: mobileLinks)
    }
    if facts.text("mobile_links_domain") == "FIREBASE_DYNAMIC_LINK_DOMAIN", wantsMobileLink,
      owned == nil
    {
      return Failure(
        message: "DYNAMIC_LINK_NOT_ACTIVATED : FDL domain is not configured",
        step: "mobile_links", source: mobileLinks)
    }
    guard let domain = settings.linkDomain?.exactText?.nonEmpty else { return nil }
    let isDefault = domain.hasSuffix(".web.app") || domain.hasSuffix(".firebaseapp.com")
    if !isDefault, facts.isAssumed("hosting_custom_domains") {
      recorder.note(
        "link_domain",
        "the policy has no `hosting_domains`; assumed: the project has \(domain.quoted)")
      confidence = .inferred
      return nil
    }
    let isOwned = facts.list("hosting_custom_domains").contains { $0.value == domain }
    return isOwned && !isDefault
      ? nil
      : Failure(
        message: ExactString("INVALID_HOSTING_LINK_DOMAIN : \(domain.string)"), step: "link_domain",
        confidence: isDefault ? .inferred : .certain,
        source: facts.source("hosting_custom_domains"))
  }

  // MARK: by type

  private func isMissing(_ value: JSONValue?) -> Bool { value == .null || value == "" }

  private var typeFailure: Failure? {
    func failure(_ message: ExactString, _ step: Step, _ source: SourceAnchor? = nil) -> Failure {
      Failure(message: message, step: step, confidence: .certain, source: source)
    }
    let isUnknown = !facts.flag("user_exists", or: true)
    switch settings.requestType {
    case "EMAIL_SIGNIN":
      // The emulator has this setting for tenants only.
      if !isEmulator || facts.text("tenant") != nil, !facts.flag("email_link_enabled", or: true) {
        return failure(
          "OPERATION_NOT_ALLOWED", "sign_in", facts.source("email_link_enabled"))
      }
      return isMissing(settings.email) ? failure("MISSING_EMAIL", "email") : nil
    case "PASSWORD_RESET":
      if isMissing(settings.email) { return failure("MISSING_EMAIL", "email") }
      return isUnknown && !facts.flag("improved_email_privacy", or: false)
        ? failure("EMAIL_NOT_FOUND", "email") : nil
    case "VERIFY_EMAIL":
      if sdk == .adminNode || sdk == .adminGo {
        if isMissing(settings.email) { return failure("MISSING_EMAIL", "email") }
        return isUnknown ? failure("USER_NOT_FOUND", "email") : nil
      }
      if isMissing(settings.idToken) { return failure("INVALID_ID_TOKEN", "id_token") }
      return isMissing(settings.email) ? failure("MISSING_EMAIL", "email") : nil
    case "VERIFY_AND_CHANGE_EMAIL":
      if isMissing(settings.newEmail) { return failure("MISSING_NEW_EMAIL", "new_email") }
      if isMissing(settings.idToken) { return failure("MISSING_ID_TOKEN", "id_token") }
      return facts.flag("email_exists", or: false) ? failure("EMAIL_EXISTS", "new_email") : nil
    default: return nil
    }
  }
}
