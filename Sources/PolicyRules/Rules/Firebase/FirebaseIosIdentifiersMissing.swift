import PolicyText
import PolicyModel

struct FirebaseIosIdentifiersMissing: Rule {
  static let info = RuleInfo(
    "firebase-ios-identifiers-missing", .firebase, .warning, aliases: ["ios-console-ids"],
    summary: "Require team ID and App Store ID for apps that open email links",
    why:
      "Firebase generates its domain's association file from the team ID and the App Store ID "
      + "in the app's settings. Without them, links open the browser.",
    examples: .init(
      .policy, bad: example("", "⟦acme-ios⟧"),
      good: example(", app_store_id: \"1234567890\"", "acme-ios")),
    references: ["Firebase: authenticate using email link in iOS"])

  private static func example(_ store: String, _ reference: String) -> String {
    ExamplePolicy.signIn(
      "handle_code_in_app: true\n        ios: \(reference)", appStoreID: store)
  }

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    var reported: Set<SourceAnchor> = []
    for action in context.policy.firebase?.emailActions ?? []
    where action.handleCodeInApp?.value == true {
      for (environment, reference) in action.ios?.distinct ?? [] {
        guard let found = context.workspace.app(reference.value, from: context.document),
          found.app.platform?.value.isApple == true
        else { continue }
        // The structure check requires the team ID, but accepts an empty one.
        let missing = [
          (AppKey.teamID, found.app.teamID), (.appStoreID, found.app.appStoreID),
        ].filter { key, value in
          value?.value.isEmpty ?? true && !found.document.tree.isUnknown(key, in: found.app.node)
        }.map(\.0.rawValue)
        guard !missing.isEmpty, reported.insert(found.anchor).inserted else { continue }
        findings.report(
          reference.node, in: environment,
          "app \(reference.value.quoted) needs "
            + "\(missing.map { "`\($0)`" }.joined(separator: " and ")) for Firebase's universal "
            + "links",
          help:
            "add \(missing.map { "`\($0)`" }.joined(separator: " and ")) to the app, and to its "
            + "settings in the Firebase console",
          notes: [
            findings.note("the app", at: found.app.id.node, of: found.document)
          ])
      }
    }
  }
}
