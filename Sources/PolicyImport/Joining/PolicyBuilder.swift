import PolicyText
import PolicyModel

/// Builds the sections of a policy, in the order of the language.
struct PolicyBuilder {
  private(set) var findings: [Diagnostic] = []
  private let facts: [ResolvedFact]
  private let mentions: [SubjectMention]
  private let names: [FactSubject: ExactString]
  private let schemes: [CustomScheme]
  private let variants: [AppReference: DomainEnvironment]
  private let identities: AppIdentities
  private let library: ImportLibrary
  private let appIDs: PolicyIDs<AppReference>
  private var fields: FieldJoin
  private let bySubject: [FactSubject: [ResolvedFact]]

  init(_ resolution: FactResolution, _ decisions: EnvironmentDecisions, _ library: ImportLibrary) {
    facts = decisions.facts
    mentions = resolution.mentions
    schemes = resolution.schemes
    variants = decisions.apps
    identities = resolution.identities
    self.library = library
    var names: [FactSubject: ExactString] = [:]
    for name in resolution.names {
      names[name.subject] = names[name.subject].map { min($0, name.name) } ?? name.name
    }
    self.names = names
    bySubject = Dictionary(grouping: decisions.facts, by: \.subject)
    appIDs = AppIDs.ids(decisions.facts, resolution.mentions, names)
    fields = FieldJoin(apps: appIDs)
  }

  /// All sections that are not empty.
  mutating func sections() -> [DraftEntry] {
    let apps = self.apps()
    let domains = self.domains()
    let server = self.server()
    let clients = self.clients()
    let providers = self.providers()
    findings += fields.findings
    findings += unusedSchemes()
    let sections: [(PolicyKey, [DraftEntry])] = [
      (.apps, apps), (.domains, domains), (.authorizationServer, server), (.clients, clients),
      (.providers, providers),
    ]
    return sections.compactMap { key, entries in
      entries.isEmpty ? nil : section(key.rawValue, entries, hasBlocks: key != .authorizationServer)
    }
  }

  // MARK: blocks

  /// A section says where it comes from: once, where all of its blocks come from the same files.
  private func section(_ name: String, _ entries: [DraftEntry], hasBlocks: Bool) -> DraftEntry {
    var entries = entries
    let comments = entries.map { comment(of: $0.value.allOrigins) }
    let all = comment(of: entries.flatMap { $0.value.allOrigins })
    guard hasBlocks, Set(comments).count > 1 else {
      return DraftEntry(ExactString(name), DraftNode(.mapping(entries)), comment: all)
    }
    for index in entries.indices { entries[index].comment = comments[index] }
    return DraftEntry(ExactString(name), DraftNode(.mapping(entries)))
  }

  private func comment(of origins: [SourceLocation]) -> String? {
    let paths = Set(origins.map(\.file)).map { library.sources[$0.index].citedPath }
      .sorted()
    guard !paths.isEmpty else { return nil }
    let more = paths.count > 3 ? " and \(paths.count - 3) more" : ""
    return "from " + paths.prefix(3).map(\.string).joined(separator: ", ") + more
  }

  /// The subjects of a kind with what is known of each, sorted by id.
  private func sorted(_ ids: [FactSubject: ExactString]) -> [(
    subject: FactSubject, id: ExactString
  )] {
    ids.map { ($0.key, $0.value) }.sorted { $0.1 < $1.1 }
  }

  // MARK: apps

  private mutating func apps() -> [DraftEntry] {
    var entries: [DraftEntry] = []
    for (app, id) in appIDs.ids.sorted(by: { $0.value < $1.value }) {
      let facts = bySubject[.app(app)] ?? []
      let places = places(of: app)
      var block: [DraftEntry] = []
      let identifier = DraftNode.text(app.identifier ?? "", from: places)
      let others = facts.filter {
        ![FactKey([AppKey.teamID]), FactKey([AppKey.appIDPrefix])].contains($0.key)
      }
      let known = citingFingerprints(fields.entries(AppKey.mapping, others, owner: id))
      for key in AppKey.allCases {
        let name = ExactString(key.rawValue)
        if let entry = known.first(where: { $0.key == name }) {
          block.append(entry)
        } else if key == .platform {
          block.append(DraftEntry(name, .text(app.isAndroid ? "android" : "ios")))
        } else if key == (app.isAndroid ? .packageName : .bundleID) {
          block.append(DraftEntry(name, identifier))
        } else if key == .teamID, !app.isAndroid {
          block += team(of: app, facts, places)
        } else if key == .environments, let only = variants[app] {
          block.append(
            DraftEntry(name, DraftNode(.list([.text(ExactString(only.rawValue))]), isFlow: true)))
        }
      }
      entries.append(DraftEntry(id, DraftNode(.mapping(block), origins: places)))
    }
    return entries
  }

  /// The entries with a comment on each fingerprint: whoever reads the policy can look at its evidence.
  private func citingFingerprints(_ entries: [DraftEntry]) -> [DraftEntry] {
    let keys = [AppKey.sha256CertFingerprints, .sha1CertFingerprints].map {
      ExactString($0.rawValue)
    }
    return entries.map { entry in
      guard keys.contains(entry.key) else { return entry }
      return DraftEntry(entry.key, citingItems(entry.value), comment: entry.comment)
    }
  }

  private func citingItems(_ node: DraftNode) -> DraftNode {
    var node = node
    switch node.content {
    case .scalar: break
    case .list(var items):
      for index in items.indices { items[index].comment = comment(of: items[index].origins) }
      node.content = .list(items)
      node.isFlow = false
    case .mapping(let entries):
      node.content = .mapping(entries.map { DraftEntry($0.key, citingItems($0.value)) })
      node.isFlow = false
    }
    return node
  }

  /// The places that name an app, the first in order of the sources.
  private func places(of app: AppReference) -> [SourceLocation] {
    let subject = FactSubject.app(app)
    return mentions.filter { $0.subject == subject }.map(\.location)
      + (bySubject[subject] ?? []).map(\.location)
  }

  /// `team_id`, and `app_id_prefix` where app IDs have another one.
  private mutating func team(
    of app: AppReference, _ facts: [ResolvedFact], _ places: [SourceLocation]
  ) -> [DraftEntry] {
    let teams = facts.filter { $0.key == FactKey([AppKey.teamID]) }
    let stated = facts.filter { $0.key == FactKey([AppKey.appIDPrefix]) }
    let team = fields.node(.text, teams, key: AppKey.teamID.rawValue, owner: "")
    var prefix = fields.node(.text, stated, key: AppKey.appIDPrefix.rawValue, owner: "")
    if prefix == nil {
      switch app {
      case .appleID(let own, _): prefix = .text(own, from: places)
      case .apple(let bundle):
        let all = identities.prefixes(of: bundle)
        if let own = all.first, all.count == 1 { prefix = .text(own, from: places) }
      case .android, .builtWith: break
      }
    }
    guard let team else {
      return prefix.map { [DraftEntry(ExactString(AppKey.teamID.rawValue), $0)] } ?? []
    }
    let entry = DraftEntry(ExactString(AppKey.teamID.rawValue), team)
    guard let prefix, prefix.text != team.text else { return [entry] }
    return [entry, DraftEntry(ExactString(AppKey.appIDPrefix.rawValue), prefix)]
  }

  // MARK: domains

  private mutating func domains() -> [DraftEntry] {
    var hosts: [(ExactString, [ResolvedFact])] = []
    for (subject, facts) in bySubject {
      if case .host(.named(let host)) = subject { hosts.append((host, facts)) }
    }
    var entries: [DraftEntry] = []
    for (host, facts) in hosts.sorted(by: { $0.0 < $1.0 }) {
      let facts = facts.filter { $0.environments != nil }
      guard let environment = facts.first?.environments else { continue }
      let name = ExactString(environment.rawValue)
      var block = [
        DraftEntry(ExactString(DomainKey.environment.rawValue), .text(name))
      ]
      var links = LinkJoin(host: host, ids: appIDs)
      if let node = links.node(facts) {
        block.append(DraftEntry(ExactString(DomainKey.links.rawValue), node))
      }
      findings += links.findings
      let others = facts.filter { if case .link = $0.value { false } else { true } }
      block += fields.entries(DomainKey.mapping, others, owner: host)
      entries.append(
        DraftEntry(host, DraftNode(.mapping(block), origins: facts.map(\.location))))
    }
    return entries
  }

  // MARK: server and clients

  private mutating func server() -> [DraftEntry] {
    fields.entries(
      AuthorizationServerKey.mapping, bySubject[.authorizationServer] ?? [], owner: "server")
  }

  private mutating func clients() -> [DraftEntry] {
    let natives = NativeClients.find(in: facts)
    var wishes: [(thing: FactSubject, wish: ExactString, order: ExactString)] = []
    for (subject, facts) in bySubject {
      guard case .client(let identity) = subject else { continue }
      // Without an environment for any of its values a client does not exist.
      let isPlaced = facts.contains {
        ($0.shape?.isPerEnvironment ?? false) && $0.environments != nil
      }
      if isPlaced {
        wishes.append((subject, PolicyIDs<FactSubject>.cut(names[subject] ?? identity), identity))
      }
    }
    let ids = PolicyIDs(wishes)
    var entries: [DraftEntry] = []
    for (subject, id) in sorted(ids.ids) {
      let facts = bySubject[subject] ?? []
      let known = fields.entries(ClientKey.mapping, facts, owner: id)
      var block: [DraftEntry] = []
      // Where sources disagree nothing is made up.
      func isStated(_ key: ClientKey) -> Bool { facts.contains { $0.key == FactKey([key]) } }
      if !isStated(.provider) {
        let provider: ClientProvider = isLinking(facts) ? .googleAccountLinking : .generic
        block.append(DraftEntry("provider", .text(ExactString(provider.rawValue))))
      }
      if !isStated(.type) {
        let type: ClientType = natives.contains(subject) ? .native : .web
        block.append(DraftEntry("type", .text(ExactString(type.rawValue))))
      }
      block += known
      let order = ClientKey.mapping.names
      block.sort { a, b in
        (order.firstIndex(of: a.key.string) ?? 0) < (order.firstIndex(of: b.key.string) ?? 0)
      }
      entries.append(
        DraftEntry(id, DraftNode(.mapping(block), origins: facts.map(\.location))))
    }
    return entries
  }

  /// All addresses are on Google's linking hosts.
  private func isLinking(_ facts: [ResolvedFact]) -> Bool {
    let uris = facts.filter { $0.key == FactKey([ClientKey.redirectURIs]) }.compactMap(\.text)
    return !uris.isEmpty && uris.allSatisfy { LinkingClients.isLinkingURI($0) }
  }

  private func unusedSchemes() -> [Diagnostic] {
    var used: Set<ExactString> = []
    for fact in facts {
      guard case .client = fact.subject, let text = fact.text else { continue }
      used.insert(URIParts(text).lowerScheme)
    }
    var found: [(scheme: CustomScheme, apps: [String])] = []
    for scheme in schemes where !used.contains(ASCII.lowercased(scheme.scheme)) {
      let app = UTF8Text.quoted(scheme.app.identifier?.string ?? "")
      let index = found.firstIndex {
        $0.scheme.location == scheme.location && $0.scheme.scheme == scheme.scheme
      }
      if let index {
        if !found[index].apps.contains(app) { found[index].apps.append(app) }
      } else {
        found.append((scheme, [app]))
      }
    }
    return found.map { scheme, apps in
      Diagnostic(
        rule: ImportRule.dropped.id, severity: ImportRule.dropped.severity,
        message: "no client at hand has a redirect URI with the scheme "
          + "\(UTF8Text.quoted(scheme.scheme.string)) of \(apps.joined(separator: " and "))",
        help: "the file does not hold the path: add the whole URI to its client",
        location: scheme.location)
    }
  }

  // MARK: providers

  private mutating func providers() -> [DraftEntry] {
    var google: [DraftEntry] = []
    let ios = onPlatform(GoogleSignInKey.IOS.app) {
      if case .googleOnIOS(let app) = $0 { app } else { nil }
    }
    let android = onPlatform(GoogleSignInKey.Android.app) {
      if case .googleOnAndroid(let app) = $0 { app } else { nil }
    }
    let web = facts.filter { if case .googleOnWeb = $0.subject { true } else { false } }
    for (key, mapping, facts) in [
      (GoogleSignInKey.ios, GoogleSignInKey.IOS.mapping, ios),
      (.android, GoogleSignInKey.Android.mapping, android),
      (.web, GoogleSignInKey.Web.mapping, web),
    ] {
      let block = fields.entries(mapping, facts, owner: "google-\(key.rawValue)".exact)
      guard !block.isEmpty else { continue }
      google.append(DraftEntry(ExactString(key.rawValue), DraftNode(.mapping(block))))
    }
    let firebase = fields.entries(
      FirebaseKey.mapping,
      facts.filter { if case .firebase = $0.subject { true } else { false } }, owner: "firebase")
    let apple = fields.entries(AppleSignInKey.mapping, bySubject[.apple] ?? [], owner: "apple")
    return [(ProviderKey.googleSignIn, google), (.firebase, firebase), (.apple, apple)].compactMap {
      $1.isEmpty ? nil : DraftEntry(ExactString($0.rawValue), DraftNode(.mapping($1)))
    }
  }

  /// The facts of a Google client for all of its apps, with the app of each as a fact of its own.
  private func onPlatform(
    _ key: any MappingKey, _ app: (FactSubject) -> AppReference?
  ) -> [ResolvedFact] {
    var output: [ResolvedFact] = []
    var seen: Set<AppReference> = []
    for fact in facts {
      guard let app = app(fact.subject) else { continue }
      if seen.insert(app).inserted {
        var environments: Set<Environment> = []
        for other in bySubject[fact.subject] ?? [] {
          environments.formUnion(other.environments?.environments ?? [])
        }
        var reference = fact
        reference.key = FactKey([key])
        reference.value = .app(app)
        reference.environments = DomainEnvironment(environments)
        output.append(reference)
      }
      output.append(fact)
    }
    return output
  }

  // MARK: the name

  /// A name from what the policy is about: the bundle ID, the host, the client.
  var proposedName: ExactString {
    let identifiers = appIDs.ids.keys.compactMap(\.identifier).sorted()
    if let first = identifiers.first {
      let parts = first.utf8.split(separator: UInt8(ascii: ".")).map { ExactString(decoding: $0) }
      let own = parts.count > 2 ? Array(parts[1...].prefix(2)) : parts
      return PolicyIDs<ExactString>.cut(
        ASCII.lowercased(ExactString(own.map(\.string).joined(separator: "-"))))
    }
    var hosts: [ExactString] = []
    for subject in bySubject.keys {
      if case .host(.named(let host)) = subject { hosts.append(host) }
      if case .firebase(let project?) = subject { hosts.append(project) }
      if case .client(let client) = subject { hosts.append(client) }
    }
    return hosts.min().map { PolicyIDs<ExactString>.cut($0) } ?? "imported"
  }
}

extension String {
  fileprivate var exact: ExactString { ExactString(self) }
}
