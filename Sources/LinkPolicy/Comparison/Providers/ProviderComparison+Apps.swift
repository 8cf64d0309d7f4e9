import PolicyDecision
import PolicyDiagnostics
import PolicyModel
import PolicyText

/// Settings of apps that association files don't contain: Firebase, the app stores and the Android
/// manifest use them.
extension ProviderComparison {
  var apps: [PolicyChange] {
    (before.apps + after.apps).compactMap(AppIdentity.init).uniqued.flatMap {
      identity -> [PolicyChange] in
      let (old, new) = (app(identity, before), app(identity, after))
      let fingerprints = list(
        .appSHA1Fingerprint, "SHA-1 certificate of \(identity.name)",
        { $0.entries(app(identity, $0)?.sha1Fingerprints) }, form: Self.fingerprint, isTrust: true)
      // What else comes or goes with an app is not a change of its own. A setting of both environments is
      // reported once.
      guard let old, let new,
        after.environment == .prod || !old.exists(in: .prod) || !new.exists(in: .prod)
      else { return fingerprints }
      func setting(_ name: String, _ value: (App) -> LocatedText?) -> [PolicyChange] {
        text(.appSetting, "\(words: name) of \(identity.name)") { side in
          side.entry(app(identity, side).flatMap(value))
        }
      }
      let platform = text(.appSetting, "platform of \(identity.name)") { side in
        app(identity, side).flatMap { app in
          app.platform.flatMap { platform in
            side.document.map { Entry(ExactString(platform.value.rawValue), $0.anchor(platform)) }
          }
        }
      }
      return fingerprints + platform + setting("App Store ID", \.appStoreID)
        + setting("Firebase app ID", \.firebaseAppID) + setting("team ID", \.teamID)
        + setting("activity for links", \.linkActivity)
    }
  }

  private func app(_ identity: AppIdentity, _ side: ProviderSide) -> App? {
    side.apps.first { AppIdentity($0) == identity }
  }

  /// Fingerprints are compared as Firebase does: without case and separators.
  private static func fingerprint(_ text: ExactString) -> ExactString {
    ExactString(decoding: ASCII.lowercased(text).utf8.filter { $0 != UInt8(ascii: ":") })
  }
}

/// What an app is called on its platform. The same name may be a bundle ID and a package name.
private struct AppIdentity: Hashable {
  var isApple: Bool
  /// The bundle ID or package name.
  var name: ExactString

  init?(_ app: App) {
    guard let platform = app.platform?.value, let name = app.bundleID ?? app.packageName else {
      return nil
    }
    isApple = platform.isApple
    self.name = name.value
  }
}

extension ProviderSide {
  /// The apps that exist in the environment.
  fileprivate var apps: [App] {
    document?.policy.apps.filter { $0.exists(in: environment) } ?? []
  }
}
