import PolicyDiagnostics
import PolicyModel
import PolicyText

/// An ID of a policy with its place: what somebody else gave out, and what is copied from a console.
struct IdentifierOccurrence: Sendable {
  /// Where the ID may stand empty, and who says so.
  enum Blank: Sendable {
    /// Nobody else does.
    case isReported
    /// It may, or a rule about this kind of ID reports it.
    case isLeftAlone
  }

  let text: LocatedText
  let environment: Environment?
  /// What it is in messages.
  let noun: String
  let blank: Blank

  /// All IDs of a policy, in order; those of links and hosts are none.
  static func all(in policy: Policy) -> [IdentifierOccurrence] {
    var list = List(expecting: policy.apps.count * 4 + policy.clients.count * 2)
    for app in policy.apps {
      list.add(app.bundleID, "bundle ID", .isLeftAlone)
      list.add(app.teamID, "team ID", .isLeftAlone)
      list.add(app.appIDPrefix, "app ID prefix", .isLeftAlone)
      list.add(app.packageName, "package name", .isLeftAlone)
      list.add(app.appStoreID, "App Store ID", .isLeftAlone)
      list.add(app.firebaseAppID, "Firebase app ID")
      list.add(app.linkActivity, "activity")
    }
    for client in policy.clients {
      list.add(client.clientID, "client ID")
      list.add(client.streamlinedLinking?.googleClientID, "client ID", .isLeftAlone)
      list.add(client.appFlipAndroid?.intentAction, "intent action")
      list.add(client.appFlipAndroid?.activity, "activity")
      for caller in client.appFlipAndroid?.callers ?? [] {
        list.add(caller.packageName, "package name", .isLeftAlone)
      }
    }
    let google = policy.googleSignIn
    list.add(google?.ios?.clientID, "client ID", .isLeftAlone)
    list.add(google?.ios?.serverClientID, "client ID", .isLeftAlone)
    list.add(google?.ios?.urlSchemes, "URL scheme")
    list.add(google?.android?.clientIDs, "client ID", .isLeftAlone)
    list.add(google?.web?.clientID, "client ID", .isLeftAlone)
    list.add(policy.firebase?.projectID, "project ID")
    list.add(policy.firebase?.projectNumber, "project number")
    list.add(policy.apple?.servicesID, "Services ID", .isLeftAlone)
    list.add(policy.apple?.teamID, "team ID", .isLeftAlone)
    list.add(policy.apple?.keyID, "key ID", .isLeftAlone)
    return list.found
  }

  private struct List {
    private(set) var found: [IdentifierOccurrence] = []

    init(expecting count: Int) { found.reserveCapacity(count) }

    mutating func add(_ text: LocatedText?, _ noun: String, _ blank: Blank = .isReported) {
      guard let text else { return }
      found.append(
        IdentifierOccurrence(text: text, environment: nil, noun: noun, blank: blank))
    }

    mutating func add(
      _ values: PerEnvironment<LocatedText>?, _ noun: String, _ blank: Blank = .isReported
    ) {
      for (environment, text) in values?.distinct ?? [] {
        found.append(
          IdentifierOccurrence(text: text, environment: environment, noun: noun, blank: blank))
      }
    }

    mutating func add(
      _ lists: PerEnvironment<[LocatedText]>?, _ noun: String, _ blank: Blank = .isReported
    ) {
      for (environment, texts) in lists?.distinct ?? [] {
        found += texts.map {
          IdentifierOccurrence(text: $0, environment: environment, noun: noun, blank: blank)
        }
      }
    }
  }
}
