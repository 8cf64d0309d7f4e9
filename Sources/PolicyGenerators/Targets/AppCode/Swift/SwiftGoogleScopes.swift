/// `GoogleScopes.swift`: what to ask Google for, and what is still missing.
enum SwiftGoogleScopes {
  static func source(_ code: GoogleScopeCode, _ header: GeneratedHeader) -> Code<SwiftLanguage> {
    let cases = code.features.map { feature -> Code<SwiftLanguage> in
      "case \(feature.name, .camel)"
    }
    let lists = code.features.map { feature -> Code<SwiftLanguage> in
      let scopes = feature.scopes.map { scope -> Code<SwiftLanguage> in "\(literal: scope)," }
      return """
        case .\(feature.name, .camel):
          return [
            \(lines: scopes)
          ]
        """
    }
    return #"""
      // \#(header)

      /// The scopes to ask Google for: at sign-in, and when a feature is used.
      ///
      ///     let missing = GoogleScopes.signIn.missing(granted: user.grantedScopes)
      ///     if !missing.isEmpty { try await user.addScopes(missing, presenting: controller) }
      ///
      /// A sign-in that succeeds does not mean that all was granted: users may untick scopes.
      public enum GoogleScopes: Sendable, CaseIterable {
        \#(lines: cases)

        /// The scopes, in the order of the policy.
        public var scopes: [String] {
          switch self {
          \#(lines: lists)
          }
        }

        /// The scopes that were not granted; all of them for nil, which is what the SDK has where the
        /// server named none.
        ///
        /// Texts are compared byte by byte. Google grants `email` and `profile` under their long names.
        public func missing(granted: [String]?) -> [String] {
          let known = Set((granted ?? []).map { Array(Self.canonical($0).utf8) })
          return scopes.filter { !known.contains(Array(Self.canonical($0).utf8)) }
        }

        private static func canonical(_ scope: String) -> String {
          let prefix = "https://www.googleapis.com/auth/userinfo."
          let isShort = scope.utf8.elementsEqual("email".utf8) || scope.utf8.elementsEqual("profile".utf8)
          return isShort ? prefix + scope : scope
        }
      }
      """#
  }
}
