import PolicyText

/// `ActionCodeSettings` with the names of any SDK.
struct EmailActionSettings {
  /// `EMAIL_SIGNIN`, `PASSWORD_RESET`, …
  var requestType: ExactString?
  /// Whether the request has settings, which are optional except for sign-in.
  var isGiven: Bool
  /// As the SDK receives them: nil is undefined, null is null.
  var url: JSONValue?
  var handleCodeInApp: JSONValue?
  var dynamicLinkDomain: JSONValue?
  var linkDomain: JSONValue?
  var ios: JSONValue?
  var android: JSONValue?
  /// As the server receives them.
  var iosBundleID: ExactString?
  var iosAppStoreID: ExactString?
  var androidPackageName: ExactString?
  var androidInstallApp: Bool
  var androidMinimumVersion: ExactString?
  var email: JSONValue?
  var newEmail: JSONValue?
  var idToken: JSONValue?
  /// `returnOobLink`: returns the link instead of sending it.
  var wantsLink = false
  /// Whether the given settings aren't an object.
  var isNoObject = false
  /// The server's error, if the request is only for the SDK's error code.
  var serverError: ExactString?

  private static let names: [String] = [
    "url", "URL", "continueUrl", "handleCodeInApp", "canHandleCodeInApp", "dynamicLinkDomain",
    "linkDomain", "iOS", "ios", "android", "iOSBundleID", "iOSBundleId", "iOSAppStoreId",
    "androidPackageName", "androidInstallApp", "androidInstallIfNotAvailable",
    "androidMinimumVersion", "androidMinimumVersionCode",
  ]

  /// Reads the settings of a request.
  init(_ input: JSONValue) {
    let settings = input.given("actionCodeSettings") ?? input
    func first(_ names: String...) -> JSONValue? {
      names.lazy.compactMap { settings[$0] }.first
    }
    requestType = input["requestType"]?.exactText
    isGiven = Self.names.contains { settings[$0] != nil }
    url = first("url", "URL", "continueUrl")
    handleCodeInApp = first("handleCodeInApp", "canHandleCodeInApp")
    dynamicLinkDomain = first("dynamicLinkDomain")
    linkDomain = first("linkDomain")
    ios = first("iOS", "ios")
    android = first("android")
    iosBundleID = (ios?["bundleId"] ?? first("iOSBundleID", "iOSBundleId"))?.exactText?.nonEmpty
    iosAppStoreID = (ios?["appStoreId"] ?? first("iOSAppStoreId"))?.exactText?.nonEmpty
    androidPackageName =
      (android?["packageName"] ?? first("androidPackageName"))?.exactText?.nonEmpty
    androidInstallApp =
      (android?["installApp"] ?? first("androidInstallApp", "androidInstallIfNotAvailable"))?
      .isTruthy ?? false
    androidMinimumVersion =
      (android?["minimumVersion"] ?? first("androidMinimumVersion", "androidMinimumVersionCode"))?
      .exactText?.nonEmpty
    email = input["email"]
    newEmail = input["newEmail"]
    idToken = input["idToken"]
    serverError = input["serverError"]?.exactText
    wantsLink = input["returnOobLink"]?.isTruthy ?? false
    isNoObject = input.given("actionCodeSettings").map { !$0.isObject } ?? false
  }

  /// The settings of a policy.
  init(_ action: CompiledEmailAction) {
    requestType = EmailActionRequest.actions.first { ExactString($0.name) == action.name.value }
      .map { ExactString($0.requestType) }
    isGiven = true
    url = action.url?.text
    handleCodeInApp = .bool(action.handleCodeInApp)
    dynamicLinkDomain = action.dynamicLinkDomain?.text
    linkDomain = action.linkDomain?.text
    iosBundleID = action.iosBundleID
    androidPackageName = action.androidPackageName
    androidInstallApp = action.installIfNotAvailable ?? false
    androidMinimumVersion = action.minimumVersion
    ios = action.iosBundleID.map { ["bundleId": .string($0.string)] }
    if let package = action.androidPackageName {
      var android: [(key: String, value: JSONValue)] = [("packageName", .string(package.string))]
      if let install = action.installIfNotAvailable {
        android.append(("installApp", .bool(install)))
      }
      if let version = action.minimumVersion {
        android.append(("minimumVersion", .string(version.string)))
      }
      self.android = .object(android)
    }
  }

  /// True if the link is meant to open in an app.
  var handlesCodeInApp: Bool { handleCodeInApp?.isTruthy ?? false }

  /// The continue URL as the server receives it; nil if empty.
  var continueURL: ExactString? { url?.exactText?.nonEmpty }
}

extension ExactString {
  var nonEmpty: ExactString? { isEmpty ? nil : self }
}
