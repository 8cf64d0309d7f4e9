import PolicyText
import PolicyModel

/// Assigns values to environments and records the reason. Values without evidence are left out.
///
/// Evidence in order: the user's settings; the value itself; a sandbox value with the same path and
/// domain; names around the value. Values without a URI (client IDs, secrets) follow the URIs of
/// their client. Apps and fingerprints belong to both environments, except for those of build
/// variants.
struct EnvironmentDecisions {
  private(set) var values: [ResolvedValue]
  private(set) var notes = EnvironmentNotes()
  /// Apps that exist in only one environment.
  private(set) var apps: [AppReference: DomainEnvironment] = [:]
  private var evidence: EnvironmentEvidence
  private var decisions: [EnvironmentDecision?]
  private let mentions: [SubjectMention]
  private let natives: Set<ImportSubject>
  private let options: ImportOptions

  init(_ resolution: ReferenceResolution, _ options: ImportOptions, paths: [ExactString]) {
    values = resolution.values
    mentions = resolution.mentions
    self.options = options
    natives = NativeClients.find(in: resolution.values, schemes: resolution.schemes)
    evidence = EnvironmentEvidence(
      options, paths: paths, names: values.compactMap { $0.subject.hostName ?? $0.text })
    decisions = Array(repeating: nil, count: values.count)
    decideProjects()
    decideApps()
    for index in values.indices where needsDecision(index) { decisions[index] = first(index) }
    decidePairs()
    for index in values.indices where needsDecision(index) && decisions[index] == nil {
      var client: ExactString?
      if case .client(let id) = values[index].subject { client = id }
      decisions[index] = evidence.surroundings(
        values[index].context, values[index].location, client: client)
    }
    unifyHosts()
    // IDs follow all URIs of their client.
    if let proposal {
      let local = NativeClients.local(in: values)
      let live = filesOfLiveClients(except: local)
      for index in values.indices
      where isHost(index) || needsDecision(index) && isURI(values[index]) {
        let isLocal = local.contains(values[index].subject)
        let isLive = isLocal && live.contains(values[index].location.file)
        if isLive, decisions[index]?.isProof ?? true,
          values[index].text.map({ URIOrHost($0).isLoopback }) ?? false
        {
          decisions[index] = Self.ofLiveServer
        } else if decisions[index] == nil {
          decisions[index] =
            isHost(index)
            ? ofApps(values[index].subject) ?? proposal
            : isLocal && !isLive ? Self.localProposal : proposal
        }
      }
    }
    follow()
    if let proposal = proposal {
      for index in values.indices where needsDecision(index) && decisions[index] == nil {
        decisions[index] = proposal
      }
      follow()
    }
    apply()
  }

  // MARK: which values need a decision

  private func isHost(_ index: Int) -> Bool {
    if case .host = values[index].subject { true } else { false }
  }

  private func isApp(_ index: Int) -> Bool {
    if case .app = values[index].subject { true } else { false }
  }

  private func needsDecision(_ index: Int) -> Bool {
    if isHost(index) { return true }
    if isApp(index) { return false }
    return values[index].shape?.isPerEnvironment ?? false
  }

  /// The string that is searched for evidence: the value, or the name of a host.
  private func evidenceText(_ index: Int) -> ExactString? {
    values[index].subject.hostName ?? values[index].text
  }

  // MARK: evidence

  private func first(_ index: Int) -> EnvironmentDecision? {
    let value = values[index]
    let text = evidenceText(index)
    if let asked = evidence.setting(text, value.location) { return asked }
    let project: ExactString? =
      if case .firebase(let project?) = value.subject { project } else { value.context?.project }
    if let project, let environment = evidence.projects[project], !isURIList(value) {
      return EnvironmentDecision(
        environment, "project \(DisplayText.quoted(project.string)) is \(environment.rawValue)")
    }
    guard let text, isURI(value) || isHost(index) else { return nil }
    if let decision = evidence.value(text, isNative: natives.contains(value.subject)) {
      return decision
    }
    // Other values follow their project.
    return project.flatMap { evidence.projects[$0] }.map {
      EnvironmentDecision($0, "its project is \($0.rawValue)")
    }
  }

  private func isURI(_ value: ResolvedValue) -> Bool {
    guard let text = value.text else { return false }
    return isURIList(value) || URIOrHost(text).isURI || isHostKey(value)
  }

  private func isURIList(_ value: ResolvedValue) -> Bool {
    guard case .perEnvironment(.list(.string))? = value.shape else { return false }
    if case .app = value.subject { return false }
    return true
  }

  private func isHostKey(_ value: ResolvedValue) -> Bool {
    value.key == PolicyKeyPath([FirebaseKey.authDomain])
  }

  // MARK: projects and apps

  private mutating func decideProjects() {
    let evidence = evidence
    var places: [ExactString: [(EnvironmentContext?, SourceLocation)]] = [:]
    for value in values {
      if case .firebase(let project?) = value.subject {
        places[project, default: []].append((value.context, value.location))
      } else if let project = value.context?.project {
        places[project, default: []].append((nil, value.location))
      }
    }
    var decided: [ExactString: EnvironmentDecision] = [:]
    for (project, found) in places {
      let asked = found.lazy.compactMap { evidence.setting(project, $0.1) }.first
      let word = EnvironmentWords.find(in: project.utf8)
      decided[project] =
        asked
        ?? word.map {
          EnvironmentDecision($0.environment, "`\($0.word)` in the project ID", isProof: true)
        }
    }
    func siblings(_ environment: Environment) -> Set<ExactString> {
      Set(
        decided.filter { $0.value.environments == DomainEnvironment(environment) }.keys.compactMap {
          EnvironmentWords.removing(environment, from: $0)
        })
    }
    let (ofSandbox, ofProd) = (siblings(.sandbox), siblings(.prod))
    for (project, found) in places where decided[project] == nil {
      if ofSandbox.contains(project) {
        decided[project] = EnvironmentDecision(.prod, "a project with the same name is sandbox")
      } else if ofProd.contains(project) {
        decided[project] = EnvironmentDecision(.sandbox, "a project with the same name is prod")
      } else {
        let all = found.compactMap { evidence.surroundings($0.0, $0.1) }
        let environments = Set(all.compactMap(\.environments))
        // A debug build can share the project of the file for all builds.
        let isShared = found.contains {
          $0.0?.hints.isEmpty ?? true && evidence.surroundings($0.0, $0.1) == nil
        }
        if environments.count == 1 {
          decided[project] =
            isShared && environments == [.sandbox] ? Self.ofBothBuilds : all.first
        }
      }
    }
    self.evidence.projects = decided.compactMapValues(\.environments)
  }

  /// Finds apps whose build variants all have the same environment.
  private mutating func decideApps() {
    var found: [AppReference: Set<DomainEnvironment>] = [:]
    func note(_ app: AppReference, _ context: EnvironmentContext?, _ location: SourceLocation) {
      guard let context, !context.hints.isEmpty else {
        found[app, default: []].insert(.both)
        return
      }
      let decision = evidence.surroundings(
        EnvironmentContext(context.hints),
        SourceLocation(file: FileID(Int.max), span: SourceSpan(0, 0)))
      found[app, default: []].insert(decision?.environments ?? .both)
    }
    for value in values {
      if case .app(let app) = value.subject, !(value.shape?.isPerEnvironment ?? false) {
        note(app, value.context, value.location)
      }
    }
    for mention in mentions {
      if case .app(let app) = mention.subject, mention.context != nil {
        note(app, mention.context, mention.location)
      }
    }
    let hasSandbox = found.values.contains([.sandbox])
    for (app, environments) in found where environments.count == 1 {
      // A release alone doesn't exclude sandbox.
      if let only = environments.first, only == .sandbox || (only == .prod && hasSandbox) {
        apps[app] = only
      }
    }
  }

  // MARK: siblings

  private mutating func decidePairs() {
    var sandbox: [Pair: ExactString] = [:]
    for index in values.indices {
      guard let decision = decisions[index], decision.isProof, decision.environments == .sandbox,
        let (pair, address) = pair(index), !address.isLoopback
      else { continue }
      sandbox[pair] = evidenceText(index)
    }
    for index in values.indices where needsDecision(index) && decisions[index] == nil {
      guard let (pair, address) = pair(index), !address.host.isEmpty, let sibling = sandbox[pair]
      else { continue }
      decisions[index] = EnvironmentDecision(
        .prod, "\(DisplayText.quoted(sibling.string)) in the same domain is sandbox")
    }
  }

  private struct Pair: Hashable {
    var domain: ExactString
    var path: ExactString
  }

  /// The properties that a URI or host has in common with its sibling in the other environment; nil
  /// for other values.
  private func pair(_ index: Int) -> (Pair, URIOrHost)? {
    guard let text = evidenceText(index), isURI(values[index]) || isHost(index) else { return nil }
    let address = URIOrHost(text)
    return (Pair(domain: address.domain, path: isHost(index) ? "" : address.path), address)
  }

  /// Gives all values of a host the same environment, or none if they disagree. A host of both debug and release builds
  /// has both environments.
  private mutating func unifyHosts() {
    var byHost: [ImportSubject: [Int]] = [:]
    for index in values.indices where isHost(index) {
      byHost[values[index].subject, default: []].append(index)
    }
    for indices in byHost.values {
      let found = indices.compactMap { decisions[$0] }
      let environments = Set(found.compactMap(\.environments))
      let isDropped = found.contains { $0.environments == nil }
      let isGeneral = indices.contains { decisions[$0] == nil }
      var decision = environments.count == 1 && !isDropped || isDropped ? found.first : nil
      if !found.isEmpty, found.allSatisfy(\.isSurrounding),
        environments.count > 1 || isGeneral && environments == [.sandbox]
      {
        decision = Self.ofBothBuilds
      }
      for index in indices { decisions[index] = decision }
    }
  }

  // MARK: values without URIs

  /// Identifies equal values in different sources.
  private struct SameValue: Hashable {
    var subject: ImportSubject
    var key: PolicyKeyPath
    var text: ExactString
  }

  private func sameValue(_ index: Int) -> SameValue? {
    values[index].text.map {
      SameValue(subject: values[index].subject, key: values[index].key, text: $0)
    }
  }

  private mutating func follow() {
    var placed: [SameValue: Set<Environment>] = [:]
    for index in values.indices where needsDecision(index) {
      guard let value = sameValue(index), let found = decisions[index]?.environments else {
        continue
      }
      placed[value, default: []].formUnion(found.environments)
    }
    for index in values.indices where needsDecision(index) && decisions[index] == nil {
      guard let value = sameValue(index), let found = placed[value], !found.isEmpty else {
        continue
      }
      decisions[index] = EnvironmentDecision(
        DomainEnvironment(found), "the same value has it in another source")
    }
    var union: [ImportSubject: Set<Environment>] = [:]
    for index in values.indices where needsDecision(index) {
      guard let environments = decisions[index]?.environments, isURI(values[index]) else {
        continue
      }
      union[values[index].subject, default: []].formUnion(environments.environments)
    }
    for index in values.indices where needsDecision(index) {
      let value = values[index]
      if let decision = decisions[index] {
        // A client sends its secret and ID only if one of its URIs is in the environment.
        guard decision.isSurrounding, !isURI(value), case .client = value.subject,
          let all = union[value.subject],
          decision.environments.map({ all.isDisjoint(with: $0.environments) }) ?? false
        else { continue }
      }
      if case .app(let app) = value.value {
        decisions[index] = EnvironmentDecision(apps[app] ?? .both, "its app has them")
        continue
      }
      guard !isURI(value) || natives.contains(value.subject),
        let environments = union[value.subject],
        !environments.isEmpty
      else { continue }
      decisions[index] = EnvironmentDecision(
        DomainEnvironment(environments), "its URIs have it")
    }
  }

  /// The environment that `init` proposes.
  private var proposal: EnvironmentDecision? {
    options.completes ? EnvironmentDecision(.prod, Self.defaultReason) : nil
  }

  /// The files of servers with a client on a host in prod. Such a server accepts its loopback clients, too.
  private func filesOfLiveClients(except local: Set<ImportSubject>) -> Set<FileID> {
    let key = PolicyKeyPath([ClientKey.redirectURIs])
    return Set(
      values.indices.compactMap { index in
        let value = values[index]
        guard value.key == key, !local.contains(value.subject), let text = value.text,
          decisions[index].map({ $0.environments?.environments.contains(.prod) ?? false }) ?? true
        else { return nil }
        let uri = URIOrHost(text)
        return uri.isWeb && !uri.isLoopback && !uri.host.isEmpty ? value.location.file : nil
      })
  }

  /// The environments of a host that apps of sandbox builds name.
  private func ofApps(_ host: ImportSubject) -> EnvironmentDecision? {
    var found: Set<DomainEnvironment> = []
    for value in values where value.subject == host {
      switch value.value {
      case .app(let app): found.insert(apps[app] ?? .prod)
      case .link(let link): found.formUnion(link.apps.map { apps[$0.app] ?? .prod })
      default: break
      }
    }
    guard found.contains(.sandbox) else { return nil }
    return EnvironmentDecision(found.count == 1 ? .sandbox : .both, "its apps have it")
  }

  private static let ofLiveServer = EnvironmentDecision(
    .prod, "other clients of the server are on hosts in prod")
  private static let ofBothBuilds = EnvironmentDecision(
    .both, "builds of both environments have it")
  private static let localProposal = EnvironmentDecision(
    .sandbox, "all redirect URIs of the client are loopback")

  static let defaultReason = "default: no source mentions sandbox for it"

  // MARK: results

  private mutating func apply() {
    for index in values.indices {
      if isApp(index) {
        values[index].environments = variant(of: values[index])
        continue
      }
      guard needsDecision(index) else { continue }
      values[index].environments = decisions[index]?.environments
      notes.add(decisions[index], evidenceText(index), values[index])
    }
  }

  /// Fingerprints of debug variants are for sandbox. IDs of Firebase apps have the environment of their project.
  private func variant(of value: ResolvedValue) -> DomainEnvironment {
    if value.key == PolicyKeyPath([AppKey.firebaseAppID]), let project = value.context?.project {
      return evidence.projects[project] ?? .both
    }
    guard value.shape?.isPerEnvironment ?? false, let context = value.context,
      !context.hints.isEmpty
    else { return .both }
    return evidence.surroundings(
      EnvironmentContext(context.hints),
      SourceLocation(file: FileID(Int.max), span: SourceSpan(0, 0))
    )?.environments == .sandbox ? .sandbox : .both
  }
}
