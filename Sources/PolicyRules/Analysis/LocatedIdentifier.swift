import PolicyText
import PolicyModel

/// An ID in a policy that a platform or provider issued.
struct LocatedIdentifier: Sendable {
  /// Whether the rule `identifier-blank` reports an empty ID.
  enum Blank: Sendable {
    case isReported
    /// The ID may be empty, or another rule reports it.
    case isIgnored
  }

  /// The name of the ID's type in messages.
  enum Noun: String {
    case bundleID = "bundle ID"
    case teamID = "team ID"
    case appIDPrefix = "app ID prefix"
    case packageName = "package name"
    case appStoreID = "App Store ID"
    case firebaseAppID = "Firebase app ID"
    case activity = "activity"
    case clientID = "client ID"
    case intentAction = "intent action"
    case urlScheme = "URL scheme"
    case projectID = "project ID"
    case projectNumber = "project number"
    case servicesID = "Services ID"
    case keyID = "key ID"
  }

  let text: LocatedText
  let environment: Environment?
  let noun: Noun
  let blank: Blank

  static func all(in policy: Policy) -> [LocatedIdentifier] {
    var list = List()
    for app in policy.apps {
      list.add(app.bundleID, .bundleID, .isIgnored)
      list.add(app.teamID, .teamID, .isIgnored)
      list.add(app.appIDPrefix, .appIDPrefix, .isIgnored)
      list.add(app.packageName, .packageName, .isIgnored)
      list.add(app.appStoreID, .appStoreID, .isIgnored)
      list.add(app.firebaseAppID, .firebaseAppID)
      list.add(app.linkActivity, .activity)
    }
    for client in policy.clients {
      list.add(client.clientID, .clientID)
      list.add(client.streamlinedLinking?.googleClientID, .clientID, .isIgnored)
      list.add(client.appFlipAndroid?.intentAction, .intentAction)
      list.add(client.appFlipAndroid?.activity, .activity)
      for caller in client.appFlipAndroid?.callers ?? [] {
        list.add(caller.packageName, .packageName, .isIgnored)
      }
    }
    let google = policy.googleSignIn
    list.add(google?.ios?.clientID, .clientID, .isIgnored)
    list.add(google?.ios?.serverClientID, .clientID, .isIgnored)
    list.add(google?.ios?.urlSchemes, .urlScheme)
    list.add(google?.android?.clientIDs, .clientID, .isIgnored)
    list.add(google?.web?.clientID, .clientID, .isIgnored)
    list.add(policy.firebase?.projectID, .projectID)
    list.add(policy.firebase?.projectNumber, .projectNumber)
    list.add(policy.apple?.servicesID, .servicesID, .isIgnored)
    list.add(policy.apple?.teamID, .teamID, .isIgnored)
    list.add(policy.apple?.keyID, .keyID, .isIgnored)
    return list.found
  }

  private struct List {
    private(set) var found: [LocatedIdentifier] = []

    mutating func add(_ text: LocatedText?, _ noun: Noun, _ blank: Blank = .isReported) {
      guard let text else { return }
      found.append(
        LocatedIdentifier(text: text, environment: nil, noun: noun, blank: blank))
    }

    mutating func add(
      _ values: PerEnvironment<LocatedText>?, _ noun: Noun, _ blank: Blank = .isReported
    ) {
      for (environment, text) in values?.distinct ?? [] {
        found.append(
          LocatedIdentifier(text: text, environment: environment, noun: noun, blank: blank))
      }
    }

    mutating func add(
      _ lists: PerEnvironment<[LocatedText]>?, _ noun: Noun, _ blank: Blank = .isReported
    ) {
      for (environment, texts) in lists?.distinct ?? [] {
        found += texts.map {
          LocatedIdentifier(text: $0, environment: environment, noun: noun, blank: blank)
        }
      }
    }
  }
}
