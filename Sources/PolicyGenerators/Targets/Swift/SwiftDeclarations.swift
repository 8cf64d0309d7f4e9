extension SwiftTarget {
  /// The types that callers see.
  static let declarations: Code<SwiftLanguage> = #"""
    /// The two worlds every value of the policy belongs to.
    public enum Environment: String, Sendable, CaseIterable {
      #if !LINKPOLICY_SANDBOX_ONLY
        /// What users run.
        case prod
      #endif
      #if !LINKPOLICY_PROD_ONLY
        /// Where integrations are tried.
        case sandbox
      #endif
    }

    /// A request that agrees with the policy. Ask the user, then answer at `redirectURI` and nowhere
    /// else.
    public struct Request: Sendable, Equatable {
      /// Who asks.
      public let clientID: String
      /// The registered redirect URI; for a loopback one of a native client with the port of the
      /// request.
      public let redirectURI: String
      /// Sent back unchanged.
      public let state: String?
      /// What is asked for; all of it is registered.
      public let scopes: [String]
      /// Part of `issuedCode` too (RFC 7636).
      public let codeChallenge: String?
      /// What to keep with the code: `TokenRequest.accepts` asks for it.
      public let issuedCode: IssuedCode
      /// Sent as `iss` where the server has one (RFC 9207).
      public let issuer: String?

      /// Where to send the user with a code.
      public func successURL(code: String) -> String {
        LinkPolicyAllowlist.successURL(
          redirectURI: redirectURI, code: code, state: state, issuer: issuer)
      }

      /// Where to send the user with an error, such as `access_denied`, and with what it means.
      public func errorURL(_ error: String, description: String? = nil) -> String {
        LinkPolicyAllowlist.errorURL(
          redirectURI: redirectURI, error: error, state: state, issuer: issuer,
          description: description)
      }
    }

    /// The answer to a request at the authorization endpoint.
    public enum AuthorizationDecision: Sendable, Equatable {
      /// Authenticate the user and ask for consent, then answer at `redirectURI`.
      case allow(Request)
      /// Authenticate the user, then send the browser to `url`, which tells the client of `error`.
      case redirectError(url: String, error: String)
      /// Show `error` on a page of your own. Redirecting would make the server an open redirector.
      case localError(error: String)
    }

    /// The answer to an App Flip request that arrived as a universal link.
    public enum AppFlipDecision: Sendable, Equatable {
      /// Ask the user, then open `successURL(code:)` or `errorURL(_:)` as a universal link.
      case allow(Request)
      /// Open `url` as a universal link; the calling app goes on without the app.
      case returnError(url: String, error: String)
      /// Open nothing: where the answer would go is not registered (RFC 6749 section 4.1.2.1).
      case notHandled
      /// Not the App Flip link: let the app handle it as any other.
      case ignore
    }

    /// The app that sent the App Flip intent.
    public struct Caller: Sendable {
      /// Its package name.
      public let package: String
      /// SHA-256 of its current signing certificates in hex, with or without colons.
      public let certificates: [String]

      /// A calling app.
      public init(package: String, certificates: [String]) {
        self.package = package
        self.certificates = certificates
      }
    }

    /// The extras of the App Flip intent.
    public struct AppFlipExtras: Sendable {
      /// `CLIENT_ID`.
      public let clientID: String?
      /// `REDIRECT_URI`.
      public let redirectURI: String?
      /// `SCOPE`: the elements of the array, or the string split at spaces.
      public let scopes: [String]

      /// Extras.
      public init(clientID: String?, redirectURI: String?, scopes: [String] = []) {
        self.clientID = clientID
        self.redirectURI = redirectURI
        self.scopes = scopes
      }
    }

    /// The answer to an App Flip intent.
    public enum AppFlipResult: Sendable, Equatable {
      /// Ask the user, then finish with `RESULT_OK` and `AUTHORIZATION_CODE`.
      case allow(Request)
      /// Finish with result code -2 and the extras `ERROR_TYPE`, `ERROR_CODE`, `ERROR_DESCRIPTION`.
      case error(type: Int, code: Int, description: String)
      /// Finish with `RESULT_CANCELED` and without data: the caller is not who it must be.
      case cancelled
      /// No client has this action.
      case ignore
    }
    """#
}
