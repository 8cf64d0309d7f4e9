package import PolicyText
import PolicyModel

/// An app that Firebase does not know well enough.
package struct FirebaseIosIdentifiersMissing: Rule {
  package static let info = RuleInfo(
    "firebase-ios-identifiers-missing", .firebase, .warning, aliases: ["ios-console-ids"],
    summary: "an app that opens email links has its team ID and App Store ID",
    why:
      "Firebase writes the association file of its own domain from the team ID and the App Store "
      + "ID in the settings of the app; without them links open the browser.",
    examples: .init(
      .policy, bad: example("", "⟦acme-ios⟧"),
      good: example(", app_store_id: \"1234567890\"", "acme-ios")),
    references: ["Firebase: authenticate using email link in iOS"])
  package init() {}

  private static func example(_ store: String, _ reference: String) -> String {
    ExamplePolicy.signIn(
      "handle_code_in_app: true\n        ios: \(reference)", appStoreID: store)
  }

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    var reported: Set<SourceAnchor> = []
    for action in context.policy.firebase?.emailActions ?? []
    where action.handleCodeInApp?.value == true {
      for (environment, reference) in action.ios?.distinct ?? [] {
        guard let found = context.workspace.app(reference.value, from: context.document),
          found.app.platform?.value.isApple == true
        else { continue }
        // The structure check asks for the team ID; an empty one is none.
        let missing = [
          found.app.teamID?.value.isEmpty ?? true ? "team_id" : nil,
          found.app.appStoreID?.value.isEmpty ?? true ? "app_store_id" : nil,
        ].compactMap { $0 }
        guard !missing.isEmpty, reported.insert(found.anchor).inserted else { continue }
        findings.report(
          reference.node, in: environment,
          "universal links need \(missing.map { "`\($0)`" }.joined(separator: " and ")) of "
            + "\(reference.value.quoted) in the Firebase console",
          help:
            "add \(missing.map { "`\($0)`" }.joined(separator: " and ")) to the app, and to its "
            + "settings in the console",
          notes: [
            findings.note("the app", at: found.app.id.node, of: found.document)
          ])
      }
    }
  }
}
