package import PolicyModel
package import PolicyText

/// A section of `providers`.
package enum ProviderSection: String, Sendable, CaseIterable {
  case googleSignIn = "google_sign_in"
  case firebase
  case apple
}

/// What one policy says about the services where we are the client, in one environment.
package struct CompiledProviders: Sendable {
  /// Name of the policy.
  package var policy: ExactString
  package var googleSignIn: CompiledGoogleSignIn?
  package var firebase: CompiledFirebase?
  package var apple: CompiledAppleSignIn?

  /// True when the policy has a section.
  package func has(_ section: ProviderSection) -> Bool {
    switch section {
    case .googleSignIn: googleSignIn != nil
    case .firebase: firebase != nil
    case .apple: apple != nil
    }
  }
}

/// A boolean of a policy and its line.
package struct CompiledFlag: Sendable {
  package var value: Bool
  package var anchor: SourceAnchor
}

/// The storage of a policy's secret, and the line that names it.
package struct CompiledSecret: Sendable, Hashable {
  package var reference: SecretReference
  package var anchor: SourceAnchor
}

/// Google Sign-In.
package struct CompiledGoogleSignIn: Sendable {
  package var iosClientID: Entry?
  package var serverClientID: Entry?
  package var urlSchemes: [Entry]
  /// The policy lists them; where it does not, `generate` writes the reversed client ID alone.
  package var statesURLSchemes: Bool
  package var webClientID: Entry?
  package var webClientSecret: CompiledSecret?
  /// What sign-in asks for; features ask for theirs when they are used.
  package var signInScopes: [Entry]
  /// What each key of `scopes.features` asks for.
  package var features: [(name: ExactString, scopes: [Entry])]

  /// Those of sign-in, then those of features.
  package var scopes: [Entry] { signInScopes + features.flatMap(\.scopes) }

  /// The scopes of a feature; of sign-in where none is named.
  package func scopes(of feature: ExactString?) -> [Entry] {
    guard let feature else { return signInScopes }
    return features.first { $0.name == feature }?.scopes ?? []
  }
}

/// Firebase Authentication.
package struct CompiledFirebase: Sendable {
  /// The section.
  package var anchor: SourceAnchor
  package var projectID: Entry?
  package var projectNumber: Entry?
  package var authorizedDomains: [Entry]
  /// The policy lists them; where it does not, the project has those that Firebase gives it.
  package var statesAuthorizedDomains: Bool
  package var hostingDomains: [Entry]
  /// False if the policy does not list them, so the project's custom domains are unknown.
  package var statesHostingDomains: Bool
  package var mobileLinks: Entry?
  package var emailLink: CompiledFlag?
  package var allowDuplicateEmails: CompiledFlag?
  package var improvedEmailPrivacy: CompiledFlag?
  package var callbackURI: Entry?
  package var locale: Entry?
  package var emailActions: [CompiledEmailAction]
  /// Bundle IDs of the iOS apps of the policy, then those that email actions name.
  package var iosBundleIDs: [ExactString]
  /// Package names of the Android apps of the policy, then those that email actions name.
  package var androidPackageNames: [ExactString]
  /// App IDs of the Apple apps of the policy, then those that email actions name.
  package var appleAppIDs: [ExactString]

  /// `PROJECT.firebaseapp.com` and `PROJECT.web.app`, on the line of the project.
  package var ownHosts: [Entry] {
    projectID.map { project in
      [".firebaseapp.com", ".web.app"].map {
        Entry(ASCII.lowercased(ExactString(project.value.string + $0)), project.anchor)
      }
    } ?? []
  }
}

/// The settings of one email action.
package struct CompiledEmailAction: Sendable {
  /// The key: `sign_in`, …
  package var name: Entry
  package var url: Entry?
  package var handleCodeInApp: Bool
  package var iosBundleID: ExactString?
  package var androidPackageName: ExactString?
  package var installIfNotAvailable: Bool?
  package var minimumVersion: ExactString?
  package var linkDomain: Entry?
  package var dynamicLinkDomain: Entry?
}

/// Sign in with Apple.
package struct CompiledAppleSignIn: Sendable {
  /// The section.
  package var anchor: SourceAnchor
  package var servicesID: Entry?
  /// From `bundle_apps`, each with the line of its reference.
  package var bundleIDs: [Entry]
  /// True unless the policy turns it off; then at the section.
  package var requiresConsent: CompiledFlag
  package var teamID: Entry?
  package var keyID: Entry?
  package var privateKey: CompiledSecret?
}

extension CompiledPolicy {
  /// The policies that have a section, optionally of one policy only.
  package func providers(
    with section: ProviderSection, in context: RequestContext
  ) -> [CompiledProviders] {
    (providers[context.environment] ?? []).filter {
      $0.has(section) && (context.policy == nil || $0.policy == context.policy)
    }
  }

  /// The one policy that answers for a section; nil where none has it, or several have.
  func provider(_ section: ProviderSection, in context: RequestContext) -> CompiledProviders? {
    let found = providers(with: section, in: context)
    return found.count == 1 ? found[0] : nil
  }
}
