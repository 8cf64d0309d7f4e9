import PolicyText

/// The checks of an SDK before it sends a request, in its order.
///
/// Sources: firebase-js-sdk `action_code_settings.ts`, firebase-admin-node
/// `action-code-settings-builder.ts`, firebase-admin-go `email_action_links.go`, firebase-ios-sdk.
struct EmailActionClient {
  /// Why the SDK doesn't send the request.
  struct Refusal {
    var error: String
    var reason: DecisionReason
    var message: String
    var isCrash = false
  }

  let sdk: EmailActionRequest.SDK
  let settings: EmailActionSettings

  /// The first failed check; nil if the SDK sends the request.
  var refusal: Refusal? {
    switch sdk {
    case .js: javaScript
    case .ios: ios
    case .adminNode: adminNode
    case .adminGo: adminGo
    case .rest, .emulator, .any: nil
    }
  }

  private var isSignIn: Bool { settings.requestType == "EMAIL_SIGNIN" }

  // MARK: JavaScript

  private var javaScript: Refusal? {
    if isSignIn, !settings.handlesCodeInApp {
      return Refusal(
        error: "argument-error", reason: .settingsInvalid,
        message: "the web SDK signs in by email link only with `handleCodeInApp: true`")
    }
    guard settings.isGiven else { return nil }
    if !ContinueURL.isGivenForJavaScript(settings.url) {
      return Refusal(
        error: "invalid-continue-uri", reason: .continueURIInvalid,
        message: "the settings have no `url`")
    }
    if settings.dynamicLinkDomain == "" {
      return Refusal(
        error: "invalid-dynamic-link-domain", reason: .dynamicLinkDomainInvalid,
        message: "`dynamicLinkDomain` is empty")
    }
    if settings.linkDomain == "" {
      return Refusal(
        error: "invalid-hosting-link-domain", reason: .linkDomainInvalid,
        message: "`linkDomain` is empty")
    }
    return app(settings.ios, "iOS", "bundleId", "missing-ios-bundle-id")
      ?? app(settings.android, "android", "packageName", "missing-android-pkg-name")
  }

  /// `settings.iOS.bundleId.length > 0`, and the same for Android.
  private func app(_ app: JSONValue?, _ name: String, _ key: String, _ error: String) -> Refusal? {
    guard let app, app.isTruthy else { return nil }
    guard let value = app.given(key) else {
      return Refusal(
        error: "TypeError", reason: .settingsCrash,
        message: "`\(name)` has no `\(key)`: the web SDK throws a TypeError", isCrash: true)
    }
    return ContinueURL.isGivenForJavaScript(value)
      ? nil
      : Refusal(
        error: error, reason: .appSettingsIncomplete, message: "`\(name).\(key)` is empty")
  }

  // MARK: iOS

  private var ios: Refusal? {
    guard isSignIn, !settings.handlesCodeInApp else { return nil }
    return Refusal(
      error: "fatalError", reason: .settingsCrash,
      message: "the iOS SDK ends the app: the handleCodeInApp flag in ActionCodeSettings must be "
        + "true for Email-link Authentication", isCrash: true)
  }

  // MARK: Admin SDK for Node.js

  private var adminNode: Refusal? {
    if settings.isNoObject { return argument("ActionCodeSettings must be a non-null object") }
    guard settings.isGiven else {
      return isSignIn
        ? argument("ActionCodeSettings must be a non-null object for sign-in by email link") : nil
    }
    if let error = ContinueURL.adminNode(settings.url ?? .null), settings.url != .null {
      return Refusal(
        error: error,
        reason: settings.url == nil ? .continueURIMissing : .continueURIInvalid,
        message: settings.url == nil
          ? "the settings have no `url`" : "the Admin SDK rejects this `url`")
    }
    if settings.url == .null {
      return Refusal(
        error: "invalid-continue-uri", reason: .continueURIInvalid, message: "`url` is null")
    }
    if let value = settings.handleCodeInApp, value.boolValue == nil {
      return argument("`handleCodeInApp` must be a boolean")
    }
    if let value = settings.dynamicLinkDomain, !Self.isNonEmptyString(value) {
      return Refusal(
        error: "invalid-dynamic-link-domain", reason: .dynamicLinkDomainInvalid,
        message: "`dynamicLinkDomain` must be a non-empty string")
    }
    if let value = settings.linkDomain, !Self.isNonEmptyString(value) {
      return Refusal(
        error: "invalid-hosting-link-domain", reason: .linkDomainInvalid,
        message: "`linkDomain` must be a non-empty string")
    }
    return nodeIOS ?? nodeAndroid
  }

  private var nodeIOS: Refusal? {
    guard let ios = settings.ios else { return nil }
    guard ios.isNonNullObject else { return argument("`iOS` must be an object") }
    guard let bundleID = ios["bundleId"] else {
      return Refusal(
        error: "missing-ios-bundle-id", reason: .appSettingsIncomplete,
        message: "`iOS` has no `bundleId`")
    }
    return Self.isNonEmptyString(bundleID)
      ? nil : argument("`iOS.bundleId` must be a non-empty string")
  }

  private var nodeAndroid: Refusal? {
    guard let android = settings.android else { return nil }
    guard android.isNonNullObject else { return argument("`android` must be an object") }
    guard let package = android["packageName"] else {
      return Refusal(
        error: "missing-android-package-name", reason: .appSettingsIncomplete,
        message: "`android` has no `packageName`")
    }
    guard Self.isNonEmptyString(package) else {
      return argument("`android.packageName` must be a non-empty string")
    }
    if let version = android["minimumVersion"], !Self.isNonEmptyString(version) {
      return argument("`android.minimumVersion` must be a non-empty string")
    }
    if let install = android["installApp"], install.boolValue == nil {
      return argument("`android.installApp` must be a boolean")
    }
    return nil
  }

  private func argument(_ message: String) -> Refusal {
    Refusal(error: "argument-error", reason: .settingsInvalid, message: message)
  }

  private static func isNonEmptyString(_ value: JSONValue) -> Bool {
    value.stringValue.map { !$0.isEmpty } ?? false
  }

  // MARK: Admin SDK for Go

  private var adminGo: Refusal? {
    guard settings.isGiven else {
      return isSignIn
        ? argument("ActionCodeSettings must not be nil for sign-in by email link") : nil
    }
    if let error = ContinueURL.adminGo(settings.url?.exactText ?? "") {
      let message = error == "malformed" ? "malformed URL string" : error
      return Refusal(error: error, reason: .continueURIInvalid, message: message)
    }
    let needsPackage = settings.androidInstallApp || settings.androidMinimumVersion != nil
    guard needsPackage, settings.androidPackageName == nil else { return nil }
    return Refusal(
      error: "invalid-argument", reason: .appSettingsIncomplete,
      message: "Android package name is required when specifying other Android settings")
  }
}

extension JSONValue {
  /// `typeof value === 'object' && value !== null`.
  fileprivate var isNonNullObject: Bool {
    switch self {
    case .object, .array: true
    default: false
    }
  }
}
