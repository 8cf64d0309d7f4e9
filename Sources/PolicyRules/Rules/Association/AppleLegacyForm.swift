import AssociationFiles
import PolicyText

struct AppleLegacyForm: AppleFileRule {
  static let info = RuleInfo(
    "apple-legacy-form", .association, .note, aliases: ["legacy-form"],
    summary: "Disallow old formats of `apple-app-site-association`",
    why:
      "iOS still reads the old formats, but an object has no order, `paths` can't match queries "
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
