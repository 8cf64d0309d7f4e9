extension LinkPolicyAllowlist {
  /// A client in one environment, as the data file declares it.
  struct Client: Sendable {
    var id: String
    var key: String
    var redirectURIs: [String]
    var browserRedirectURIs: [String] = []
    var postLogoutRedirectURIs: [String] = []
    var corsOrigins: [String] = []
    var isNative = false
    var isGoogleAccountLinking = false
    var allowsOmittedRedirectURI = false
    var scopes: [String] = []
    var responseTypes = ["code"]
    var grantTypes = ["authorization_code", "refresh_token"]
    var requiresState = true
    var requiresPKCE = true
    var codeChallengeMethods = ["S256"]
    var issuer: String?
    var universalLink: String?
    var intentAction: String?
    var callers: [Caller] = []
    var isPublic = false
    var authenticatesByHeader = false
    var assertionIntents: [String] = []

    /// The registered match of a requested redirect URI, or the only registered one if the client may
    /// omit it.
    func match(_ requested: String?) -> RedirectURIMatch? {
      guard let requested else {
        guard allowsOmittedRedirectURI, redirectURIs.count == 1 else { return nil }
        return redirectURIs.first.map { RedirectURIMatch(uri: $0, hasLoopbackPort: false) }
      }
      if let registered = redirectURIs.first(where: { isSame($0, requested) }) {
        return RedirectURIMatch(uri: registered, hasLoopbackPort: false)
      }
      guard isNative, let portless = withoutLoopbackPort(requested),
        redirectURIs.contains(where: { isSame($0, portless) })
      else { return nil }
      return RedirectURIMatch(uri: requested, hasLoopbackPort: true)
    }

    /// The requested scopes; nil if one is empty or not registered.
    func scopes(of requested: String?) -> [String]? {
      guard let requested else { return [] }
      let parts = requested.utf8.split(
        separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
      let scopes = parts.map { String(Substring($0)) }
      return scopes.allSatisfy(hasScope) ? scopes : nil
    }

    func hasScope(_ scope: String) -> Bool { scopes.contains { isSame($0, scope) } }

    func hasGrantType(_ type: String) -> Bool { grantTypes.contains { isSame($0, type) } }

    /// Returns true if the client can use a response of this type: a code needs the grant type that
    /// exchanges it, a token at least the implicit one (RFC 7591 section 2.1).
    func canUse(responseType: String) -> Bool {
      hasGrantType("authorization_code")
        || hasGrantType("implicit")
          && !responseType.utf8.split(separator: UInt8(ascii: " "))
            .contains { $0.elementsEqual("code".utf8) }
    }

    /// Why a code challenge is refused; nil if it is accepted.
    ///
    /// RFC 7636: without a method, the method is `plain`; a SHA-256 in base64url has 43 characters.
    func problem(codeChallenge: String?, method: String?) -> Reason? {
      guard let codeChallenge else { return requiresPKCE || method != nil ? .pkceMissing : nil }
      let method = method ?? "plain"
      guard codeChallengeMethods.contains(where: { isSame($0, method) }) else {
        return .pkceMethod
      }
      let isPlain = isSame(method, "plain")
      let isWellFormed =
        (isPlain ? 43...128 : 43...43).contains(codeChallenge.utf8.count)
        && codeChallenge.utf8.allSatisfy { byte in
          isUnreserved(byte)
            && (isPlain || (byte != UInt8(ascii: ".") && byte != UInt8(ascii: "~")))
        }
      return isWellFormed ? nil : .pkceChallenge
    }

    /// Returns true if the app is a registered caller: the same package, and one certificate with a
    /// registered hash.
    func accepts(_ caller: Caller) -> Bool {
      guard caller.certificates.count == 1,
        let certificate = caller.certificates.first.flatMap(fingerprint)
      else { return false }
      return callers.contains { known in
        isSame(known.package, caller.package)
          && known.certificates.contains { fingerprint($0) == certificate }
      }
    }
  }

  /// A redirect URI that `Client.match` found; only this file makes one.
  struct RedirectURIMatch: Sendable {
    let uri: String
    /// True if the URI is registered without the port (RFC 8252 section 7.3).
    let hasLoopbackPort: Bool

    fileprivate init(uri: String, hasLoopbackPort: Bool) {
      self.uri = uri
      self.hasLoopbackPort = hasLoopbackPort
    }
  }

  /// `http://127.0.0.1/cb` for `http://127.0.0.1:51004/cb` (RFC 8252 section 7.3), with either loopback
  /// IP literal; nil for all other strings.
  private static func withoutLoopbackPort(_ requested: String) -> String? {
    for origin in ["http://127.0.0.1", "http://[::1]"] {
      guard requested.utf8.starts(with: (origin + ":").utf8) else { continue }
      let tail = requested.utf8.dropFirst(origin.utf8.count + 1)
      let port = tail.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      let rest = tail.dropFirst(port.count)
      guard (1...5).contains(port.count), port.first != UInt8(ascii: "0"),
        port.reduce(0, { $0 * 10 + Int($1 - UInt8(ascii: "0")) }) <= 65_535,
        rest.first == UInt8(ascii: "/") || rest.first == UInt8(ascii: "?")
      else { return nil }
      return origin + String(Substring(rest))
    }
    return nil
  }

  /// The 32 bytes of a SHA-256 in hex, with a colon between every two digits or with none.
  private static func fingerprint(_ text: String) -> [UInt8]? {
    guard text.utf8.count == 64 || text.utf8.count == 95 else { return nil }
    let hasColons = text.utf8.count == 95
    var digits: [UInt8] = []
    for (offset, byte) in text.utf8.enumerated() {
      if hasColons, offset % 3 == 2 {
        guard byte == UInt8(ascii: ":") else { return nil }
      } else {
        guard let digit = hexDigit(byte) else { return nil }
        digits.append(digit)
      }
    }
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }
}
