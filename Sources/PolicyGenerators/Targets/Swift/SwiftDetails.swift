extension SwiftTarget {
  /// What the decisions are made of.
  static let details: Code<SwiftLanguage> = #"""
    /// Equal bytes; `==` of strings takes U+212A for `K` and U+037E for `;`.
    private static func isSame(_ left: String, _ right: String) -> Bool {
      left.utf8.elementsEqual(right.utf8)
    }

    /// Appends parameters; the query of the redirect URI stays (RFC 6749 section 3.1.2). Values read the
    /// same for form decoders and percent decoders.
    private static func url(
      _ redirectURI: String, _ parameters: [(name: String, value: String?)]
    ) -> String {
      var output = redirectURI
      var separator = "?"
      if redirectURI.utf8.contains(UInt8(ascii: "?")) {
        let last = redirectURI.utf8.last
        separator = last == UInt8(ascii: "?") || last == UInt8(ascii: "&") ? "" : "&"
      }
      let digits = Array("0123456789ABCDEF".unicodeScalars)
      for (name, value) in parameters {
        guard let value else { continue }
        output += separator + name + "="
        separator = "&"
        for byte in value.utf8 {
          if isUnreserved(byte) {
            output.unicodeScalars.append(Unicode.Scalar(byte))
          } else {
            output.unicodeScalars.append("%")
            output.unicodeScalars.append(digits[Int(byte >> 4)])
            output.unicodeScalars.append(digits[Int(byte & 15)])
          }
        }
      }
      return output
    }

    /// `A-Z a-z 0-9 - . _ ~` (RFC 3986 section 2.3).
    private static func isUnreserved(_ byte: UInt8) -> Bool {
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"):
        true
      default: false
      }
    }

    private static func hexDigit(_ byte: UInt8) -> UInt8? {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
      case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
      case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
      default: nil
      }
    }

    /// The parameters of a request, read strictly: a malformed escape, bytes that are no UTF-8, or a
    /// known parameter that stands twice refuse the whole request, because two parsers would see two
    /// requests.
    private struct Parameters {
      enum Name: String {
        case clientID = "client_id"
        case redirectURI = "redirect_uri"
        case responseType = "response_type"
        case scope
        case state
        case codeChallenge = "code_challenge"
        case codeChallengeMethod = "code_challenge_method"
        case userLocale = "user_locale"
        case grantType = "grant_type"
        case clientSecret = "client_secret"
        case code
        case codeVerifier = "code_verifier"
        case refreshToken = "refresh_token"
        case intent
        case assertion
      }

      /// What no authorization request may repeat.
      static let authorization: [Name] = [
        .clientID, .redirectURI, .responseType, .scope, .state, .codeChallenge,
        .codeChallengeMethod, .userLocale,
      ]

      /// What no token request may repeat.
      static let token: [Name] = [
        \#(.joined(Code.tokenParameters, by: ",\n")),
      ].compactMap { Name(rawValue: $0) }

      private var values: [Name: String] = [:]

      /// The value; an empty one counts as none (RFC 6749 section 3.1).
      subscript(name: Name) -> String? {
        values[name].flatMap { $0.isEmpty ? nil : $0 }
      }

      /// Reads a query; what follows a `#` is not part of it.
      init?(
        _ query: Substring.UTF8View, plusIsSpace: Bool, known names: [Name] = authorization
      ) {
        let query = query.prefix { $0 != UInt8(ascii: "#") }
        for piece in query.split(separator: UInt8(ascii: "&")) {
          let mark = piece.firstIndex(of: UInt8(ascii: "=")) ?? piece.endIndex
          guard let name = Self.decoded(piece[..<mark], plusIsSpace: plusIsSpace),
            let value = Self.decoded(piece[mark...].dropFirst(), plusIsSpace: plusIsSpace)
          else { return nil }
          guard let known = names.first(where: { isSame($0.rawValue, name) }) else {
            continue
          }
          guard values.updateValue(value, forKey: known) == nil else { return nil }
        }
      }

      /// The text behind escapes; nil where one or the UTF-8 is malformed.
      static func decoded(_ bytes: some Sequence<UInt8>, plusIsSpace: Bool) -> String? {
        var output: [UInt8] = []
        var rest = bytes.makeIterator()
        while let byte = rest.next() {
          switch byte {
          case UInt8(ascii: "%"):
            guard let high = rest.next().flatMap(hexDigit),
              let low = rest.next().flatMap(hexDigit)
            else { return nil }
            output.append(high << 4 | low)
          case UInt8(ascii: "+") where plusIsSpace: output.append(UInt8(ascii: " "))
          default: output.append(byte)
          }
        }
        // Ill-formed sequences are replaced, and then the bytes differ.
        let text = String(decoding: output, as: UTF8.self)
        return text.utf8.elementsEqual(output) ? text : nil
      }
    }

    /// A client as it exists in one environment.
    private struct Client: Sendable {
      \#(lines: SwiftTables.properties)

      /// Where the answer goes: the registered text of a requested redirect URI, or of the only one
      /// where the client may leave it out.
      func target(of requested: String?) -> String? {
        guard let requested else {
          return allowsOmittedRedirectURI && redirectURIs.count == 1 ? redirectURIs.first : nil
        }
        if let registered = redirectURIs.first(where: { isSame($0, requested) }) {
          return registered
        }
        guard isNative, let portless = Self.withoutLoopbackPort(requested) else { return nil }
        return redirectURIs.contains { isSame($0, portless) } ? requested : nil
      }

      /// The first of the clients that has the redirect URI for App Flip, and where the answer goes.
      static func owner(
        of requested: String, among clients: [Client]
      ) -> (client: Client, redirectURI: String)? {
        for client in clients
        where !client.browserRedirectURIs.contains(where: { isSame($0, requested) }) {
          if let redirectURI = client.target(of: requested) { return (client, redirectURI) }
        }
        return nil
      }

      /// `http://127.0.0.1/cb` for `http://127.0.0.1:51004/cb` (RFC 8252 section 7.3), with both
      /// literal addresses and nothing else; nil for all other texts.
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

      /// The scopes that are asked for, or nil where one is not registered or empty.
      func scopes(of requested: String?) -> [String]? {
        guard let requested else { return [] }
        let parts = requested.utf8.split(
          separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        let scopes = parts.map { String(Substring($0)) }
        return scopes.allSatisfy(hasScope) ? scopes : nil
      }

      /// What the client asks for.
      func request(
        _ redirectURI: String, _ scopes: [String], _ parameters: Parameters
      ) -> Request {
        let challenge = parameters[.codeChallenge]
        return Request(
          clientID: id, redirectURI: redirectURI, state: parameters[.state], scopes: scopes,
          codeChallenge: challenge,
          issuedCode: IssuedCode(
            clientID: id, redirectURI: parameters[.redirectURI], codeChallenge: challenge,
            codeChallengeMethod: challenge.map { _ in
              parameters[.codeChallengeMethod] ?? "plain"
            }),
          issuer: issuer)
      }

      func hasGrantType(_ type: String) -> Bool { grantTypes.contains { isSame($0, type) } }

      /// True where the secret comes as it must (RFC 6749 section 2.3).
      func authenticates(hasHeader: Bool, hasSecret: Bool) -> Bool {
        isPublic ? !hasHeader && !hasSecret : hasSecret && hasHeader == authenticatesByHeader
      }

      func hasScope(_ scope: String) -> Bool { scopes.contains { isSame($0, scope) } }

      /// RFC 7636: an absent method means `plain`; a SHA-256 in base64url has 43 characters.
      func accepts(codeChallenge: String?, method: String?) -> Bool {
        guard let codeChallenge else { return !requiresPKCE && method == nil }
        let method = method ?? "plain"
        guard codeChallengeMethods.contains(where: { isSame($0, method) }) else { return false }
        let isPlain = isSame(method, "plain")
        return (isPlain ? 43...128 : 43...43).contains(codeChallenge.utf8.count)
          && codeChallenge.utf8.allSatisfy { byte in
            isUnreserved(byte)
              && (isPlain || (byte != UInt8(ascii: ".") && byte != UInt8(ascii: "~")))
          }
      }

      /// The package by its bytes and its one certificate by the bytes of the hash.
      func accepts(_ caller: Caller) -> Bool {
        guard caller.certificates.count == 1,
          let certificate = caller.certificates.first.flatMap(Self.hash)
        else { return false }
        return callers.contains { known in
          isSame(known.package, caller.package)
            && known.certificates.contains { Self.hash($0) == certificate }
        }
      }

      /// The 32 bytes of a SHA-256 in hex, with a colon between every two digits or with none.
      private static func hash(_ text: String) -> [UInt8]? {
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

    /// The clients of one environment.
    private struct Table: Sendable {
      let clients: [Client]
      private let places: [[UInt8]: Int]

      init(_ clients: [Client]) {
        self.clients = clients
        // Arrays of bytes as keys: strings as keys would be compared by canonical equivalence.
        places = Dictionary(
          clients.enumerated().map { (Array($1.id.utf8), $0) },
          uniquingKeysWith: { first, _ in first })
      }

      func client(_ id: String) -> Client? { places[Array(id.utf8)].map { clients[$0] } }
    }
    """#
}
