import PolicyText

/// `Auth.isSignIn(withEmailLink:)` and `ActionCodeURL` of the iOS SDK.
///
/// Both take the query from `URLComponents`, which has decoded it already, split it and decode again, so
/// that a link within the link is flattened. Source: firebase-ios-sdk, `AuthWebUtils`,
/// `ActionCodeURL.swift`; Foundation's repair of invalid escapes as measured.
struct AppleEmailLink {
  /// True when the app takes the link for a sign-in link.
  let isSignIn: Bool
  /// nil where `ActionCodeURL` gives no object.
  let operation: String?
  let code: ExactString?
  let apiKey: ExactString?
  let continueURL: ExactString?
  let language: ExactString?

  private static let operations: [ExactString: String] = [
    "recoverEmail": "recoverEmail", "resetPassword": "passwordReset", "signIn": "emailLink",
    "verifyEmail": "verifyEmail", "verifyAndChangeEmail": "verifyAndChangeEmail",
    "revertSecondFactorAddition": "revertSecondFactorAddition",
  ]

  /// True when it names an operation.
  var isRead: Bool { operation != nil && operation != "unknown" }

  init(_ link: ExactString) {
    var loose: [ExactString: ExactString] = [:]
    var strict: [ExactString: ExactString] = [:]
    for pair in Self.decodedQuery(link).split(separator: UInt8(ascii: "&")) {
      let pieces = pair.split(separator: UInt8(ascii: "="), omittingEmptySubsequences: false)
      guard pieces.count > 1, let name = Self.decoded(pieces[0]) else { continue }
      // isSignIn splits at the first `=`, ActionCodeURL at every one.
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

  /// `URLComponents(string:).query`: decoded, or as it stands where one byte of it is invalid, since
  /// Foundation then escapes every percent sign first.
  private static func decodedQuery(_ link: ExactString) -> [UInt8] {
    let parts = URIParts(link)
    guard let range = parts.query else { return [] }
    let query = parts.bytes(range)
    let others = Array("-._~!$&'()*+,;=:@/?%".utf8)
    let isValid = query.allSatisfy {
      (0x41...0x5A).contains($0 & 0xDF) || (0x30...0x39).contains($0) || others.contains($0)
    }
    guard isValid,
      let decoded = PercentEncoding.decode(query, plusIsSpace: false, malformed: .refuse)
    else { return Array(query) }
    return UTF8Text.firstInvalidByte(of: decoded) == nil ? decoded : []
  }

  /// `removingPercentEncoding`; nil for an invalid escape.
  private static func decoded(_ bytes: ArraySlice<UInt8>) -> ExactString? {
    guard
      let decoded = PercentEncoding.decode(bytes, plusIsSpace: false, malformed: .refuse),
      UTF8Text.firstInvalidByte(of: decoded) == nil
    else { return nil }
    return ExactString(decoding: decoded)
  }
}
