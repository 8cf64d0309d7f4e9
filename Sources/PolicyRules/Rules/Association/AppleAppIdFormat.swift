import AssociationFiles
package import PolicyText
import PolicyModel

/// A team ID or bundle ID that cannot be one.
package struct AppleAppIdFormat: Rule {
  package static let info = RuleInfo(
    "apple-app-id-format", .association, .error, aliases: ["app-id-format"],
    summary: "an Apple app ID is a 10-character prefix and a bundle ID",
    why:
      "Apple devices compare `PREFIX.bundle.id` with the signature of the app: a placeholder or a "
      + "team name in place of the ID opens nothing.",
    examples: .init(
      .policy, bad: ExamplePolicy.ios(team: "⟦YOURTEAMID1⟧"), good: ExamplePolicy.ios()),
    references: ["Apple: supporting associated domains"], isFixable: true)
  package init() {}

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    for app in context.policy.apps where app.platform?.value.isApple == true {
      for team in [app.teamID, app.appIDPrefix].compactMap({ $0 }) where !Self.isTeam(team.value) {
        findings.report(
          team.node,
          "\(team.value.quoted): \(Self.fault(of: team.value))", help: Self.help)
      }
      for team in [app.teamID, app.appIDPrefix].compactMap({ $0 }) where Self.isNumber(team.value) {
        let isStoreID = context.policy.apps.contains { $0.appStoreID?.value == team.value }
        findings.report(
          team.node, severity: isStoreID ? .error : .warning,
          isStoreID
            ? "\(team.value.quoted) is the App Store ID of an app, not a team ID"
            : Self.numberMessage(team.value), help: Self.help)
      }
      if let bundle = app.bundleID, !Self.isBundle(bundle.value) {
        findings.report(
          bundle.node,
          "\(bundle.value.quoted) is no bundle ID: letters, digits, `-` and `.`, no empty segment")
      } else if let bundle = app.bundleID,
        let prefix = [app.teamID, app.appIDPrefix].compactMap({ $0?.value }).first(where: {
          !$0.isEmpty && bundle.value.hasPrefix($0.string + ".")
        })
      {
        findings.report(
          bundle.node, text: 0..<(prefix.utf8.count + 1),
          "\(bundle.value.quoted) starts with the team ID, which is no part of a bundle ID",
          help: "leave out `\(prefix).`")
      }
    }
  }

  /// True for ten of A-Z and 0-9 that are no placeholder.
  static func isTeam(_ text: ExactString) -> Bool {
    text.utf8.count == 10
      && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) }
      && !isPlaceholder(text)
      // `XXXXXXXXXX`, `0000000000`.
      && text.utf8.contains { $0 != text.utf8.first }
  }

  /// Words of templates. Apple's IDs are random: four given letters are in one of 240,000.
  private static let templateWords = [
    "TEAM", "FAKE", "DUMMY", "SAMPLE", "EXAMPLE", "PLACEHOLD", "CHANGEME", "REPLACE", "YOUR",
    "XXXX",
  ]

  /// True for a text such as `FAKETEAMID`.
  private static func isPlaceholder(_ text: ExactString) -> Bool {
    let bytes = Array(text.utf8)[...]
    return templateWords.contains { bytes.firstRange(ofBytes: $0) != nil }
  }

  /// True for ten digits: an App Store ID has nothing else, a team ID nearly always a letter.
  private static func isNumber(_ text: ExactString) -> Bool {
    text.utf8.count == 10 && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
      && !DocumentationExample.teams.contains(text)
  }

  private static func numberMessage(_ team: ExactString) -> String {
    "\(team.quoted) has no letter, as an App Store ID: a team ID nearly always has one"
  }

  private static let help = "look it up under Membership in the Apple developer account"

  /// What is wrong with a prefix, for messages.
  private static func fault(of team: ExactString) -> String {
    if isPlaceholder(team) {
      return "the prefix must be your 10-character team ID, found a placeholder"
    }
    if team.utf8.count == 10, team.utf8.allSatisfy({ $0 == team.utf8.first }) {
      return "the prefix is one character ten times, not your team ID"
    }
    return "the prefix must be your 10-character team ID (A-Z, 0-9)"
  }

  /// True for a text that can be an app ID.
  static func isAppID(_ text: ExactString) -> Bool {
    let bytes = Array(text.utf8)
    guard bytes.count > 11, bytes[10] == UInt8(ascii: ".") else { return false }
    return isTeam(ExactString(decoding: bytes[..<10]))
      && isBundle(ExactString(decoding: bytes[11...]))
  }

  /// The bundle ID of an app ID: what stands behind the first dot.
  static func bundle(of app: ExactString) -> ExactString {
    let bytes = Array(app.utf8)
    return bytes.firstIndex(of: UInt8(ascii: ".")).map { ExactString(decoding: bytes[($0 + 1)...]) }
      ?? app
  }

  /// True for segments of letters, digits and hyphens, one or more.
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
            list, "`appIDs` is an array: iOS ignores this entry", help: "write `[…]` around it")
        } else if tree.isEmpty(list) {
          findings.report(tree.place(list), "`appIDs` is empty: iOS ignores this entry")
        }
      } else if tree.value(of: "appID", in: entry) == nil,
        !AppleComponentUnknownKey.hasMisspelledApp(entry, tree)
      {
        findings.report(
          entry, text: nil, "this entry names no app: iOS ignores it", help: "add `appIDs`")
      }
    }
    let misspelled = checkNearTeams(file, &findings)
    for app in file.appIDs where !misspelled.contains(app) {
      guard tree.isString(app) else {
        findings.report(app, "an app ID is a string, `PREFIX.bundle.id`")
        continue
      }
      check(appID: Located(tree.text(app), app), &findings)
    }
  }

  /// A team ID with a character too few or too many, where the whole one stands in the same file.
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
        "team ID \(team.quoted) has \(length) characters, the file names \(near.quoted) too: iOS finds no "
          + "such app",
        help: "did you mean `\(near)`",
        fixes: findings.replacing(
          app.node, text: 0..<length, by: near.string, "write `\(near)`", isSafe: false))
    }
    return misspelled
  }

  private static func prefix(of app: ExactString) -> ExactString {
    ExactString(decoding: app.utf8.prefix { $0 != UInt8(ascii: ".") })
  }

  /// True where one text is the other without one of its bytes.
  private static func isNear(_ one: ExactString, to other: ExactString) -> Bool {
    let (short, long) =
      one.utf8.count < other.utf8.count
      ? (Array(one.utf8), Array(other.utf8)) : (Array(other.utf8), Array(one.utf8))
    guard long.count == short.count + 1 else { return false }
    let start = zip(short, long).prefix { $0 == $1 }.count
    return short[start...].elementsEqual(long[(start + 1)...])
  }

  /// What people write where the dot belongs.
  private static let marks: [UInt8: String] = [
    UInt8(ascii: "+"): "plus", UInt8(ascii: "-"): "hyphen", UInt8(ascii: "_"): "underscore",
    UInt8(ascii: "/"): "slash", UInt8(ascii: ":"): "colon", UInt8(ascii: " "): "blank",
    UInt8(ascii: ","): "comma",
  ]

  /// True for names that templates begin with.
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
          "\(appID.value.quoted) has a \(mark) where the dot behind the team ID belongs: iOS finds no such "
            + "app",
          help: "write `.`",
          fixes: findings.replacing(appID.node, text: 10..<11, by: ".", "write `.`", isSafe: false))
        return
      }
      findings.report(
        appID.node, text: dot > 0 ? 0..<dot : nil,
        "\(appID.value.quoted): \(Self.fault(of: prefix)); iOS finds no such app", help: Self.help)
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
        "\(appID.value.quoted) has no bundle ID after the prefix: letters, digits, `-` and `.`, no "
          + "empty segment and no wildcard",
        help: "write `PREFIX.bundle.id` as in the `application-identifier` entitlement")
    } else if bundle == "apple-app-site-association" {
      findings.report(
        appID.node, text: (dot + 1)..<bytes.count, severity: .warning,
        "\(bundle.quoted) is the name of this file", help: "use the bundle ID of your app")
    } else if Self.isForExamples(bundle) {
      findings.report(
        appID.node, text: (dot + 1)..<bytes.count, severity: .warning,
        "\(bundle.quoted) is a name for examples", help: "use the bundle ID of your app")
    }
  }
}
