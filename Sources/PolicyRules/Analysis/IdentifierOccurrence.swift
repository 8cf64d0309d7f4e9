import PolicyText
import PolicyModel

/// An ID of a policy with its place: what somebody else gave out, and what is copied from a console.
struct IdentifierOccurrence: Sendable {
  /// Where the ID may stand empty, and who says so.
  enum Blank: Sendable {
    /// Nobody else does.
    case isReported
    /// It may, or a rule about this kind of ID reports it.
    case isLeftAlone
  }

  /// What an ID is, as it stands in messages. No `String`: 20,000 clients have 40,000 IDs.
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

  /// All IDs of a policy, in order; those of links and hosts are none.
  static func all(in policy: Policy) -> [IdentifierOccurrence] {
    var list = List(expecting: policy.apps.count * 4 + policy.clients.count * 2 + 8)
    for app in policy.apps {
      list.add(app.bundleID, .bundleID, .isLeftAlone)
      list.add(app.teamID, .teamID, .isLeftAlone)
      list.add(app.appIDPrefix, .appIDPrefix, .isLeftAlone)
      list.add(app.packageName, .packageName, .isLeftAlone)
      list.add(app.appStoreID, .appStoreID, .isLeftAlone)
      list.add(app.firebaseAppID, .firebaseAppID)
      list.add(app.linkActivity, .activity)
    }
    for client in policy.clients {
      list.add(client.clientID, .clientID)
      list.add(client.streamlinedLinking?.googleClientID, .clientID, .isLeftAlone)
      list.add(client.appFlipAndroid?.intentAction, .intentAction)
      list.add(client.appFlipAndroid?.activity, .activity)
      for caller in client.appFlipAndroid?.callers ?? [] {
        list.add(caller.packageName, .packageName, .isLeftAlone)
      }
    }
    let google = policy.googleSignIn
    list.add(google?.ios?.clientID, .clientID, .isLeftAlone)
    list.add(google?.ios?.serverClientID, .clientID, .isLeftAlone)
    list.add(google?.ios?.urlSchemes, .urlScheme)
    list.add(google?.android?.clientIDs, .clientID, .isLeftAlone)
    list.add(google?.web?.clientID, .clientID, .isLeftAlone)
    list.add(policy.firebase?.projectID, .projectID)
    list.add(policy.firebase?.projectNumber, .projectNumber)
    list.add(policy.apple?.servicesID, .servicesID, .isLeftAlone)
    list.add(policy.apple?.teamID, .teamID, .isLeftAlone)
    list.add(policy.apple?.keyID, .keyID, .isLeftAlone)
    return list.found
  }

  private struct List {
    private(set) var found: [IdentifierOccurrence] = []

    init(expecting count: Int) { found.reserveCapacity(count) }

    mutating func add(_ text: LocatedText?, _ noun: Noun, _ blank: Blank = .isReported) {
      guard let text else { return }
      found.append(
        IdentifierOccurrence(text: text, environment: nil, noun: noun, blank: blank))
    }

    mutating func add(
      _ values: PerEnvironment<LocatedText>?, _ noun: Noun, _ blank: Blank = .isReported
    ) {
      for (environment, text) in values?.distinct ?? [] {
        found.append(
          IdentifierOccurrence(text: text, environment: environment, noun: noun, blank: blank))
      }
    }

    mutating func add(
      _ lists: PerEnvironment<[LocatedText]>?, _ noun: Noun, _ blank: Blank = .isReported
    ) {
      for (environment, texts) in lists?.distinct ?? [] {
        found += texts.map {
          IdentifierOccurrence(text: $0, environment: environment, noun: noun, blank: blank)
        }
      }
    }
  }
}
