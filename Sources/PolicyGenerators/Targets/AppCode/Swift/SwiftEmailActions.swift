import PolicyDiagnostics

/// `FirebaseEmailActions.swift`: `ActionCodeSettings` for apps of Apple's platforms.
enum SwiftEmailActions {
  static func source(
    _ code: EmailActionCode, _ header: GeneratedHeader
  ) -> Code<SwiftLanguage> {
    let cases = code.actions.map { action -> Code<SwiftLanguage> in "case \(action.name, .camel)" }
    return #"""
      // \#(header)

      #if canImport(FirebaseAuth)
        import FirebaseAuth
        import Foundation

        /// Settings of the emails that Firebase Authentication sends, by action and environment.
        ///
        /// The continue URL is the registered one, or one below it: see `isContinueURLAllowed`.
        public enum FirebaseEmailActions {
          /// What an email is for.
          public enum Action: Sendable, CaseIterable {
            \#(lines: cases)
          }

          /// Settings with the registered continue URL; nil where the environment does not have the action.
          public static func settings(
            for action: Action, in environment: LinkPolicyAllowlist.Environment
          ) -> ActionCodeSettings? {
            values(action, environment).flatMap { $0.settings($0.url) }
          }

          /// Settings with a continue URL made at run time; nil unless it is allowed.
          public static func settings(
            for action: Action, in environment: LinkPolicyAllowlist.Environment, continueURL: String
          ) -> ActionCodeSettings? {
            guard let values = values(action, environment), values.allows(continueURL) else { return nil }
            return values.settings(continueURL)
          }

          /// The registered continue URL.
          public static func continueURL(
            for action: Action, in environment: LinkPolicyAllowlist.Environment
          ) -> String? {
            values(action, environment)?.url
          }

          /// True for the registered URL, and for one that continues its path or has its own query or
          /// fragment.
          ///
          /// Scheme, host and path of the registered URL must be the same, byte by byte. Further path
          /// segments contain only letters, digits and `-._~` and don't start with a dot; query and
          /// fragment contain what RFC 3986 allows.
          public static func isContinueURLAllowed(
            _ url: String, for action: Action, in environment: LinkPolicyAllowlist.Environment
          ) -> Bool {
            values(action, environment)?.allows(url) ?? false
          }

          private struct Values {
            var url: String
            var prefix: String
            var base: String
            var handleCodeInApp = false
            var iOSBundleID: String?
            var android: (packageName: String, install: Bool, minimumVersion: String?)?
            var linkDomain: String?

            func settings(_ url: String) -> ActionCodeSettings? {
              guard let url = URL(string: url) else { return nil }
              let settings = ActionCodeSettings()
              settings.url = url
              settings.handleCodeInApp = handleCodeInApp
              // Without one, the SDK names the app that runs.
              if let iOSBundleID { settings.iOSBundleID = iOSBundleID }
              if let android {
                settings.setAndroidPackageName(
                  android.packageName, installIfNotAvailable: android.install,
                  minimumVersion: android.minimumVersion)
              }
              settings.linkDomain = linkDomain
              return settings
            }

            func allows(_ candidate: String) -> Bool {
              let bytes = Array(candidate.utf8)
              if bytes.elementsEqual(url.utf8) { return true }
              guard bytes.count <= 2048, bytes.starts(with: prefix.utf8) else { return false }
              let rest = bytes.dropFirst(base.utf8.count)
              let parts = rest.split(
                separator: UInt8(ascii: "#"), maxSplits: 1, omittingEmptySubsequences: false)
              let page = parts[0].split(
                separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
              return Self.isPath(page[0]) && (page.count == 1 || Self.isQuery(page[1]))
                && (parts.count == 1 || Self.isQuery(parts[1]))
            }

            private static func isPath(_ path: ArraySlice<UInt8>) -> Bool {
              guard let first = path.first else { return true }
              let segments = path.dropFirst().split(
                separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
              return first == UInt8(ascii: "/")
                && segments.enumerated().allSatisfy { index, segment in
                  segment.first.map { $0 != UInt8(ascii: ".") && segment.allSatisfy(isUnreserved) }
                    ?? (index == segments.count - 1)
                }
            }

            /// A query or fragment of RFC 3986.
            private static func isQuery(_ query: ArraySlice<UInt8>) -> Bool {
              var digits = 0
              for byte in query {
                if digits > 0 {
                  guard (0x30...0x39).contains(byte) || (0x41...0x46).contains(byte & 0xDF) else {
                    return false
                  }
                  digits -= 1
                } else if byte == UInt8(ascii: "%") {
                  digits = 2
                } else {
                  guard isUnreserved(byte) || "!$&'()*+,;=:@/?".utf8.contains(byte) else { return false }
                }
              }
              return digits == 0
            }

            private static func isUnreserved(_ byte: UInt8) -> Bool {
              (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF)
                || "-._~".utf8.contains(byte)
            }
          }

          private static func values(
            _ action: Action, _ environment: LinkPolicyAllowlist.Environment
          ) -> Values? {
            switch environment {
            #if !LINKPOLICY_SANDBOX_ONLY
              case .prod:
                \#(table(code, .prod))
            #endif
            #if !LINKPOLICY_PROD_ONLY
              case .sandbox:
                \#(table(code, .sandbox))
            #endif
            }
          }
        }
      #endif
      """#
  }

  private static func table(
    _ code: EmailActionCode, _ environment: Environment
  ) -> Code<SwiftLanguage> {
    let cases = code.actions.map { action -> Code<SwiftLanguage> in
      guard let settings = action.settings[environment] else {
        return "case .\(action.name, .camel): return nil"
      }
      return """
        case .\(action.name, .camel):
          return \(values(settings))
        """
    }
    return """
      switch action {
      \(lines: cases)
      }
      """
  }

  private static func values(_ settings: EmailActionCode.Settings) -> Code<SwiftLanguage> {
    var fields: [Code<SwiftLanguage>] = [
      "url: \(literal: settings.url)", "prefix: \(literal: settings.prefix)",
      "base: \(literal: settings.base)",
    ]
    if settings.handleCodeInApp { fields.append("handleCodeInApp: true") }
    if let bundle = settings.iosBundleID { fields.append("iOSBundleID: \(literal: bundle)") }
    if let android = settings.android {
      let version: Code<SwiftLanguage> = android.minimumVersion.map { "\(literal: $0)" } ?? "nil"
      fields.append(
        """
        android: (
          packageName: \(literal: android.package), install: \(android.install),
          minimumVersion: \(version)
        )
        """)
    }
    if let domain = settings.linkDomain { fields.append("linkDomain: \(literal: domain)") }
    return """
      Values(
        \(.joined(fields, by: ",\n")))
      """
  }
}
