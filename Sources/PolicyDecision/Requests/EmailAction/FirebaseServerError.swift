import PolicyModel
import PolicyText

/// An error of Firebase's server, and the error code of each SDK.
struct FirebaseServerError {
  /// The server's message: `UNAUTHORIZED_DOMAIN : Domain not whitelisted by project`.
  var message: ExactString

  /// The part before the colon.
  var code: ExactString {
    let head = message.utf8.prefix { $0 != UInt8(ascii: ":") }
    let end = head.lastIndex { $0 != 0x20 }.map { head.index(after: $0) } ?? head.startIndex
    return ExactString(decoding: head[..<end].drop { $0 == 0x20 })
  }

  private struct Names {
    var js: String
    var ios: (number: Int, name: String)?
    var node: String?
    var reason: DecisionReason
  }

  private static let names: [ExactString: Names] = [
    "UNAUTHORIZED_DOMAIN": Names(
      js: "unauthorized-continue-uri", ios: (17038, "ERROR_UNAUTHORIZED_DOMAIN"),
      reason: .domainNotAuthorized),
    "INVALID_CONTINUE_URI": Names(
      js: "invalid-continue-uri", ios: (17039, "ERROR_INVALID_CONTINUE_URI"),
      reason: .continueURIInvalid),
    "MISSING_CONTINUE_URI": Names(
      js: "internal-error", ios: (17040, "ERROR_MISSING_CONTINUE_URI"),
      node: "missing-continue-uri", reason: .continueURIMissing),
    "MISSING_ANDROID_PACKAGE_NAME": Names(
      js: "missing-android-pkg-name", ios: (17037, "ERROR_MISSING_ANDROID_PKG_NAME"),
      node: "missing-android-package-name", reason: .appSettingsIncomplete),
    "MISSING_IOS_BUNDLE_ID": Names(
      js: "missing-ios-bundle-id", ios: (17036, "ERROR_MISSING_IOS_BUNDLE_ID"),
      reason: .appSettingsIncomplete),
    "INVALID_DYNAMIC_LINK_DOMAIN": Names(
      js: "invalid-dynamic-link-domain", reason: .dynamicLinkDomainInvalid),
    "DYNAMIC_LINK_NOT_ACTIVATED": Names(
      js: "dynamic-link-not-activated", reason: .dynamicLinkDomainInvalid),
    "INVALID_HOSTING_LINK_DOMAIN": Names(
      js: "invalid-hosting-link-domain", ios: (17214, "ERROR_INVALID_HOSTING_LINK_DOMAIN"),
      reason: .linkDomainInvalid),
    "OPERATION_NOT_ALLOWED": Names(
      js: "operation-not-allowed", ios: (17006, "ERROR_OPERATION_NOT_ALLOWED"),
      reason: .emailLinkDisabled),
    "EXPIRED_OOB_CODE": Names(
      js: "expired-action-code", ios: (17029, "ERROR_EXPIRED_ACTION_CODE"),
      reason: .providerError),
    "INVALID_OOB_CODE": Names(
      js: "invalid-action-code", ios: (17030, "ERROR_INVALID_ACTION_CODE"),
      reason: .providerError),
    "USER_DISABLED": Names(
      js: "user-disabled", ios: (17005, "ERROR_USER_DISABLED"), reason: .accountDisabled),
    "FEDERATED_USER_ID_ALREADY_LINKED": Names(
      js: "credential-already-in-use", ios: (17025, "ERROR_CREDENTIAL_ALREADY_IN_USE"),
      reason: .credentialInUse),
    "EMAIL_EXISTS": Names(
      js: "email-already-in-use", ios: (17007, "ERROR_EMAIL_ALREADY_IN_USE"),
      node: "email-already-exists", reason: .emailInUse),
    "MISSING_OR_INVALID_NONCE": Names(
      js: "missing-or-invalid-nonce", ios: (17094, "ERROR_MISSING_OR_INVALID_NONCE"),
      reason: .nonceMismatch),
    "INVALID_IDP_RESPONSE": Names(
      js: "invalid-credential", ios: (17004, "ERROR_INVALID_CREDENTIAL"), reason: .providerError),
    "EMAIL_NOT_FOUND": Names(
      js: "user-not-found", ios: (17011, "ERROR_USER_NOT_FOUND"), reason: .accountUnknown),
    "USER_NOT_FOUND": Names(
      js: "user-not-found", ios: (17011, "ERROR_USER_NOT_FOUND"), reason: .accountUnknown),
    "INVALID_EMAIL": Names(
      js: "invalid-email", ios: (17008, "ERROR_INVALID_EMAIL"), reason: .parameterMissing),
    "MISSING_EMAIL": Names(
      js: "missing-email", ios: (17034, "ERROR_MISSING_EMAIL"), reason: .parameterMissing),
    "MISSING_NEW_EMAIL": Names(js: "missing-new-email", reason: .parameterMissing),
    "MISSING_ID_TOKEN": Names(js: "internal-error", reason: .parameterMissing),
    "MISSING_REQ_TYPE": Names(js: "internal-error", reason: .parameterMissing),
  ]

  /// The error code that the app gets: without `auth/`; for iOS the number.
  func error(for sdk: EmailActionRequest.SDK) -> String {
    let names = Self.names[code]
    switch sdk {
    case .ios: return names?.ios.map { String($0.number) } ?? names?.js ?? "internal-error"
    case .adminNode: return names?.node ?? names?.js ?? "internal-error"
    case .js, .adminGo, .rest, .emulator, .any: return names?.js ?? fallback
    }
  }

  /// For an unknown error, the web SDK derives the code: lower case, with hyphens for `_` and
  /// spaces.
  private var fallback: String {
    let bytes = Array(message.utf8)[...]
    let end = bytes.firstRange(of: Array(" : ".utf8))?.lowerBound ?? bytes.endIndex
    var output = ""
    var isGap = false
    for scalar in String(decoding: bytes[..<end], as: UTF8.self).unicodeScalars {
      if scalar == "_" || scalar.properties.isWhitespace {
        if !isGap { output += "-" }
        isGap = true
      } else {
        output += scalar.properties.lowercaseMapping
        isGap = false
      }
    }
    return output
  }

  var reason: DecisionReason { Self.names[code]?.reason ?? .providerError }

  /// The denial with this error.
  ///
  /// - Parameter known: an explanation, if more is known than the error itself.
  func decision(
    _ recorder: TraceRecorder, sdk: EmailActionRequest.SDK, step: Step,
    confidence: Decision.Confidence,
    source: SourceAnchor?, because known: DecisionReason? = nil
  ) -> Decision {
    let name = sdk == .ios ? Self.names[code]?.ios.map { " (\($0.name))" } ?? "" : ""
    return recorder.end(
      .deny, step, known ?? reason, channel: .serverError, error: error(for: sdk),
      message: "the server returns \(message.quoted)\(name)", confidence: confidence,
      source: source)
  }
}
