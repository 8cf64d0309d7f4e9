import PolicyText
import PolicyModel

/// Decides for every fact in which environments it counts, and says why: nothing is decided silently, and
/// what nothing decides goes nowhere.
///
/// In the order of evidence: what was asked; the value itself; a sibling with the same path and domain that
/// is sandbox by itself; names around the value. Values without an address (client IDs, secrets) follow the
/// addresses of their client. Apps and fingerprints have no environment unless a variant says so.
struct EnvironmentDecisions {
  private(set) var facts: [ResolvedFact]
  private(set) var notes = EnvironmentNotes()
  /// Apps that a variant is built as, in one environment only.
  private(set) var apps: [AppReference: DomainEnvironment] = [:]
  private var evidence: EnvironmentEvidence
  private var decisions: [EnvironmentDecision?]
  private let mentions: [SubjectMention]
  private let natives: Set<FactSubject>
  private let options: ImportOptions

  init(_ resolution: FactResolution, _ options: ImportOptions, paths: [ExactString]) {
    facts = resolution.facts
    mentions = resolution.mentions
    self.options = options
    natives = NativeClients.find(in: resolution.facts)
    evidence = EnvironmentEvidence(options, paths: paths)
    decisions = Array(repeating: nil, count: facts.count)
    decideProjects()
    decideApps()
    for index in facts.indices where needsDecision(index) { decisions[index] = first(index) }
    decidePairs()
    for index in facts.indices where needsDecision(index) && decisions[index] == nil {
      decisions[index] = evidence.place(facts[index].context, facts[index].location)
    }
    unifyHosts()
    follow()
    if let proposal = proposal {
      for index in facts.indices where needsDecision(index) && decisions[index] == nil {
        decisions[index] = proposal
      }
      follow()
    }
    apply()
  }

  // MARK: which facts

  private func isHost(_ index: Int) -> Bool {
    if case .host = facts[index].subject { true } else { false }
  }

  private func isApp(_ index: Int) -> Bool {
    if case .app = facts[index].subject { true } else { false }
  }

  private func needsDecision(_ index: Int) -> Bool {
    if isHost(index) { return true }
    if isApp(index) { return false }
    return facts[index].shape?.isPerEnvironment ?? false
  }

  /// The text that speaks for a fact: its value, of a host its name.
  private func evidenceText(_ index: Int) -> ExactString? {
    if case .host(.named(let host)) = facts[index].subject { return host }
    return facts[index].text
  }

  // MARK: evidence

  private func first(_ index: Int) -> EnvironmentDecision? {
    let fact = facts[index]
    let text = evidenceText(index)
    if let asked = evidence.asked(text, fact.location) { return asked }
    if let stated = fact.context?.environment {
      return EnvironmentDecision(stated, "the source says so")
    }
    let project: ExactString? =
      if case .firebase(let project?) = fact.subject { project } else { fact.context?.project }
    if let project, let environment = evidence.projects[project], !isAddressList(fact) {
      return EnvironmentDecision(
        environment, "the project \(UTF8Text.quoted(project.string)) is of \(environment.rawValue)")
    }
    guard let text, isAddress(fact) || isHost(index) else { return nil }
    if let decision = evidence.value(text, isNative: natives.contains(fact.subject)) {
      return decision
    }
    // What belongs to a project is of its environment, unless it says something else by itself.
    return project.flatMap { evidence.projects[$0] }.map {
      EnvironmentDecision($0, "its project is of \($0.rawValue)")
    }
  }

  private func isAddress(_ fact: ResolvedFact) -> Bool {
    guard let text = fact.text else { return false }
    return isAddressList(fact) || Address(text).isURI || isHostKey(fact)
  }

  private func isAddressList(_ fact: ResolvedFact) -> Bool {
    guard case .perEnvironment(.list(.string))? = fact.shape else { return false }
    if case .app = fact.subject { return false }
    return true
  }

  private func isHostKey(_ fact: ResolvedFact) -> Bool {
    fact.key == FactKey([FirebaseKey.authDomain])
  }

  // MARK: projects and apps

  private mutating func decideProjects() {
    let evidence = evidence
    var places: [ExactString: [(FactContext?, SourceLocation)]] = [:]
    for fact in facts {
      if case .firebase(let project?) = fact.subject {
        places[project, default: []].append((fact.context, fact.location))
      } else if let project = fact.context?.project {
        places[project, default: []].append((nil, fact.location))
      }
    }
    var decided: [ExactString: EnvironmentDecision] = [:]
    for (project, found) in places {
      let asked = found.lazy.compactMap { evidence.asked(project, $0.1) }.first
      let stated = found.lazy.compactMap { $0.0?.environment }.first
      let word = EnvironmentWords.find(in: project.utf8)
      decided[project] =
        asked ?? stated.map { EnvironmentDecision($0, "the source says so") }
        ?? word.map {
          EnvironmentDecision($0.environment, "`\($0.word)` in the project ID", isProof: true)
        }
    }
    let siblings = Set(
      decided.filter { $0.value.environments == .sandbox }.keys.compactMap {
        EnvironmentWords.withoutSandbox($0, separators: "-")
      })
    for (project, found) in places where decided[project] == nil {
      if siblings.contains(project) {
        decided[project] = EnvironmentDecision(.prod, "the other project is of sandbox by its name")
      } else {
        let all = found.compactMap { evidence.place($0.0, $0.1) }
        let environments = Set(all.compactMap(\.environments))
        if environments.count == 1 { decided[project] = all.first }
      }
    }
    self.evidence.projects = decided.compactMapValues(\.environments)
  }

  /// Apps that are built in variants of one environment only.
  private mutating func decideApps() {
    var found: [AppReference: Set<DomainEnvironment>] = [:]
    func note(_ app: AppReference, _ context: FactContext?, _ location: SourceLocation) {
      guard let context, !context.hints.isEmpty else {
        found[app, default: []].insert(.both)
        return
      }
      let decision = evidence.place(
        FactContext(context.hints), SourceLocation(file: FileID(Int.max), span: Span(0, 0)))
      found[app, default: []].insert(decision?.environments ?? .both)
    }
    for fact in facts {
      if case .app(let app) = fact.subject, !(fact.shape?.isPerEnvironment ?? false) {
        note(app, fact.context, fact.location)
      }
    }
    for mention in mentions {
      if case .app(let app) = mention.subject, mention.context != nil {
        note(app, mention.context, mention.location)
      }
    }
    let hasSandbox = found.values.contains([.sandbox])
    for (app, environments) in found where environments.count == 1 {
      // That a release exists says nothing as long as there is no other variant.
      if let only = environments.first, only == .sandbox || (only == .prod && hasSandbox) {
        apps[app] = only
      }
    }
  }

  // MARK: siblings

  private mutating func decidePairs() {
    var sandbox: [Pair: ExactString] = [:]
    for index in facts.indices {
      guard let decision = decisions[index], decision.isProof, decision.environments == .sandbox,
        let text = evidenceText(index), isAddress(facts[index]) || isHost(index)
      else { continue }
      let address = Address(text)
      guard !address.isLoopback else { continue }
      sandbox[Pair(address, isHost: isHost(index))] = text
    }
    for index in facts.indices where needsDecision(index) && decisions[index] == nil {
      guard let text = evidenceText(index), isAddress(facts[index]) || isHost(index) else {
        continue
      }
      let address = Address(text)
      guard !address.host.isEmpty,
        let sibling = sandbox[Pair(address, isHost: isHost(index))]
      else { continue }
      decisions[index] = EnvironmentDecision(
        .prod,
        "\(UTF8Text.quoted(sibling.string)) of the same domain is sandbox, and it has no such word")
    }
  }

  private struct Pair: Hashable {
    var domain: ExactString
    var path: ExactString
    init(_ address: Address, isHost: Bool) {
      domain = address.domain
      path = isHost ? "" : address.path
    }
  }

  /// One host, one environment: of several facts the first that is decided by what was asked or by the host
  /// itself counts; where only places decide and disagree, nothing does.
  private mutating func unifyHosts() {
    var byHost: [FactSubject: [Int]] = [:]
    for index in facts.indices where isHost(index) {
      byHost[facts[index].subject, default: []].append(index)
    }
    for indices in byHost.values {
      let found = indices.compactMap { decisions[$0] }
      let environments = Set(found.compactMap(\.environments))
      let isDropped = found.contains { $0.environments == nil }
      let decision = environments.count == 1 && !isDropped || isDropped ? found.first : nil
      for index in indices { decisions[index] = decision }
    }
  }

  // MARK: what has no address

  /// A value that another source places is no question where this one does not.
  private struct SameValue: Hashable {
    var subject: FactSubject
    var key: FactKey
    var text: ExactString
  }

  private func sameValue(_ index: Int) -> SameValue? {
    facts[index].text.map {
      SameValue(subject: facts[index].subject, key: facts[index].key, text: $0)
    }
  }

  private mutating func follow() {
    var placed: [SameValue: Set<Environment>] = [:]
    for index in facts.indices where needsDecision(index) {
      guard let value = sameValue(index), let found = decisions[index]?.environments else {
        continue
      }
      placed[value, default: []].formUnion(found.environments)
    }
    for index in facts.indices where needsDecision(index) && decisions[index] == nil {
      guard let value = sameValue(index), let found = placed[value], !found.isEmpty else {
        continue
      }
      decisions[index] = EnvironmentDecision(
        DomainEnvironment(found), "as the same value in another source")
    }
    var union: [FactSubject: Set<Environment>] = [:]
    for index in facts.indices where needsDecision(index) {
      guard let environments = decisions[index]?.environments, isAddress(facts[index]) else {
        continue
      }
      union[facts[index].subject, default: []].formUnion(environments.environments)
    }
    for index in facts.indices where needsDecision(index) && decisions[index] == nil {
      let fact = facts[index]
      if case .app(let app) = fact.value {
        decisions[index] = EnvironmentDecision(apps[app] ?? .both, "the environments of the app")
        continue
      }
      guard !isAddress(fact) || natives.contains(fact.subject),
        let environments = union[fact.subject],
        !environments.isEmpty
      else { continue }
      decisions[index] = EnvironmentDecision(
        DomainEnvironment(environments), "as its addresses")
    }
  }

  /// What `init` proposes for all that is left, where nothing in any source speaks of sandbox.
  private var proposal: EnvironmentDecision? {
    guard options.proposesProd, !speaksOfSandbox else { return nil }
    return EnvironmentDecision(.prod, "a proposal: nothing in the sources speaks of sandbox")
  }

  /// True where a value is of sandbox by itself.
  var speaksOfSandbox: Bool {
    facts.indices.contains {
      needsDecision($0) && decisions[$0]?.environments == .sandbox && decisions[$0]?.isProof == true
    }
  }

  // MARK: the outcome

  private mutating func apply() {
    for index in facts.indices {
      if isApp(index) {
        facts[index].environments = variant(of: facts[index])
        continue
      }
      guard needsDecision(index) else { continue }
      facts[index].environments = decisions[index]?.environments
      let text = evidenceText(index)
      if let decision = decisions[index] {
        notes.add(decision, text, facts[index])
      } else {
        notes.addUndecided(text, facts[index])
      }
    }
  }

  /// Fingerprints of a debug variant sign nothing that users run.
  private func variant(of fact: ResolvedFact) -> DomainEnvironment {
    guard fact.shape?.isPerEnvironment ?? false, let context = fact.context, !context.hints.isEmpty
    else { return .both }
    return evidence.place(
      FactContext(context.hints), SourceLocation(file: FileID(Int.max), span: Span(0, 0))
    )?.environments == .sandbox ? .sandbox : .both
  }
}
