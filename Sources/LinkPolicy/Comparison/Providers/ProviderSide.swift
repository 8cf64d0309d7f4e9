import PolicyDecision
import PolicyText
import PolicyModel

/// The provider settings of one policy in one environment, on one side.
struct ProviderSide {
  let side: ComparedSide
  /// nil if the side doesn't have the policy.
  let document: PolicyDocument?
  let environment: Environment
  /// The apps that exist in the environment.
  let apps: [AppIdentity: App]

  init(side: ComparedSide, document: PolicyDocument?, environment: Environment) {
    self.side = side
    self.document = document
    self.environment = environment
    let apps = (document?.policy.apps ?? []).filter { $0.exists(in: environment) }
    self.apps = Dictionary(
      apps.compactMap { app in AppIdentity(app).map { ($0, app) } },
      uniquingKeysWith: { first, _ in first })
  }

  /// The sections as the decision engine sees them.
  var compiled: CompiledProviders? {
    var found = (side.policy.providers[environment] ?? []).first { $0.policy == document?.name }
    if firebase == nil { found?.firebase = nil }
    if apple == nil { found?.apple = nil }
    if google == nil { found?.googleSignIn = nil }
    return found
  }

  /// Returns false for a section whose IDs all belong to the other environment.
  private func exists(_ ids: [[Environment]]) -> Bool {
    ids.allSatisfy(\.isEmpty) || ids.joined().contains(environment)
  }

  /// nil if the section has no ID in this environment.
  var firebase: Firebase? {
    document?.policy.firebase.flatMap { exists([given($0.projectID)]) ? $0 : nil }
  }

  var apple: AppleSignIn? {
    document?.policy.apple.flatMap { apple in
      let ids = [given(apple.servicesID), given(apple.bundleApps), given(apple.returnURLs)]
      return exists(ids) ? apple : nil
    }
  }

  var google: GoogleSignIn? {
    document?.policy.googleSignIn.flatMap { google in
      let ids = [
        given(google.ios?.clientID), given(google.android?.clientIDs), given(google.web?.clientID),
      ]
      return exists(ids) ? google : nil
    }
  }

  private func given<Value>(_ value: PerEnvironment<Value>?) -> [Environment] {
    value?.values.map(\.environment) ?? []
  }

  // MARK: values with their lines

  private func entry<Value>(
    _ located: Located<Value>?, _ text: (Value) -> ExactString
  ) -> Entry? {
    guard let located, let document else { return nil }
    return Entry(text(located.value), document.anchor(located))
  }

  func entry(_ text: LocatedText?) -> Entry? { entry(text) { $0 } }

  func entry(_ value: PerEnvironment<LocatedText>?) -> Entry? { entry(value?[environment]) }

  /// The location of a secret, as `env NAME`.
  func entry(_ secret: PerEnvironment<Located<SecretReference>>?) -> Entry? {
    entry(secret?[environment], \.summary)
  }

  func entry(_ flag: Located<Bool>?) -> Entry? { entry(flag) { $0 ? "true" : "false" } }

  func entry(_ platform: Located<Platform>?) -> Entry? {
    entry(platform) { ExactString($0.rawValue) }
  }

  func entry(_ flag: CompiledFlag?) -> Entry? {
    flag.map { Entry($0.value ? "true" : "false", $0.anchor) }
  }

  func entries(_ list: PerEnvironment<[LocatedText]>?) -> [Entry] { entries(list?[environment]) }

  func entries(_ list: [LocatedText]?) -> [Entry] { (list ?? []).compactMap { entry($0) } }
}
