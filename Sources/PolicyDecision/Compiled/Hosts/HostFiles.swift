package import AssociationFiles
package import PolicyText
package import PolicyModel

/// The association files of all hosts of a workspace.
package struct HostFiles: Sendable {
  /// Prod before sandbox, each in byte order.
  package let hosts: [CompiledHost]
  /// The hosts whose name is `TODO`, one for each policy and environment.
  package let unknownHosts: [CompiledHost]
  private let index: [Key: Int]

  private struct Key: Hashable {
    var host: ExactString
    var environment: Environment
  }

  /// Compiles the hosts of a workspace.
  ///
  /// - Parameter isUsable: returns false for entries with an error; rules with an error don't
  ///   decide.
  package init(
    _ workspace: Workspace, isUsable: @escaping (SourceAnchor) -> Bool = { _ in true }
  ) {
    hosts = Environment.allCases.flatMap { environment in
      let merging = HostMerging(workspace: workspace, environment: environment)
      let flips = merging.flips(isUsable: isUsable)
      return merging.hosts.map { merged in
        var host = HostCompiler(merged: merged, workspace: workspace, isUsable: isUsable).host
        host.flips = (flips[host.host] ?? []).filter { flip in
          !host.appsWithUnknownLinks.contains(flip.app)
        }
        host.appleMatcher = host.apple.map { AppleLinkMatcher($0, domain: host.host) }
        host.androidMatcher = host.android.map { AndroidLinkMatcher($0, host: host.host) }
        return host
      }
    }
    unknownHosts = workspace.policies.flatMap { document -> [CompiledHost] in
      guard let domain = document.policy.unknownHost else { return [] }
      return domain.environment.value.environments.map { environment in
        let merged = MergedHost(
          host: domain.host.value, environment: environment, domains: [(domain, document)])
        return HostCompiler(merged: merged, workspace: workspace, isUsable: isUsable).host
      }
    }
    index = Dictionary(
      hosts.enumerated().map { (Key(host: $1.host, environment: $1.environment), $0) },
      uniquingKeysWith: { first, _ in first })
  }

  /// The files of a host in an environment, ignoring case; nil if it has none.
  package func host(_ host: ExactString, in environment: Environment) -> CompiledHost? {
    let key = Key(host: ASCII.lowercased(host), environment: environment)
    return index[key].map { hosts[$0] }
  }
}

/// A host in one environment: the files that it serves, and the policy lines that they come from.
package struct CompiledHost: Sendable {
  /// ASCII letters in lower case.
  package var host: ExactString
  /// The environment in which the files are deployed.
  package var environment: Environment
  /// The keys in `domains`, one for each policy that declares the host.
  package var anchors: [SourceAnchor]
  /// `apple-app-site-association`; nil if no entry names an Apple app.
  package var apple: AppleAppSiteAssociation?
  /// The line of each rule of `apple`, by entry and rule.
  package var appleRules: [[SourceAnchor]]
  /// `assetlinks.json`; nil if no entry names an Android app.
  package var android: AssetLinks?
  /// The line of each dynamic rule, by package name; nil for rules that linkpolicy adds.
  package var androidRules: [ExactString: [SourceAnchor?]]
  /// App IDs and package names of apps whose links on the host aren't known yet. The files leave out their links.
  package var appsWithUnknownLinks: [ExactString] = []
  /// The platforms of apps with links on the host whose ID or fingerprint is `TODO`. The files leave them out.
  var incompletePlatforms: Set<Platform> = []
  /// The iOS matcher; nil if the host has no file.
  fileprivate(set) var appleMatcher: AppleLinkMatcher?
  /// The Android matcher; nil if the host has no file.
  fileprivate(set) var androidMatcher: AndroidLinkMatcher?

  /// Links that must open: the rules that allow one literal path, with their apps.
  package var literals: [LiteralLink]
  /// Links that must also open: the App Flip links on this host.
  package var flips: [FlipLink]

  /// A path without wildcards, and the apps that a rule opens it in.
  package struct LiteralLink: Sendable {
    /// From the first slash.
    package var path: ExactString
    /// Apple app IDs.
    package var appleApps: [ExactString]
    /// Package names; empty if Android can't express the rule.
    package var androidApps: [ExactString]
    /// The rule.
    package var anchor: SourceAnchor
  }

  /// A universal link that starts App Flip, and the Apple app that must open.
  package struct FlipLink: Sendable {
    /// As written in the client.
    package var url: ExactString
    /// App ID.
    package var app: ExactString
    /// The link in the policy.
    package var anchor: SourceAnchor
  }

  /// The location of the rule that decided for an app.
  package func source(of decision: LinkDecision) -> SourceAnchor? {
    guard let entry = decision.entry, let rule = decision.rule else { return nil }
    let rules =
      decision.basis != nil
      ? androidRules[decision.app] ?? []
      : appleRules.indices.contains(entry) ? appleRules[entry] : []
    return rules.indices.contains(rule) ? rules[rule] : nil
  }
}
