package import PolicyText

/// Keys of two generations in one entry, of which a system reads one.
package struct AppleAppIdShadowed: AppleFileRule {
  package static let info = RuleInfo(
    "apple-app-id-shadowed", .association, .warning, aliases: ["app-id-shadowed"],
    summary: "an entry names its apps in the form that its rules have",
    why:
      "Where `appIDs` stands, iOS 13 and later ignore `appID`, even when `appIDs` is empty; iOS 9 to "
      + "12 read `appID` and `paths` only. An app under the wrong key opens nothing.",
    examples: .init(
      .appleAppSiteAssociation,
      bad: ExampleFile.apple(
        "⟦\"appID\"⟧: \"R7KM2QX94T.com.acme.old\", \"components\": [{ \"/\": \"/orders/*\" }]"),
      good: ExampleFile.apple("\"components\": [{ \"/\": \"/orders/*\" }]")),
    references: ["swcutil by way of st-tech/universal-links-test (certain)"])
  package init() {}

  package func check(_ file: AppleFile, reporting findings: inout Findings) {
    let tree = file.tree
    for entry in file.entries {
      guard let list = tree.value(of: "appIDs", in: entry), let key = tree.key(of: list) else {
        continue
      }
      if let single = tree.value(of: "appID", in: entry) {
        let isListed = tree.items(list).contains { tree.text($0) == tree.text(single) }
        // With `paths` beside it, it is the form of iOS 9 to 12; without, nobody reads it.
        let isOldForm = isListed && tree.value(of: "paths", in: entry) != nil
        findings.report(
          tree.place(single), severity: isOldForm ? .note : nil,
          "`appID` is ignored by iOS 13 and later because `appIDs` is present",
          help: isListed
            ? isOldForm
              ? "keep it only for iOS 9 to 12"
              : "remove it: iOS 9 to 12, which read it, need `paths`"
            : "add \(tree.text(single).quoted) to `appIDs`",
          notes: [findings.note("`appIDs` is here", at: key)])
      } else if let paths = tree.value(of: "paths", in: entry),
        tree.value(of: "components", in: entry) != nil
      {
        findings.report(
          tree.place(paths), severity: .note,
          "nobody reads `paths` here: iOS 13 and later read `components`, iOS 9 to 12 no `appIDs`",
          help: "remove it, or add `appID` for iOS 9 to 12",
          notes: [findings.note("`appIDs` is here", at: key)])
      } else if let paths = tree.value(of: "paths", in: entry) {
        findings.report(
          key,
          "`appIDs` with `paths` only: iOS 9 to 12 read `appID`, so no version is sure to read both",
          help: "write `components`, or `appID` for the old form",
          notes: [findings.note("`paths` is here", at: tree.place(paths))])
      }
    }
  }
}
