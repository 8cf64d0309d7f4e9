import AssociationFiles
import PolicyDecision
import PolicyText
import PolicyModel

/// Which links open which apps, asked for few links of a policy; hosts are compiled when one is asked for
/// that no literal rule settles.
struct LinkHosts {
  /// What `domains` says about a host.
  enum Answer {
    /// No policy has the host in this environment.
    case undeclared
    case opens
    case closed
  }

  private struct Key: Hashable {
    var host: ExactString
    var environment: Environment
  }

  private let context: RuleContext
  private var own: [ExactString: [Domain]]?
  private var files: [Key: CompiledHost] = [:]
  private var matchers: [Key: AppleLinkMatcher] = [:]
  private var androidMatchers: [Key: AndroidLinkMatcher] = [:]
  /// Rules that may still be looked at: hostile policies ask thousands of links about thousands of rules.
  private var budget = 100_000

  init(_ context: RuleContext) { self.context = context }

  /// Whether an app is opened by a link, `https://host/path`.
  mutating func answer(
    _ url: URIParts, app: Workspace.AppReference, in environment: Environment
  ) -> Answer {
    guard budget > 0 else { return .opens }
    let host = url.lowerHost
    let declared = domains(of: host, in: environment)
    guard !declared.isEmpty else { return .undeclared }
    let count = declared.reduce(0) { sum, declaration in
      declaration.domain.links.reduce(sum) { $0 + $1.rules.count + $1.apps.count + 1 }
    }
    budget -= count + 1
    if opensLiterally(declared, url, app) { return .opens }
    let key = Key(host: host, environment: environment)
    let file =
      files[key]
      ?? CompiledHost(
        key.host, in: environment, declaredBy: declared, workspace: context.workspace)
    files[key] = file
    guard let id = app.app.appleAppID else { return answer(url.text, app, file, key) }
    guard let apple = file.apple else { return .closed }
    let matcher = matchers[key] ?? AppleLinkMatcher(apple, domain: key.host)
    matchers[key] = matcher
    return matcher.answer(url.text).decision(id).outcome == .match ? .opens : .closed
  }

  /// The answer for an app of Android, where a rule that cannot be expressed opens nothing.
  private mutating func answer(
    _ url: ExactString, _ app: Workspace.AppReference, _ file: CompiledHost, _ key: Key
  ) -> Answer {
    guard let android = file.android, let package = app.app.packageName?.value else {
      return .closed
    }
    let matcher = androidMatchers[key] ?? AndroidLinkMatcher(android, host: key.host)
    androidMatchers[key] = matcher
    return matcher.answer(url, package: package).opens.isEmpty ? .closed : .opens
  }

  /// True where a policy of the workspace has the host in an environment.
  mutating func isDeclared(_ host: ExactString, in environment: Environment) -> Bool {
    !domains(of: host, in: environment).isEmpty
  }

  private mutating func domains(
    of host: ExactString, in environment: Environment
  ) -> [(domain: Domain, document: PolicyDocument)] {
    let all = context.workspaceIndex.domains(host)
    if !all.isEmpty {
      return all.filter { $0.domain.environment.value.environments.contains(environment) }
    }
    let mine = own ?? ownDomains
    own = mine
    return (mine[host] ?? []).filter { $0.environment.value.environments.contains(environment) }
      .map { ($0, context.document) }
  }

  private var ownDomains: [ExactString: [Domain]] {
    var domains: [ExactString: [Domain]] = [:]
    for domain in context.policy.domains {
      domains[ASCII.lowercased(domain.host.value), default: []].append(domain)
    }
    return domains
  }

  /// True where the first entry that names the app has no exclude and a plain rule with just this path:
  /// the common case, which needs no matcher.
  private func opensLiterally(
    _ declared: [(domain: Domain, document: PolicyDocument)], _ url: URIParts,
    _ app: Workspace.AppReference
  ) -> Bool {
    guard url.query == nil, url.fragment == nil else { return false }
    let path = url.bytes(url.path)
    for (domain, document) in declared {
      for entry in domain.links where names(app, entry, document) {
        if entry.rules.contains(where: \.exclude) { return false }
        return entry.rules.contains { rule in
          rule.query.isEmpty && rule.fragment == nil
            && rule.path.map { $0.value.utf8.elementsEqual(path) } ?? false
        }
      }
    }
    return false
  }

  /// True where an entry names the app.
  private func names(
    _ app: Workspace.AppReference, _ entry: LinkEntry, _ document: PolicyDocument
  ) -> Bool {
    entry.apps.contains {
      context.workspace.app($0.value, from: document)?.anchor == app.anchor
    }
  }
}
