import AssociationFiles
package import PolicyText
import PolicyModel

package struct CredentialsMissing: Rule {
  package static let info = RuleInfo(
    "credentials-missing", .association, .note,
    summary: "Require credentials for every app that opens a site's links",
    why:
      "The site's passkeys and saved passwords work only in apps listed in `webcredentials` "
      + "(iOS) and `get_login_creds` (Android). If an app is missing, its users can't sign in "
      + "with their passkey.",
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
      // Whether each app is an Apple app.
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
          ? "credentials are shared only with Android apps, so passkeys don't work in the Apple app"
          : "credentials are shared only with Apple apps, so passkeys don't work in the Android "
            + "app",
        help: "add the other app if users sign in there")
    }
  }
}

extension CredentialsMissing: AppleFileRule {
  package func check(_ file: AppleFile, reporting findings: inout Findings) {
    guard let section = file.content.webcredentials, !section.apps.isEmpty, let node = section.node,
      let links = file.content.applinks
    else { return }
    // If an entry isn't an app ID, the app that it means may be one of `applinks`.
    guard section.apps.allSatisfy(AppleAppIdFormat.isAppID) else { return }
    let sharing = Set(section.apps)
    for app in links.details.flatMap(\.appIDs)
    where !sharing.contains(app) && AppleAppIdFormat.isAppID(app) && !Self.isPart(app, of: sharing)
    {
      findings.report(
        file.tree.value(of: "apps", in: node).map { file.tree.place($0) } ?? node,
        "\(app.quoted) is in `applinks` but not in `webcredentials`, so passkeys don't work in it",
        help: "add it if users sign in there")
      // One finding per file is enough, because files with dozens of apps would repeat it.
      return
    }
  }
}

extension CredentialsMissing {
  /// Returns true for App Clips, watch apps and extensions: people sign in with the app itself.
  private static func isPart(_ app: ExactString, of apps: Set<ExactString>) -> Bool {
    [".watchkitapp", ".watchkitapp.watchkitextension", ".watchkitextension", ".Clip"].contains {
      app.hasSuffix($0)
    } || apps.contains { app.hasPrefix($0.string + ".") }
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
        "\(package.value.quoted) has no `get_login_creds`, so the site's passkeys don't work in it",
        help: "add `delegate_permission/common.get_login_creds` if users sign in there")
      return
    }
  }
}
