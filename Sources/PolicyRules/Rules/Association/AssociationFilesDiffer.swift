import AssociationFiles
import PolicyText
import PolicyModel

struct AssociationFilesDiffer: SiteRule {
  static let info = RuleInfo(
    "association-files-differ", .association, .warning,
    summary: "Require the same apps and links in both association files of a site",
    why: "If an app's name is misspelled in one file, links don't work on that platform, and no "
      + "device reports it. A link that opens the app on only one platform is rarely intended.",
    examples: .init(.siteFiles, bad: site("⟦\"com.acme.hmoe\"⟧"), good: site("\"com.acme.home\"")),
    references: ["Apple: supporting associated domains", "Digital Asset Links"])

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

    init(_ name: ExactString, _ node: NodeID, id: ExactString) {
      self.name = name
      folded = Array(name.utf8)[...].lowercased
        .map { $0 == UInt8(ascii: "_") ? UInt8(ascii: "-") : $0 }
      self.node = node
      self.id = id
    }
  }

  /// The maximum number of apps to compare; longer lists are generated, so they have no typos.
  private static let maximumApps = 64

  func check(_ apple: AppleFile, _ android: AssetFile, reporting findings: inout Findings) {
    let bundles = Self.bundles(apple)
    let packages = Self.packages(android)
    guard (1...Self.maximumApps).contains(bundles.count),
      (1...Self.maximumApps).contains(packages.count)
    else { return }
    let loneBundles = bundles.filter { !packages.map(\.folded).contains($0.folded) }
    let lonePackages = packages.filter { !bundles.map(\.folded).contains($0.folded) }
    var slips: Set<ExactString> = []
    for package in lonePackages {
      guard
        let bundle = loneBundles.first(where: {
          Self.isSlip($0.folded, package.folded) || Self.isReversed($0.folded, package.folded)
        })
      else { continue }
      slips.insert(bundle.name)
      let isReversed = Self.isReversed(bundle.folded, package.folded)
      findings.report(
        package.node,
        "\(package.name.quoted) is \(isReversed ? "" : "not quite ")\(bundle.name.quoted)"
          + "\(isReversed ? " reversed" : "") in Apple's file, so one may be a typo",
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
    checkCredentials(apple, android, packages[0], &findings)
    checkLinks(apple, android, bundles, packages, &findings)
  }

  /// Reports passwords and passkeys that the site shares on only one platform.
  private func checkCredentials(
    _ apple: AppleFile, _ android: AssetFile, _ package: App, _ findings: inout Findings
  ) {
    let onApple = apple.content.webcredentials.map { !$0.apps.isEmpty } ?? false
    let onAndroid = android.apps.contains { $0.relations.contains(AssetLinks.getLoginCredentials) }
    guard onApple != onAndroid else { return }
    findings.report(
      package.node, severity: .note,
      "only \(onApple ? "iOS" : "Android") apps share the site's passwords and passkeys; "
        + (onApple ? "no statement has `get_login_creds`" : "Apple's file has no `webcredentials`"),
      help: "share them on both platforms if users sign in there", isMinor: true)
  }

  private static func bundles(_ file: AppleFile) -> [App] {
    let linked = Set(file.links?.entries.flatMap(\.apps) ?? [])
    var seen: Set<ExactString> = []
    return file.appTexts.compactMap { app in
      guard linked.contains(app.value), AppleAppIdFormat.isAppID(app.value) else { return nil }
      let name = AppleAppIdFormat.bundle(of: app.value)
      // App Clips and watch apps belong to their app.
      guard !name.hasSuffix(".Clip"), !name.hasSuffix(".watchkitapp"), seen.insert(name).inserted
      else { return nil }
      return App(name, app.node, id: app.value)
    }
  }

  private static func packages(_ file: AssetFile) -> [App] {
    var seen: Set<ExactString> = []
    return file.apps.compactMap { app in
      guard app.relations.contains(AssetLinks.handleAllURLs), let package = app.package,
        seen.insert(package.value).inserted
      else { return nil }
      return App(package.value, package.node, id: package.value)
    }
  }

  /// Whether one name is the other with its segments reversed, such as `shop.birch.com` and `com.birch.shop`.
  private static func isReversed(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    let segments = HostLabels.split(one[...])
    return segments.count > 1
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

  /// Whether the rules have a problem that another rule reports: they don't open any link, or need
  /// backtracking.
  private static func isBroken(_ list: DynamicOrder) -> Bool {
    list.opensNothing
      || list.rules.compactMap(\.path).contains {
        LinkRuleNeedsBacktracking.witness(against: $0, isPath: true) != nil
      }
  }

  private func checkLinks(
    _ apple: AppleFile, _ android: AssetFile, _ bundles: [App], _ packages: [App],
    _ findings: inout Findings
  ) {
    guard let links = apple.links else { return }
    for (app, list) in android.dynamicRules {
      guard let package = packages.first(where: { $0.name == app.package?.value }),
        app.relations.contains(AssetLinks.handleAllURLs), !Self.isBroken(list),
        let place = list.rules.first.map({ android.place($0) }),
        let bundle = bundles.first(where: { $0.folded == package.folded })
          ?? (bundles.count == 1 && packages.count == 1 ? bundles.first : nil)
      else { continue }
      let onApple = LinkSet(opening: bundle.id, in: apple.content)
      let onAndroid = LinkSet(opening: package.name, in: android.content)
      for (one, other, names) in [
        (onApple, onAndroid, ("iOS", "Android")), (onAndroid, onApple, ("Android", "iOS")),
      ] {
        guard
          let path = one.subtracting(other).subtracting(Self.folders(links, list)).examplePath
        else { continue }
        findings.report(
          place, severity: .note,
          "\(path.quoted) opens the app on \(names.0), but not on \(names.1)",
          help: "write the same rules in both files, unless the difference is intended")
        break
      }
    }
  }

  /// The links to `/p` for each `/p/*`, which matches them only on iOS. This difference is rarely
  /// intended.
  private static func folders(_ links: LinkList, _ list: DynamicOrder) -> LinkSet {
    let paths = links.rules.compactMap { $0.rule.path?.value } + list.rules.compactMap(\.path)
    return LinkSet(
      paths.filter { $0.hasSuffix("/*") }.map {
        AppleLinkComponent(path: ExactString(decoding: $0.utf8.dropLast(2)))
      }, variables: links.variables)
  }
}
