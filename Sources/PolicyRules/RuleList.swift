import PolicyModel

extension RuleRegistry {
  /// The rules that look at decoded policies: a list of types, which costs nothing before a finding.
  package static let rules: [any Rule.Type] =
    uri.map(\.rule) + linking + environment + client + native + android + domain
    + structure + providers + apple + emails + linkRules

  /// What addresses must have before a rule about them can say anything; most policies have none of it, and
  /// then neither the rule nor its page of the program is touched.
  private enum Trigger {
    case nothing
    /// A host that is no ordinary name, of an address or an authorized domain.
    case oddHosts
    /// One of these bytes.
    case bytes(ByteContent)

    func isMet(by index: PolicyIndex) -> Bool {
      switch self {
      case .nothing: true
      case .oddHosts: index.hasOddHosts
      case .bytes(let bytes): index.content.intersects(bytes)
      }
    }
  }

  private static let uri: [(trigger: Trigger, rule: any Rule.Type)] = [
    (.nothing, UriNotAbsolute.self),
    (.nothing, UriPlaceholder.self),
    (.nothing, UriHttp.self),
    (.nothing, UriDangerousScheme.self),
    (.nothing, UriOutOfBand.self),
    (.nothing, UriPathMissing.self),
    (.nothing, UriTrailingSlashTwin.self),
    (.nothing, UriCaseTwin.self),
    (.nothing, UriUpperHost.self),
    (.nothing, UriDefaultPort.self),
    (.nothing, UriBadPort.self),
    (.nothing, UriDotSegment.self),
    (.nothing, UriEmptySegment.self),
    (.oddHosts, UriIpHost.self),
    (.oddHosts, UriIpNoncanonical.self),
    (.oddHosts, UriTrailingDotHost.self),
    (.oddHosts, UriBadLabel.self),
    (.oddHosts, UriIdn.self),
    (.oddHosts, UriMixedScript.self),
    (.nothing, UriPublicSuffix.self),
    (.nothing, UriGoogleusercontent.self),
    (.nothing, UriShortener.self),
    (.nothing, UriTooLong.self),
    (.nothing, UriDuplicate.self),
    (.nothing, UriNotOwned.self),
    (.nothing, OriginHasPath.self),
    (.bytes(ByteContent("#")), UriFragment.self),
    (.bytes(ByteContent("@")), UriUserinfo.self),
    (.bytes(ByteContent("*")), UriWildcard.self),
    (.bytes(ByteContent(";")), UriPathParams.self),
    (.bytes(ByteContent("%")), UriEncodedUnreserved.self),
    (.bytes(ByteContent("%")), UriEncodedSlash.self),
    (.bytes(ByteContent("%")), UriBadPercent.self),
    (.bytes(ByteContent("%")), UriEncodedNull.self),
    (.bytes(.nonASCII), UriNonAscii.self),
    (.bytes(.nonASCII), UriInvisible.self),
    (.bytes(.unprintable), UriControl.self),
    (.bytes(ByteContent("\\")), UriBackslash.self),
    (.bytes(ByteContent("?")), UriOpenRedirect.self),
    (.bytes(ByteContent("?")), UriResponseParam.self),
  ]

  /// The rules to ask of a policy: those of sections that it does not have, and of bytes that do not
  /// occur in it, have nothing to say.
  static func rules(for policy: Policy, _ index: PolicyIndex) -> [any Rule.Type] {
    var asked: [any Rule.Type] = []
    asked.reserveCapacity(rules.count)
    for (trigger, rule) in uri where trigger.isMet(by: index) { asked.append(rule) }
    asked += linking + environment + client
    if policy.clients.contains(where: { $0.type?.value == .native }) { asked += native }
    asked += android + domain + structure + providers
    if policy.apple != nil { asked += apple }
    if let firebase = policy.firebase,
      !firebase.emailActions.isEmpty || firebase.callbackURI != nil
    {
      asked += emails
    }
    return policy.domains.isEmpty ? asked : asked + linkRules
  }

  private static let linking: [any Rule.Type] = [
    LinkingHostUnknown.self, LinkingPathMalformed.self, LinkingBundleUnknown.self,
    LinkingDevBundleInProd.self,
    LinkingBundleMissing.self, LinkingWebUriMissing.self, LinkingProjectMismatch.self,
    LinkingTestHost.self,
    LinkingHostOnly.self,
  ]

  private static let environment: [any Rule.Type] = [
    EnvironmentForeignAddress.self, EnvironmentCounterpartMissing.self,
    EnvironmentClientShared.self, EnvironmentLoopbackInProd.self,
    EnvironmentMixed.self,
    LinkRuleNotPortable.self,
  ]

  /// Rules about link rules, which are checked in association files too.
  package static var links: [any LinkListRule.Type] {
    linkRules.compactMap { $0 as? any LinkListRule.Type }
  }

  /// As plain rules: turning a list of the narrower type into one of `Rule` casts each element at
  /// start-up, which costs a fifth of a small run.
  private static let linkRules: [any Rule.Type] = [
    LinkExcludeUnreachable.self, LinkRuleUnreachable.self, LinkRulesOnlyExclude.self,
    LinkRuleQueryPresence.self,
    LinkRuleClaimsAuthentication.self, LinkRulePrefixWithoutSlash.self, LinkRuleNeverMatches.self,
    LinkExcludeDecoded.self, LinkVariableUndefined.self, LinkRulePathHasQuery.self,
    LinkRuleCommentContradicts.self,
  ]

  private static let client: [any Rule.Type] = [
    ClientIdFormat.self, ClientIdDuplicate.self, ClientTypeMismatch.self,
    ResponseTypeImplicit.self, PkceOff.self, PkcePlain.self, StateNotRequired.self,
    CodeLifetimeTooLong.self,
    EndpointHttp.self, ScopesTooMany.self, AppFlipErrorUnknown.self, IssuerMissing.self,
  ]

  private static let native: [any Rule.Type] = [
    NativeLocalhost.self, NativeLoopbackPort.self, NativeSchemeDot.self,
    NativeSchemeAuthority.self, NativeSchemeCase.self,
  ]

  private static let android: [any Rule.Type] = [
    FingerprintPlaceholder.self, FingerprintFormat.self, FingerprintMissing.self,
    FingerprintSingle.self, FingerprintPublicDebugKey.self, DocumentationExample.self,
    AppFlipTestFingerprint.self, AppFlipSampleAction.self, AndroidPackageNameFormat.self,
    AppleAppIdFormat.self,
  ]

  private static let domain: [any Rule.Type] = [
    DomainHasSchemePortPath.self, AuthorizedDomainCoversNothing.self, DomainWildcard.self,
    AuthorizedDomainCharacters.self, AuthorizedDomainLocalhostInProd.self,
    AuthorizedDomainLoopbackName.self,
    AuthorizedDomainPublicSuffix.self, AuthorizedDomainDefaultMissing.self,
    AuthorizedDomainRedundant.self,
  ]

  private static let structure: [any Rule.Type] = [
    UnknownReference.self, PolicyNameDuplicate.self, HostConflict.self, LinkRulesOverlap.self,
    CredentialsMissing.self, AssociationHostInvalid.self,
  ]

  private static let providers: [any Rule.Type] = [
    ScopeMangled.self, ScopeNotUrl.self, ClientIdReversed.self, ServerClientProjectMismatch.self,
    ProjectNumberMismatch.self, UrlSchemeMissing.self, AppleTeamIdFormat.self,
    LinkDomainRetired.self,
    MobileLinksRetired.self, AuthDomainUnlisted.self, FirebaseDuplicateEmails.self,
    EmailLinkRewritten.self, EmailLinkDisabled.self, LinkHostUndeclared.self,
    FirebaseIosIdentifiersMissing.self,
    ScopeRestricted.self, ScopeAlias.self,
  ]

  /// Rules that look at `providers.apple` only.
  private static let apple: [any Rule.Type] = [
    AppleKeysIncomplete.self, AppleReturnUrlHost.self, AppleScope.self, AppleLocaleParameter.self,
    AppleReservedParameter.self, AppleAudience.self, AppleReturnUrl.self,
    AppleRelaySenderMissing.self,
  ]

  /// Rules that look at the addresses of Firebase emails only.
  private static let emails: [any Rule.Type] = [
    EmailActionCodeNotInApp.self, LinkDomainDefault.self, ContinueUrlHostUnauthorized.self,
    ContinueUrlHttp.self, LinkDomainWithoutApp.self, EmailActionAppMissing.self,
    ContinueUrlHostOnlyByParent.self, ContinueUrlHasEmail.self, ContinueUrlQueryTruncated.self,
    ContinueUrlCharacters.self,
  ]
}
