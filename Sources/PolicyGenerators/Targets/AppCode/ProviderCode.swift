import PolicyDecision
import PolicyModel
import PolicyText

/// The email actions of all policies, with settings per environment.
struct EmailActionCode {
  struct Action {
    var name: CodeName
    /// The key, prefixed with the policy's name if there are several policies.
    var label: String
    var settings: [Environment: Settings]
  }

  /// `ActionCodeSettings` of one action in one environment.
  struct Settings {
    /// The continue URL.
    var url: String
    /// The start of every continue URL: `url` up to its query.
    var prefix: String
    /// `prefix` without a final slash, after which a URL is checked; empty if only `url` is allowed.
    var base: String
    var handleCodeInApp: Bool
    var iosBundleID: String?
    var android: Android?
    var linkDomain: String?
  }

  struct Android {
    var package: String
    var install: Bool
    var minimumVersion: String?
  }

  /// In the order of the policies and their keys; never empty.
  let actions: [Action]

  /// nil if no policy has an email action.
  init?(_ policy: CompiledPolicy) {
    var found: [(policy: ExactString, action: ExactString, settings: [Environment: Settings])] = []
    for environment in Environment.allCases {
      for providers in policy.providers[environment] ?? [] {
        for action in providers.firebase?.emailActions ?? [] {
          guard let settings = Self.settings(action) else { continue }
          if let index = found.firstIndex(where: {
            $0.policy == providers.policy && $0.action == action.name.value
          }) {
            found[index].settings[environment] = settings
          } else {
            found.append((providers.policy, action.name.value, [environment: settings]))
          }
        }
      }
    }
    guard !found.isEmpty else { return nil }
    let hasSeveral = Set(found.map(\.policy)).count > 1
    let names = CodeName.unique(
      found.map { (hasSeveral ? $0.policy.string : nil, $0.action.string) })
    actions = zip(names, found).map { name, each in
      Action(
        name: name,
        label: hasSeveral ? "\(each.policy.string)/\(each.action.string)" : each.action.string,
        settings: each.settings)
    }
  }

  private static func settings(_ action: CompiledEmailAction) -> Settings? {
    guard let url = action.url?.value else { return nil }
    let end = url.utf8.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }
    let prefix = Array(url.utf8[..<(end ?? url.utf8.endIndex)])
    let parts = URIParts(url)
    let isWeb = ["http", "https"].contains(parts.lowerScheme) && parts.host?.isEmpty == false
    // After a URL without a host, anything could add one: then only the whole URL is allowed.
    let base: ArraySlice<UInt8> =
      !isWeb ? [] : prefix.last == UInt8(ascii: "/") ? prefix.dropLast() : prefix[...]
    return Settings(
      url: url.string, prefix: ExactString(decoding: prefix).string,
      base: ExactString(decoding: base).string, handleCodeInApp: action.handleCodeInApp,
      iosBundleID: action.iosBundleID?.string,
      android: action.androidPackageName.map {
        Android(
          package: $0.string, install: action.installIfNotAvailable ?? false,
          minimumVersion: action.minimumVersion?.string)
      }, linkDomain: action.linkDomain?.value.string)
  }

  /// Actions with their settings in an environment.
  func settings(in environment: Environment) -> [(name: CodeName, settings: Settings)] {
    actions.compactMap { action in action.settings[environment].map { (action.name, $0) } }
  }
}

/// The Google scopes of all policies.
struct GoogleScopeCode {
  /// The scopes to request at sign-in, or when a feature is used.
  struct Feature {
    var name: CodeName
    /// The key, prefixed with the policy's name if there are several policies.
    var label: String
    /// In the order of the policy, without duplicates; never empty.
    var scopes: [String]
  }

  /// In the order of the policies, sign-in before features; never empty.
  let features: [Feature]

  /// nil if no policy has a scope.
  init?(_ documents: [PolicyDocument]) {
    var found: [(policy: ExactString, feature: ExactString, scopes: [String])] = []
    for document in documents {
      guard let google = document.policy.googleSignIn else { continue }
      var moments: [(name: ExactString, scopes: [LocatedText])] = [("sign_in", google.signInScopes)]
      moments += google.featureScopes.map { ($0.feature.value, $0.scopes) }
      for moment in moments {
        var seen: Set<ExactString> = []
        let scopes = moment.scopes.map(\.value)
          .filter { seen.insert(GoogleScope.canonical($0)).inserted }
        guard !scopes.isEmpty else { continue }
        found.append((document.name, moment.name, scopes.map(\.string)))
      }
    }
    guard !found.isEmpty else { return nil }
    let hasSeveral = Set(found.map(\.policy)).count > 1
    let names = CodeName.unique(
      found.map { (hasSeveral ? $0.policy.string : nil, $0.feature.string) })
    features = zip(names, found).map { name, each in
      Feature(
        name: name,
        label: hasSeveral ? "\(each.policy.string)/\(each.feature.string)" : each.feature.string,
        scopes: each.scopes)
    }
  }
}

/// The settings of a policy for Sign in with Apple.
struct AppleSignInCode {
  /// `ios`, `android`, `web`.
  var platforms: Set<ExactString>
  /// The name of the policy if there are several.
  var name: CodeName?
  /// `name` and `email`, in the order of the policy, without duplicates.
  var scopes: [String]
  /// In the order of the policy, without duplicates.
  var parameters: [(name: String, value: String)]
  /// Whether the user must consent before an Apple account is linked to other data.
  var needsConsent: Bool

  static func all(in documents: [PolicyDocument]) -> [AppleSignInCode] {
    let found = documents.compactMap { document in document.policy.apple.map { (document, $0) } }
    let names = CodeName.unique(found.map { (nil, $0.0.name.string) })
    return zip(names, found).map { name, each in
      let apple = each.1
      var known: Set<ExactString> = []
      return AppleSignInCode(
        platforms: Set(apple.platforms.map(\.value)), name: found.count > 1 ? name : nil,
        scopes: apple.scopes.map(\.value).unique.map(\.string),
        parameters: apple.parameters.filter { known.insert($0.name.value).inserted }.map {
          ($0.name.value.string, $0.value.value.string)
        }, needsConsent: apple.requireConsent?.value ?? true)
    }
  }
}

extension Array where Element == AppleSignInCode {
  /// The settings for a platform; nil if there are none.
  func on(_ platform: ExactString) -> [AppleSignInCode]? {
    let found = filter { $0.platforms.contains(platform) }
    return found.isEmpty ? nil : found
  }
}
