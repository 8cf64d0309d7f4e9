import PolicyText

struct AppleAppIdShadowed: AppleFileRule {
  static let info = RuleInfo(
    "apple-app-id-shadowed", .association, .warning, aliases: ["app-id-shadowed"],
    summary: "Disallow app IDs under a key that iOS ignores",
    why:
      "iOS 13 and later ignore `appID` if `appIDs` is present, even if it is empty. iOS 9 to 12 "
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
