import AssociationFiles
import PolicyDecision
import PolicyText
import PolicyModel

/// Apps: how the platforms know them, and the hosts whose links they open.
struct ReportApps {
  private let report: ReportContext
  private let opened: [ExactString: [Environment: [PageText]]]

  init(_ report: ReportContext) {
    self.report = report
    var opened: [ExactString: [Environment: [PageText]]] = [:]
    for host in report.hosts {
      for compiled in host.compiled {
        for identifier in Self.openers(compiled) {
          opened[identifier, default: [:]][compiled.environment, default: []]
            .append(.reference(host.id, host.host))
        }
      }
    }
    self.opened = opened
  }

  var section: PageSection? { section(of: report.apps) }

  /// Some apps; nil without any.
  func section(of apps: some Collection<ReportContext.App>) -> PageSection? {
    guard !apps.isEmpty else { return nil }
    return PageSection(PageID("apps"), [.text("Apps")], parts: apps.map(part))
  }

  /// App IDs and packages that links of a host may open.
  private static func openers(_ host: CompiledHost) -> Set<ExactString> {
    var found = Set((host.apple?.applinks?.details ?? []).flatMap(\.appIDs))
    for statement in host.android?.statements ?? []
    where statement.relations.contains(AssetLinks.handleAllURLs) {
      if case .androidApp(let package, _) = statement.target { found.insert(package) }
    }
    return found
  }

  private func part(_ app: ReportContext.App) -> PageSection {
    let declared = app.declared
    let document = app.document
    var title: [PageText] = [.code(declared.id.value)]
    if report.hasSeveralPolicies { title += [.quiet(ExactString(" of \(document.name)"))] }
    title += report.line(document.anchor(declared.id))
    return PageSection(app.id, title, blocks: [table(app).block].compactMap { $0 })
  }

  private func table(_ app: ReportContext.App) -> EnvironmentTable {
    let declared = app.declared
    let document = app.document
    var table = EnvironmentTable("How the platforms know \(declared.id.value)", subject: "App")
    func add(_ name: String, _ text: LocatedText?) {
      table.add(name) { environment in
        declared.exists(in: environment) ? text.map { report.value($0, document) } ?? [] : []
      }
    }
    table.add("Platform") { environment in
      guard let platform = declared.platform, declared.exists(in: environment) else { return [] }
      return [.text(Self.name(platform.value))] + report.line(document.anchor(platform))
    }
    add("Bundle ID", declared.bundleID)
    table.add("App ID") { environment in
      guard let id = declared.appleAppID, declared.exists(in: environment) else { return [] }
      return [.code(id)]
    }
    add("Package", declared.packageName)
    add("App Store ID", declared.appStoreID)
    add("Firebase app ID", declared.firebaseAppID)
    addFingerprints(app, to: &table)
    add("Activity for links", declared.linkActivity)
    if let id = declared.appleAppID ?? declared.packageName?.value {
      table.add("Opens links of") { environment in
        guard declared.exists(in: environment) else { return [] }
        return (opened[id]?[environment] ?? []).map { [$0] }
      }
    }
    return table
  }

  private func addFingerprints(_ app: ReportContext.App, to table: inout EnvironmentTable) {
    let lists = [
      ("Certificates (SHA-256)", app.declared.sha256Fingerprints),
      ("Certificates (SHA-1)", app.declared.sha1Fingerprints),
    ]
    for (name, list) in lists {
      table.add(name) { environment -> [[PageText]] in
        guard app.declared.exists(in: environment) else { return [] }
        return (list?[environment] ?? []).map { text in
          // As it is in generated files, where it is one.
          let shown = Fingerprint(text.value).map { ExactString($0.text) } ?? text.value
          return [.fingerprint(shown)] + report.line(app.document.anchor(text))
        }
      }
    }
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
}
