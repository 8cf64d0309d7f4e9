package import PolicyText

/// `Auth.isSignIn(withEmailLink:)` and `ActionCodeURL` of the iOS SDK.
///
/// Both get the query from `URLComponents`, which has already decoded it, split it and decode it
/// again. This flattens a link within the link. Source: firebase-ios-sdk, `AuthWebUtils`,
/// `ActionCodeURL.swift`; Foundation's repair of invalid escapes as measured.
package struct AppleEmailLink {
  /// Whether the SDK accepts the link as a sign-in link.
  let isSignIn: Bool
  /// nil if `ActionCodeURL` returns nil.
  let operation: String?
  let code: ExactString?
  let apiKey: ExactString?
  package let continueURL: ExactString?
  let language: ExactString?
  /// The first parameter without a name or value. `ActionCodeURL` doesn't check for this, so an app
  /// that parses the link with it crashes. Inferred from the source, not tested.
  package let trap: ExactString?

  private static let operations: [ExactString: String] = [
    "recoverEmail": "recoverEmail", "resetPassword": "passwordReset", "signIn": "emailLink",
    "verifyEmail": "verifyEmail", "verifyAndChangeEmail": "verifyAndChangeEmail",
    "revertSecondFactorAddition": "revertSecondFactorAddition",
  ]

  /// True if the link contains a known operation.
  var isRead: Bool { operation != nil && operation != "unknown" }

  init(_ link: ExactString) {
    var loose: [ExactString: ExactString] = [:]
    var strict: [ExactString: ExactString] = [:]
    let query = Self.decodedQuery(link)
    let pairs = query.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
    trap =
      query.isEmpty
      ? nil
      : pairs.first { $0.split(separator: UInt8(ascii: "=")).count < 2 }.map {
        ExactString(decoding: $0)
      }
    for pair in pairs {
      let pieces = pair.split(separator: UInt8(ascii: "="), omittingEmptySubsequences: false)
      guard pieces.count > 1, let name = Self.decoded(pieces[0]) else { continue }
      // `isSignIn` splits at the first `=`, `ActionCodeURL` at every one.
      if let value = Self.decoded(pair[pieces[1].startIndex...]) { loose[name] = value }
      if let value = Self.decoded(pieces[1]), !value.isEmpty { strict[name] = value }
    }
    isSignIn = loose["oobCode"] != nil && loose["mode"] == "signIn"
    operation =
      strict.isEmpty ? nil : strict["mode"].flatMap { Self.operations[$0] } ?? "unknown"
    code = strict["oobCode"]
    apiKey = strict["apiKey"]
    continueURL = strict["continueUrl"]
    language = strict["lang"]
  }

  /// What an app reads of a continue URL, in a link as Firebase sends it: direct, or wrapped in a
  /// mobile link if the app handles the code.
  package static func reading(_ url: ExactString, handlesCodeInApp: Bool) -> AppleEmailLink {
    let settings = EmailActionSettings([
      "url": .string(url.string), "handleCodeInApp": .bool(handlesCodeInApp),
    ])
    let link = EmailActionLink(
      sdk: .ios, settings: settings, facts: Facts(.object([])), mode: "signIn")
    return AppleEmailLink(link.text)
  }

  /// `URLComponents(string:).query`: decoded, or unchanged if a byte is invalid, because Foundation
  /// then escapes all percent signs first.
  private static func decodedQuery(_ link: ExactString) -> [UInt8] {
    let parts = URIParts(link)
    guard let range = parts.query else { return [] }
    let query = parts.bytes(range)
    let others = Array("-._~!$&'()*+,;=:@/?%".utf8)
    let isValid = query.allSatisfy {
      $0.isAlphanumeric || others.contains($0)
    }
    guard isValid,
      let decoded = PercentEncoding.decode(query, plusIsSpace: false, malformed: .refuse)
    else { return Array(query) }
    return DisplayText.firstInvalidByte(of: decoded) == nil ? decoded : []
  }

  /// `removingPercentEncoding`; nil for an invalid escape.
  private static func decoded(_ bytes: ArraySlice<UInt8>) -> ExactString? {
    guard
      let decoded = PercentEncoding.decode(bytes, plusIsSpace: false, malformed: .refuse),
      DisplayText.firstInvalidByte(of: decoded) == nil
    else { return nil }
    return ExactString(decoding: decoded)
  }
}
