package import PolicyDiagnostics
import PolicyModel
import PolicyText

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
    references: ["Apple: supporting associated domains"])
  package init() {}

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    for app in context.policy.apps where app.platform?.value.isApple == true {
      for team in [app.teamID, app.appIDPrefix].compactMap({ $0 }) where !Self.isTeam(team.value) {
        findings.report(
          team.node,
          "\(team.value.quoted): the prefix must be your 10-character team ID (A-Z, 0-9)",
          help: "look it up under Membership in the Apple developer account")
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
      && text != "YOURTEAMID" && text != "TEAMIDHERE" && text != "XXXXXXXXXX"
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
