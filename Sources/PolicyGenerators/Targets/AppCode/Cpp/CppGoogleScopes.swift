/// `google_scopes.hpp`: what to ask Google for, and what is still missing.
enum CppGoogleScopes {
  static func source(_ code: GoogleScopeCode, _ header: GeneratedHeader) -> Code<CppLanguage> {
    let functions = code.features.map { feature -> Code<CppLanguage> in
      let scopes = feature.scopes.map { scope -> Code<CppLanguage> in "\(literal: scope)," }
      return """
        /// What the policy calls `\(word: feature.label)`.
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
    return #"""
      // \#(header)

      #ifndef LINKPOLICY_GOOGLE_SCOPES_HPP
      #define LINKPOLICY_GOOGLE_SCOPES_HPP

      #include <set>
      #include <string>
      #include <string_view>
      #include <vector>

      /// The scopes to ask Google for, in the order of the policy: at sign-in, and when a feature is used.
      ///
      ///     const auto scopes = linkpolicy::google_scopes::features::sign_in();
      ///     auto names = linkpolicy::google_scopes::pointers(scopes);
      ///     configuration.additional_scopes = names.data();
      ///     configuration.additional_scope_count = static_cast<int>(names.size());
      ///
      /// A sign-in that succeeds does not mean that all was granted: users may untick scopes.
      namespace linkpolicy::google_scopes {

      /// A function for each moment at which scopes are asked for.
      namespace features {

      \#(.joined(functions, by: "\n\n"))

      }  // namespace features

      namespace detail {

      inline std::string canonical(const std::string& scope) {
        const bool is_short = scope == "email" || scope == "profile";
        return is_short ? "https://www.googleapis.com/auth/userinfo." + scope : scope;
      }

      }  // namespace detail

      /// The scopes that were not granted, in their order; all of them for an empty list. Texts are
      /// compared by their bytes; Google grants `email` and `profile` under their long names.
      inline std::vector<std::string> missing(const std::vector<std::string>& scopes,
                                              const std::vector<std::string>& granted) {
        std::set<std::string> known;
        for (const std::string& scope : granted) known.insert(detail::canonical(scope));
        std::vector<std::string> missing;
        for (const std::string& scope : scopes) {
          if (known.count(detail::canonical(scope)) == 0) missing.push_back(scope);
        }
        return missing;
      }

      /// As Google's SDK for C++ takes them; the texts must outlive what is returned.
      inline std::vector<const char*> pointers(const std::vector<std::string>& scopes) {
        std::vector<const char*> pointers;
        for (const std::string& scope : scopes) pointers.push_back(scope.c_str());
        return pointers;
      }

      }  // namespace linkpolicy::google_scopes

      #endif  // LINKPOLICY_GOOGLE_SCOPES_HPP
      """#
  }
}
