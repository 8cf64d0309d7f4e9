import PolicyDecision
import PolicyModel
import PolicyText

/// The settings of a Google Cloud project's Identity Platform (which includes Firebase Authentication) in one
/// environment, from all policies of a workspace.
struct IdentityProject {
  var environment: Environment
  var id: Entry
  /// In the order of the policies, without duplicates.
  var authorizedDomains: [Entry] = []
  private var knownDomains: Set<ExactString> = []
  var emailLink: Setting<Bool>?
  var allowDuplicateEmails: Setting<Bool>?
  var improvedEmailPrivacy: Setting<Bool>?
  var callbackURI: Setting<ExactString>?
  var locale: Setting<ExactString>?
  var mobileLinks: Setting<ExactString>?
  var google: Setting<Google>?
  var apple: Setting<Apple>?

  private init(environment: Environment, id: Entry) {
    self.environment = environment
    self.id = id
  }

  /// A value and its line.
  struct Setting<Value: Equatable> {
    var value: Value
    var anchor: SourceAnchor
  }

  /// The provider `google.com`; compared without the lines of its values.
  struct Google: Equatable {
    var clientID: Entry
    var secret: CompiledSecret?

    static func == (left: Google, right: Google) -> Bool {
      left.clientID.value == right.clientID.value
        && left.secret?.reference == right.secret?.reference
    }
  }

  /// The provider `apple.com`; compared without the lines of its values.
  struct Apple: Equatable {
    var servicesID: Entry?
    /// Without duplicates.
    var bundleIDs: [ExactString]
    var teamID: ExactString?
    var keyID: ExactString?
    var privateKey: CompiledSecret?

    static func == (left: Apple, right: Apple) -> Bool {
      left.servicesID?.value == right.servicesID?.value && left.bundleIDs == right.bundleIDs
        && left.teamID == right.teamID && left.keyID == right.keyID
        && left.privateKey?.reference == right.privateKey?.reference
    }
  }

  /// The projects of an environment, in the order of the policies.
  static func all(
    in policy: CompiledPolicy, _ environment: Environment
  ) throws(GeneratorError) -> [IdentityProject] {
    var projects: [IdentityProject] = []
    var places: [ExactString: Int] = [:]
    for providers in policy.providers[environment] ?? [] {
      guard let firebase = providers.firebase, let id = firebase.projectID else { continue }
      let index = places[id.value] ?? projects.count
      if index == projects.count {
        places[id.value] = index
        projects.append(IdentityProject(environment: environment, id: id))
      }
      try projects[index].add(firebase, providers)
    }
    return projects
  }

  // MARK: several policies

  private mutating func add(
    _ firebase: CompiledFirebase, _ providers: CompiledProviders
  ) throws(GeneratorError) {
    for domain in firebase.authorizedDomains
    where knownDomains.insert(domain.value).inserted {
      authorizedDomains.append(domain)
    }
    try merge(\.emailLink, firebase.emailLink.map { Setting(value: $0.value, anchor: $0.anchor) })
    try merge(
      \.allowDuplicateEmails,
      firebase.allowDuplicateEmails.map { Setting(value: $0.value, anchor: $0.anchor) })
    try merge(
      \.improvedEmailPrivacy,
      firebase.improvedEmailPrivacy.map { Setting(value: $0.value, anchor: $0.anchor) })
    try merge(\.callbackURI, firebase.callbackURI.map(Self.setting))
    try merge(\.locale, firebase.locale.map(Self.setting))
    try merge(\.mobileLinks, firebase.mobileLinks.map(Self.setting))
    if let google = providers.googleSignIn, let clientID = google.webClientID {
      try merge(
        \.google,
        Setting(
          value: Google(clientID: clientID, secret: google.webClientSecret),
          anchor: clientID.anchor))
    }
    if let apple = providers.apple {
      try merge(\.apple, Setting(value: Apple(apple), anchor: apple.anchor))
    }
  }

  private static func setting(_ entry: Entry) -> Setting<ExactString> {
    Setting(value: entry.value, anchor: entry.anchor)
  }

  /// Sets a value that all policies of the project must agree on.
  private mutating func merge<Value>(
    _ key: WritableKeyPath<Self, Setting<Value>?>, _ setting: Setting<Value>?
  ) throws(GeneratorError) {
    guard let setting else { return }
    if let known = self[keyPath: key], known.value != setting.value {
      throw GeneratorError(
        "policies of the project \(DisplayText.quoted(id.value.string)) must agree, but another policy has a different value",
        at: setting.anchor)
    }
    self[keyPath: key] = setting
  }
}

extension IdentityProject.Apple {
  fileprivate init(_ apple: CompiledAppleSignIn) {
    self.init(
      servicesID: apple.servicesID,
      bundleIDs: apple.bundleIDs.map(\.value).unique,
      teamID: apple.teamID?.value, keyID: apple.keyID?.value,
      privateKey: apple.privateKey)
  }
}

extension GeneratorInput {
  /// The files of a target that writes one per project of the selected environments: `<env>/providers/<name>`, or
  /// `<env>/providers/<project>/<name>` if an environment has several projects.
  func projectFiles(
    _ target: String, _ name: String, _ text: (IdentityProject) throws(GeneratorError) -> String
  ) throws(GeneratorError) -> [GeneratedFile] {
    var files: [GeneratedFile] = []
    for environment in environments {
      let projects = try IdentityProject.all(in: policy, environment)
      for project in projects {
        // Checked for a single project, too, because names of resources contain it.
        let id = try OutputPath.id(project.id.value, at: project.id.anchor)
        let folder = projects.count > 1 ? id + "/" : ""
        files.append(
          GeneratedFile(
            path: "\(environment.rawValue)/providers/\(folder)\(name)", target: target,
            environment: environment, text: try text(project)))
      }
    }
    return files
  }
}
