package import PolicyModel
package import PolicyText

/// A section of `providers`.
package enum ProviderSection: String, Sendable, CaseIterable {
  case googleSignIn = "google_sign_in"
  case firebase
  case apple
}

/// The provider sections of one policy in one environment, where we are the client.
package struct CompiledProviders: Sendable {
  /// The name of the policy.
  package var policy: ExactString
  package var googleSignIn: CompiledGoogleSignIn?
  package var firebase: CompiledFirebase?
  package var apple: CompiledAppleSignIn?

  /// Returns true if the policy has a section.
  package func has(_ section: ProviderSection) -> Bool {
    switch section {
    case .googleSignIn: googleSignIn != nil
    case .firebase: firebase != nil
    case .apple: apple != nil
    }
  }
}

/// A Boolean of a policy and its line.
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
  /// Whether the policy lists them. If it doesn't, `generate` writes only the reversed client ID.
  package var statesURLSchemes: Bool
  package var webClientID: Entry?
  package var webClientSecret: CompiledSecret?
  /// The scopes requested at sign-in; those of features are requested when a feature is used.
  package var signInScopes: [Entry]
  /// The scopes of each key in `scopes.features`.
  package var features: [(name: ExactString, scopes: [Entry])]

  /// The scopes of sign-in, then those of features.
  package var scopes: [Entry] { signInScopes + features.flatMap(\.scopes) }

  /// The scopes of a feature; nil stands for sign-in.
  package func scopes(of feature: ExactString?) -> [Entry] {
    guard let feature else { return signInScopes }
    return features.first { $0.name == feature }?.scopes ?? []
  }
}

/// Firebase Authentication.
package struct CompiledFirebase: Sendable {
  /// The section's location.
  package var anchor: SourceAnchor
  package var projectID: Entry?
  package var projectNumber: Entry?
  package var authorizedDomains: [Entry]
  /// Whether the policy lists them. If it doesn't, the project has Firebase's defaults.
  package var statesAuthorizedDomains: Bool
  package var hostingDomains: [Entry]
  /// Whether the policy lists them. If it doesn't, the project's custom domains are unknown.
  package var statesHostingDomains: Bool
  package var mobileLinks: Entry?
  package var emailLink: CompiledFlag?
  package var allowDuplicateEmails: CompiledFlag?
  package var improvedEmailPrivacy: CompiledFlag?
  package var callbackURI: Entry?
  package var locale: Entry?
  package var emailActions: [CompiledEmailAction]
  /// The bundle IDs of the policy's iOS apps, then those in email actions.
  package var iosBundleIDs: [ExactString]
  /// The package names of the policy's Android apps, then those in email actions.
  package var androidPackageNames: [ExactString]
  /// The app IDs of the policy's Apple apps, then those in email actions.
  package var appleAppIDs: [ExactString]

  /// `PROJECT.firebaseapp.com` and `PROJECT.web.app`, with the location of the project ID.
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
  /// The section's location.
  package var anchor: SourceAnchor
  package var servicesID: Entry?
  /// The bundle IDs of `bundle_apps`, with the location of each reference.
  package var bundleIDs: [Entry]
  /// True by default, with the section's location.
  package var requiresConsent: CompiledFlag
  package var teamID: Entry?
  package var keyID: Entry?
  package var privateKey: CompiledSecret?
}

extension CompiledPolicy {
  /// The policies that have a section; at most one if the request names a policy.
  package func providers(
    with section: ProviderSection, in context: RequestContext
  ) -> [CompiledProviders] {
    (providers[context.environment] ?? []).filter {
      $0.has(section) && (context.policy == nil || $0.policy == context.policy)
    }
  }

  /// The only policy with a section; nil if there is none or more than one.
  func provider(_ section: ProviderSection, in context: RequestContext) -> CompiledProviders? {
    let found = providers(with: section, in: context)
    return found.count == 1 ? found[0] : nil
  }
}
