import AssociationFiles
import PolicyDecision
import PolicyModel
public import PolicyText
public import PolicyVerification

/// The checks for the policies of a project.
struct VerificationPlan {
  private let project: Project
  private let options: VerificationOptions
  private let policy: CompiledPolicy
  private let comparator: AssociationFileComparator

  init(_ project: Project, _ options: VerificationOptions) {
    self.project = project
    self.options = options
    policy = project.compiled
    comparator = AssociationFileComparator(project)
  }

  var checks: [any Check] {
    let hosts = hosts
    var checks: [any Check] = []
    if options.wants(.files) {
      for subject in hosts {
        let usesCDN = options.wants(.appleCDN) && subject.hasApple
        checks.append(
          HostCheck(
            subject, comparator: comparator, comparesRoutes: options.comparesRoutes,
            copy: usesCDN ? AppleCopyCheck.request(subject.host, options.thirdParties) : nil))
      }
      if !options.entitlements.isEmpty {
        checks.append(EntitlementCheck(hosts, files: options.entitlements))
      }
    }
    if options.wants(.appleCDN) {
      // Sandbox hosts may be unreachable for Apple on purpose.
      for subject in hosts where subject.hasApple && !subject.isSandboxOnly {
        checks.append(
          AppleCopyCheck(subject, comparator: comparator, parties: options.thirdParties))
      }
    }
    if options.wants(.files), options.asksThirdParties, !options.isDirectory {
      checks += hosts.filter { !$0.isSandboxOnly }.map { RobotsCheck($0) }
    }
    if options.wants(.google) {
      for subject in hosts where !subject.linkedApps.isEmpty && !subject.isSandboxOnly {
        checks.append(GoogleLinkCheck(subject, parties: options.thirdParties))
      }
    }
    if options.wants(.firebase) { checks += firebase }
    let servers = ServerSubjects(policy, environments)
    if options.wants(.oauth) { checks += servers.all.filter(isWanted).map { ServerCheck($0) } }
    if options.wants(.jwks) { checks += servers.all.filter(isWanted).map { KeySetCheck($0) } }
    let providers = ProviderSubjects(project.workspace, environments, options.thirdParties)
    if options.wantsPublicKeys { checks += providers.keySets.map { PublicKeysCheck($0) } }
    if options.wants(.authorize), options.asksThirdParties {
      checks += providers.googleClients.map { GoogleSignInProbe($0) }
    }
    if options.wants(.authorize) {
      checks += servers.probes.filter { isWanted(URIParts($0.endpoint.value).lowerHost) }
        .map { AuthorizationProbe($0) }
    }
    return checks
  }

  /// The first-party hosts that a run contacts, in lower case, for `--allow-from`.
  var ownHosts: Set<ExactString> {
    Set(checks.flatMap { $0.requests(Responses()) }.map(\.request.host))
      .subtracting(options.thirdParties.hosts)
  }

  private var environments: [Environment] {
    options.environment.map { [$0] } ?? Environment.allCases
  }

  private func isWanted(_ host: ExactString) -> Bool {
    options.hosts.isEmpty
      || options.hosts.contains { ASCII.lowercased(ExactString($0)) == ASCII.lowercased(host) }
  }

  private func isWanted(_ server: ServerSubject) -> Bool {
    isWanted(URIParts(server.issuer.value).lowerHost)
  }

  private var firebase: [any Check] {
    FirebaseSubjects(project.workspace, environments).all.flatMap { subject -> [any Check] in
      let own: [any Check] =
        isWanted(subject.authDomain.value)
        ? [
          FirebaseCheck(
            subject, parties: options.asksThirdParties ? options.thirdParties : nil)
        ] : []
      return own
        + subject.linkHosts.filter { isWanted($0.host.value) }
        .map { LinkHostCheck(subject, $0, comparator: comparator) }
    }
  }

  // MARK: hosts

  /// In the order of the policies. A directory has separate files for each environment.
  private var hosts: [HostSubject] {
    let compiled = policy.hosts.hosts.filter { host in
      environments.contains(host.environment) && (host.apple != nil || host.android != nil)
        && isWanted(host.host)
    }
    var subjects: [HostSubject] = []
    for host in compiled {
      let index = options.isDirectory ? nil : subjects.firstIndex { $0.host == host.host }
      guard let index else {
        subjects.append(subject(host))
        continue
      }
      // The host serves one file for both.
      subjects[index].environment = nil
      for file in HostFile.allCases where !subjects[index].files.contains(file) && host.has(file) {
        subjects[index].files.append(file)
      }
    }
    return subjects
  }

  private func subject(_ host: CompiledHost) -> HostSubject {
    let statements = host.android?.statements ?? []
    let linked = statements.flatMap { statement -> [LinkedApp] in
      guard case .androidApp(let package, let fingerprints) = statement.target else { return [] }
      return statement.relations.flatMap { relation in
        fingerprints.map {
          LinkedApp(relation: relation, package: package, fingerprint: ExactString($0.text))
        }
      }
    }
    return HostSubject(
      host: host.host, environment: host.environment,
      anchor: host.anchors.first ?? SourceAnchor(FileID(0), NodeID(0)),
      files: HostFile.allCases.filter(host.has), isSandboxOnly: host.environment == .sandbox,
      linkedApps: linked, folder: options.isDirectory ? "\(host.environment.rawValue)/hosts/" : "")
  }
}

extension HostSubject {
  fileprivate var hasApple: Bool { files.contains(.apple) }
}

extension CompiledHost {
  fileprivate func has(_ file: HostFile) -> Bool {
    file == .apple ? apple != nil : android != nil
  }
}

/// Options of `verify`.
public struct VerificationOptions: Sendable {
  /// The environment to check; nil for both.
  public var environment: Environment?
  /// The hosts to check; if empty, all.
  public var hosts: [String] = []
  /// The targets to check; if empty, all that contact no third party.
  public var targets: [CheckTarget] = []
  /// Whether to contact Apple's CDN and Google's APIs, which reveals host names to them.
  public var asksThirdParties = false
  /// Whether to send requests with altered redirect URIs to the policies' authorization endpoints.
  public var probesAuthorization = false
  /// Whether to compare IPv4 with IPv6, and HTTP/1.1 with HTTP/2.
  public var comparesRoutes = false
  /// Whether to report checks that can't run as errors.
  public var isStrict = false
  /// Whether to check files in a directory instead of servers.
  package var isDirectory = false
  /// Entitlements of builds, as XML property lists.
  public var entitlements: [[UInt8]] = []
  /// Findings that aren't reported again.
  package var baseline = Baseline()
  /// Third-party servers; tests replace them.
  package var thirdParties = ThirdParties()

  /// Creates the default options.
  public init() {}

  func wants(_ target: CheckTarget) -> Bool {
    switch target {
    case .authorize where !probesAuthorization: false
    case .appleCDN, .google: asksThirdParties && isChosen(target)
    default: isDirectory ? target == .files : isChosen(target)
    }
  }

  /// Whether to download the keys of Apple and Google, which requires naming the target `jwks`.
  var wantsPublicKeys: Bool { asksThirdParties && !isDirectory && targets.contains(.jwks) }

  private func isChosen(_ target: CheckTarget) -> Bool {
    targets.isEmpty || targets.contains(target)
  }
}
