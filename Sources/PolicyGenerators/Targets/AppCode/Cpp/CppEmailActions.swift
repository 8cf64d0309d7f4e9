import PolicyDiagnostics

/// `firebase_email_actions.hpp`: the settings as plain values, since the C++ SDK of Firebase has no type
/// for them.
enum CppEmailActions {
  static func source(_ code: EmailActionCode, _ header: GeneratedHeader) -> Code<CppLanguage> {
    let names = code.actions.map { action -> Code<CppLanguage> in "\(action.name, .snake)," }
    return #"""
      // \#(header)

      #ifndef LINKPOLICY_FIREBASE_EMAIL_ACTIONS_HPP
      #define LINKPOLICY_FIREBASE_EMAIL_ACTIONS_HPP

      #include <cstddef>
      #include <optional>
      #include <string>
      #include <string_view>
      #include <utility>

      #include "linkpolicy_allowlist.hpp"

      /// Settings of the emails that Firebase Authentication sends, by action and environment.
      namespace linkpolicy::firebase_email {

      /// What an email is for.
      enum class Action {
        \#(lines: names)
      };

      /// `ActionCodeSettings`. The C++ SDK of Firebase has no such type: hand the values to the SDK of the
      /// platform, or send them to `accounts:sendOobCode`.
      struct ActionCodeSettings {
        std::string url;
        bool handle_code_in_app = false;
        std::optional<std::string> ios_bundle_id{};
        std::optional<std::string> android_package_name{};
        bool android_install_if_not_available = false;
        std::optional<std::string> android_minimum_version{};
        std::optional<std::string> link_domain{};
      };

      namespace detail {

      using namespace std::string_view_literals;

      struct Values {
        ActionCodeSettings settings;
        std::string prefix;
        std::string base;
      };

      inline bool is_unreserved(char c) {
        return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '-' ||
               c == '.' || c == '_' || c == '~';
      }

      inline bool is_hex(char c) {
        return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'F') || (c >= 'a' && c <= 'f');
      }

      inline bool is_rest(std::string_view rest) {
        std::size_t at = 0;
        char previous = '\0';
        for (; at < rest.size() && rest[at] != '?' && rest[at] != '#'; ++at) {
          const char c = rest[at];
          if (at == 0 && c != '/') return false;
          if (c == '/' ? previous == '/' : !is_unreserved(c) || (c == '.' && previous == '/')) {
            return false;
          }
          previous = c;
        }
        bool in_fragment = at < rest.size() && rest[at] == '#';
        for (++at; at < rest.size(); ++at) {
          const char c = rest[at];
          if (c == '#' && !in_fragment) {
            in_fragment = true;
          } else if (c == '%') {
            if (rest.size() - at < 3 || !is_hex(rest[at + 1]) || !is_hex(rest[at + 2])) return false;
            at += 2;
          } else if (!is_unreserved(c) &&
                     std::string_view("!$&'()*+,;=:@/?").find(c) == std::string_view::npos) {
            return false;
          }
        }
        return true;
      }

      inline bool allows(const Values& values, std::string_view url) {
        return url == values.settings.url ||
               (url.size() <= 2048 && url.substr(0, values.prefix.size()) == values.prefix &&
                is_rest(url.substr(values.base.size())));
      }

      #ifndef LINKPOLICY_SANDBOX_ONLY
      \#(table("prod", code, .prod))
      #endif

      #ifndef LINKPOLICY_PROD_ONLY
      \#(table("sandbox", code, .sandbox))
      #endif

      inline std::optional<Values> find(Action action, Environment environment) {
        switch (environment) {
      #ifndef LINKPOLICY_SANDBOX_ONLY
          case Environment::prod:
            return prod(action);
      #endif
      #ifndef LINKPOLICY_PROD_ONLY
          case Environment::sandbox:
            return sandbox(action);
      #endif
        }
        return std::nullopt;
      }

      }  // namespace detail

      /// Settings with the registered continue URL; nothing where the environment does not have the action.
      inline std::optional<ActionCodeSettings> settings(Action action, Environment environment) {
        std::optional<detail::Values> values = detail::find(action, environment);
        if (!values) return std::nullopt;
        return std::move(values->settings);
      }

      /// True for the registered URL, and for one that continues its path or has its own query or
      /// fragment.
      ///
      /// Scheme, host and path of the registered URL must be the same. Further path segments contain only
      /// letters, digits and `-._~` and don't start with a dot; query and fragment contain what RFC 3986
      /// allows.
      inline bool is_continue_url_allowed(std::string_view url, Action action, Environment environment) {
        const std::optional<detail::Values> values = detail::find(action, environment);
        return values && detail::allows(*values, url);
      }

      /// Settings with a continue URL made at run time; nothing unless it is allowed.
      inline std::optional<ActionCodeSettings> settings(Action action, Environment environment,
                                                        std::string_view continue_url) {
        std::optional<detail::Values> values = detail::find(action, environment);
        if (!values || !detail::allows(*values, continue_url)) return std::nullopt;
        values->settings.url = std::string(continue_url);
        return std::move(values->settings);
      }

      }  // namespace linkpolicy::firebase_email

      #endif  // LINKPOLICY_FIREBASE_EMAIL_ACTIONS_HPP
      """#
  }

  private static func table(
    _ name: Code<CppLanguage>, _ code: EmailActionCode, _ environment: Environment
  ) -> Code<CppLanguage> {
    let cases = code.actions.map { action -> Code<CppLanguage> in
      guard let settings = action.settings[environment] else {
        return """
          case Action::\(action.name, .snake):
            return std::nullopt;
          """
      }
      return """
        case Action::\(action.name, .snake): {
          Values found;
          \(lines: values(settings))
          return found;
        }
        """
    }
    return """
      inline std::optional<Values> \(name)(Action action) {
        switch (action) {
          \(lines: cases)
        }
        return std::nullopt;
      }
      """
  }

  private static func values(_ settings: EmailActionCode.Settings) -> [Code<CppLanguage>] {
    var lines: [Code<CppLanguage>] = [
      "found.prefix = \(literal: settings.prefix);", "found.base = \(literal: settings.base);",
      "found.settings.url = \(literal: settings.url);",
    ]
    if settings.handleCodeInApp { lines.append("found.settings.handle_code_in_app = true;") }
    if let bundle = settings.iosBundleID {
      lines.append("found.settings.ios_bundle_id = \(literal: bundle);")
    }
    if let android = settings.android {
      lines.append("found.settings.android_package_name = \(literal: android.package);")
      if android.install {
        lines.append("found.settings.android_install_if_not_available = true;")
      }
      if let version = android.minimumVersion {
        lines.append("found.settings.android_minimum_version = \(literal: version);")
      }
    }
    if let domain = settings.linkDomain {
      lines.append("found.settings.link_domain = \(literal: domain);")
    }
    return lines
  }
}
