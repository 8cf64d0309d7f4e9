import PolicyDecision
import PolicyText
import PolicyModel

/// App settings that association files don't contain. Firebase, the app stores and the Android
/// manifest use them.
extension ProviderComparison {
  var apps: [PolicyChange] {
    Set(before.apps.keys).union(after.apps.keys).flatMap { identity -> [PolicyChange] in
      let fingerprints = list(
        .appSHA1Fingerprint, "SHA-1 certificate of \(identity.name)",
        { $0.entries($0.apps[identity]?.sha1Fingerprints) }, form: Self.fingerprint, isTrust: true)
      // If an app is added or removed, its other settings aren't changes of their own. A setting of
      // both environments is reported once.
      guard let old = before.apps[identity], let new = after.apps[identity],
        after.environment == .prod || !old.exists(in: .prod) || !new.exists(in: .prod)
      else { return fingerprints }
      func setting(
        _ name: String, _ entry: @escaping (ProviderSide, App) -> Entry?
      ) -> [PolicyChange] {
        text(.appSetting, "\(words: name) of \(identity.name)") { side in
          side.apps[identity].flatMap { entry(side, $0) }
        }
      }
      return fingerprints + setting("platform") { $0.entry($1.platform) }
        + setting("App Store ID") { $0.entry($1.appStoreID) }
        + setting("Firebase app ID") { $0.entry($1.firebaseAppID) }
        + setting("team ID") { $0.entry($1.teamID) }
        + setting("activity for links") { $0.entry($1.linkActivity) }
    }
  }

  /// The fingerprint as Firebase compares it: without case and separators.
  private static func fingerprint(_ text: ExactString) -> ExactString {
    ExactString(decoding: ASCII.lowercased(text).utf8.filter { $0 != UInt8(ascii: ":") })
  }
}

/// The ID of an app and its platform: a bundle ID and a package name can be equal.
struct AppIdentity: Hashable {
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
