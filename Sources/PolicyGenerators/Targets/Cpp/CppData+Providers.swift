import PolicyText

extension CppData {
  /// The enumeration of the email actions.
  func emailActionNames(_ code: EmailActionCode) -> Code {
    let names = code.actions.map { action -> Code in "\(action.name, .snake)," }
    let body: Code = """
      /// The email actions of the policy.
      enum class Action {
        \(lines: names)
      };
      """
    return header([], body: namespace("firebase_email", body))
  }

  /// The settings of the email actions.
  func emailActions(_ code: EmailActionCode) -> Code {
    func cases(_ environment: Environment) -> [Code] {
      code.settings(in: environment).map { name, settings in
        """
        if (environment == Environment::\(word: environment.rawValue) && action == Action::\(name, .snake)) {
          Registered found;
          \(lines: statements(settings))
          return found;
        }
        """
      }
    }
    let body: Code = """
      using namespace std::string_view_literals;

      std::optional<Registered> registered([[maybe_unused]] Action action,
                                           [[maybe_unused]] Environment environment) {
      #ifndef \(macros)_SANDBOX_ONLY
        \(lines: cases(.prod))
      #endif
      #ifndef \(macros)_PROD_ONLY
        \(lines: cases(.sandbox))
      #endif
        return std::nullopt;
      }
      """
    return """
      #include <optional>
      #include <string_view>

      #include "firebase_email_actions.hpp"

      \(namespace("firebase_email::detail", body))
      """
  }

  private func statements(_ settings: EmailActionCode.Settings) -> [Code] {
    var lines: [Code] = ["found.settings.url = \(literal: settings.url);"]
    func append(_ name: Code, _ text: String?) {
      if let text { lines.append("found.settings.\(name) = \(literal: text);") }
    }
    if settings.base.isEmpty { lines.append("found.is_only_url = true;") }
    if settings.handleCodeInApp { lines.append("found.settings.handle_code_in_app = true;") }
    append("ios_bundle_id", settings.iosBundleID)
    append("android_package_name", settings.android?.package)
    if settings.android?.install ?? false {
      lines.append("found.settings.android_install_if_not_available = true;")
    }
    append("android_minimum_version", settings.android?.minimumVersion)
    append("link_domain", settings.linkDomain)
    return lines
  }

  /// A function for each moment at which scopes are requested.
  func googleScopes(_ code: GoogleScopeCode) -> Code {
    let functions = code.features.map { feature -> Code in
      let scopes = feature.scopes.map { scope -> Code in "\(literal: scope)," }
      return """
        /// The scopes of `\(word: feature.label)` in the policy.
        inline std::vector<std::string> \(feature.name, .snake)() {
          using namespace std::string_view_literals;
          std::vector<std::string> scopes;
          for (const std::string_view scope : {
                   \(lines: scopes)
               }) {
            scopes.emplace_back(scope);
          }
          return scopes;
        }
        """
    }
    return header(
      ["<string>", "<string_view>", "<vector>"],
      body: namespace("google_scopes::features", .joined(functions, by: "\n\n")))
  }

  /// Functions and constants for each policy with Sign in with Apple.
  func apple(_ providers: [AppleSignInCode]) -> Code {
    let functions = providers.map { provider -> Code in
      let prefix: Code = provider.name.map { "\($0, .snake)_" } ?? ""
      let scopes = provider.scopes.map { scope -> Code in
        "data.scopes.emplace_back(\(literal: scope));"
      }
      let parameters = provider.parameters.map { parameter -> Code in
        "data.custom_parameters.emplace(\(literal: parameter.name), \(literal: parameter.value));"
      }
      return """
        /// Whether the user must consent before an Apple account is linked to other data: ask first.
        inline constexpr bool \(prefix)linking_needs_consent = \(provider.needsConsent);

        /// The scopes and parameters of the policy, for `FederatedOAuthProvider::SetProviderData`.
        inline firebase::auth::FederatedOAuthProviderData \(prefix)provider_data() {
          using namespace std::string_view_literals;
          firebase::auth::FederatedOAuthProviderData data("apple.com");
          \(lines: scopes + parameters + ["return data;"])
        }
        """
    }
    return header(
      ["<string_view>"], others: ["\"firebase/auth/types.h\""],
      body: namespace("apple_sign_in", .joined(functions, by: "\n\n")))
  }

  /// Code in a namespace of the policy.
  func namespace(_ name: Code, _ body: Code) -> Code {
    """
    namespace \(root) {
    inline namespace \(macros)_ALLOWLIST_POLICY {
    namespace \(name) {

    \(body)

    }  // namespace \(name)
    }  // namespace \(macros)_ALLOWLIST_POLICY
    }  // namespace \(root)
    """
  }

  /// A header with the includes of the standard library and others.
  func header(_ standard: [Code], others: [Code] = [], body: Code) -> Code {
    let own: Code = "\"\(root)_allowlist_policy.hpp\""
    let groups = [standard, others + [own]].filter { !$0.isEmpty }.map { group in
      Code.joined(group.map { "#include \($0)" }, by: "\n")
    }
    return """
      #pragma once

      \(.joined(groups, by: "\n\n"))

      \(body)
      """
  }
}
