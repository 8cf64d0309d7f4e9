import PolicyDecision
import PolicyModel
import PolicyText

/// Prints the data files of the parts that a policy needs, a header and an implementation each.
struct ObjectiveCData {
  typealias Code = PolicyGenerators.Code<ObjectiveCLanguage>

  private let prefix: Code

  static func parts(for input: GeneratorInput) -> [RuntimePart<ObjectiveCLanguage>] {
    let printer = ObjectiveCData(prefix: "\(word: input.selection.name ?? "LP")")
    let documents = input.report.workspace.policies
    return [
      AppleSignInCode.all(in: documents).on("ios").map(printer.appleSignIn),
      OwnClientCode(input.policy, types: [.native]).map(printer.authorizationRequests),
      EmailActionCode(input.policy).map(printer.emailActions),
      GoogleScopeCode(documents).map(printer.googleScopes),
    ].compactMap { $0 }
  }

  /// - Parameter file: the name of the files, without prefix and `Data`.
  private func part(
    _ name: String, _ file: String, interface: Code, implementation: Code
  ) -> RuntimePart<ObjectiveCLanguage> {
    RuntimePart(
      name, ("LP\(file)Data.h", interface), ("LP\(file)Data.m", implementation))
  }

  // MARK: Sign in with Apple

  private func appleSignIn(_ policies: [AppleSignInCode]) -> RuntimePart<ObjectiveCLanguage> {
    let names = policies.map { policy -> Code in
      policy.name.map { "\(prefix)AppleSignIn\($0, .pascal)" } ?? "\(prefix)AppleSignIn"
    }
    let interfaces = names.map { name -> Code in
      """
      /// The settings of a policy.
      @interface \(name) : \(prefix)AppleSignInSettings
      @end
      """
    }
    let known: [String: Code] = [
      "name": "ASAuthorizationScopeFullName", "email": "ASAuthorizationScopeEmail",
    ]
    let implementations = zip(policies, names).map { policy, name -> Code in
      """
      @implementation \(name)

      + (BOOL)linkingNeedsConsent {
        return \(policy.needsConsent);
      }

      + (NSArray<ASAuthorizationScope> *)requestedScopes {
        return \(array(policy.scopes.compactMap { known[$0] }));
      }

      @end
      """
    }
    return part(
      "apple-sign-in", "AppleSignIn",
      interface: """
        #import "\(prefix)AppleSignIn.h"

        \(.joined(interfaces, by: "\n\n"))
        """,
      implementation: """
        #import "\(prefix)AppleSignIn.h"

        \(.joined(implementations, by: "\n\n"))
        """)
  }

  // MARK: Google Sign-In

  private func googleScopes(_ code: GoogleScopeCode) -> RuntimePart<ObjectiveCLanguage> {
    let declarations = code.features.map { feature -> Code in
      "+ (NSArray<NSString *> *)scopesFor\(feature.name, .pascal);"
    }
    let methods = code.features.map { feature -> Code in
      """
      + (NSArray<NSString *> *)scopesFor\(feature.name, .pascal) {
        return \(array(feature.scopes.map { "\(literal: $0)" }));
      }
      """
    }
    return part(
      "google-scopes", "GoogleScopes",
      interface: """
        #import "\(prefix)GoogleScopes.h"

        NS_ASSUME_NONNULL_BEGIN

        /// The scopes of the policy.
        @interface \(prefix)GoogleScopes (Policy)

        \(lines: declarations)

        @end

        NS_ASSUME_NONNULL_END
        """,
      implementation: """
        #import "\(prefix)GoogleScopes.h"

        @implementation \(prefix)GoogleScopes (Policy)

        \(.joined(methods, by: "\n\n"))

        @end
        """)
  }

  // MARK: Firebase

  private func emailActions(_ code: EmailActionCode) -> RuntimePart<ObjectiveCLanguage> {
    let names = code.actions.map { action -> Code in
      "\(prefix)EmailAction\(action.name, .pascal),"
    }
    let cases = code.actions.map { action -> Code in
      """
      case \(prefix)EmailAction\(action.name, .pascal):
        \(perEnvironment(found: "YES") { values(action.settings[$0]) })
        return NO;
      """
    }
    return part(
      "email-actions", "FirebaseEmailActions",
      interface: """
        #import <Foundation/Foundation.h>

        /// The purpose of an email.
        typedef NS_ENUM(NSInteger, \(prefix)EmailAction) {
          \(lines: names)
        };
        """,
      implementation: """
        #import "\(prefix)FirebaseEmailValues.h"

        BOOL \(prefix)FindEmailValues(\(prefix)EmailAction action, \(prefix)Environment environment,
                               \(prefix)EmailValues *found) {
          switch (action) {
            \(lines: cases)
          }
          return NO;
        }
        """)
  }

  private func values(_ settings: EmailActionCode.Settings?) -> [Code]? {
    guard let settings else { return nil }
    var lines: [Code] = [
      "found->url = \(literal: settings.url);", "found->prefix = \(literal: settings.prefix);",
      "found->base = \(settings.base.utf16.count);",
    ]
    if settings.handleCodeInApp { lines.append("found->handleCodeInApp = YES;") }
    if let bundle = settings.iosBundleID {
      lines.append("found->iOSBundleID = \(literal: bundle);")
    }
    if let android = settings.android {
      lines.append("found->androidPackageName = \(literal: android.package);")
      if android.install { lines.append("found->androidInstall = YES;") }
      if let version = android.minimumVersion {
        lines.append("found->androidMinimumVersion = \(literal: version);")
      }
    }
    if let domain = settings.linkDomain { lines.append("found->linkDomain = \(literal: domain);") }
    return lines
  }

  // MARK: requests to our own server

  private func authorizationRequests(_ code: OwnClientCode) -> RuntimePart<ObjectiveCLanguage> {
    let names = code.clients.map { client -> Code in "\(prefix)OwnClient\(client.name, .pascal)," }
    let constants = code.clients.map { client -> Code in
      let uris = client.redirectURIs.map { uri -> Code in
        """
        static NSString *const \(prefix)RedirectURI\(client.name, .pascal)\(uri.name, .pascal) =
            \(literal: uri.text);
        """
      }
      return """
        /// The redirect URIs of the client `\(word: client.label)` in both environments.
        \(lines: uris)
        """
    }
    let cases = code.clients.map { client -> Code in
      """
      case \(prefix)OwnClient\(client.name, .pascal):
        \(perEnvironment(found: "found") { settings(client.settings[$0]) })
        return nil;
      """
    }
    return part(
      "authorization-requests", "AuthorizationRequest",
      interface: """
        #import <Foundation/Foundation.h>

        /// The clients of the authorization server that are apps.
        typedef NS_ENUM(NSInteger, \(prefix)OwnClient) {
          \(lines: names)
        };

        \(.joined(constants, by: "\n\n"))
        """,
      implementation: """
        #import "\(prefix)OwnClientSettings.h"

        \(prefix)OwnClientSettings *\(prefix)FindOwnClient(\(prefix)OwnClient client, \(prefix)Environment environment) {
          \(prefix)OwnClientSettings *found = [[\(prefix)OwnClientSettings alloc] init];
          switch (client) {
            \(lines: cases)
          }
          return nil;
        }
        """)
  }

  private func settings(_ settings: OwnClientCode.Settings?) -> [Code]? {
    guard let settings else { return nil }
    func list(_ texts: [String]) -> Code { array(texts.map { "\(literal: $0)" }) }
    var lines: [Code] = [
      "found.endpoint = \(literal: settings.endpoint);",
      "found.clientID = \(literal: settings.clientID);",
      "found.redirectURIs = \(list(settings.redirectURIs.map(\.text)));",
      "found.loopback = \(list(settings.redirectURIs.filter(\.takesPort).map(\.text)));",
      "found.scopes = \(list(settings.scopes));",
    ]
    if let issuer = settings.issuer { lines.append("found.issuer = \(literal: issuer);") }
    return lines
  }

  // MARK: parts of several files

  /// Statements for each environment that has some, which end with `return`.
  private func perEnvironment(
    found: Code, _ statements: (Environment) -> [Code]?
  ) -> Code {
    let environments: [(Environment, name: Code)] = [(.prod, "Prod"), (.sandbox, "Sandbox")]
    let branches = environments.compactMap { environment, name -> Code? in
      statements(environment).map { lines in
        """
        if (environment == \(prefix)Environment\(name)) {
          \(lines: lines)
          return \(found);
        }
        """
      }
    }
    return .joined(branches, by: "\n")
  }

  private func array(_ elements: [Code]) -> Code {
    elements.isEmpty ? "@[]" : "@[ \(.joined(elements, by: ", ")) ]"
  }
}
