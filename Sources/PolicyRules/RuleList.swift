extension RuleRegistry {
  /// The rules that look at decoded policies: a list of types, which costs nothing before a finding.
  package static let rules: [any Rule.Type] =
    uri + linking + environment + client + native + android + domain + structure + providers
    + linkRules

  private static let uri: [any Rule.Type] = [
    UriNotAbsolute.self, UriFragment.self, UriUserinfo.self, UriWildcard.self,
    UriPlaceholder.self, UriHttp.self, UriDangerousScheme.self, UriOob.self, UriNoPath.self,
    UriTrailingSlashTwin.self, UriCaseTwin.self, UriUpperHost.self, UriDefaultPort.self,
    UriBadPort.self, UriDotSegment.self, UriEmptySegment.self, UriPathParams.self,
    UriEncodedUnreserved.self, UriEncodedSlash.self, UriBadPercent.self, UriEncodedNull.self,
    UriNonAscii.self, UriInvisible.self, UriControl.self, UriBackslash.self, UriIdn.self,
    UriMixedScript.self, UriIpHost.self, UriIpOdd.self, UriTrailingDotHost.self, UriBadLabel.self,
    UriPublicSuffix.self, UriGoogleusercontent.self, UriShortener.self, UriOpenRedirect.self,
    UriResponseParam.self, UriTooLong.self, UriDuplicate.self, UriNotOwned.self,
  ]

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
    CredentialsMissing.self,
  ]

  private static let providers: [any Rule.Type] = [
    ScopeMangled.self, ScopeNotUrl.self, ReversedIdUsed.self, ServerClientProject.self,
    ProjectNumberMismatch.self, UrlSchemeMissing.self, AppleTeamIdFormat.self,
    AppleKeysIncomplete.self, AppleReturnUrlHost.self, AppleScope.self, PageLink.self,
    HandleCodeInApp.self, MobileLinksFdl.self, LinkDomainDefault.self,
    ContinueHostUnauthorized.self, CustomAuthDomainUnlisted.self, AppleLocaleParam.self,
    AppleReservedParam.self, ContinueUrlHttp.self, LinkdomainWithoutApp.self,
    DuplicateEmails.self, SmtpLinkRewrite.self, EmailLinkDisabled.self, AppleAudience.self,
    AppleReturnUrl.self, PrivateRelaySender.self, ApplinksMissing.self, AppTargetMissing.self,
    IosConsoleIds.self, SubdomainOnlyByParent.self, EmailInContinueUrl.self,
    ContinueQueryTruncated.self, ContinueUrlChars.self, ScopeRestricted.self,
    ScopeAliasCheck.self,
  ]
}
