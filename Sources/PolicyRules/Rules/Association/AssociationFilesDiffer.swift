import AssociationFiles
package import PolicyText
import PolicyModel

/// The two association files of one site that disagree.
package struct AssociationFilesDiffer: SiteRule {
  package static let info = RuleInfo(
    "association-files-differ", .association, .warning,
    summary: "both association files of a site name the same apps and open the same links",
    why:
      "A letter too few in one of the two names leaves that platform without links, and no device says so. "
      + "A link that opens the app on one platform and stays in the browser on the other is rarely meant.",
    examples: .init(.siteFiles, bad: site("⟦\"com.acme.hmoe\"⟧"), good: site("\"com.acme.home\"")),
    references: ["Apple: supporting associated domains", "Digital Asset Links"])
  package init() {}

  private static func site(_ package: String) -> String {
    "# file: apple-app-site-association\n"
      + ExampleFile.components("{ \"/\": \"/orders/*\" }")
      + "# file: assetlinks.json\n" + ExampleFile.android(package: package)
  }

  /// An app of one of the files.
  private struct App {
    var name: ExactString
    /// In lower case, `_` as `-`: bundle IDs have no underscore.
    var folded: [UInt8]
    var node: NodeID
    /// The app ID of Apple's file.
    var id: ExactString
  }

  /// Apps of a file that are compared: generated lists are no slip of a hand.
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
          + (Self.isReversed(bundle.folded, package.folded) ? " the other way round" : "")
          + ", the app of `apple-app-site-association`: one of the two names may be a slip",
        help: "compare both with what the apps are built with",
        notes: [.init("the other name", at: apple.tree.location(bundle.node))])
    }
    // Where the names differ anyhow, nobody can tell which app is missing.
    if bundles.count > loneBundles.count {
      for bundle in loneBundles
      where !slips.contains(bundle.name) && !TestBuild.isOne(bundle.name) {
        findings.report(
          packages[0].node, severity: .note,
          "iOS opens links in \(bundle.name.quoted), of which this file says nothing",
          help: "add its statement, if the app exists for Android",
          notes: [.init("the app", at: apple.tree.location(bundle.node))], isMinor: true)
      }
    }
    checkCredentials(apple, android, packages, &findings)
    checkLinks(apple, android, bundles, packages, &findings)
  }

  /// Passwords and passkeys that only one platform shares.
  private func checkCredentials(
    _ apple: AppleFile, _ android: AssetFile, _ packages: [App], _ findings: inout Findings
  ) {
    let onApple = apple.content.webcredentials.map { !$0.apps.isEmpty } ?? false
    let onAndroid = android.apps.contains { $0.relations.contains(AssetLinks.getLoginCredentials) }
    guard onApple != onAndroid else { return }
    findings.report(
      packages[0].node, severity: .note,
      onApple
        ? "passwords and passkeys of the site are shared with the app of iOS only: nothing here has "
          + "`get_login_creds`"
        : "passwords and passkeys of the site are shared with the app of Android only: "
          + "`apple-app-site-association` has no `webcredentials`",
      help: "share them on both platforms, if people sign in there", isMinor: true)
  }

  // MARK: names

  private static func bundles(_ file: AppleFile) -> [App] {
    let linked = Set(file.links?.entries.flatMap(\.apps) ?? [])
    var seen: Set<ExactString> = []
    return file.appTexts.compactMap { app in
      guard linked.contains(app.value), AppleAppIdFormat.isAppID(app.value) else { return nil }
      let name = AppleAppIdFormat.bundle(of: app.value)
      // App Clips and the like belong to their app.
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

  /// True for `shop.birch.com` beside `com.birch.shop`.
  private static func isReversed(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    let segments = one.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return one.count == other.count && segments.count > 1
      && Array(segments.reversed().joined(separator: [UInt8(ascii: ".")])) == other
  }

  /// True for long names with a letter too many or too few, or another one, or two swapped, within a word.
  ///
  /// A digit tells apps apart, and so does a letter at the start or the end of a segment: `ihome` beside
  /// `home`, and `u500acme` where a package cannot start with a digit. At the end only a letter that stands
  /// there twice is a slip.
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

  /// True for rules with a mistake that is told by itself: they open nothing, or need backtracking.
  private static func isBroken(_ list: DynamicRules) -> Bool {
    DynamicOrder(list.rules).opensNothing
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
      let onApple = AppleLinkMatcher(apple.content, domain: "host.example")
      let onAndroid = AndroidLinkMatcher(android.content, host: "host.example")
      var differing: [(path: ExactString, opensOnApple: Bool)] = []
      var seen: Set<ExactString> = []
      for path in Self.samples(links, bundle.id) + Self.samples(list)
      where seen.insert(path).inserted {
        let url = ExactString("https://host.example" + path.string)
        let first = onApple.answer(url).decision(bundle.id).outcome == .match
        let second =
          onAndroid.answer(url).decisions.first { $0.app == package.value }?.outcome == .match
        if first != second { differing.append((path, first)) }
      }
      guard let first = differing.first else { continue }
      let others =
        differing.count > 1
        ? "; \(differing.count - 1) more: "
          + differing.dropFirst().prefix(2).map(\.path.quoted).joined(separator: ", ")
          + (differing.count > 3 ? ", …" : "")
        : ""
      findings.report(
        place, severity: .note,
        first.opensOnApple
          ? "\(first.path.quoted) opens the app on iOS, these rules keep it in the browser\(others)"
          : "\(first.path.quoted) stays in the browser on iOS, these rules open the app\(others)",
        help: "write the same rules in both files, if nobody wants the difference")
    }
  }

  /// Rules that are asked for a path each.
  private static let mostRules = 200

  private static func samples(_ links: LinkList, _ app: ExactString) -> [ExactString] {
    links.entries.filter { $0.apps.contains(app) }.flatMap(\.rules).prefix(mostRules)
      .compactMap { rule in
        rule.isPathOnly && !rule.isMisread && rule.component.caseSensitive != false
          ? sample(rule.path?.value ?? "/*") : nil
      }
  }

  private static func samples(_ list: DynamicRules) -> [ExactString] {
    list.rules.prefix(mostRules).compactMap { rule in
      rule.query.isEmpty && rule.fragment == nil ? rule.path.flatMap(sample) : nil
    }
  }

  /// A path that a pattern asks for, wildcards filled; nil for variables and what would have to be decoded.
  private static func sample(_ pattern: ExactString) -> ExactString? {
    guard !pattern.utf8.contains(UInt8(ascii: "$")), !pattern.utf8.contains(UInt8(ascii: "%")),
      !pattern.hasSuffix("/") || pattern == "/"
    else { return nil }
    var text = pattern.hasPrefix("/") ? "" : "/"
    for scalar in pattern.string.unicodeScalars {
      switch scalar {
      case "*": text += "x7q"
      case "?": text += "y"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return ExactString(text)
  }
}
