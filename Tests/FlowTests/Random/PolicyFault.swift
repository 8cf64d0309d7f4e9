/// What may be wrong with a policy made by chance: mistakes of people, one or two at a time.
enum PolicyFault: String, CaseIterable {
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
  case flipLinkTwice

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
