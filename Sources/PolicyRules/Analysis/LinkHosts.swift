import AssociationFiles
import PolicyDecision
import PolicyText
import PolicyModel

/// Decides which links open which apps. Compiles a host only if no literal rule decides.
struct LinkHosts {
  enum Answer {
    /// No policy declares the host in this environment.
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
  /// The number of rules that may still be evaluated, because hostile policies have thousands of links and rules.
  private var budget = 100_000

  init(_ context: RuleContext) { self.context = context }

  /// Decides whether a link `https://host/path` opens an app.
  mutating func answer(
    _ url: URIParts, app: Workspace.AppReference, in environment: Environment
  ) -> Answer {
    // An app with unknown IDs isn't in a file yet.
    guard budget > 0, !app.isIncomplete else { return .opens }
    let host = url.lowerHost
    let declared = domains(of: host, in: environment)
    guard !declared.isEmpty else {
      return context.workspaceIndex.hasUnknownHost ? .opens : .undeclared
    }
    let count = declared.reduce(0) { sum, declaration in
      declaration.domain.links.reduce(sum) { $0 + $1.rules.count + $1.apps.count + 1 }
    }
    budget -= count + 1
    let isUnknown = declared.contains { domain, document in
      names(app, domain.appsWithUnknownLinks, document)
    }
    if isUnknown || opensLiterally(declared, url, app) { return .opens }
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

  /// Decides for an Android app. A rule that Android can't express doesn't open any link.
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

  mutating func isDeclared(_ host: ExactString, in environment: Environment) -> Bool {
    context.workspaceIndex.hasUnknownHost || !domains(of: host, in: environment).isEmpty
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

  /// Returns true if the first entry with the app has no excludes and a rule with exactly this path. This common
  /// case needs no matcher.
  private func opensLiterally(
    _ declared: [(domain: Domain, document: PolicyDocument)], _ url: URIParts,
    _ app: Workspace.AppReference
  ) -> Bool {
    guard url.query == nil, url.fragment == nil else { return false }
    let path = url.bytes(url.path)
    for (domain, document) in declared {
      for entry in domain.links where names(app, entry.apps, document) {
        if entry.rules.contains(where: \.exclude) { return false }
        return entry.rules.contains { rule in
          rule.query.isEmpty && rule.fragment == nil
            && rule.path.map { $0.value.utf8.elementsEqual(path) } ?? false
        }
      }
    }
    return false
  }

  private func names(
    _ app: Workspace.AppReference, _ apps: [LocatedText], _ document: PolicyDocument
  ) -> Bool {
    apps.contains {
      context.workspace.app($0.value, from: document)?.anchor == app.anchor
    }
  }
}
