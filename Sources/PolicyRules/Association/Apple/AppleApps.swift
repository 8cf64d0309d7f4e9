import AssociationFiles
import PolicyDiagnostics
import PolicyModel
import PolicySourceTree
import PolicyText

extension AppleAppIdFormat: AppleFileRule {
  package func check(_ file: AppleFile, reporting findings: inout Findings) {
    let tree = file.tree
    for entry in file.entries where file.content.applinks?.isKeyedByApp == false {
      if let list = tree.value(of: "appIDs", in: entry) {
        if tree.kind(list) != .sequence {
          findings.report(
            list, "`appIDs` is an array: iOS ignores this entry", help: "write `[…]` around it")
        } else if tree.count(list) == 0 {
          findings.report(tree.place(list), "`appIDs` is empty: iOS ignores this entry")
        }
      } else if tree.value(of: "appID", in: entry) == nil,
        !AppleComponentUnknownKey.hasMisspelledApp(entry, tree)
      {
        findings.report(
          entry, text: nil, "this entry names no app: iOS ignores it", help: "add `appIDs`")
      }
    }
    for app in file.appIDs {
      guard tree.isString(app) else {
        findings.report(app, "an app ID is a string, `PREFIX.bundle.id`")
        continue
      }
      check(appID: Located(tree.text(app), app), &findings)
    }
  }

  private func check(appID: LocatedText, _ findings: inout Findings) {
    let bytes = Array(appID.value.utf8)
    let dot = bytes.firstIndex(of: UInt8(ascii: ".")) ?? bytes.count
    let prefix = ExactString(decoding: bytes[..<dot])
    if !Self.isTeam(prefix) {
      findings.report(
        appID.node, text: dot > 0 ? 0..<dot : nil,
        "\(appID.value.quoted): the prefix must be your 10-character team ID (A-Z, 0-9); "
          + "iOS finds no such app",
        help: "look it up under Membership in the Apple developer account")
      return
    }
    let bundle = ExactString(decoding: bytes[min(dot + 1, bytes.count)...])
    if dot == bytes.count || !Self.isBundle(bundle) {
      findings.report(
        appID.node, text: dot + 1 < bytes.count ? (dot + 1)..<bytes.count : nil,
        "\(appID.value.quoted) has no bundle ID after the prefix: letters, digits, `-` and `.`, no "
          + "empty segment and no wildcard",
        help: "write `PREFIX.bundle.id` as in the `application-identifier` entitlement")
    }
  }
}

extension DocumentationExample: AppleFileRule {
  package func check(_ file: AppleFile, reporting findings: inout Findings) {
    for app in file.appTexts where app.value.hasPrefix("ABCDE12345.") {
      findings.report(
        app.node, text: 0..<10,
        "`ABCDE12345` is the team ID of Apple's documentation: iOS finds no such app",
        help: "look yours up under Membership in the Apple developer account")
    }
  }
}

extension EnvironmentMixed: AppleFileRule {
  package func check(_ file: AppleFile, reporting findings: inout Findings) {
    let apps = (file.links?.entries.flatMap(\.apps) ?? [])
    let linked = Set(apps)
    Self.report(variants: file.appTexts.filter { linked.contains($0.value) }, &findings)
  }
}

extension EnvironmentMixed {
  /// Ends of the names of builds that are not for users.
  private static let endings = [
    ".debug", ".dev", ".develop", ".development", ".staging", ".stage", ".sandbox", ".qa", ".uat",
    ".test", ".internal", ".alpha", ".nightly",
  ]

  /// Reports apps whose release stands in the same file, once each.
  static func report(variants apps: [LocatedText], _ findings: inout Findings) {
    var places: [ExactString: NodeID] = [:]
    for app in apps where places[app.value] == nil { places[app.value] = app.node }
    var seen: Set<ExactString> = []
    for app in apps where seen.insert(app.value).inserted {
      guard let ending = endings.first(where: { app.value.hasSuffix($0) }),
        let release = places[ExactString(decoding: app.value.utf8.dropLast(ending.utf8.count))]
      else { continue }
      findings.report(
        app.node,
        "test build \(app.value.quoted) stands in one file with the release: it may take users' links",
        help: "serve it on a host for tests",
        notes: [findings.note("the release", at: release)])
    }
  }
}

extension LinkRulesOverlap: AppleFileRule {
  package func check(_ file: AppleFile, reporting findings: inout Findings) {
    guard let links = file.links else { return }
    struct Claim {
      var entry: Int
      var node: NodeID
    }
    var seen: [ExactString: Claim] = [:]
    var reported: Set<Int> = []
    for (entry, _, rule) in links.rules
    where !rule.excludes && rule.isPathOnly && !links.entries[entry].apps.isEmpty {
      let path = rule.path?.value ?? "*"
      guard let first = seen[path] else {
        seen[path] = Claim(entry: entry, node: rule.place)
        continue
      }
      // The same app may stand in an entry for iOS 9 to 12 too.
      guard first.entry != entry,
        Set(links.entries[first.entry].apps).isDisjoint(with: links.entries[entry].apps),
        reported.insert(entry).inserted
      else { continue }
      findings.report(
        rule.place,
        "\(path.quoted) is claimed by several apps: on a device with both the first listed wins",
        help: "give each app paths of its own",
        notes: [findings.note("first here", at: first.node)])
    }
  }
}
