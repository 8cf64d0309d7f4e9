import AssociationFiles
package import PolicyText
import PolicyModel

/// An app that opens links of a site and is left out where passwords and passkeys are shared.
package struct CredentialsMissing: Rule {
  package static let info = RuleInfo(
    "credentials-missing", .association, .note,
    summary: "where a site shares credentials, every app that opens its links takes part",
    why:
      "Passkeys and saved passwords of the site work only in apps that `webcredentials` (iOS) and "
      + "`get_login_creds` (Android) name: on one platform people sign in with a passkey, on the "
      + "other they cannot.",
    examples: .init(
      .policy, bad: links("[acme-ios]"), good: links("[acme-ios, acme-android]")),
    references: ["Apple: supporting associated domains", "Digital Asset Links"])
  package init() {}

  private static func links(_ apps: String) -> String {
    let mark = apps.utf8.contains(UInt8(ascii: ",")) ? "credentials" : "⟦credentials⟧"
    return ExamplePolicy.android() + """
        acme-ios: { platform: ios, bundle_id: com.acme.home, team_id: R7KM2QX94T }
      domains:
        www.acme.example:
          links: [{ apps: [acme-ios, acme-android], rules: [{ path: /orders }] }]
          \(mark): \(apps)

      """
  }

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    for domain in context.policy.domains where !domain.credentials.isEmpty {
      // True for Apple's platforms.
      func platforms(_ apps: [LocatedText]) -> [Bool] {
        apps.compactMap { context.workspace.app($0.value, from: context.document)?.isApple }
      }
      let sharing = platforms(domain.credentials)
      let linked = platforms(domain.links.flatMap(\.apps))
      guard !sharing.isEmpty, let missing = linked.first(where: { !sharing.contains($0) }),
        let list = context.tree.value(of: "credentials", in: domain.node)
      else { continue }
      findings.report(
        context.tree.place(list),
        missing
          ? "credentials are shared with Android apps only: passkeys do not work in the Apple app"
          : "credentials are shared with Apple apps only: passkeys do not work in the Android app",
        help: "add the other app if people sign in there")
    }
  }
}

extension CredentialsMissing: AppleFileRule {
  package func check(_ file: AppleFile, reporting findings: inout Findings) {
    guard let section = file.content.webcredentials, !section.apps.isEmpty, let node = section.node,
      let links = file.content.applinks
    else { return }
    let sharing = Set(section.apps)
    for app in links.details.flatMap(\.appIDs)
    where !sharing.contains(app) && AppleAppIdFormat.isAppID(app) {
      findings.report(
        file.tree.value(of: "apps", in: node).map { file.tree.place($0) } ?? node,
        "`applinks` lists \(app.quoted), `webcredentials` does not: passkeys and passwords of the "
          + "site do not work in it",
        help: "add it if people sign in there")
      // One cause, one finding: files with dozens of apps would repeat it.
      return
    }
  }
}

extension CredentialsMissing: AssetFileRule {
  package func check(_ file: AssetFile, reporting findings: inout Findings) {
    var sharing: Set<ExactString> = []
    for app in file.apps where app.relations.contains(AssetLinks.getLoginCredentials) {
      if let package = app.package { sharing.insert(package.value) }
    }
    guard !sharing.isEmpty else { return }
    for app in file.apps where app.relations.contains(AssetLinks.handleAllURLs) {
      guard let package = app.package, !sharing.contains(package.value) else { continue }
      findings.report(
        package.node,
        "\(package.value.quoted) opens links, but has no `get_login_creds`: passkeys and passwords of "
          + "the site do not work in it",
        help: "add `delegate_permission/common.get_login_creds` if people sign in there")
      return
    }
  }
}
