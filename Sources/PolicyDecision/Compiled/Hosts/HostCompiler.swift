import AssociationFiles
import PolicyText
package import PolicyModel

/// Compiles a merged host into its two association files.
struct HostCompiler {
  let merged: MergedHost
  let workspace: Workspace
  /// Returns false for entries with an error.
  let isUsable: (SourceAnchor) -> Bool

  var host: CompiledHost {
    var entries = merged.domains.flatMap { domain, document in
      domain.links.map { entry($0, document) }
    }
    // Apps of other policies can have unknown links, too.
    let unknown = merged.domains.flatMap { apps($0.domain.appsWithUnknownLinks, $0.document) }
    let ids = unknown.compactMap { $0.appleAppID ?? $0.packageName?.value }.unique
    for index in entries.indices where !ids.isEmpty {
      entries[index].appleApps.removeAll(where: ids.contains)
      entries[index].androidApps.removeAll { ids.contains($0.package) }
    }
    var host = CompiledHost(
      host: merged.host, environment: merged.environment,
      anchors: merged.domains.map { $0.document.anchor($0.domain.host) }, appleRules: [],
      androidRules: [:], appsWithUnknownLinks: ids, literals: [], flips: [])
    host.incompletePlatforms = Set(
      merged.domains.flatMap { domain, document in
        domain.links.flatMap(\.apps).compactMap { workspace.app($0.value, from: document) }
      }.filter { $0.exists(in: merged.environment) && $0.isIncomplete }
        .compactMap { $0.app.platform?.value })
    compileApple(entries, into: &host)
    AndroidStatements(entries: entries, credentials: androidCredentials).compile(into: &host)
    host.literals = entries.flatMap(literals)
    return host
  }

  /// A rule and its line.
  struct Rule {
    var rule: LinkRule
    var anchor: SourceAnchor
  }

  /// An entry of `links` with its apps.
  struct Entry {
    /// App IDs without duplicates.
    var appleApps: [ExactString]
    var androidApps: [AndroidApp]
    var rules: [Rule]
  }

  /// A package and the certificates that may sign it.
  struct AndroidApp: Hashable {
    var package: ExactString
    /// Unique and sorted; never empty.
    var fingerprints: [Fingerprint]
  }

  // MARK: reading the policy

  private func entry(_ entry: LinkEntry, _ document: PolicyDocument) -> Entry {
    Entry(
      appleApps: appleApps(entry.apps, document), androidApps: androidApps(entry.apps, document),
      rules: entry.rules.compactMap { rule($0, document) })
  }

  private func rule(_ entry: LinkRuleEntry, _ document: PolicyDocument) -> Rule? {
    let leaves =
      [entry.path, entry.fragment].compactMap { $0 }
      + entry.query.flatMap { [$0.name, $0.pattern] }
    let anchor = document.anchor(node: entry.node)
    guard isUsable(anchor), leaves.allSatisfy({ isUsable(document.anchor($0)) }) else { return nil }
    return Rule(rule: LinkRule(entry), anchor: anchor)
  }

  /// The apps of a list that exist in the environment. Rules report unknown references.
  private func apps(_ references: [LocatedText], _ document: PolicyDocument) -> [App] {
    references.compactMap { workspace.app($0.value, from: document)?.app }
      .filter { $0.exists(in: merged.environment) }
  }

  private func appleApps(
    _ references: [LocatedText], _ document: PolicyDocument
  ) -> [ExactString] {
    apps(references, document).compactMap(\.appleAppID).unique
  }

  private func androidApps(
    _ references: [LocatedText], _ document: PolicyDocument
  ) -> [AndroidApp] {
    apps(references, document).compactMap { app in
      guard app.platform?.value == .android, let package = app.packageName?.value else {
        return nil
      }
      let texts = app.sha256Fingerprints?[merged.environment] ?? []
      let fingerprints = Set(texts.compactMap { Fingerprint($0.value) }).sorted()
      // A statement without a certificate is invalid and may invalidate the whole file.
      return fingerprints.isEmpty
        ? nil : AndroidApp(package: package, fingerprints: fingerprints)
    }.unique
  }

  private var androidCredentials: [AndroidApp] {
    merged.domains.flatMap { androidApps($0.domain.credentials, $0.document) }.unique
  }

  // MARK: Apple

  private func compileApple(_ entries: [Entry], into host: inout CompiledHost) {
    var details: [AppleLinkEntry] = []
    for entry in entries where !entry.appleApps.isEmpty {
      details.append(
        AppleLinkEntry(
          appIDs: entry.appleApps, rules: .components(entry.rules.map(\.rule.component))))
      host.appleRules.append(entry.rules.map(\.anchor))
    }
    func list(_ key: KeyPath<Domain, [LocatedText]>) -> AppleAppList? {
      let apps = merged.domains.flatMap { appleApps($0.domain[keyPath: key], $0.document) }
      return apps.isEmpty ? nil : AppleAppList(Set(apps).sorted())
    }
    let file = AppleAppSiteAssociation(
      applinks: details.isEmpty
        ? nil : AppleLinks(details: details, substitutionVariables: variables),
      webcredentials: list(\.credentials), appclips: list(\.appClips),
      activitycontinuation: list(\.handoff))
    let isEmpty =
      file.applinks == nil && file.webcredentials == nil && file.appclips == nil
      && file.activitycontinuation == nil
    host.apple = isEmpty ? nil : file
  }

  /// In the order of the policies. If two have the same name, the first applies (`host-conflict`).
  private var variables: [AppleSubstitutionVariable] {
    var seen: Set<ExactString> = []
    return merged.domains.flatMap(\.domain.variables).compactMap { name, values in
      seen.insert(name.value).inserted
        ? AppleSubstitutionVariable(name.value, values.map(\.value)) : nil
    }
  }

  // MARK: links that must open

  private func literals(_ entry: Entry) -> [CompiledHost.LiteralLink] {
    entry.rules.compactMap { rule in
      guard let path = rule.rule.literalPath else { return nil }
      let isPortable = PortableRule(rule.rule).difference == nil
      return CompiledHost.LiteralLink(
        path: path, appleApps: entry.appleApps,
        androidApps: isPortable ? entry.androidApps.map(\.package) : [], anchor: rule.anchor)
    }
  }
}

extension LinkRule {
  /// Converts a rule of the policy.
  package init(_ entry: LinkRuleEntry) {
    self.init(
      path: entry.path?.value,
      query: entry.query.map { LinkQueryItem($0.name.value, $0.pattern.value) },
      fragment: entry.fragment?.value, exclude: entry.exclude,
      caseSensitive: entry.caseSensitive, percentEncoded: entry.percentEncoded,
      comment: entry.comment?.value)
  }

  /// The path of an allow rule without wildcards or other conditions; nil for other rules.
  fileprivate var literalPath: ExactString? {
    guard let path, !exclude, query.isEmpty, fragment == nil, path.hasPrefix("/"), percentEncoded,
      !path.utf8.contains(where: { "*?$#".utf8.contains($0) })
    else { return nil }
    return path
  }
}
