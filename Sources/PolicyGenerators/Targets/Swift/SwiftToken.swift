extension SwiftTarget {
  /// The types of the token endpoint.
  static let tokenDeclarations: Code<SwiftLanguage> = #"""
    /// What to keep with an authorization code until it is given for tokens.
    public struct IssuedCode: Sendable, Equatable {
      /// Who may give it.
      public let clientID: String
      /// As the authorization request had it; nil where it had none.
      public let redirectURI: String?
      /// What the verifier is compared with (RFC 7636).
      public let codeChallenge: String?
      /// `S256` or `plain`; nil without a challenge.
      public let codeChallengeMethod: String?

      /// What was kept.
      public init(
        clientID: String, redirectURI: String?, codeChallenge: String?,
        codeChallengeMethod: String?
      ) {
        self.clientID = clientID
        self.redirectURI = redirectURI
        self.codeChallenge = codeChallenge
        self.codeChallengeMethod = codeChallengeMethod
      }
    }

    /// A token request that agrees with the policy; what it does not have is nil.
    ///
    /// Compare `clientSecret` in constant time, then look up the code (see `accepts`) or the refresh
    /// token, or verify the assertion.
    public struct TokenRequest: Sendable, Equatable {
      /// Who asks.
      public let clientID: String
      /// `authorization_code`, `refresh_token` or that of an assertion (RFC 7523).
      public let grantType: String
      /// nil for a public client, and only there.
      public let clientSecret: String?
      public let code: String?
      public let redirectURI: String?
      public let codeVerifier: String?
      public let refreshToken: String?
      public let intent: String?
      public let assertion: String?
      /// Of `client_credentials`, where it was checked.
      public let scope: String?

      /// True if the request may exchange a code, given what was kept with it: the client and the
      /// redirect URI are the same (RFC 6749 section 4.1.3), and the verifier matches the challenge
      /// (RFC 7636 section 4.6).
      ///
      /// Without a challenge, there must be no verifier, and `decideToken` has refused a client that
      /// requires PKCE. If the result is false, or if the code is unknown, used or expired, answer 400
      /// with `invalid_grant`.
      public func accepts(_ issued: IssuedCode?) -> Bool {
        guard let issued, code != nil, isSame(issued.clientID, clientID),
          matches(codeVerifier, issued)
        else { return false }
        guard let first = issued.redirectURI else { return true }
        return redirectURI.map { isSame($0, first) } ?? false
      }
    }

    /// The answer to a request at the token endpoint.
    public enum TokenDecision: Sendable, Equatable {
      /// Go on with the request.
      case allow(TokenRequest)
      /// Answer `status` with `error` as JSON (RFC 6749 section 5.2), and with the header
      /// `WWW-Authenticate: Basic realm="token"` where `asksForBasic`.
      case error(status: Int, error: String, asksForBasic: Bool)
    }
    """#

  /// The decision of the token endpoint.
  static let tokenFunctions: Code<SwiftLanguage> = #"""
    /// Decides a request at the token endpoint.
    ///
    /// - Parameters:
    ///   - rawForm: the body as it arrived, not decoded.
    ///   - authorization: the header of that name; nil where there is none.
    public static func decideToken(
      rawForm: String, authorization: String?, environment: Environment
    ) -> TokenDecision {
      func refused(_ status: Int, _ error: String) -> TokenDecision {
        .error(status: status, error: error, asksForBasic: status == 401)
      }
      guard
        let form = Parameters(rawForm[...].utf8, plusIsSpace: true, known: Parameters.token),
        let grantType = form[.grantType]
      else { return refused(400, "invalid_request") }
      let isCode = isSame(grantType, "authorization_code")
      let isRefresh = isSame(grantType, "refresh_token")
      let isAssertion = isSame(grantType, assertionGrant)
      // RFC 7521 section 4.1.
      let isBearer = isAssertion || isSame(grantType, samlGrant)
      let isImplicit = isSame(grantType, "implicit")
      // What a client lists; the implicit grant is none of the token endpoint (RFC 6749 section 4.2).
      let isListed =
        !isImplicit && table(environment).clients.contains { $0.hasGrantType(grantType) }
      guard isCode || isRefresh || isAssertion || isListed else {
        return refused(400, "unsupported_grant_type")
      }
      var id = form[.clientID]
      var secret = form[.clientSecret]
      if let authorization {
        guard secret == nil else { return refused(400, "invalid_request") }
        guard let credentials = basicCredentials(authorization) else {
          return refused(401, "invalid_client")
        }
        guard id.map({ isSame($0, credentials.id) }) ?? true else {
          return refused(400, "invalid_request")
        }
        id = credentials.id
        secret = credentials.secret
      }
      guard let client = id.flatMap({ table(environment).client($0) }) else {
        return refused(400, "invalid_grant")
      }
      let hasHeader = authorization != nil
      guard client.authenticates(hasHeader: hasHeader, hasSecret: secret != nil) else {
        return refused(hasHeader || client.authenticatesByHeader ? 401 : 400, "invalid_client")
      }
      guard client.hasGrantType(grantType) else {
        let isUnknown = isAssertion && client.assertionIntents.isEmpty
        return refused(400, isUnknown ? "unsupported_grant_type" : "unauthorized_client")
      }
      let isOwn = isSame(grantType, "client_credentials")
      let scope = isOwn ? form[.scope] : nil
      if isCode {
        guard form[.code] != nil else { return refused(400, "invalid_request") }
        guard client.target(of: form[.redirectURI]) != nil,
          form[.codeVerifier].map(isVerifier) ?? !client.requiresPKCE
        else { return refused(400, "invalid_grant") }
      } else if isRefresh {
        guard form[.refreshToken] != nil else { return refused(400, "invalid_request") }
      } else if isOwn {
        // A public client has no credentials.
        guard !client.isPublic else { return refused(400, "unauthorized_client") }
        guard client.scopes(of: scope) != nil else { return refused(400, "invalid_scope") }
      } else if isBearer {
        guard form[.assertion] != nil else { return refused(400, "invalid_request") }
        if isAssertion, !client.assertionIntents.isEmpty {
          guard let intent = form[.intent],
            client.assertionIntents.contains(where: { isSame($0, intent) })
          else { return refused(400, "invalid_request") }
        }
      }
      return .allow(
        TokenRequest(
          clientID: client.id, grantType: grantType, clientSecret: secret,
          // Of the grant only: whatever else stands in the form is not looked at.
          code: isCode ? form[.code] : nil, redirectURI: isCode ? form[.redirectURI] : nil,
          codeVerifier: isCode ? form[.codeVerifier] : nil,
          refreshToken: isRefresh ? form[.refreshToken] : nil,
          intent: isAssertion ? form[.intent] : nil,
          assertion: isBearer ? form[.assertion] : nil, scope: scope))
    }
    """#

  /// What the decision of the token endpoint is made of.
  static let tokenDetails: Code<SwiftLanguage> = #"""
    private static let assertionGrant = \#(Code.assertionGrant)
    private static let samlGrant = \#(Code.samlGrant)

    /// RFC 7636 section 4.1.
    private static func isVerifier(_ text: String) -> Bool {
      (43...128).contains(text.utf8.count) && text.utf8.allSatisfy(isUnreserved)
    }

    /// Compares the verifier with the challenge (RFC 7636 section 4.6). A verifier without a challenge
    /// is a downgrade (RFC 9700 section 2.1.1).
    private static func matches(_ verifier: String?, _ issued: IssuedCode) -> Bool {
      guard let known = issued.codeChallenge else { return verifier == nil }
      guard let verifier, isVerifier(verifier) else { return false }
      let isPlain = issued.codeChallengeMethod.map { isSame($0, "plain") } ?? false
      return isSameSecret(isPlain ? verifier : base64URL(sha256(Array(verifier.utf8))), known)
    }

    /// Equal bytes, in a time that does not depend on how many of them agree.
    private static func isSameSecret(_ left: String, _ right: String) -> Bool {
      left.utf8.count == right.utf8.count
        && zip(left.utf8, right.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }

    \#(sha256)

    \#(base64URL)

    /// ID and secret of a Basic header (RFC 6749 section 2.3.1), or nil. Both are form-encoded; an empty
    /// secret is none.
    private static func basicCredentials(_ header: String) -> (id: String, secret: String?)? {
      let isBlank: (UInt8) -> Bool = { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
      var bytes = Array(header.utf8.drop(while: isBlank))[...]
      while bytes.last.map(isBlank) ?? false { bytes.removeLast() }
      let scheme = bytes.prefix { $0 != UInt8(ascii: " ") }
      // The bit that tells small letters from capitals; no other byte becomes one of these letters.
      guard scheme.elementsEqual("basic".utf8, by: { $0 | 0x20 == $1 }),
        let pair = decodedBase64(bytes.dropFirst(scheme.count).drop { $0 == UInt8(ascii: " ") }),
        let colon = pair.firstIndex(of: UInt8(ascii: ":")),
        let id = Parameters.decoded(pair[..<colon], plusIsSpace: true), !id.isEmpty,
        let secret = Parameters.decoded(pair[(colon + 1)...], plusIsSpace: true)
      else { return nil }
      return (id, secret.isEmpty ? nil : secret)
    }

    /// The bytes of padded Base64 whose spare bits are zero, so that a value has one spelling.
    private static func decodedBase64(_ text: ArraySlice<UInt8>) -> [UInt8]? {
      let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
      let padding = text.suffix(2).filter { $0 == UInt8(ascii: "=") }.count
      guard !text.isEmpty, text.count % 4 == 0 else { return nil }
      var output: [UInt8] = []
      var buffer = 0
      var bits = 0
      for byte in text.dropLast(padding) {
        guard let value = alphabet.firstIndex(of: byte) else { return nil }
        buffer = buffer << 6 | value
        bits += 6
        guard bits >= 8 else { continue }
        bits -= 8
        output.append(UInt8(buffer >> bits))
        buffer &= (1 << bits) - 1
      }
      return bits < 6 && buffer == 0 ? output : nil
    }
    """#
}
