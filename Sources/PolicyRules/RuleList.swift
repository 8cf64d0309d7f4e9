import PolicyModel

extension RuleRegistry {
  /// The rules that look at decoded policies: a list of types, which costs nothing before a finding.
  package static let rules: [any Rule.Type] =
    uri + uriByByte.map(\.rule) + linking + environment + client + native + android + domain
    + structure + providers + apple + emails + linkRules

  /// URI rules, always asked.
  private static let uri: [any Rule.Type] = [
    UriNotAbsolute.self, UriPlaceholder.self, UriHttp.self, UriDangerousScheme.self, UriOob.self,
    UriNoPath.self, UriTrailingSlashTwin.self, UriCaseTwin.self, UriUpperHost.self,
    UriDefaultPort.self, UriBadPort.self, UriDotSegment.self, UriEmptySegment.self, UriIpHost.self,
    UriIpOdd.self, UriTrailingDotHost.self, UriBadLabel.self, UriIdn.self, UriMixedScript.self,
    UriPublicSuffix.self, UriGoogleusercontent.self, UriShortener.self, UriTooLong.self,
    UriDuplicate.self, UriNotOwned.self, OriginPath.self,
  ]

  /// URI rules that speak only where one of these bytes occurs in an address; most policies have none of
  /// them, and then neither the rule nor its page of the program is touched.
  private static let uriByByte: [(bytes: ByteContent, rule: any Rule.Type)] = [
    (ByteContent("#"), UriFragment.self),
    (ByteContent("@"), UriUserinfo.self),
    (ByteContent("*"), UriWildcard.self),
    (ByteContent(";"), UriPathParams.self),
    (ByteContent("%"), UriEncodedUnreserved.self),
    (ByteContent("%"), UriEncodedSlash.self),
    (ByteContent("%"), UriBadPercent.self),
    (ByteContent("%"), UriEncodedNull.self),
    (ByteContent.nonASCII, UriNonAscii.self),
    (ByteContent.nonASCII, UriInvisible.self),
    (ByteContent.unprintable, UriControl.self),
    (ByteContent("\\"), UriBackslash.self),
    (ByteContent("?"), UriOpenRedirect.self),
    (ByteContent("?"), UriResponseParam.self),
  ]

  /// The rules to ask of a policy: those of sections that it does not have, and of bytes that do not
  /// occur in it, have nothing to say.
  static func rules(for policy: Policy, _ facts: PolicyFacts) -> [any Rule.Type] {
    var asked = uri
    for (bytes, rule) in uriByByte where facts.content.intersects(bytes) { asked.append(rule) }
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
    AlUnknownHost.self, AlWrongShape.self, AlUnknownBundle.self, AlDevBundleInProd.self,
    AlMissingBundle.self, AlMissingWeb.self, AlProjectMismatch.self, AlTestHost.self,
    AlHostOnly.self,
  ]

  private static let environment: [any Rule.Type] = [
    EnvCross.self, EnvGap.self, EnvSharedClient.self, EnvLocalhostProd.self,
    EnvironmentMixed.self,
    RuleNotPortable.self,
  ]

  /// Rules about link rules, which are checked in association files too.
  package static var links: [any LinkListRule.Type] {
    linkRules.compactMap { $0 as? any LinkListRule.Type }
  }

  /// As plain rules: turning a list of the narrower type into one of `Rule` casts each element at
  /// start-up, which costs a fifth of a small run.
  private static let linkRules: [any Rule.Type] = [
    ExcludeUnreachable.self, RuleUnreachable.self, OnlyExcludes.self, QueryPresence.self,
    CatchAllClaimsAuth.self, PathPrefixWithoutSlash.self, PatternNeverMatches.self,
    DecodedExclude.self, VariableUndefined.self, ComponentPathHasQuery.self,
    CommentContradicts.self,
  ]

  private static let client: [any Rule.Type] = [
    ClientIdFormat.self, ClientIdDuplicate.self, ClientTypeMismatch.self,
    ResponseTypeImplicit.self, PkceOff.self, PkcePlain.self, StateNotRequired.self, CodeTtl.self,
    EndpointHttp.self, ScopesMax.self, ErrorValueUnknown.self, IssMissing.self,
  ]

  private static let native: [any Rule.Type] = [
    NativeLocalhost.self, NativeLoopbackPort.self, NativeSchemeDot.self,
    NativeSchemeAuthority.self, NativeSchemeCase.self,
  ]

  private static let android: [any Rule.Type] = [
    FingerprintPlaceholder.self, FingerprintFormat.self, FingerprintMissing.self,
    FingerprintSingle.self, FingerprintPublicDebugKey.self, DocumentationExample.self,
    AndTestFingerprint.self, AndSampleAction.self, PackageName.self, AppIdFormat.self,
  ]

  private static let domain: [any Rule.Type] = [
    DomainHasSchemePortPath.self, DomainCoversNothing.self, DomainWildcard.self,
    DomainRegexChars.self, LocalhostInProd.self, LocalhostVs127.self,
    PublicSuffixAuthorized.self, DefaultDomainRemoved.self, DupOrCoveredDomain.self,
  ]

  private static let structure: [any Rule.Type] = [
    UnknownReference.self, PolicyNameDuplicate.self, HostConflict.self, LinksOverlap.self,
    CredentialsMissing.self, EntitlementDomain.self,
  ]

  private static let providers: [any Rule.Type] = [
    ScopeMangled.self, ScopeNotUrl.self, ReversedIdUsed.self, ServerClientProject.self,
    ProjectNumberMismatch.self, UrlSchemeMissing.self, AppleTeamIdFormat.self, PageLink.self,
    MobileLinksFdl.self, CustomAuthDomainUnlisted.self, DuplicateEmails.self,
    SmtpLinkRewrite.self, EmailLinkDisabled.self, ApplinksMissing.self, IosConsoleIds.self,
    ScopeRestricted.self, ScopeAliasCheck.self,
  ]

  /// Rules that look at `providers.apple` only.
  private static let apple: [any Rule.Type] = [
    AppleKeysIncomplete.self, AppleReturnUrlHost.self, AppleScope.self, AppleLocaleParam.self,
    AppleReservedParam.self, AppleAudience.self, AppleReturnUrl.self, PrivateRelaySender.self,
  ]

  /// Rules that look at the addresses of Firebase emails only.
  private static let emails: [any Rule.Type] = [
    HandleCodeInApp.self, LinkDomainDefault.self, ContinueHostUnauthorized.self,
    ContinueUrlHttp.self, LinkdomainWithoutApp.self, AppTargetMissing.self,
    SubdomainOnlyByParent.self, EmailInContinueUrl.self, ContinueQueryTruncated.self,
    ContinueUrlChars.self,
  ]
}
