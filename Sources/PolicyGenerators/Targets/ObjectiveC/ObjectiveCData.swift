import PolicyModel
import PolicyText

/// Prints the data files of the parts that a policy needs, a header and an implementation each.
struct ObjectiveCData {
  typealias Code = PolicyGenerators.Code<ObjectiveCLanguage>

  let prefix: Code

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
  func part(
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

  // MARK: shared

  /// A branch per environment with statements, which ends with `return`.
  func perEnvironment(found: Code, _ statements: (Environment) -> [Code]?) -> Code {
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

  func array(_ elements: [Code]) -> Code {
    elements.isEmpty ? "@[]" : "@[ \(.joined(elements, by: ", ")) ]"
  }
}

/// `code/objc/`: helpers for apps in Objective-C, and the settings of the policy as data.
package struct ObjectiveCTarget: RuntimeTarget {
  package typealias Language = ObjectiveCLanguage

  package static let name = "objc"
  /// The runtime has only helpers for apps, without decisions.
  package static var hasConformance: Bool { false }

  package static func parts(for input: GeneratorInput) -> [RuntimePart<ObjectiveCLanguage>] {
    let parts = ObjectiveCData.parts(for: input)
    let needsEnvironment = parts.contains {
      ["email-actions", "authorization-requests"].contains($0.name)
    }
    return (needsEnvironment ? [RuntimePart("environment")] : []) + parts
  }

  package static func replacements(_ options: CodeOptions) -> [(old: String, new: String)] {
    [("LP", options.name ?? "LP")]
  }

  /// True for a prefix of class names.
  package static func isName(_ text: String) -> Bool {
    text.wholeMatch(of: /[A-Z][A-Z0-9]{1,7}/) != nil
  }
}
