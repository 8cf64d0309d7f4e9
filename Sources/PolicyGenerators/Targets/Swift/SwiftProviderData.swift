import PolicyModel
import PolicyText

/// Prints the data of the parts that a policy needs: Firebase, Google Sign-In, Sign in with Apple, and your own clients.
struct SwiftProviderData {
  typealias Code = PolicyGenerators.Code<SwiftLanguage>

  private let input: GeneratorInput
  let access: Code
  let allowlist: Code

  private init(_ input: GeneratorInput) {
    self.input = input
    access = SwiftTarget.access(input)
    allowlist = SwiftTarget.typeName(input)
  }

  static func parts(for input: GeneratorInput) -> [RuntimePart<SwiftLanguage>] {
    let printer = SwiftProviderData(input)
    let documents = input.report.workspace.policies
    return [
      AppleSignInCode.all(in: documents).on("ios").map {
        RuntimePart("apple-sign-in", ("AppleSignInData.swift", printer.appleSignIn($0)))
      },
      OwnClientCode(input.policy, types: [.native]).map {
        let code = printer.authorizationRequests($0)
        return RuntimePart("authorization-requests", ("AuthorizationRequestsData.swift", code))
      },
      EmailActionCode(input.policy).map {
        RuntimePart(
          "email-actions", ("FirebaseEmailActionsData.swift", printer.emailActions($0)))
      },
      GoogleScopeCode(documents).map {
        RuntimePart("google-scopes", ("GoogleScopesData.swift", printer.googleScopes($0)))
      },
    ].compactMap { $0 }
  }

  private func appleSignIn(_ policies: [AppleSignInCode]) -> Code {
    let types = policies.map { policy -> Code in
      let name: Code = policy.name.map { "AppleSignIn\($0, .pascal)" } ?? "AppleSignIn"
      let known: [String: Code] = ["name": ".fullName", "email": ".email"]
      let scopes = policy.scopes.compactMap { known[$0] }
      return """
        /// Sign in with Apple on Apple's platforms.
        \(access) enum \(name): AppleSignInSettings {
          \(access) static let linkingNeedsConsent = \(policy.needsConsent)
          \(access) static var requestedScopes: [ASAuthorization.Scope] { [\(.joined(scopes, by: ", "))] }
        }
        """
    }
    return """
      \(SwiftData.ignore)

      #if canImport(AuthenticationServices) && canImport(CryptoKit)
        import AuthenticationServices

        \(.joined(types, by: "\n\n"))
      #endif
      """
  }

  private func googleScopes(_ code: GoogleScopeCode) -> Code {
    let constants = code.features.map { feature -> Code in
      """
      /// `\(word: feature.label)`
      \(access) static let \(feature.name, .camel) = GoogleScopes(
        "\(feature.name, .camel)", \(SwiftData.list.code(feature.scopes.map { "\(literal: $0)" })))
      """
    }
    let names = code.features.map { feature -> Code in "\(feature.name, .camel)" }
    return """
      \(SwiftData.ignore)

      extension GoogleScopes: CaseIterable {
        \(.joined(constants, by: "\n"))

        /// All of them, in the order of the policy.
        \(access) static let allCases: [GoogleScopes] = [\(.joined(names, by: ", "))]
      }
      """
  }

  private func emailActions(_ code: EmailActionCode) -> Code {
    let constants = code.actions.map { action -> Code in
      """
      /// `\(word: action.label)`
      \(access) static let \(action.name, .camel) = FirebaseEmailActions.Action { environment in
        \(perEnvironment { values(action.settings[$0]) })
      }
      """
    }
    let names = code.actions.map { action -> Code in "\(action.name, .camel)" }
    return """
      \(SwiftData.ignore)

      #if canImport(FirebaseAuth)
        extension FirebaseEmailActions.Action: CaseIterable {
          \(.joined(constants, by: "\n"))

          /// All of them, in the order of the policy.
          \(access) static let allCases: [FirebaseEmailActions.Action] = [\(.joined(names, by: ", "))]
        }
      #endif
      """
  }

  private func values(_ settings: EmailActionCode.Settings?) -> Code {
    guard let settings else { return "nil" }
    var values: [Code] = [
      "url: \(literal: settings.url)", "prefix: \(literal: settings.prefix)",
      "base: \(literal: settings.base)",
    ]
    if settings.handleCodeInApp { values.append("handleCodeInApp: true") }
    if let bundle = settings.iosBundleID { values.append("iOSBundleID: \(literal: bundle)") }
    if let android = settings.android {
      values.append(
        """
        android: (
          packageName: \(literal: android.package), install: \(android.install),
          minimumVersion: \(optional(android.minimumVersion)))
        """)
    }
    if let domain = settings.linkDomain { values.append("linkDomain: \(literal: domain)") }
    return """
      FirebaseEmailActions.Values(
        \(.joined(values, by: ",\n")))
      """
  }

  /// An expression per environment.
  func perEnvironment(_ value: (Environment) -> Code) -> Code {
    """
    switch environment {
    #if !LINKPOLICY_SANDBOX_ONLY
      case .prod:
        \(value(.prod))
    #endif
    #if !LINKPOLICY_PROD_ONLY
      case .sandbox:
        \(value(.sandbox))
    #endif
    }
    """
  }

  func optional(_ text: String?) -> Code {
    text.map { "\(literal: $0)" } ?? "nil"
  }
}

/// `AuthorizationRequestsData.swift`: the clients that request codes from your authorization server.
extension SwiftProviderData {
  func authorizationRequests(_ code: OwnClientCode) -> Code {
    """
    \(SwiftData.ignore)

    \(.joined(code.clients.map(client), by: "\n\n"))
    """
  }

  private func client(_ client: OwnClientCode.Client) -> Code {
    let names = client.redirectURIs.map { uri -> Code in "case \(uri.name, .camel)" }
    let texts = client.redirectURIs.map { uri -> Code in
      "case .\(uri.name, .camel): \(literal: uri.text)"
    }
    return """
      /// The client `\(word: client.label)`.
      \(access) enum \(client.name, .pascal)Client: AuthorizationClient {
        /// The redirect URIs of both environments.
        \(access) enum RedirectURI: AuthorizationRedirectURI {
          \(lines: names)

          /// The registered string.
          \(access) var text: String {
            switch self {
            \(lines: texts)
            }
          }
        }

        /// The client in an environment; nil if it does not exist there.
        \(access) static func settings(
          in environment: \(allowlist).Environment
        ) -> AuthorizationClientSettings? {
          \(perEnvironment { settings(client.settings[$0]) })
        }
      }
      """
  }

  private func settings(_ settings: OwnClientCode.Settings?) -> Code {
    guard let settings else { return "nil" }
    let uris = settings.redirectURIs.map { uri -> Code in
      "(text: \(literal: uri.text), takesPort: \(uri.takesPort))"
    }
    return """
      AuthorizationClientSettings(
        endpoint: \(literal: settings.endpoint),
        clientID: \(literal: settings.clientID),
        redirectURIs: \(SwiftData.list.code(uris)),
        scopes: \(SwiftData.list.code(settings.scopes.map { "\(literal: $0)" })),
        issuer: \(optional(settings.issuer)))
      """
  }
}
