import AssociationFiles
import PolicyText
import PolicyModel

struct AppleAppIdFormat: Rule, AppleFileRule {
  static let info = RuleInfo(
    "apple-app-id-format", .association, .error, aliases: ["app-id-format"],
    summary: "Require a 10-character prefix and a bundle ID in Apple app IDs",
    why: "Apple devices compare `PREFIX.bundle.id` with the app's signature. With a placeholder or "
      + "a team name instead of the ID, no link opens the app.",
    examples: .policy(bad: ExamplePolicy.ios(team: "⟦YOURTEAMID1⟧"), good: ExamplePolicy.ios()),
    references: ["Apple: supporting associated domains"], isFixable: true,
    hides: ["identifier-placeholder", "environment-mixed"])

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    for app in context.policy.apps where app.platform?.value.isApple == true {
      let teams = [app.teamID, app.appIDPrefix].compactMap { $0 }
      for team in teams {
        if !Self.isTeam(team.value) {
          let upper = team.value.string.uppercased()
          let isUpper = Self.isTeam(ExactString(upper))
          findings.report(
            team.node, "\(team.value.quoted) \(Self.problem(of: team.value))",
            help: isUpper ? "write `\(upper)`" : Self.help,
            fixes: isUpper
              ? findings.replacing(team.node, by: upper, "write it in upper case", isSafe: false)
              : [])
        } else if Self.isNumber(team.value) {
          let isStoreID = context.policy.apps.contains { $0.appStoreID?.value == team.value }
          findings.report(
            team.node, severity: isStoreID ? .error : .warning,
            isStoreID
              ? "team ID \(team.value.quoted) is the App Store ID of an app"
              : Self.numberMessage(team.value), help: Self.help)
        }
      }
      guard let bundle = app.bundleID else { continue }
      let starts = teams.map { $0.value.string + "." }
      if !Self.isBundle(bundle.value) {
        findings.report(
          bundle.node, "\(bundle.value.quoted) is not a valid bundle ID",
          help: "use letters, digits and `-`, in segments separated by `.`")
      } else if let start = starts.first(where: { bundle.value.hasPrefix($0) }) {
        findings.report(
          bundle.node, text: 0..<start.utf8.count,
          "bundle ID \(bundle.value.quoted) must not start with the team ID",
          help: "remove `\(start)`",
          fixes: findings.replacing(
            bundle.node, by: String(bundle.value.string.dropFirst(start.utf8.count)),
            "remove the team ID", isSafe: false))
      } else if Self.isBelow(Self.templates, bundle.value) {
        findings.report(
          bundle.node, severity: .warning, "\(bundle.value.quoted) is the bundle ID of a template",
          help: "write your app's bundle ID")
      }
      if let store = app.appStoreID, !store.value.isEmpty,
        !store.value.allBytes(satisfy: { $0.isDigit }),
        Placeholder.find(inIdentifier: store.value) == nil
      {
        findings.report(
          store.node, severity: .warning,
          "App Store ID must have only digits, found \(store.value.quoted)",
          help: "copy the digits after `id` from the app's App Store URL")
      }
    }
  }

  /// Whether `text` is 10 characters from A-Z and 0-9 and not a placeholder.
  static func isTeam(_ text: ExactString) -> Bool {
    text.utf8.count == 10
      && text.utf8.allSatisfy { $0.isDigit || (0x41...0x5A).contains($0) }
      && !isPlaceholder(text)
  }

  /// Words in templates. Apple's IDs are random and rarely contain one by chance.
  private static let templateWords = [
    "TEAM", "FAKE", "DUMMY", "SAMPLE", "EXAMPLE", "PLACEHOLD", "CHANGEME", "REPLACE", "YOUR",
    "XXXX",
  ]

  /// Whether `text` contains a template word, such as `FAKETEAMID`, or repeats one character.
  private static func isPlaceholder(_ text: ExactString) -> Bool {
    let bytes = Array(text.utf8)[...]
    return bytes.count == 10 && Set(bytes).count == 1
      || templateWords.contains { bytes.firstRange(ofBytes: $0) != nil }
  }

  /// Whether `text` is ten digits. App Store IDs are all digits, but team IDs nearly always contain a letter.
  private static func isNumber(_ text: ExactString) -> Bool {
    text.utf8.count == 10 && text.utf8.allSatisfy(\.isDigit)
      && !DocumentationExample.teams.contains(text)
  }

  private static func numberMessage(_ team: ExactString) -> String {
    "\(team.quoted) has only digits, which suggests an App Store ID instead of a team ID"
  }

  private static let help = "copy it from your Apple developer account > Membership"

  private static func problem(of team: ExactString) -> String {
    isPlaceholder(team)
      ? "is a placeholder, not your team ID" : "must be your 10-character team ID (A-Z, 0-9)"
  }

  /// The team ID and the bundle ID of an app ID, before and after the first dot.
  static func parts(of app: ExactString) -> (team: ExactString, bundle: ExactString?) {
    let parts = app.utf8.split(
      separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false
    ).map { ExactString(decoding: $0) }
    return (parts[0], parts.count > 1 ? parts[1] : nil)
  }

  /// Whether `text` is a team ID, a dot and a bundle ID.
  static func isAppID(_ text: ExactString) -> Bool {
    let (team, bundle) = parts(of: text)
    return isTeam(team) && bundle.map(isBundle) ?? false
  }

  /// The bundle ID in an app ID: everything after the first dot.
  static func bundle(of app: ExactString) -> ExactString { parts(of: app).bundle ?? app }

  /// Whether `text` consists of segments of letters, digits and hyphens.
  private static func isBundle(_ text: ExactString) -> Bool {
    ByteSet(of: text).isSubset(of: .hostNames)
      && HostLabels.split(Array(text.utf8)[...]).allSatisfy { !$0.isEmpty }
  }

  func check(_ file: AppleFile, reporting findings: inout Findings) {
    let tree = file.tree
    for entry in file.entries where file.content.applinks?.isKeyedByApp == false {
      if let list = tree.value(of: "appIDs", in: entry) {
        if tree.kind(list) != .sequence {
          findings.report(
            list, "`appIDs` must be an array; iOS ignores this entry",
            help: "wrap the value in `[ ]`")
        } else if tree.isEmpty(list) {
          findings.report(
            tree.place(list), "`appIDs` must not be empty; iOS ignores this entry",
            help: "add an app ID, such as `PREFIX.bundle.id`")
        }
      } else if tree.value(of: "appID", in: entry) == nil,
        !AppleComponentUnknownKey.hasMisspelled(["appIDs", "appID"], of: entry, in: tree)
      {
        findings.report(
          entry, "entry has no `appIDs`, so iOS ignores it",
          help: "add `\"appIDs\": [\"PREFIX.bundle.id\"]`")
      }
    }
    let teams = Set(file.appTexts.map { Self.parts(of: $0.value).team }.filter(Self.isTeam))
      .sorted().prefix(16).map(\.string)
    for app in file.appIDs {
      if tree.isString(app) {
        check(tree.text(app), at: app, teams, &findings)
      } else {
        findings.report(app, "app ID must be a string", help: "write `\"PREFIX.bundle.id\"`")
      }
    }
  }

  /// - Parameter teams: the valid team IDs in the file; a malformed one may be a misspelling of one
  ///   of them.
  private func check(
    _ app: ExactString, at node: NodeID, _ teams: [String], _ findings: inout Findings
  ) {
    let (team, bundle) = Self.parts(of: app)
    let length = team.utf8.count
    guard Self.isTeam(team) else {
      let start = app.utf8.prefix(11)
      if length == 9 || length == 11, let near = Nearest.name(to: team.string, among: teams) {
        findings.report(
          node, text: 0..<length,
          "team ID \(team.quoted) has \(length) characters, but the file also uses `\(near)`",
          help: "did you mean `\(near)`?",
          fixes: findings.replacing(
            node, text: 0..<length, by: near, "write `\(near)`", isSafe: false))
      } else if app.utf8.count > 11, let mark = start.last, "+-_/:, ".utf8.contains(mark),
        Self.isTeam(ExactString(decoding: start.dropLast()))
      {
        findings.report(
          node, text: 10..<11,
          "\(app.quoted) must have a dot after the team ID, found "
            + ExactString(decoding: [mark]).quoted,
          help: "replace it with `.`",
          fixes: findings.replacing(node, text: 10..<11, by: ".", "write `.`", isSafe: false))
      } else {
        findings.report(
          node, text: length > 0 ? 0..<length : nil,
          "prefix of \(app.quoted) \(Self.problem(of: team))", help: Self.help)
      }
      return
    }
    if Self.isNumber(team) {
      findings.report(
        node, text: 0..<10, severity: .warning, Self.numberMessage(team), help: Self.help)
    }
    let name = bundle ?? ""
    let place = name.isEmpty ? nil : 11..<app.utf8.count
    let isFileName = name == "apple-app-site-association"
    if !Self.isBundle(name) {
      findings.report(
        node, text: place, "\(app.quoted) must have a valid bundle ID after the prefix",
        help: "write `PREFIX.bundle.id` as in the `application-identifier` entitlement")
    } else if isFileName || Self.isBelow(Self.documentation + Self.templates, name) {
      findings.report(
        node, text: place, severity: .warning,
        name.quoted
          + (isFileName
            ? " is the name of this file, not a bundle ID" : " is a bundle ID for examples"),
        help: "write your app's bundle ID")
    }
  }

  /// The organizations of documentation, which test policies also use.
  private static let documentation = ["com.example", "org.example"]
  /// The first bundle IDs that templates, Expo, React Native, Ionic and Expo Go use.
  private static let templates = [
    "com.yourcompany", "com.yourdomain", "com.mycompany", "com.anonymous",
    "org.reactjs.native.example", "io.ionic.starter", "host.exp.exponent",
  ]

  /// Whether `name` is one of the organizations or starts with one.
  private static func isBelow(_ organizations: [String], _ name: ExactString) -> Bool {
    let name = ASCII.lowercased(name)
    return organizations.contains { name == ExactString($0) || name.hasPrefix($0 + ".") }
  }
}
