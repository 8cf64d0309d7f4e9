import AssociationFiles
import PolicyText
import PolicyModel

/// Collects the settings of each app in one environment, from all sections of all policies.
struct AppCollection {
  let workspace: Workspace
  let environment: Environment
  /// In the order of the policies.
  private(set) var apps: [AppProject] = []
  /// Indices by the location of the key.
  private var places: [SourceAnchor: Int] = [:]
  /// Apple app IDs and package names, separately.
  private var appleApps: [ExactString: [Int]] = [:]
  private var androidApps: [ExactString: [Int]] = [:]
  /// By bundle ID or package name in lower case.
  private var namespaces: [ExactString: [Int]] = [:]
  private var known: Set<Item> = []

  private struct Item: Hashable {
    var app: Int
    var list: String
    var texts: [ExactString]
  }

  init(workspace: Workspace, environment: Environment) {
    self.workspace = workspace
    self.environment = environment
    for document in workspace.policies {
      for app in document.policy.apps {
        guard let project = AppProject(app, of: document, in: environment) else { continue }
        let index = apps.count
        apps.append(project)
        places[project.key.anchor] = index
        namespaces[ASCII.lowercased(project.identifier.value), default: []].append(index)
        if project.platform.isApple {
          if let id = app.appleAppID { appleApps[id, default: []].append(index) }
        } else {
          androidApps[project.identifier.value, default: []].append(index)
        }
      }
    }
  }

  /// Collects the hosts of the environment, in their order.
  mutating func collectHosts(_ files: HostFiles) {
    for service in AssociatedDomain.Service.allCases {
      for host in files.hosts where host.environment == environment {
        guard let entry = host.entry else { continue }
        let unknown = service == .applinks ? host.appsWithUnknownLinks : []
        for id in (host.apple?.appIDs(of: service) ?? []) + unknown {
          for index in appleApps[id] ?? [] { add(service, entry, to: index) }
        }
      }
    }
    for host in files.hosts where host.environment == environment {
      for statement in host.android?.statements ?? []
      where statement.relations.contains(AssetLinks.handleAllURLs) {
        guard case .androidApp(let package, _) = statement.target,
          let entry = host.entry, let links = AppLinkHost(entry, statement.dynamicRules)
        else { continue }
        for index in androidApps[package] ?? [] where isNew("links", [host.host], of: index) {
          apps[index].links.append(links)
        }
      }
    }
  }

  mutating func collectGoogleSignIn(_ document: PolicyDocument) {
    guard let google = document.policy.googleSignIn?.ios,
      let index = app(google.app, document), apps[index].platform.isApple
    else { return }
    let lowering = lowering(document)
    let clientID = lowering.entry(google.clientID)
    apps[index].googleClientID = apps[index].googleClientID ?? clientID
    apps[index].googleServerClientID =
      apps[index].googleServerClientID ?? lowering.entry(google.serverClientID)
    // The SDK requires the reversed client ID, even if the policy doesn't list it.
    let reversed = clientID.flatMap { id -> Entry? in
      switch GoogleClientID(id.value) {
      case .current, .legacy: Entry(GoogleURLScheme.reversed(id.value), id.anchor)
      case .reversed, nil: nil
      }
    }
    for scheme in [reversed].compactMap({ $0 }) + lowering.entries(google.urlSchemes)
    where isNew("schemes", [scheme.value], of: index) {
      apps[index].urlSchemes.append(scheme)
    }
  }

  mutating func collectAppleSignIn(_ document: PolicyDocument) {
    guard let apple = document.policy.apple,
      apple.platforms.contains(where: { $0.value == "ios" })
    else { return }
    for reference in lowering(document).entries(apple.bundleApps) {
      guard let index = app(reference, document), apps[index].platform.isApple else { continue }
      apps[index].signInWithApple = apps[index].signInWithApple ?? reference.anchor
    }
  }

  /// Email links without a custom domain use the project's default domain, whose files Firebase
  /// serves: only the app must declare it.
  mutating func collectEmailLinks(_ document: PolicyDocument) {
    guard let firebase = document.policy.firebase,
      firebase.mobileLinks.map({ $0.value != "dynamic_links" }) ?? true
    else { return }
    let lowering = lowering(document)
    guard let project = lowering.entry(firebase.projectID) else { return }
    let host = Entry(
      ASCII.lowercased(ExactString(project.value.string + ".firebaseapp.com")), project.anchor)
    for action in firebase.emailActions
    where action.handleCodeInApp?.value == true && action.linkDomain?[environment] == nil {
      if let index = app(action.ios, document), apps[index].platform.isApple {
        add(.applinks, host, to: index)
      }
      if let index = app(action.androidApp, document), !apps[index].platform.isApple,
        isNew("links", [host.value], of: index)
      {
        apps[index].links.append(
          AppLinkHost(host: host, paths: [DynamicPattern("/__/auth/links*")], isNarrowed: false))
      }
    }
  }

  mutating func collectClients(_ document: PolicyDocument) {
    let lowering = lowering(document)
    for client in document.policy.clients {
      // Apps register the schemes of a client whose ID isn't known yet.
      guard
        client.clientID?[environment] != nil
          || document.tree.isUnknown(ClientKey.clientID, in: client.node, environment)
      else { continue }
      if let flip = client.appFlipAndroid, let action = lowering.entry(flip.intentAction),
        let index = app(flip.app, document), !apps[index].platform.isApple
      {
        let activity =
          flip.activity.flatMap(lowering.entry) ?? Entry(".AppFlipActivity", action.anchor)
        if isNew("flips", [activity.value, action.value], of: index) {
          apps[index].flips.append(AppFlipActivity(activity: activity, action: action))
        }
      }
      guard client.type?.value == .native else { continue }
      for uri in lowering.entries(client.redirectURIs) {
        for index in owners(of: uri) { apps[index].redirectURIs.append(uri) }
      }
    }
  }

  // MARK: looking up

  private func lowering(_ document: PolicyDocument) -> Lowering {
    Lowering(document: document, environment: environment, isUsable: { _ in true })
  }

  private func app(_ reference: PerEnvironment<LocatedText>?, _ document: PolicyDocument) -> Int? {
    lowering(document).entry(reference).flatMap { app($0, document) }
  }

  private func app(_ reference: Entry, _ document: PolicyDocument) -> Int? {
    workspace.app(reference.value, from: document).flatMap { places[$0.anchor] }
  }

  /// The apps that receive a private-use URI: those whose bundle ID or package name is its scheme,
  /// or the longest prefix of it before a dot (RFC 8252 section 7.1). This is inferred, because the
  /// policy doesn't name the app.
  private func owners(of uri: Entry) -> [Int] {
    let scheme = URIParts(uri.value).lowerScheme
    guard scheme.utf8.contains(UInt8(ascii: ".")) else { return [] }
    var name = Array(scheme.utf8)[...]
    while !name.isEmpty {
      if let found = namespaces[ExactString(decoding: name)] { return found }
      name = name[..<(name.lastIndex(of: UInt8(ascii: ".")) ?? name.startIndex)]
    }
    return []
  }

  private mutating func add(_ service: AssociatedDomain.Service, _ host: Entry, to index: Int) {
    guard isNew(service.rawValue, [host.value], of: index) else { return }
    apps[index].associatedDomains.append(AssociatedDomain(service: service, host: host))
  }

  private mutating func isNew(_ list: String, _ texts: [ExactString], of app: Int) -> Bool {
    known.insert(Item(app: app, list: list, texts: texts)).inserted
  }
}

extension CompiledHost {
  /// The host with the first line that declares it.
  fileprivate var entry: Entry? { anchors.first.map { Entry(host, $0) } }
}

extension AppleAppSiteAssociation {
  /// The apps that share a service with the host, without duplicates.
  fileprivate func appIDs(of service: AssociatedDomain.Service) -> [ExactString] {
    switch service {
    case .applinks: (applinks?.details.flatMap(\.appIDs) ?? []).unique
    case .webcredentials: (webcredentials?.apps ?? []).unique
    case .appclips: (appclips?.apps ?? []).unique
    case .activitycontinuation: (activitycontinuation?.apps ?? []).unique
    }
  }
}
