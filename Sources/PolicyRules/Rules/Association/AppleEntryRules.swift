import AssociationFiles
import PolicyText

struct AppleAppIdShadowed: AppleFileRule {
  static let info = RuleInfo(
    "apple-app-id-shadowed", .association, .warning, aliases: ["app-id-shadowed"],
    summary: "Disallow app IDs under a key that iOS ignores",
    why: "iOS 13 and later ignore `appID` if `appIDs` is present, even if it is empty. iOS 9 to 12 "
      + "read only `appID` and `paths`. Under the wrong key, an app has no links.",
    examples: .init(
      .appleAppSiteAssociation,
      bad: ExampleFile.apple(
        "⟦\"appID\"⟧: \"R7KM2QX94T.com.acme.old\", \"components\": [{ \"/\": \"/orders/*\" }]"),
      good: ExampleFile.apple("\"components\": [{ \"/\": \"/orders/*\" }]")),
    references: ["swcutil in st-tech/universal-links-test (certain)"])

  func check(_ file: AppleFile, reporting findings: inout Findings) {
    let tree = file.tree
    for entry in file.entries {
      guard let list = tree.value(of: "appIDs", in: entry), let key = tree.key(of: list) else {
        continue
      }
      let here = [findings.note("`appIDs` is here", at: key)]
      let paths = tree.value(of: "paths", in: entry)
      if let single = tree.value(of: "appID", in: entry) {
        let isListed = tree.items(list).contains { tree.text($0) == tree.text(single) }
        // With `paths`, this is the format of iOS 9 to 12. Without it, no version reads it.
        let isOldForm = isListed && paths != nil
        findings.report(
          tree.place(single), severity: isOldForm ? .note : nil,
          "`appID` is ignored by iOS 13 and later because `appIDs` is present",
          help: isListed
            ? isOldForm
              ? "remove it unless you support iOS 9 to 12"
              : "remove it; iOS 9 to 12 need `paths` as well"
            : "add \(tree.text(single).quoted) to `appIDs`", notes: here)
      } else if let paths, tree.value(of: "components", in: entry) != nil {
        findings.report(
          tree.place(paths), severity: .note,
          "no iOS version reads `paths` in an entry with `components` but without `appID`",
          help: "remove it, or add `appID` for iOS 9 to 12", notes: here)
      } else if let paths {
        findings.report(
          key, "entry mixes `appIDs` (iOS 13 and later) with `paths` (iOS 9 to 12)",
          help: "write `components`, or `appID` for the old format",
          notes: [findings.note("`paths` is here", at: tree.place(paths))])
      }
    }
  }
}

struct AppleLegacyForm: AppleFileRule {
  static let info = RuleInfo(
    "apple-legacy-form", .association, .note, aliases: ["legacy-form"],
    summary: "Disallow old formats of `apple-app-site-association`",
    why: "iOS still reads the old formats, but an object has no order, `paths` can't match queries "
      + "or fragments, and only iOS 8 needed signed files.",
    examples: .init(
      .appleAppSiteAssociation, bad: apps("⟦\"apps\"⟧: [\"R7KM2QX94T.com.acme.home\"]"),
      good: apps("\"apps\": []")),
    references: ["Apple: App Search Programming Guide", "swcutil (certain)"])

  private static func apps(_ apps: String) -> String {
    ExampleFile.apple("\"components\": [{ \"/\": \"/orders/*\" }]", links: apps)
  }

  /// Whether the bytes are DER, as in the signed files of iOS 8: a SEQUENCE with a multi-byte length.
  static func isSigned(_ bytes: [UInt8]) -> Bool {
    bytes.count > 2 && bytes[0] == 0x30 && bytes[1] >= 0x80
  }

  static func reportSigned(isReadable: Bool, _ findings: inout Findings) {
    findings.reportFile(
      severity: .warning,
      isReadable
        ? "file is signed (CMS), which only iOS 8 needed; linkpolicy checks the JSON in it"
        : "file is signed (CMS) and its content can't be read, so nothing in it is checked",
      help: "serve the JSON without the signature")
  }

  func check(unreadableAppleFile file: SourceFile, reporting findings: inout Findings) {
    if Self.isSigned(file.bytes) { Self.reportSigned(isReadable: false, &findings) }
  }

  func check(_ file: AppleFile, reporting findings: inout Findings) {
    let tree = file.tree
    guard let links = file.content.applinks, let node = links.node else { return }
    if let apps = tree.value(of: "apps", in: node),
      tree.kind(apps) != .sequence || !tree.isEmpty(apps)
    {
      findings.report(
        tree.place(apps), "`apps` in `applinks` must be an empty array",
        help: "write `[]` or remove it; list apps in `appIDs` of `details`")
    }
    if links.isKeyedByApp, let details = tree.value(of: "details", in: node) {
      return findings.report(
        tree.place(details),
        "`details` should be an array; iOS reads an object in no defined order",
        help: "write an array of entries with `appIDs` and `components`")
    }
    // One finding per file is enough, because all entries usually have the same format.
    for entry in links.details {
      guard case .paths = entry.rules, let node = entry.node,
        let paths = tree.value(of: "paths", in: node), tree.value(of: "appIDs", in: node) == nil
      else { continue }
      return findings.report(
        tree.place(paths), "`paths` is the format of iOS 9 to 12",
        help: "write `components`, which can also match queries, fragments and case",
        isMinor: true)
    }
  }
}

struct ApplePathsComponentsDiffer: AppleFileRule {
  static let info = RuleInfo(
    "apple-paths-components-differ", .association, .warning, aliases: ["paths-components-differ"],
    summary: "Require `paths` and `components` of an entry to open the same links",
    why: "iOS 9 to 12 read `paths`, and iOS 13 and later read `components`. If they differ, the "
      + "iOS version decides whether a link opens the app.",
    examples: .init(
      .appleAppSiteAssociation,
      bad: example("\"/orders/*\", ⟦\"/cart/*\"⟧"), good: example("\"/orders/*\"")),
    references: ["Apple: components"])

  private static func example(_ paths: String) -> String {
    """
    { "applinks": { "details": [{
      "appID": "R7KM2QX94T.com.acme.home",
      "components": [{ "/": "/orders/*" }],
      "paths": [\(paths)]
    }] } }

    """
  }

  func check(_ file: AppleFile, reporting findings: inout Findings) {
    guard let links = file.content.applinks, let list = file.links else { return }
    for (entry, new) in zip(links.details, list.entries.map(\.rules)) {
      // iOS 9 to 12 ignore an entry that only has `appIDs`.
      guard let node = entry.node, case .components = entry.rules,
        file.tree.value(of: "appID", in: node) != nil
      else { continue }
      let old = LinkList.legacyRules(node, in: file.tree)
      if !old.isEmpty { compare(old, new, links.substitutionVariables, &findings) }
    }
  }

  private func compare(
    _ old: [LinkList.Rule], _ new: [LinkList.Rule], _ declared: [AppleSubstitutionVariable],
    _ findings: inout Findings
  ) {
    let variables = LinkVariables(declared)
    let before = LinkSet(old.map(\.component), variables: variables)
    let after = LinkSet(new.map(\.component), variables: variables)
    // `paths` can't express conditions on queries and fragments, so paths of such components aren't compared.
    let conditional = LinkSet(
      new.filter { !$0.isPathOnly }.map(\.component).map {
        AppleLinkComponent(
          path: $0.path, caseSensitive: $0.caseSensitive, percentEncoded: $0.percentEncoded)
      }, variables: variables)
    for (one, other, isOld) in [(before, after, true), (after, before, false)] {
      let rules = isOld ? old : new
      guard let path = one.subtracting(other).subtracting(conditional).examplePath,
        let rule = AppleLinkMatcher(rules, variables: declared).decision(on: path).rule
      else { continue }
      return findings.report(
        rules[rule].place,
        "`paths` \(isOld ? "opens" : "doesn't open") \(path.quoted), but "
          + "`components` \(isOld ? "doesn't" : "does")",
        help: "write the same rules in both, or remove `paths`")
    }
  }
}

struct AppleQueryValueNotString: AppleFileRule {
  static let info = RuleInfo(
    "apple-query-value-not-string", .association, .error, aliases: ["query-value-not-string"],
    summary: "Require strings as values of a query object",
    why: "If one value has another type, iOS ignores the whole `?` object, and the component "
      + "matches URLs with any query.",
    examples: .init(
      .appleAppSiteAssociation,
      bad: ExampleFile.components("{ \"/\": \"/buy\", \"?\": { \"flag\": ⟦true⟧ } }"),
      good: ExampleFile.components("{ \"/\": \"/buy\", \"?\": { \"flag\": \"?*\" } }")),
    references: ["swcutil (certain)"], isFixable: true)

  func check(_ file: AppleFile, reporting findings: inout Findings) {
    let tree = file.tree
    for query in file.conditions.compactMap({ tree.value(of: "?", in: $0) }) {
      for (name, value) in tree.entries(query) where !tree.isString(value) {
        let number = tree.style(value) == .jsonNumber ? tree.text(value).string : nil
        let wanted = number ?? (tree.text(value, equals: "true") ? "?*" : nil)
        findings.report(
          value,
          "query value \(tree.text(name).quoted) must be a string; iOS ignores the whole `?` object",
          help: wanted.map { "write `\"\($0)\"`" }
            ?? "write a string, such as `\"?*\"` for any value",
          fixes: wanted.map {
            findings.replacing(value, by: $0, "write `\"\($0)\"`", isSafe: false)
          } ?? [])
      }
    }
  }
}
