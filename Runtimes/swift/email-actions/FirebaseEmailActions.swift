#if canImport(FirebaseAuth)
  import FirebaseAuth
  import Foundation

  /// Settings of the emails that Firebase Authentication sends, by action and environment.
  ///
  /// The continue URL is the registered one, or one below it: see `isContinueURLAllowed`.
  public enum FirebaseEmailActions {
    /// The purpose of an email.
    public struct Action: Sendable {
      fileprivate let values: @Sendable (LinkPolicyAllowlist.Environment) -> Values?

      init(_ values: @escaping @Sendable (LinkPolicyAllowlist.Environment) -> Values?) {
        self.values = values
      }
    }

    /// Settings with the registered continue URL; nil if the environment does not have the action.
    public static func settings(
      for action: Action, in environment: LinkPolicyAllowlist.Environment
    ) -> ActionCodeSettings? {
      action.values(environment).flatMap { $0.settings($0.url) }
    }

    /// Settings with a continue URL made at run time; nil unless it is allowed.
    public static func settings(
      for action: Action, in environment: LinkPolicyAllowlist.Environment, continueURL: String
    ) -> ActionCodeSettings? {
      guard let values = action.values(environment), values.allows(continueURL) else { return nil }
      return values.settings(continueURL)
    }

    /// The registered continue URL; nil if the environment does not have the action.
    public static func continueURL(
      for action: Action, in environment: LinkPolicyAllowlist.Environment
    ) -> String? {
      action.values(environment)?.url
    }

    /// Returns true for the registered URL, and for one that extends its path or has its own query or
    /// fragment.
    ///
    /// The bytes of scheme, host, and path must be those of the registered URL. Further path segments
    /// contain only letters, digits, and `-._~` and don't start with a dot; query and fragment contain
    /// what RFC 3986 allows.
    public static func isContinueURLAllowed(
      _ url: String, for action: Action, in environment: LinkPolicyAllowlist.Environment
    ) -> Bool {
      action.values(environment)?.allows(url) ?? false
    }

    /// The settings of an action in one environment.
    struct Values {
      var url: String
      /// The URL up to its query.
      var prefix: String
      /// `prefix` without a final slash; empty if only `url` is allowed.
      var base: String
      var handleCodeInApp = false
      var iOSBundleID: String?
      var android: (packageName: String, install: Bool, minimumVersion: String?)?
      var linkDomain: String?

      fileprivate func settings(_ url: String) -> ActionCodeSettings? {
        guard let url = URL(string: url) else { return nil }
        let settings = ActionCodeSettings()
        settings.url = url
        settings.handleCodeInApp = handleCodeInApp
        // By default, the SDK sets the bundle ID of the running app.
        if let iOSBundleID { settings.iOSBundleID = iOSBundleID }
        if let android {
          settings.setAndroidPackageName(
            android.packageName, installIfNotAvailable: android.install,
            minimumVersion: android.minimumVersion)
        }
        settings.linkDomain = linkDomain
        return settings
      }

      fileprivate func allows(_ candidate: String) -> Bool {
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
            segment.first.map { first in
              first != UInt8(ascii: ".") && segment.allSatisfy(LinkPolicyAllowlist.isUnreserved)
            } ?? (index == segments.count - 1)
          }
      }

      /// A query or fragment of RFC 3986.
      private static func isQuery(_ query: ArraySlice<UInt8>) -> Bool {
        var digits = 0
        for byte in query {
          if digits > 0 {
            guard LinkPolicyAllowlist.hexDigit(byte) != nil else { return false }
            digits -= 1
          } else if byte == UInt8(ascii: "%") {
            digits = 2
          } else {
            guard LinkPolicyAllowlist.isUnreserved(byte) || "!$&'()*+,;=:@/?".utf8.contains(byte)
            else { return false }
          }
        }
        return digits == 0
      }
    }
  }
#endif
