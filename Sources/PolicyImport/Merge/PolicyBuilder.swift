import PolicyModel
import PolicyText

/// Builds the sections of a policy, in schema order.
struct PolicyBuilder {
  private(set) var findings: [Diagnostic] = []
  let values: [ResolvedValue]
  let resolution: ReferenceResolution
  private let names: [ImportSubject: ExactString]
  /// Apps that exist in only one environment.
  private let variants: [AppReference: DomainEnvironment]
  private let library: ImportLibrary
  let appIDs: PolicyIDs<AppReference>
  private var fields: FieldMerge
  let bySubject: [ImportSubject: [ResolvedValue]]
  var options: ImportOptions { library.options }

  init(
    _ resolution: ReferenceResolution, _ decisions: EnvironmentDecisions, _ library: ImportLibrary
  ) {
    // Targets of several projects can have one bundle ID, such as those of Flutter. Their app is for iOS.
    let platform = PolicyKeyPath([AppKey.platform])
    let onIOS = Set(
      decisions.values.filter { $0.key == platform && $0.text == "ios" }.map(\.subject))
    values = decisions.values.filter {
      $0.key != platform || $0.text == "ios" || !onIOS.contains($0.subject)
    }
    self.resolution = resolution
    variants = decisions.apps
    self.library = library
    var names: [ImportSubject: ExactString] = [:]
    for name in resolution.names {
      names[name.subject] = names[name.subject].map { min($0, name.name) } ?? name.name
    }
    self.names = names
    bySubject = Dictionary(grouping: values, by: \.subject)
    appIDs = AppIDs.ids(
      values, resolution.mentions, isShort: library.options.completes)
    fields = FieldMerge(apps: appIDs, completes: library.options.completes)
  }

  /// The non-empty sections.
  mutating func sections() -> [DraftEntry] {
    let apps = self.apps()
    let domains = self.domains()
    let clients = self.clients()
    let providers = self.providers()
    findings += fields.findings
    let schemes = unusedSchemes()
    findings += schemes.map(finding)
    let appFiles = appFiles
    let sections: [(PolicyKey, [DraftEntry])] = [
      (.apps, apps + notes(.unresolved) { appFiles.contains($0) }),
      (.domains, domains + notes(.wildcardHost, .hostUnknown)),
      (
        .clients,
        clients + appClient(schemes, beside: clients)
          + notes(.unresolved) { !appFiles.contains($0) }
      ),
      (.providers, providers),
    ]
    return sections.compactMap { key, entries in
      entries.isEmpty ? nil : section(key, entries)
    }
  }

  /// The files that name apps or hosts, and those whose app is unknown.
  private var appFiles: Set<FileID> {
    var files = resolution.unboundFileIDs
    for (subject, place) in values.map({ ($0.subject, $0.location) })
      + resolution.mentions.map({ ($0.subject, $0.location) })
    {
      switch subject {
      case .app, .host: files.insert(place.file)
      default: break
      }
    }
    return files
  }

  /// Missing parts of the policy, as comments.
  private func notes(
    _ rules: ImportRule..., in isIncluded: (FileID) -> Bool = { _ in true }
  ) -> [DraftEntry] {
    guard options.completes else { return [] }
    let ids = rules.map(\.id)
    var seen: Set<String> = []
    return resolution.findings.filter {
      // The client ID is already `TODO`.
      ids.contains($0.rule) && $0.severity != .note && !resolution.clientIDs.contains($0.location)
        && isIncluded($0.location.file)
    }.compactMap { finding in
      guard seen.insert(finding.message).inserted else { return nil }
      return .note(
        finding.message + (finding.help.map { ": \($0)" } ?? ""), from: [finding.location])
    }
  }

  // MARK: blocks

  /// Adds comments with the source files: one per section if all of its entries have the same, else one per entry.
  private func section(_ key: PolicyKey, _ entries: [DraftEntry]) -> DraftEntry {
    var entries = entries
    for index in entries.indices {
      guard let question = entries[index].value.question,
        let source = comment(of: entries[index].value.allOrigins)
      else { continue }
      entries[index].value.question = "\(question) (\(source))"
    }
    let comments = entries.map { $0.value.isParked ? nil : comment(of: $0.value.allOrigins) }
    let all = comment(of: entries.flatMap { $0.value.allOrigins })
    guard Set(comments.compactMap(\.self)).count > 1 else {
      return DraftEntry(key, DraftNode(.mapping(entries)), comment: all)
    }
    for index in entries.indices {
      entries[index].comment = entries[index].comment ?? comments[index]
    }
    return DraftEntry(key, DraftNode(.mapping(entries)))
  }

  private func comment(of origins: [SourceLocation]) -> String? {
    let paths = Set(origins.map(\.file)).map { library.sources[$0.index].citedPath }
      .sorted()
    guard !paths.isEmpty else { return nil }
    let more = paths.count > 3 ? " and \(paths.count - 3) more" : ""
    return "from " + paths.prefix(3).map(\.string).joined(separator: ", ") + more
  }

  // MARK: apps

  private mutating func apps() -> [DraftEntry] {
    var entries: [DraftEntry] = []
    let opened = appsWithLinks
    for (app, id) in appIDs.ids.sorted(by: { $0.value < $1.value }) {
      let values = bySubject[.app(app)] ?? []
      let places = places(of: app)
      var block: [DraftEntry] = []
      let isTemplate = options.completes && app.hasTemplateID
      let identifier = isTemplate ? nil : DraftNode.text(app.identifier ?? "", from: places)
      let others = values.filter {
        ![PolicyKeyPath([AppKey.teamID]), PolicyKeyPath([AppKey.appIDPrefix])].contains($0.key)
      }
      let known = citingFingerprints(fields.entries(AppKey.mapping, others, owner: id))
      for key in AppKey.allCases {
        let isNeeded = key == .sha256CertFingerprints && opened.contains(app)
        if var entry = known.first(where: { $0.key == ExactString(key.rawValue) }) {
          if isNeeded { addUnknown(to: &entry.value) }
          block.append(entry)
        } else if isNeeded {
          block.append(DraftEntry(key, .unknown(key.shape)))
        } else if key == .platform {
          block.append(DraftEntry(key, .text(app.isAndroid ? "android" : "ios")))
        } else if key == (app.isAndroid ? .packageName : .bundleID) {
          block.append(
            DraftEntry(
              key, identifier ?? .unknown(key.shape),
              comment: isTemplate ? "the project still has its template's ID" : nil))
        } else if key == .teamID, !app.isAndroid {
          let before = fields.findings.count
          let known = team(of: app, values, places)
          block += known
          if known.isEmpty, options.completes {
            let reason = fields.findings.dropFirst(before).last?.message
            block.append(DraftEntry(key, .unknown(key.shape), comment: reason))
          }
        } else if key == .environments, let only = variants[app] {
          block.append(
            DraftEntry(key, DraftNode(.list([.text(ExactString(only.rawValue))]), isFlow: true)))
        }
      }
      entries.append(DraftEntry(id, DraftNode(.mapping(block), origins: places)))
    }
    return entries
  }

  /// Android apps with links on a host, whose fingerprints must be known.
  private var appsWithLinks: Set<AppReference> {
    guard options.completes else { return [] }
    var apps: Set<AppReference> = []
    for value in values where value.environments != nil {
      switch value.value {
      case .link(let link): apps.formUnion(link.apps.map(\.app))
      case .app(let app): if case .host = value.subject { apps.insert(app) }
      default: break
      }
    }
    return apps.filter(\.isAndroid)
  }

  /// Adds `TODO` for an environment without fingerprints.
  private func addUnknown(to node: inout DraftNode) {
    guard case .mapping(var entries) = node.content else { return }
    for name: ExactString in ["prod", "sandbox"] where !entries.contains(where: { $0.key == name })
    {
      entries.append(DraftEntry(name, .unknown(AppKey.sha256CertFingerprints.shape)))
    }
    node.content = .mapping(entries)
  }

  /// Adds a comment with the source file to each fingerprint.
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
    var node = node.mapChildren { key, child in
      if key != nil { return citingItems(child) }
      var item = child
      item.comment = comment(of: item.origins)
      return item
    }
    node.isFlow = false
    return node
  }

  /// The locations that name an app.
  private func places(of app: AppReference) -> [SourceLocation] {
    let subject = ImportSubject.app(app)
    return resolution.mentions.filter { $0.subject == subject }.map(\.location)
      + (bySubject[subject] ?? []).map(\.location)
  }

  /// `team_id`, and `app_id_prefix` if it differs.
  private mutating func team(
    of app: AppReference, _ values: [ResolvedValue], _ places: [SourceLocation]
  ) -> [DraftEntry] {
    let teams = values.filter { $0.key == PolicyKeyPath([AppKey.teamID]) }
    let stated = values.filter { $0.key == PolicyKeyPath([AppKey.appIDPrefix]) }
    let team = fields.node(.text, teams, key: AppKey.teamID.rawValue, owner: "")
    var prefix = fields.node(.text, stated, key: AppKey.appIDPrefix.rawValue, owner: "")
    if prefix == nil {
      switch app {
      case .appleID(let own, _): prefix = .text(own, from: places)
      case .apple(let bundle):
        let all = resolution.identities.prefixes(of: bundle)
        if let own = all.first, all.count == 1 { prefix = .text(own, from: places) }
      case .android, .builtWith: break
      }
    }
    guard let team else { return prefix.map { [DraftEntry(AppKey.teamID, $0)] } ?? [] }
    let entry = DraftEntry(AppKey.teamID, team)
    guard let prefix, prefix.text != team.text else { return [entry] }
    return [entry, DraftEntry(AppKey.appIDPrefix, prefix)]
  }

  // MARK: domains

  private mutating func domains() -> [DraftEntry] {
    var hosts: [(ExactString, [ResolvedValue])] = []
    for (subject, values) in bySubject {
      if case .host(.named(let host)) = subject { hosts.append((host, values)) }
    }
    var entries: [DraftEntry] = []
    for (host, values) in hosts.sorted(by: { $0.0 < $1.0 }) {
      let values = values.filter { $0.environments != nil }
      guard let environment = values.first?.environments else { continue }
      let name = ExactString(environment.rawValue)
      var block = [DraftEntry(DomainKey.environment, .text(name))]
      var links = LinkMerge(host: host, ids: appIDs)
      if let node = links.node(values) { block.append(DraftEntry(DomainKey.links, node)) }
      findings += links.findings
      let others = values.filter { if case .link = $0.value { false } else { true } }
      block += fields.entries(DomainKey.mapping, others, owner: host)
      let unknown = options.completes ? appsWithoutRules(values, block) : []
      if !unknown.isEmpty {
        let path = DraftEntry("path", .text(ExactString(UnknownValue.text)))
        let rule = DraftNode(.mapping([path]), isFlow: true)
        let entry = DraftNode(
          .mapping([
            DraftEntry("apps", DraftNode(.list(unknown), isFlow: true)),
            DraftEntry("rules", DraftNode(.list([rule]), isFlow: true)),
          ]), isFlow: true)
        let links = block.firstIndex { $0.key == "links" }
        let items = (links.map { block[$0].value.items } ?? []) + [entry]
        let list = DraftEntry("links", DraftNode(.list(items)))
        block.replaceSubrange(links.map { $0..<($0 + 1) } ?? 1..<1, with: [list])
      }
      entries.append(
        DraftEntry(host, DraftNode(.mapping(block), origins: values.map(\.location))))
    }
    return entries
  }

  /// The IDs of apps that name a host without saying which links they open.
  private func appsWithoutRules(_ values: [ResolvedValue], _ block: [DraftEntry]) -> [DraftNode] {
    let known = Set(
      block.first { $0.key == "links" }?.value.items.flatMap {
        $0["apps"]?.items.compactMap(\.text) ?? []
      } ?? [])
    var unknown: [ExactString: [SourceLocation]] = [:]
    for value in values {
      guard case .link(let link) = value.value, case .unknown = link.rules else { continue }
      for app in link.apps {
        if let id = appIDs[app.app], !known.contains(id) {
          unknown[id, default: []].append(app.location)
        }
      }
    }
    return unknown.sorted { $0.key < $1.key }.map { .text($0.key, from: $0.value) }
  }

  // MARK: clients

  private mutating func clients() -> [DraftEntry] {
    let natives = NativeClients.find(in: values, schemes: resolution.schemes)
    var computed: [DraftEntry] = []
    var candidates: [(thing: ImportSubject, preferred: ExactString, order: ExactString)] = []
    for (subject, values) in bySubject {
      guard case .client(let identity) = subject else { continue }
      let isKnown = values.contains {
        $0.text != nil
          && [ClientKey.clientID, .redirectURIs].map { PolicyKeyPath([$0]) }.contains($0.key)
      }
      if !isKnown, let variable = SourceVariable.first(in: identity) {
        let message =
          "left out the client \(DisplayText.quoted(variable.string)): its name and redirect URIs are computed"
        let places = values.map(\.location)
        if let place = places.first {
          findings.append(
            ImportRule.unresolved.finding(
              message, at: place, help: "import a built file, or pass `--define NAME=VALUE`"))
        }
        if options.completes { computed.append(.note(message, from: places)) }
        continue
      }
      // A client without a value in any environment is left out.
      let isPlaced = values.contains {
        ($0.shape?.isPerEnvironment ?? false) && $0.environments != nil
      }
      if isPlaced {
        let isReadable =
          options.completes && identity.isReadableID && SourceVariable.first(in: identity) == nil
        let name = isReadable ? identity : names[subject] ?? identity
        candidates.append((subject, PolicyIDs<ImportSubject>.valid(name), identity))
      }
    }
    let ids = PolicyIDs(candidates)
    var entries: [DraftEntry] = []
    for (subject, id) in ids.ids.sorted(by: { $0.value < $1.value }) {
      let values = bySubject[subject] ?? []
      let known = fields.entries(ClientKey.mapping, values, owner: id)
      var block: [DraftEntry] = []
      // If the sources disagree, don't use a default.
      func isStated(_ key: ClientKey) -> Bool {
        values.contains { $0.key == PolicyKeyPath([key]) }
      }
      if !isStated(.provider) {
        let provider: ClientProvider = isLinking(values) ? .googleAccountLinking : .generic
        block.append(DraftEntry(ClientKey.provider, .text(ExactString(provider.rawValue))))
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
        DraftEntry(id, DraftNode(.mapping(block), origins: values.map(\.location))))
    }
    return entries + computed
  }

  /// Whether all redirect URIs are on Google's account linking hosts.
  private func isLinking(_ values: [ResolvedValue]) -> Bool {
    let uris = values.filter { $0.key == PolicyKeyPath([ClientKey.redirectURIs]) }.compactMap(
      \.text)
    return !uris.isEmpty && uris.allSatisfy { LinkingClients.isLinkingURI($0) }
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
    let web = values.filter { if case .googleOnWeb = $0.subject { true } else { false } }
    for (key, mapping, values) in [
      (GoogleSignInKey.ios, GoogleSignInKey.IOS.mapping, ios + clientIDs(ofSchemesIn: ios)),
      (.android, GoogleSignInKey.Android.mapping, android),
      (.web, GoogleSignInKey.Web.mapping, web),
    ] {
      let block = fields.entries(
        mapping, values, owner: ExactString("google-\(key.rawValue)"))
      guard !block.isEmpty else { continue }
      google.append(DraftEntry(key, DraftNode(.mapping(block))))
    }
    let firebase = fields.entries(
      FirebaseKey.mapping,
      values.filter { if case .firebase = $0.subject { true } else { false } }, owner: "firebase")
    let apple = fields.entries(AppleSignInKey.mapping, bySubject[.apple] ?? [], owner: "apple")
    return [(ProviderKey.googleSignIn, google), (.firebase, firebase), (.apple, apple)].compactMap {
      $1.isEmpty ? nil : DraftEntry($0, DraftNode(.mapping($1)))
    }
  }

  /// The client ID derived from the only URL scheme, if no file contains the client ID.
  private func clientIDs(ofSchemesIn values: [ResolvedValue]) -> [ResolvedValue] {
    let key = PolicyKeyPath([GoogleSignInKey.IOS.clientID])
    let schemes = values.filter { $0.key == PolicyKeyPath([GoogleSignInKey.IOS.urlSchemes]) }
    guard options.completes, !values.contains(where: { $0.key == key }),
      let scheme = schemes.first?.text, schemes.allSatisfy({ $0.text == scheme })
    else { return [] }
    let id = ExactString(scheme.string.split(separator: ".").reversed().joined(separator: "."))
    guard case .current = GoogleClientID(id) else { return [] }
    return schemes.map { value in
      var value = value
      value.key = key
      value.value = .text(id)
      return value
    }
  }

  /// The values of Google clients on a platform, each with its app as another value.
  private func onPlatform(
    _ key: any MappingKey, _ app: (ImportSubject) -> AppReference?
  ) -> [ResolvedValue] {
    var output: [ResolvedValue] = []
    var seen: Set<AppReference> = []
    for value in values {
      guard let app = app(value.subject) else { continue }
      if seen.insert(app).inserted {
        var environments: Set<Environment> = []
        for other in bySubject[value.subject] ?? [] {
          environments.formUnion(other.environments?.environments ?? [])
        }
        var reference = value
        reference.key = PolicyKeyPath([key])
        reference.value = .app(app)
        reference.environments = DomainEnvironment(environments)
        output.append(reference)
      }
      output.append(value)
    }
    return output
  }
}

extension ExactString {
  /// Whether a client ID is suitable as a key: not a UUID or a random string.
  fileprivate var isReadableID: Bool {
    utf8.count <= 40 && utf8.count(where: \.isDigit) < 4
  }
}
