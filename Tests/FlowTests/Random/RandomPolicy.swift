import PolicyTestSupport

/// A random policy. Its values are plausible, and it has up to two mistakes.
struct RandomPolicy {
  let seed: UInt64
  /// The intentional mistakes. Some have no effect in some policies.
  let mistakes: Set<PolicyMistake>
  private(set) var text = ""

  init(seed: UInt64) {
    self.seed = seed
    var chance = SeededRandom(seed: seed)
    var mistakes: Set<PolicyMistake> = []
    // Two fifths of the policies have no mistake, so correct ones are tested as well.
    let count = chance.one(of: [0, 0, 1, 1, 1, 2])
    for _ in 0..<count { mistakes.insert(chance.one(of: PolicyMistake.allCases)) }
    self.mistakes = mistakes
    var writer = PolicyWriter(chance: chance, mistakes: mistakes)
    writer.write()
    text = writer.lines.joined(separator: "\n") + "\n"
  }

  /// Creates a policy with given mistakes.
  init(seed: UInt64, mistakes: Set<PolicyMistake>) {
    self.seed = seed
    self.mistakes = mistakes
    var writer = PolicyWriter(chance: SeededRandom(seed: seed), mistakes: mistakes)
    writer.write()
    text = writer.lines.joined(separator: "\n") + "\n"
  }

  /// The policy as two, the second of which has the hosts.
  var split: [String] {
    var own: [Substring] = []
    var hosts: [Substring] = ["linkpolicy: 1", "name: hosts"]
    var isHost = false
    for line in text.split(separator: "\n") {
      if line.first?.isLetter ?? false { isHost = line == "domains:" }
      if isHost { hosts.append(line) } else { own.append(line) }
    }
    let second = hosts.joined(separator: "\n")
      .replacing(#/\b(?:phone|droid|tablet|tester|desk)\b/#) { "lumen/\($0.output)" }
    return [own.joined(separator: "\n") + "\n", second + "\n"]
  }
}

/// Mistakes that people make in policies.
enum PolicyMistake: String, CaseIterable {
  // Links and hosts.
  case linkHostUndeclared, linkHostOfOtherEnvironment, linkPathUncovered, linkPathExcluded
  case linkHasQuery, linkHasFragment, linkHostUpper, linkTrailingSlash, linkIsHTTP, linkHasPort
  case linkEscaped, linkPathRoot, ruleNeedsQuery, ruleForAndroidOnly, ruleOtherCase,
    ruleNeedsFragment
  case otherAppClaims, ruleClaimsAll, hostSandboxOnly, ruleDoubleStar, ruleVariable

  // Clients.
  case noAppAddress, noBrowserAddress, foreignAddress, pkceWithFlip, plainOnly, noMethods
  case noCodeGrant, onlyCodeGrant
  case implicitOnly, noResponseTypes, noScopes, scopeWithSpace, scopeWithQuote, scopeNotASCII
  case redirectHasFragment, redirectHasQuery, redirectHasCode, redirectHasState, redirectNotASCII
  case redirectUpper, redirectIsHTTP, redirectIsOurLink, redirectTwice, redirectBadPercent
  case redirectUserinfo, redirectRelative, redirectEmptyQuery, redirectIPv6, redirectScheme
  case noRedirects, endpointHasQuery, endpointHasFragment, endpointIsHTTP, endpointRelative
  case endpointEmptyQuery, endpointHasClientID, issuerHasQuery, issuerEmpty
  case basicWithoutSecret, postWithoutSecret, noneWithSecret, clientIDSpace, clientIDNotASCII
  case clientIDEmpty, clientIDShared, clientIDSandboxOnly, clientIDTwice, secretProdOnly
  case omittedRedirect, nativeWithSecret

  // App Flip on Android.
  case actionBlank, actionTwice, noCallers, callerWithoutCertificates, callerBadCertificate
  case callerShortCertificate, callerPackageBlank, flipAppMissing, flipAppOtherPlatform
  case flipLinkTwice, flipAppByEnvironment

  // Firebase.
  case noAuthorizedDomains, continueUnlisted, continueByParent, continueScheme, continuePort
  case continueHasLink, continueNoPath, continueLocalhost, continueRelative, continueNotASCII
  case continueFragment, continueHasMode, linkDomainForeign, linkDomainUndeclared
  case linkDomainDefault, linkDomainUncovered, linkDomainUpper, codeNotInApp, signInNotInApp
  case emailLinkOff, dynamicLinks, dynamicLinkDomain, iosAppMissing, androidOnlyVersion
  case callbackForeign, callbackHasQuery, authorizedUpper, authorizedScheme, noHostingDomains
  case noMobileLinks, linkDomainWithoutApp, emailApplePlatform, callbackRelative, emailNoLinkDomain
  case projectIDOtherForm, noAuthDomain

  // Google.
  case noSchemes, otherSchemes, upperSchemes, reversedClient, serverOtherProject, otherNumber
  case placeholderClient, legacyClient, mangledScope, unknownScope, emptyFeature, featureOfSignIn
  case webClientAsIOS, shortClient, scopeTwice, googleUpper

  // Apple.
  case noServicesID, servicesIDIsBundle, teamFormat, noKeys, halfKeys, returnLocalhost, returnHTTP
  case noReturnURL, appleScope, noBundleApps, bundleAppAndroid, reservedParameter, noConsent
  case bundleAppSandbox, appleTwice, keyFormat, returnFragment

  // One environment only.
  case appleProdOnly, firebaseProdOnly, googleProdOnly, linkProdOnly, redirectsProdOnly
}
