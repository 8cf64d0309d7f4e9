import AssociationFiles
import PolicyText
import PolicyModel

struct CredentialsMissing: Rule, AppleFileRule, AssetFileRule {
  static let info = RuleInfo(
    "credentials-missing", .association, .note,
    summary: "Require credentials for every app that opens a site's links",
    why: "The site's passkeys and saved passwords work only in apps listed in `webcredentials` "
      + "(iOS) and `get_login_creds` (Android). If an app is missing, its users can't sign in with "
      + "their passkey.",
    examples: .policy(bad: links("[acme-ios]"), good: links("[acme-ios, acme-android]")),
    references: ["Apple: supporting associated domains", "Digital Asset Links"])

  private static func links(_ apps: String) -> String {
    let mark = apps.utf8.contains(UInt8(ascii: ",")) ? "credentials" : "⟦credentials⟧"
    return ExamplePolicy.bothPlatforms
      + ExamplePolicy.link("/orders", apps: "acme-ios, acme-android")
      + "    \(mark): \(apps)\n"
  }

  func check(_ context: RuleContext, reporting findings: inout Findings) {
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
      let (other, platform) = missing ? ("Android", "Apple") : ("Apple", "Android")
      findings.report(
        context.tree.place(list),
        "credentials are shared only with \(other) apps, so passkeys don't work in the "
          + "\(platform) app",
        help: "add the other app if users sign in there")
    }
  }

  func check(_ file: AppleFile, reporting findings: inout Findings) {
    // If an entry isn't a valid app ID, it may stand for an app in `applinks`.
    guard let section = file.content.webcredentials, !section.apps.isEmpty, let node = section.node,
      let links = file.content.applinks, section.apps.allSatisfy(AppleAppIdFormat.isAppID)
    else { return }
    let sharing = Set(section.apps)
    // One finding per file is enough, because files with dozens of apps would repeat it.
    let missing = links.details.flatMap(\.appIDs).first {
      !sharing.contains($0) && AppleAppIdFormat.isAppID($0) && !Self.isPart($0, of: sharing)
    }
    guard let missing else { return }
    findings.report(
      file.tree.value(of: "apps", in: node).map(file.tree.place) ?? node,
      "\(missing.quoted) is in `applinks` but not in `webcredentials`, so passkeys don't work in it",
      help: "add it if users sign in there")
  }

  /// Returns true for App Clips, watch apps and extensions: people sign in with the app itself.
  private static func isPart(_ app: ExactString, of apps: Set<ExactString>) -> Bool {
    [".watchkitapp", ".watchkitextension", ".Clip"].contains { app.hasSuffix($0) }
      || apps.contains { app.hasPrefix($0.string + ".") }
  }

  func check(_ file: AssetFile, reporting findings: inout Findings) {
    func packages(_ relation: ExactString) -> [LocatedText] {
      file.apps.filter { $0.relations.contains(relation) }.compactMap(\.package)
    }
    let sharing = Set(packages(AssetLinks.getLoginCredentials).map(\.value))
    guard !sharing.isEmpty,
      let package = packages(AssetLinks.handleAllURLs).first(where: { !sharing.contains($0.value) })
    else { return }
    findings.report(
      package.node,
      "\(package.value.quoted) has no `get_login_creds`, so the site's passkeys don't work in it",
      help: "add `delegate_permission/common.get_login_creds` if users sign in there")
  }
}
