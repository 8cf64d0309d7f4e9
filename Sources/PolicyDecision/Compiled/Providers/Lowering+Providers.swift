import PolicyText
import PolicyModel

extension Lowering {
  /// The provider sections of the policy in one environment; nil if it has none.
  func providers(in workspace: Workspace) -> CompiledProviders? {
    let policy = document.policy
    let compiled = CompiledProviders(
      policy: document.name, googleSignIn: policy.googleSignIn.map(googleSignIn),
      firebase: policy.firebase.map { firebase($0, workspace) },
      apple: policy.apple.map { apple($0, workspace) })
    let isEmpty = compiled.googleSignIn == nil && compiled.firebase == nil && compiled.apple == nil
    return isEmpty ? nil : compiled
  }

  private func googleSignIn(_ google: GoogleSignIn) -> CompiledGoogleSignIn {
    CompiledGoogleSignIn(
      iosClientID: entry(google.ios?.clientID), serverClientID: entry(google.ios?.serverClientID),
      urlSchemes: entries(google.ios?.urlSchemes),
      statesURLSchemes: google.ios?.urlSchemes?[environment] != nil,
      webClientID: entry(google.web?.clientID),
      webClientSecret: secret(google.web?.clientSecretReference),
      signInScopes: google.signInScopes.compactMap(entry),
      features: google.featureScopes.map { ($0.feature.value, $0.scopes.compactMap(entry)) })
  }

  private func firebase(_ firebase: Firebase, _ workspace: Workspace) -> CompiledFirebase {
    let apps = document.policy.apps.filter { $0.exists(in: environment) }
    let actions = firebase.emailActions.map { emailAction($0, workspace) }
    return CompiledFirebase(
      anchor: document.anchor(Located(true, firebase.node)),
      projectID: entry(firebase.projectID), projectNumber: entry(firebase.projectNumber),
      authorizedDomains: entries(firebase.authorizedDomains),
      statesAuthorizedDomains: firebase.authorizedDomains?[environment] != nil,
      hostingDomains: entries(firebase.hostingDomains),
      statesHostingDomains: firebase.hostingDomains?[environment] != nil,
      mobileLinks: firebase.mobileLinks.flatMap(entry), emailLink: flag(firebase.emailLink),
      allowDuplicateEmails: flag(firebase.allowDuplicateEmails),
      improvedEmailPrivacy: flag(firebase.improvedEmailPrivacy),
      callbackURI: entry(firebase.callbackURI), locale: firebase.locale.flatMap(entry),
      emailActions: actions,
      iosBundleIDs: (apps.filter { $0.platform?.value == .ios }
        .compactMap { $0.bundleID.flatMap(entry)?.value } + actions.compactMap(\.iosBundleID))
        .unique,
      androidPackageNames: (apps.filter { $0.platform?.value == .android }
        .compactMap { $0.packageName.flatMap(entry)?.value }
        + actions.compactMap(\.androidPackageName)).unique,
      appleAppIDs: (apps.compactMap(\.appleAppID)
        + firebase.emailActions.compactMap { app(entry($0.ios), workspace)?.appleAppID }).unique)
  }

  private func emailAction(_ action: EmailAction, _ workspace: Workspace) -> CompiledEmailAction {
    CompiledEmailAction(
      name: Entry(action.name.value, document.anchor(action.name)), url: entry(action.url),
      handleCodeInApp: action.handleCodeInApp?.value ?? false,
      iosBundleID: app(entry(action.ios), workspace)?.bundleID?.value,
      androidPackageName: app(entry(action.androidApp), workspace)?.packageName?.value,
      installIfNotAvailable: action.installIfNotAvailable?.value,
      minimumVersion: action.minimumVersion?.value, linkDomain: entry(action.linkDomain),
      dynamicLinkDomain: entry(action.dynamicLinkDomain))
  }

  private func apple(_ apple: AppleSignIn, _ workspace: Workspace) -> CompiledAppleSignIn {
    let anchor = document.anchor(Located(true, apple.node))
    return CompiledAppleSignIn(
      anchor: anchor, servicesID: entry(apple.servicesID),
      bundleIDs: entries(apple.bundleApps).compactMap { reference in
        app(reference, workspace)?.bundleID.map { Entry($0.value, reference.anchor) }
      },
      requiresConsent: flag(apple.requireConsent) ?? CompiledFlag(value: true, anchor: anchor),
      teamID: apple.teamID.flatMap(entry),
      keyID: entry(apple.keyID), privateKey: secret(apple.privateKeyReference))
  }

  /// The app of a reference, if it exists in the environment.
  private func app(_ reference: Entry?, _ workspace: Workspace) -> App? {
    guard let app = reference.flatMap({ workspace.app($0.value, from: document)?.app }) else {
      return nil
    }
    return app.exists(in: environment) ? app : nil
  }

  private func secret(
    _ values: PerEnvironment<Located<SecretReference>>?
  ) -> CompiledSecret? {
    values?[environment].flatMap { value in
      let anchor = document.anchor(value)
      return isUsable(anchor) ? CompiledSecret(reference: value.value, anchor: anchor) : nil
    }
  }

  private func flag(_ value: Located<Bool>?) -> CompiledFlag? {
    value.flatMap { value in
      let anchor = document.anchor(value)
      return isUsable(anchor) ? CompiledFlag(value: value.value, anchor: anchor) : nil
    }
  }
}
