import PolicyDiagnostics

/// `AuthorizationRequests.swift`: what an app asks our own authorization server.
enum SwiftAuthorizationRequests {
  static func source(_ code: OwnClientCode, _ header: GeneratedHeader) -> Code<SwiftLanguage> {
    #"""
    // \#(header)

    #if canImport(CryptoKit)
      import CryptoKit

      /// A request to our own authorization server: keep it until the answer is there.
      ///
      /// Send the user to `url`, with `ASWebAuthenticationSession` for instance. The answer is for this
      /// request where its `state` is that of the request, byte for byte, and its `iss` is `issuer`.
      public struct AuthorizationRequest: Sendable {
        /// Where to send the user.
        public let url: String
        /// What the answer must repeat: without it anybody's answer could be taken for ours.
        public let state: String
        /// Goes to the token endpoint with the code, and nowhere before.
        public let codeVerifier: String
        /// Goes to the token endpoint with the code.
        public let redirectURI: String
        /// What the answer says as `iss` (RFC 9207); nil where our server says nothing.
        public let issuer: String?

        fileprivate init(_ settings: OwnClientSettings, redirectURI: String, scopes: [String]) {
          state = Self.random(32)
          codeVerifier = Self.random(43)
          self.redirectURI = redirectURI
          issuer = settings.issuer
          let challenge = Self.base64URL(SHA256.hash(data: Array(codeVerifier.utf8)))
          var parameters = [
            ("response_type", "code"), ("client_id", settings.clientID),
            ("redirect_uri", redirectURI), ("state", state), ("code_challenge", challenge),
            ("code_challenge_method", "S256"),
          ]
          if !scopes.isEmpty { parameters.append(("scope", scopes.joined(separator: " "))) }
          var url = settings.endpoint
          var separator = url.utf8.contains(UInt8(ascii: "?")) ? "&" : "?"
          for (name, value) in parameters {
            url += separator + name + "=" + Self.encoded(value)
            separator = "&"
          }
          self.url = url
        }

        \#(SwiftTarget.base64URL)

        /// Characters of 64, six random bits of the system's generator each.
        private static func random(_ count: Int) -> String {
          var generator = SystemRandomNumberGenerator()
          var output = ""
          for _ in 0..<count {
            output.unicodeScalars.append(
              alphabet[Int.random(in: 0..<alphabet.count, using: &generator)])
          }
          return output
        }

        /// Leaves `A-Z a-z 0-9 - . _ ~` (RFC 3986 section 2.3).
        private static func encoded(_ text: String) -> String {
          let digits = Array("0123456789ABCDEF".unicodeScalars)
          var output = ""
          for byte in text.utf8 {
            if (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF)
              || "-._~".utf8.contains(byte)
            {
              output.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
              output.unicodeScalars.append("%")
              output.unicodeScalars.append(digits[Int(byte >> 4)])
              output.unicodeScalars.append(digits[Int(byte & 15)])
            }
          }
          return output
        }
      }

      private struct OwnClientSettings: Sendable {
        var endpoint: String
        var clientID: String
        var redirectURIs: [(text: String, takesPort: Bool)]
        var scopes: [String]
        var issuer: String?

        /// nil where the redirect URI or a scope is not registered.
        func request(_ redirectURI: String, _ port: UInt16?, _ scopes: [String]?) -> AuthorizationRequest? {
          let scopes = scopes ?? self.scopes
          guard
            let registered = redirectURIs.first(where: {
              $0.text.utf8.elementsEqual(redirectURI.utf8)
            }),
            scopes.allSatisfy({ scope in
              self.scopes.contains { $0.utf8.elementsEqual(scope.utf8) }
            })
          else { return nil }
          guard let port else {
            return AuthorizationRequest(self, redirectURI: registered.text, scopes: scopes)
          }
          guard registered.takesPort, port != 0 else { return nil }
          for origin in ["http://127.0.0.1", "http://[::1]"]
          where registered.text.utf8.starts(with: origin.utf8) {
            let rest = registered.text.utf8.dropFirst(origin.utf8.count)
            return AuthorizationRequest(
              self, redirectURI: origin + ":" + String(port) + String(Substring(rest)),
              scopes: scopes)
          }
          return nil
        }
      }

      \#(.joined(code.clients.map(client), by: "\n\n"))
    #endif
    """#
  }

  private static func client(_ client: OwnClientCode.Client) -> Code<SwiftLanguage> {
    let cases = client.redirectURIs.map { uri -> Code<SwiftLanguage> in
      "case \(uri.name, .camel)"
    }
    let texts = client.redirectURIs.map { uri -> Code<SwiftLanguage> in
      "case .\(uri.name, .camel): \(literal: uri.text)"
    }
    return #"""
      /// Client `\#(word: client.label)` of our own authorization server.
      public enum \#(client.name, .pascal)Client {
        /// The redirect URIs of both environments.
        public enum RedirectURI: Sendable, CaseIterable {
          \#(lines: cases)

          /// As it is registered.
          public var text: String {
            switch self {
            \#(lines: texts)
            }
          }
        }

        /// A request; nil where the environment does not have the redirect URI or a scope.
        ///
        /// - Parameters:
        ///   - scopes: nil for all that are registered.
        ///   - port: where the app listens, for a loopback redirect URI (RFC 8252 section 7.3).
        public static func request(
          in environment: LinkPolicyAllowlist.Environment, redirectURI: RedirectURI,
          scopes: [String]? = nil, port: UInt16? = nil
        ) -> AuthorizationRequest? {
          settings(environment)?.request(redirectURI.text, port, scopes)
        }

        /// A request with a redirect URI that is known at run time; nil unless it is registered, byte for
        /// byte.
        public static func request(
          in environment: LinkPolicyAllowlist.Environment, redirectURI: String,
          scopes: [String]? = nil, port: UInt16? = nil
        ) -> AuthorizationRequest? {
          settings(environment)?.request(redirectURI, port, scopes)
        }

        private static func settings(
          _ environment: LinkPolicyAllowlist.Environment
        ) -> OwnClientSettings? {
          switch environment {
          #if !LINKPOLICY_SANDBOX_ONLY
            case .prod:
              \#(settings(client.settings[.prod]))
          #endif
          #if !LINKPOLICY_PROD_ONLY
            case .sandbox:
              \#(settings(client.settings[.sandbox]))
          #endif
          }
        }
      }
      """#
  }

  private static func settings(_ settings: OwnClientCode.Settings?) -> Code<SwiftLanguage> {
    guard let settings else { return "return nil" }
    let uris = settings.redirectURIs.map { uri -> Code<SwiftLanguage> in
      "(text: \(literal: uri.text), takesPort: \(uri.takesPort)),"
    }
    let scopes = settings.scopes.map { scope -> Code<SwiftLanguage> in "\(literal: scope)" }
    let issuer: Code<SwiftLanguage> = settings.issuer.map { "\(literal: $0)" } ?? "nil"
    return """
      return OwnClientSettings(
        endpoint: \(literal: settings.endpoint),
        clientID: \(literal: settings.clientID),
        redirectURIs: [
          \(lines: uris)
        ],
        scopes: [\(.joined(scopes, by: ", "))], issuer: \(issuer))
      """
  }
}
