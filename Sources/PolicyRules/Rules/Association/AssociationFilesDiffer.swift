import AssociationFiles
package import PolicyText
import PolicyModel

package struct AssociationFilesDiffer: SiteRule {
  package static let info = RuleInfo(
    "association-files-differ", .association, .warning,
    summary: "Require the same apps and links in both association files of a site",
    why:
      "If an app's name is misspelled in one file, links don't work on that platform, and no "
      + "device reports it. A link that opens the app on only one platform is rarely intended.",
    examples: .init(.siteFiles, bad: site("⟦\"com.acme.hmoe\"⟧"), good: site("\"com.acme.home\"")),
    references: ["Apple: supporting associated domains", "Digital Asset Links"])
  package init() {}

  private static func site(_ package: String) -> String {
    "# file: apple-app-site-association\n"
      + ExampleFile.components("{ \"/\": \"/orders/*\" }")
      + "# file: assetlinks.json\n" + ExampleFile.android(package: package)
  }

  private struct App {
    var name: ExactString
    /// Lowercase, with `-` instead of `_`, because bundle IDs have no underscore.
    var folded: [UInt8]
    var node: NodeID
    /// The app ID in Apple's file.
    var id: ExactString
  }

  /// The most apps in a file that are compared; longer lists are generated, so they have no typos.
  private static let mostApps = 64

  package func check(
    _ apple: AppleFile, _ android: AssetFile, reporting findings: inout Findings
  ) {
    let bundles = Self.bundles(apple)
    let packages = Self.packages(android)
    guard !bundles.isEmpty, !packages.isEmpty, bundles.count <= Self.mostApps,
      packages.count <= Self.mostApps
    else { return }
    let loneBundles = bundles.filter { bundle in !packages.contains { $0.folded == bundle.folded } }
    let lonePackages = packages.filter { package in
      !bundles.contains { $0.folded == package.folded }
    }
    var slips: Set<ExactString> = []
    for package in lonePackages {
      guard
        let bundle = loneBundles.first(where: {
          Self.isSlip($0.folded, package.folded) || Self.isReversed($0.folded, package.folded)
        })
      else { continue }
      slips.insert(bundle.name)
      findings.report(
        package.node,
        "\(package.name.quoted) is "
          + (Self.isReversed(bundle.folded, package.folded) ? "" : "not quite ")
          + "\(bundle.name.quoted)"
          + (Self.isReversed(bundle.folded, package.folded) ? " reversed" : "")
          + " in Apple's file, so one may be a typo",
        help: "compare both with the names in your app projects",
        notes: [.init("the other name", at: apple.tree.location(bundle.node))])
    }
    // If all names differ, it is unclear which app is missing.
    if bundles.count > loneBundles.count {
      for bundle in loneBundles
      where !slips.contains(bundle.name) && !TestBuild.isOne(bundle.name) {
        findings.report(
          packages[0].node, severity: .note,
          "this file has no statement for \(bundle.name.quoted), whose links iOS opens",
          help: "add its statement if the app exists for Android",
          notes: [.init("the app", at: apple.tree.location(bundle.node))], isMinor: true)
      }
    }
    checkCredentials(apple, android, packages, &findings)
    checkLinks(apple, android, bundles, packages, &findings)
  }

  /// Reports passwords and passkeys that the site shares on only one platform.
  private func checkCredentials(
    _ apple: AppleFile, _ android: AssetFile, _ packages: [App], _ findings: inout Findings
  ) {
    let onApple = apple.content.webcredentials.map { !$0.apps.isEmpty } ?? false
    let onAndroid = android.apps.contains { $0.relations.contains(AssetLinks.getLoginCredentials) }
    guard onApple != onAndroid else { return }
    findings.report(
      packages[0].node, severity: .note,
      onApple
        ? "only iOS apps share the site's passwords and passkeys; no statement has "
          + "`get_login_creds`"
        : "only Android apps share the site's passwords and passkeys; Apple's file has no "
          + "`webcredentials`",
      help: "share them on both platforms if users sign in there", isMinor: true)
  }

  // MARK: names

  private static func bundles(_ file: AppleFile) -> [App] {
    let linked = Set(file.links?.entries.flatMap(\.apps) ?? [])
    var seen: Set<ExactString> = []
    return file.appTexts.compactMap { app in
      guard linked.contains(app.value), AppleAppIdFormat.isAppID(app.value) else { return nil }
      let name = AppleAppIdFormat.bundle(of: app.value)
      // App Clips and watch apps belong to their app.
      guard !name.hasSuffix(".Clip"), !name.hasSuffix(".watchkitapp"), seen.insert(name).inserted
      else { return nil }
      return App(name: name, folded: folded(name), node: app.node, id: app.value)
    }
  }

  private static func packages(_ file: AssetFile) -> [App] {
    var seen: Set<ExactString> = []
    return file.apps.compactMap { app in
      guard app.relations.contains(AssetLinks.handleAllURLs), let package = app.package,
        seen.insert(package.value).inserted
      else { return nil }
      return App(
        name: package.value, folded: folded(package.value), node: package.node, id: package.value)
    }
  }

  private static func folded(_ name: ExactString) -> [UInt8] {
    Array(name.utf8)[...].lowercased.map { $0 == UInt8(ascii: "_") ? UInt8(ascii: "-") : $0 }
  }

  /// Whether one name is the other with its segments reversed, such as `shop.birch.com` and `com.birch.shop`.
  private static func isReversed(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    let segments = one.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return one.count == other.count && segments.count > 1
      && Array(segments.reversed().joined(separator: [UInt8(ascii: ".")])) == other
  }

  /// Whether two long names differ by one letter that is missing, added, changed or swapped with its neighbor.
  ///
  /// A digit distinguishes apps, and so does a letter at the start or end of a segment: `ihome` and `home`, or
  /// `u500acme` because a package can't start with a digit. At the end, only a doubled letter is a typo.
  private static func isSlip(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    guard min(one.count, other.count) >= 10, abs(one.count - other.count) <= 1 else { return false }
    let start = zip(one, other).prefix { $0 == $1 }.count
    let (first, second) = (one[start...], other[start...])
    let end = zip(first.reversed(), second.reversed()).prefix { $0 == $1 }.count
    let (mine, theirs) = (Array(first.dropLast(end)), Array(second.dropLast(end)))
    let isLetters = (mine + theirs).allSatisfy { (0x61...0x7A).contains($0) }
    guard isLetters, start > 0, one[start - 1] != UInt8(ascii: ".") else { return false }
    if mine.count == 2, theirs.count == 2 { return mine == theirs.reversed() }
    guard mine.count <= 1, theirs.count <= 1 else { return false }
    let isLast = end == 0 || one[one.count - end] == UInt8(ascii: ".")
    return !isLast || mine.isEmpty != theirs.isEmpty && (mine + theirs).first == one[start - 1]
  }

  // MARK: links

  /// Whether the rules have a mistake that another rule reports: they open nothing, or need backtracking.
  private static func isBroken(_ list: DynamicOrder) -> Bool {
    list.opensNothing
      || list.rules.contains { rule in
        rule.path.map { LinkRuleNeedsBacktracking.witness(against: $0, isPath: true) != nil }
          ?? false
      }
  }

  private func checkLinks(
    _ apple: AppleFile, _ android: AssetFile, _ bundles: [App], _ packages: [App],
    _ findings: inout Findings
  ) {
    guard let links = apple.links else { return }
    for (app, list) in android.dynamicRules {
      guard app.relations.contains(AssetLinks.handleAllURLs), let package = app.package,
        !Self.isBroken(list), let place = list.rules.first.map({ android.place($0) }),
        let bundle = bundles.first(where: { $0.folded == Self.folded(package.value) })
          ?? (bundles.count == 1 && packages.count == 1 ? bundles.first : nil)
      else { continue }
      let onApple = LinkSet(opening: bundle.id, in: apple.content)
      let onAndroid = LinkSet(opening: package.value, in: android.content)
      for (one, other, isApple) in [(onApple, onAndroid, true), (onAndroid, onApple, false)] {
        guard
          case .link(let link) = one.subtracting(other).subtracting(Self.folders(links, list))
            .example(host: "host.example")
        else { continue }
        let path = ExactString(decoding: link.utf8.dropFirst("https://host.example".utf8.count))
        findings.report(
          place, severity: .note,
          isApple
            ? "\(path.quoted) opens the app on iOS, but not on Android"
            : "\(path.quoted) opens the app on Android, but not on iOS",
          help: "write the same rules in both files, unless the difference is intended")
        break
      }
    }
  }

  /// The links to `/p` for each `/p/*`, which matches them only on iOS. People rarely mean the difference.
  private static func folders(_ links: LinkList, _ list: DynamicOrder) -> LinkSet {
    let paths = links.rules.compactMap { $0.rule.path?.value } + list.rules.compactMap(\.path)
    return LinkSet(
      paths.filter { $0.hasSuffix("/*") }.map {
        AppleLinkComponent(path: ExactString(decoding: $0.utf8.dropLast(2)))
      }, variables: links.variables)
  }
}
