extension LinkPolicyAllowlist {
  /// A parameter that the allowlist does not interpret. Printing one does not show its value.
  public struct Parameter: Sendable, Equatable, CustomStringConvertible,
    CustomDebugStringConvertible, CustomReflectable
  {
    /// The decoded name.
    public let name: String
    /// The decoded value.
    public let value: String

    /// The name.
    public var description: String { "\(name)=[redacted]" }
    /// The name.
    public var debugDescription: String { description }
    /// The name.
    public var customMirror: Mirror {
      Mirror(self, children: ["name": name, "value": "[redacted]"])
    }
  }

  /// The parameters of a request.
  ///
  /// A malformed escape, malformed UTF-8, or a repeated known parameter refuses the whole request: two
  /// parsers could read two different requests.
  struct Parameters {
    enum Name: String {
      case assertion
      case clientID = "client_id"
      case clientSecret = "client_secret"
      case code
      case codeChallenge = "code_challenge"
      case codeChallengeMethod = "code_challenge_method"
      case codeVerifier = "code_verifier"
      case deviceCode = "device_code"
      case grantType = "grant_type"
      case intent
      case redirectURI = "redirect_uri"
      case refreshToken = "refresh_token"
      case responseType = "response_type"
      case scope
      case state
      case subjectToken = "subject_token"
      case subjectTokenType = "subject_token_type"
      case userLocale = "user_locale"
    }

    /// Why a request can't be read.
    struct Unreadable: Error {
      var reason: Reason
    }

    /// The parameters that an authorization request may not repeat.
    static let authorization: [Name] = [
      .clientID, .redirectURI, .responseType, .scope, .state, .codeChallenge,
      .codeChallengeMethod, .userLocale,
    ]

    /// The parameters that a token request may not repeat.
    static let token: [Name] = [
      .grantType, .clientID, .clientSecret, .code, .redirectURI, .codeVerifier, .refreshToken,
      .intent, .assertion, .scope, .responseType, .deviceCode, .subjectToken, .subjectTokenType,
    ]

    /// The known parameters that are handed over with the others.
    private static let uninterpreted: [Name] = [
      .userLocale, .deviceCode, .subjectToken, .subjectTokenType,
    ]

    /// The parameters that the allowlist does not interpret, in their order.
    private(set) var others: [Parameter] = []
    private var values: [Name: String] = [:]

    /// No parameters.
    init() {}

    /// Reads a query or form. A `#` ends it.
    init(
      _ query: [UInt8], plusIsSpace: Bool, known names: [Name] = authorization
    ) throws(Unreadable) {
      let query = query.prefix { $0 != UInt8(ascii: "#") }
      var hasDuplicate = false
      for piece in query.split(separator: UInt8(ascii: "&")) {
        let mark = piece.firstIndex(of: UInt8(ascii: "=")) ?? piece.endIndex
        guard let name = decoded(piece[..<mark], plusIsSpace: plusIsSpace),
          let value = decoded(piece[mark...].dropFirst(), plusIsSpace: plusIsSpace)
        else { throw Unreadable(reason: .malformedRequest) }
        let known = names.first { isSame($0.rawValue, name) }
        if let known, values.updateValue(value, forKey: known) != nil { hasDuplicate = true }
        if known.map(Self.uninterpreted.contains) ?? true {
          others.append(Parameter(name: name, value: value))
        }
      }
      if hasDuplicate { throw Unreadable(reason: .duplicateParameter) }
    }

    /// The value; an empty one counts as missing (RFC 6749 section 3.1).
    subscript(name: Name) -> String? {
      values[name].flatMap { $0.isEmpty ? nil : $0 }
    }
  }

  /// ID and secret of a Basic header (RFC 6749 section 2.3.1), both form-encoded; nil if it is malformed.
  /// An empty secret counts as missing.
  static func basicCredentials(_ header: String) -> (id: String, secret: String?)? {
    let isBlank: (UInt8) -> Bool = { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    var bytes = Array(header.utf8.drop(while: isBlank))[...]
    while bytes.last.map(isBlank) ?? false { bytes.removeLast() }
    let scheme = bytes.prefix { $0 != UInt8(ascii: " ") }
    // This bit makes a letter lowercase; no other byte becomes one of these letters.
    guard scheme.elementsEqual("basic".utf8, by: { $0 | 0x20 == $1 }),
      let pair = decodedBase64(bytes.dropFirst(scheme.count).drop { $0 == UInt8(ascii: " ") }),
      let colon = pair.firstIndex(of: UInt8(ascii: ":")),
      let id = decoded(pair[..<colon], plusIsSpace: true), !id.isEmpty,
      let secret = decoded(pair[(colon + 1)...], plusIsSpace: true)
    else { return nil }
    return (id, secret.isEmpty ? nil : secret)
  }
}
