import PolicyText

/// `ActionCodeURL.parseLink` of the web SDK.
///
/// Source: firebase-js-sdk, `action_code_url.ts` and `query.ts`.
enum JavaScriptEmailLink {
  /// The contents of a valid link.
  struct Link {
    var operation: String
    var code: ExactString
    var apiKey: ExactString
    var continueURL: ExactString?
    var language: ExactString?
    var tenantID: ExactString?
  }

  case read(Link)
  /// `parseLink` returns null.
  case null
  /// `parseLink` throws for an invalid escape in the outer link.
  case uriError

  private struct URIError: Error {}

  /// The request type for each `mode` of a link.
  static let operations: [ExactString: String] = [
    "recoverEmail": "RECOVER_EMAIL", "resetPassword": "PASSWORD_RESET", "signIn": "EMAIL_SIGNIN",
    "verifyEmail": "VERIFY_EMAIL", "verifyAndChangeEmail": "VERIFY_AND_CHANGE_EMAIL",
    "revertSecondFactorAddition": "REVERT_SECOND_FACTOR_ADDITION",
  ]

  init(_ text: ExactString) {
    do throws(URIError) {
      self = Self.parse(try Self.innermost(text)).map { .read($0) } ?? .null
    } catch {
      self = .uriError
    }
  }

  var link: Link? { if case .read(let link) = self { link } else { nil } }
  var throwsError: Bool { if case .uriError = self { true } else { false } }

  /// `parseDeepLink`: the innermost link, up to two levels deep; throws its errors.
  private static func innermost(_ url: ExactString) throws(URIError) -> ExactString {
    let outer = try decode(url)
    var candidates: [ExactString?] = []
    let deep = outer["deep_link_id"]
    if let deep, !deep.isEmpty { candidates.append(try decode(deep)["link"]) }
    candidates.append(deep)
    let link = outer["link"]
    if let link, !link.isEmpty { candidates.append(try decode(link)["deep_link_id"]) }
    candidates.append(link)
    return candidates.lazy.compactMap { $0 }.first { !$0.isEmpty } ?? url
  }

  /// Here the SDK catches invalid escapes and returns null.
  private static func parse(_ url: ExactString) -> Link? {
    guard let parameters = try? decode(url), let apiKey = parameters["apiKey"], !apiKey.isEmpty,
      let code = parameters["oobCode"], !code.isEmpty, let mode = parameters["mode"],
      let operation = operations[mode]
    else { return nil }
    return Link(
      operation: operation, code: code, apiKey: apiKey, continueURL: parameters["continueUrl"],
      language: parameters["lang"], tenantID: parameters["tenantId"])
  }

  /// `querystringDecode` of `extractQuerystring`; the last value of a name applies.
  private static func decode(_ url: ExactString) throws(URIError) -> [ExactString: ExactString] {
    let bytes = Array(url.utf8)
    let question = bytes.firstIndex(of: UInt8(ascii: "?"))
    if question == 0 { return [:] }
    // Without a question mark, the SDK uses the whole string.
    let start = question ?? 0
    let hash = bytes[start...].firstIndex(of: UInt8(ascii: "#"))
    // The SDK ignores a hash at the very start.
    var query = bytes[start..<(hash.map { $0 > 0 ? $0 : bytes.count } ?? bytes.count)]
    if query.first == UInt8(ascii: "?") { query = query.dropFirst() }
    var result: [ExactString: ExactString] = [:]
    for token in query.split(separator: UInt8(ascii: "&")) {
      // The SDK drops everything after a second `=`.
      let pieces = token.split(
        separator: UInt8(ascii: "="), maxSplits: 2, omittingEmptySubsequences: false)
      let name = try decodeComponent(pieces[0])
      result[name] = pieces.count > 1 ? try decodeComponent(pieces[1]) : "undefined"
    }
    return result
  }

  /// `decodeURIComponent`.
  private static func decodeComponent(_ bytes: ArraySlice<UInt8>) throws(URIError) -> ExactString {
    guard
      let decoded = PercentEncoding.decode(bytes, plusIsSpace: false, malformed: .refuse),
      DisplayText.firstInvalidByte(of: decoded) == nil
    else { throw URIError() }
    return ExactString(decoding: decoded)
  }
}
