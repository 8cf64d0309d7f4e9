import AssociationFiles
import PolicyDecision
import PolicyModel
import PolicyText

// The sections about apps and authorized domains.

extension ReportContext {
  /// Apps with their IDs, and the hosts whose links they open.
  func section(of apps: some Collection<App>) -> PageSection? {
    guard !apps.isEmpty else { return nil }
    var opened: [ExactString: [Environment: [PageText]]] = [:]
    for host in hosts {
      for compiled in host.compiled {
        for identifier in Self.openers(compiled) {
          opened[identifier, default: [:]][compiled.environment, default: []]
            .append(.reference(host.id, host.host))
        }
      }
    }
    let parts = apps.map { app in
      PageSection(
        app.id, title(app.declared.id, of: app.document),
        blocks: [table(app, opened).block].compactMap { $0 })
    }
    return PageSection(PageID("apps"), ["Apps"], parts: parts)
  }

  /// The app IDs and packages that links of a host can open.
  private static func openers(_ host: CompiledHost) -> Set<ExactString> {
    Set((host.apple?.applinks?.details ?? []).flatMap(\.appIDs))
      .union((host.android?.statements ?? []).compactMap(\.linkedApp))
  }

  private func table(
    _ app: App, _ opened: [ExactString: [Environment: [PageText]]]
  ) -> EnvironmentTable {
    let declared = app.declared
    let document = app.document
    var table = EnvironmentTable("Identifiers of \(declared.id.value)", subject: "App")
    /// Adds a row for the environments that have the app.
    func add(_ name: PageText, lines: (Environment) -> [[PageText]]) {
      table.add(name, lines: { declared.exists(in: $0) ? lines($0) : [] })
    }
    func add(_ name: PageText, _ text: LocatedText?) {
      add(name, lines: { _ in text.map { [value($0, document)] } ?? [] })
    }
    add("Platform") { _ in
      declared.platform.map { [[.text(Self.name($0.value))] + line($0, document)] } ?? []
    }
    add("Bundle ID", declared.bundleID)
    add("App ID", lines: { _ in declared.appleAppID.map { [[.code($0)]] } ?? [] })
    add("Package", declared.packageName)
    add("App Store ID", declared.appStoreID)
    add("Firebase app ID", declared.firebaseAppID)
    let certificates: [(PageText, PerEnvironment<[LocatedText]>?)] = [
      ("Certificates (SHA-256)", declared.sha256Fingerprints),
      ("Certificates (SHA-1)", declared.sha1Fingerprints),
    ]
    for (name, list) in certificates {
      add(name) { environment in
        (list?[environment] ?? []).map { text in
          // As in generated files, if it is valid.
          let shown = Fingerprint(text.value).map { ExactString($0.text) } ?? text.value
          return [.fingerprint(shown)] + line(document.anchor(text))
        }
      }
    }
    add("Activity for links", declared.linkActivity)
    if let id = declared.appleAppID ?? declared.packageName?.value {
      add("Opens links of", lines: { (opened[id]?[$0] ?? []).map { [$0] } })
    }
    return table
  }

  private static func name(_ platform: Platform) -> ExactString {
    switch platform {
    case .ios: "iOS"
    case .macos: "macOS"
    case .tvos: "tvOS"
    case .watchos: "watchOS"
    case .visionos: "visionOS"
    case .android: "Android"
    }
  }

  /// The authorized domains of Firebase.
  var authorizedDomains: PageSection? {
    let tables = input.policy.policyNames.compactMap(authorizedDomains)
    guard !tables.isEmpty else { return nil }
    let about: PageText =
      """
      Pages on these hosts and their subdomains can sign users in through Firebase, and links in its emails \
      can lead to them.
      """
    return PageSection(
      PageID("authorized-domains"), ["Authorized domains"], blocks: [.paragraph(about)] + tables)
  }

  private func authorizedDomains(of policy: ExactString) -> PageBlock? {
    var order: [ExactString] = []
    var entries: [ExactString: [Environment: Entry]] = [:]
    for environment in Environment.allCases {
      for providers in input.policy.providers[environment] ?? []
      where providers.policy == policy {
        for entry in providers.firebase?.authorizedDomains ?? [] {
          if entries[entry.value] == nil { order.append(entry.value) }
          entries[entry.value, default: [:]][environment] = entry
        }
      }
    }
    var table = EnvironmentTable("Authorized domains of \(policy)", subject: "Domain")
    for domain in order {
      table.add(.code(domain)) { environment in
        entries[domain]?[environment].map {
          [[.badge("authorized", .neutral)] + line($0.anchor)]
        } ?? []
      }
    }
    return table.block
  }
}
