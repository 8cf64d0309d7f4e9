import AssociationFiles
package import PolicyText

/// Forms of older systems.
package struct AppleLegacyForm: AppleFileRule {
  package static let info = RuleInfo(
    "apple-legacy-form", .association, .note, aliases: ["legacy-form"],
    summary: "a file is written in today's form",
    why:
      "iOS still reads the old forms, but an object has no order, `paths` knows neither query nor "
      + "fragment, and a signed file was for iOS 8 alone.",
    examples: .init(
      .appleAppSiteAssociation, bad: apps("⟦\"apps\"⟧: [\"R7KM2QX94T.com.acme.home\"]"),
      good: apps("\"apps\": []")),
    references: ["Apple: App Search Programming Guide", "swcutil (certain)"])
  package init() {}

  private static func apps(_ apps: String) -> String {
    """
    {
      "applinks": {
        \(apps),
        "details": [
          { "appIDs": ["R7KM2QX94T.com.acme.home"], "components": [{ "/": "/orders/*" }] }
        ]
      }
    }

    """
  }

  /// True for DER, the signed form of iOS 8: a SEQUENCE with a length of several bytes.
  static func isSigned(_ bytes: [UInt8]) -> Bool {
    bytes.count > 2 && bytes[0] == 0x30 && bytes[1] >= 0x80
  }

  /// Reports a signed file whose content is checked.
  static func reportSigned(_ findings: inout Findings) {
    findings.reportFile(
      severity: .warning,
      "this is a signed file (CMS): only iOS 8 needed the signature; its content is checked as JSON",
      help: "serve the JSON itself")
  }

  package func check(unreadableAppleFile file: SourceFile, reporting findings: inout Findings) {
    guard Self.isSigned(file.bytes) else { return }
    findings.reportFile(
      severity: .warning,
      "this is a signed file (CMS) whose content can't be read, so nothing in it is checked",
      help: "serve the JSON itself")
  }

  package func check(_ file: AppleFile, reporting findings: inout Findings) {
    let tree = file.tree
    guard let links = file.content.applinks, let node = links.node else { return }
    if let apps = tree.value(of: "apps", in: node) {
      if tree.kind(apps) != .sequence || !tree.isEmpty(apps) {
        findings.report(
          tree.place(apps), "`apps` of `applinks` must be empty where it stands at all",
          help: "write `[]` or remove it; apps belong into `appIDs` of `details`")
      }
    }
    if links.isKeyedByApp, let details = tree.value(of: "details", in: node) {
      findings.report(
        tree.place(details),
        "`details` as an object is the oldest form: iOS still reads it, in no certain order",
        help: "write an array of entries with `appIDs` and `components`")
      return
    }
    // One finding for the file: every entry of such a file has the same form.
    for entry in links.details {
      guard case .paths = entry.rules, let node = entry.node,
        let paths = tree.value(of: "paths", in: node)
      else { continue }
      if tree.value(of: "appIDs", in: node) != nil { continue }
      findings.report(
        tree.place(paths), "`paths` is the form of iOS 9 to 12; iOS 13 and later still read it",
        help: "write `components`, which know query, fragment and case")
      return
    }
  }
}
