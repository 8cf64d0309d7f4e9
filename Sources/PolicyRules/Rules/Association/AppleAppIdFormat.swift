import AssociationFiles
package import PolicyText
import PolicyModel

package struct AppleAppIdFormat: Rule {
  package static let info = RuleInfo(
    "apple-app-id-format", .association, .error, aliases: ["app-id-format"],
    summary: "Require a 10-character prefix and a bundle ID in Apple app IDs",
    why:
      "Apple devices compare `PREFIX.bundle.id` with the app's signature. With a placeholder or "
      + "a team name instead of the ID, no link opens the app.",
    examples: .init(
      .policy, bad: ExamplePolicy.ios(team: "⟦YOURTEAMID1⟧"), good: ExamplePolicy.ios()),
    references: ["Apple: supporting associated domains"], isFixable: true,
    hides: ["identifier-placeholder", "environment-mixed"])
  package init() {}

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    for app in context.policy.apps where app.platform?.value.isApple == true {
      for team in [app.teamID, app.appIDPrefix].compactMap({ $0 }) where !Self.isTeam(team.value) {
        let upper = team.value.string.uppercased()
        let isUpper = Self.isTeam(ExactString(upper))
        findings.report(
          team.node,
          "\(team.value.quoted) \(Self.problem(of: team.value))",
          help: isUpper ? "write `\(upper)`" : Self.help,
          fixes: isUpper
            ? findings.replacing(team.node, by: upper, "write it in upper case", isSafe: false) : []
        )
      }
      for team in [app.teamID, app.appIDPrefix].compactMap({ $0 }) where Self.isNumber(team.value) {
        let isStoreID = context.policy.apps.contains { $0.appStoreID?.value == team.value }
        findings.report(
          team.node, severity: isStoreID ? .error : .warning,
          isStoreID
            ? "team ID \(team.value.quoted) is the App Store ID of an app"
            : Self.numberMessage(team.value), help: Self.help)
      }
      if let bundle = app.bundleID, !Self.isBundle(bundle.value) {
        findings.report(
          bundle.node,
          "\(bundle.value.quoted) is not a valid bundle ID",
          help: "use letters, digits and `-`, in segments separated by `.`")
      } else if let bundle = app.bundleID,
        let prefix = [app.teamID, app.appIDPrefix].compactMap({ $0?.value }).first(where: {
          !$0.isEmpty && bundle.value.hasPrefix($0.string + ".")
        })
      {
        findings.report(
          bundle.node, text: 0..<(prefix.utf8.count + 1),
          "bundle ID \(bundle.value.quoted) must not start with the team ID",
          help: "remove `\(prefix).`",
          fixes: findings.replacing(
            bundle.node, by: String(bundle.value.string.dropFirst(prefix.utf8.count + 1)),
            "remove the team ID", isSafe: false))
      }
    }
  }

  /// Whether `text` is 10 characters from A-Z and 0-9 and not a placeholder.
  static func isTeam(_ text: ExactString) -> Bool {
    text.utf8.count == 10
      && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) }
      && !isPlaceholder(text)
      // One repeated character is a placeholder, too.
      && text.utf8.contains { $0 != text.utf8.first }
  }

  /// Words in templates. Apple's IDs are random and rarely contain one by chance.
  private static let templateWords = [
    "TEAM", "FAKE", "DUMMY", "SAMPLE", "EXAMPLE", "PLACEHOLD", "CHANGEME", "REPLACE", "YOUR",
    "XXXX",
  ]

  /// Whether `text` contains a template word, such as `FAKETEAMID`.
  private static func isPlaceholder(_ text: ExactString) -> Bool {
    let bytes = Array(text.utf8)[...]
    return templateWords.contains { bytes.firstRange(ofBytes: $0) != nil }
  }

  /// Whether `text` is ten digits. App Store IDs are all digits, but team IDs nearly always contain a letter.
  private static func isNumber(_ text: ExactString) -> Bool {
    text.utf8.count == 10 && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
      && !DocumentationExample.teams.contains(text)
  }

  private static func numberMessage(_ team: ExactString) -> String {
    "\(team.quoted) has only digits, which suggests an App Store ID instead of a team ID"
  }

  private static let help = "copy it from your Apple developer account > Membership"

  /// What is wrong with a prefix.
  private static func problem(of team: ExactString) -> String {
    if isPlaceholder(team) {
      return "is a placeholder, not your team ID"
    }
    if team.utf8.count == 10, team.utf8.allSatisfy({ $0 == team.utf8.first }) {
      return "is one character ten times, not your team ID"
    }
    return "must be your 10-character team ID (A-Z, 0-9)"
  }

  /// Whether `text` is a team ID, a dot and a bundle ID.
  static func isAppID(_ text: ExactString) -> Bool {
    let bytes = Array(text.utf8)
    guard bytes.count > 11, bytes[10] == UInt8(ascii: ".") else { return false }
    return isTeam(ExactString(decoding: bytes[..<10]))
      && isBundle(ExactString(decoding: bytes[11...]))
  }

  /// The bundle ID in an app ID: everything after the first dot.
  static func bundle(of app: ExactString) -> ExactString {
    let bytes = Array(app.utf8)
    return bytes.firstIndex(of: UInt8(ascii: ".")).map { ExactString(decoding: bytes[($0 + 1)...]) }
      ?? app
  }

  /// Whether `text` consists of segments of letters, digits and hyphens.
  static func isBundle(_ text: ExactString) -> Bool {
    let segments = text.utf8.split(
      separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return segments.allSatisfy { segment in
      !segment.isEmpty
        && segment.allSatisfy {
          (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
            || $0 == UInt8(ascii: "-")
        }
    }
  }
}

extension AppleAppIdFormat: AppleFileRule {
  package func check(_ file: AppleFile, reporting findings: inout Findings) {
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
        !AppleComponentUnknownKey.hasMisspelledApp(entry, tree)
      {
        findings.report(
          entry, text: nil, "entry has no `appIDs`, so iOS ignores it",
          help: "add `\"appIDs\": [\"PREFIX.bundle.id\"]`")
      }
    }
    let misspelled = checkNearTeams(file, &findings)
    for app in file.appIDs where !misspelled.contains(app) {
      guard tree.isString(app) else {
        findings.report(
          app, "app ID must be a string",
          help: "write `\"PREFIX.bundle.id\"`")
        continue
      }
      check(appID: Located(tree.text(app), app), &findings)
    }
  }

  /// Reports a team ID with one character too few or too many if the file also contains the correct one.
  private func checkNearTeams(_ file: AppleFile, _ findings: inout Findings) -> Set<NodeID> {
    var misspelled: Set<NodeID> = []
    var teams: [ExactString] = []
    for app in file.appTexts {
      let team = Self.prefix(of: app.value)
      if Self.isTeam(team), !teams.contains(team), teams.count < 16 { teams.append(team) }
    }
    for app in file.appTexts {
      let team = Self.prefix(of: app.value)
      let length = team.utf8.count
      guard length == 9 || length == 11,
        let near = teams.first(where: { Self.isNear($0, to: team) })
      else { continue }
      misspelled.insert(app.node)
      findings.report(
        app.node, text: 0..<length,
        "team ID \(team.quoted) has \(length) characters, but the file also uses \(near.quoted)",
        help: "did you mean `\(near)`?",
        fixes: findings.replacing(
          app.node, text: 0..<length, by: near.string, "write `\(near)`", isSafe: false))
    }
    return misspelled
  }

  private static func prefix(of app: ExactString) -> ExactString {
    ExactString(decoding: app.utf8.prefix { $0 != UInt8(ascii: ".") })
  }

  /// Whether the longer string is the shorter one plus one byte.
  private static func isNear(_ one: ExactString, to other: ExactString) -> Bool {
    let (short, long) =
      one.utf8.count < other.utf8.count
      ? (Array(one.utf8), Array(other.utf8)) : (Array(other.utf8), Array(one.utf8))
    guard long.count == short.count + 1 else { return false }
    let start = zip(short, long).prefix { $0 == $1 }.count
    return short[start...].elementsEqual(long[(start + 1)...])
  }

  /// Characters that people write instead of the dot.
  private static let marks: [UInt8: String] = [
    UInt8(ascii: "+"): "plus", UInt8(ascii: "-"): "hyphen", UInt8(ascii: "_"): "underscore",
    UInt8(ascii: "/"): "slash", UInt8(ascii: ":"): "colon", UInt8(ascii: " "): "space",
    UInt8(ascii: ","): "comma",
  ]

  /// Whether `name` starts with a template's organization name.
  static func isForExamples(_ name: ExactString) -> Bool {
    let start = Array(name.utf8.prefix(24))[...].lowercased
    return ["com.example", "org.example", "com.yourcompany", "com.yourdomain", "com.mycompany"]
      .contains {
        start.starts(with: $0.utf8)
          && (start.count == $0.utf8.count || start[$0.utf8.count] == 0x2E)
      }
  }

  private func check(appID: LocatedText, _ findings: inout Findings) {
    let bytes = Array(appID.value.utf8)
    let dot = bytes.firstIndex(of: UInt8(ascii: ".")) ?? bytes.count
    let prefix = ExactString(decoding: bytes[..<dot])
    if !Self.isTeam(prefix) {
      if bytes.count > 11, let mark = Self.marks[bytes[10]],
        Self.isTeam(ExactString(decoding: bytes[..<10]))
      {
        findings.report(
          appID.node, text: 10..<11,
          "\(appID.value.quoted) must have a dot after the team ID, found a \(mark)",
          help: "replace the \(mark) with `.`",
          fixes: findings.replacing(appID.node, text: 10..<11, by: ".", "write `.`", isSafe: false))
        return
      }
      findings.report(
        appID.node, text: dot > 0 ? 0..<dot : nil,
        "prefix of \(appID.value.quoted) \(Self.problem(of: prefix))", help: Self.help)
      return
    }
    if Self.isNumber(prefix) {
      findings.report(
        appID.node, text: 0..<10, severity: .warning, Self.numberMessage(prefix), help: Self.help)
    }
    let bundle = ExactString(decoding: bytes[min(dot + 1, bytes.count)...])
    if dot == bytes.count || !Self.isBundle(bundle) {
      findings.report(
        appID.node, text: dot + 1 < bytes.count ? (dot + 1)..<bytes.count : nil,
        "\(appID.value.quoted) must have a valid bundle ID after the prefix",
        help: "write `PREFIX.bundle.id` as in the `application-identifier` entitlement")
    } else if bundle == "apple-app-site-association" {
      findings.report(
        appID.node, text: (dot + 1)..<bytes.count, severity: .warning,
        "\(bundle.quoted) is the name of this file, not a bundle ID",
        help: "write your app's bundle ID")
    } else if Self.isForExamples(bundle) {
      findings.report(
        appID.node, text: (dot + 1)..<bytes.count, severity: .warning,
        "\(bundle.quoted) is a bundle ID for examples", help: "write your app's bundle ID")
    }
  }
}
