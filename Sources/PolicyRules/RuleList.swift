import PolicyModel

extension RuleRegistry {
  /// The rules that look at decoded policies: a list of types, which costs nothing before a finding.
  package static let rules: [any Rule.Type] =
    uri.map(\.rule) + linking + environment + client + native + android + domain
    + structure + providers + apple + emails + linkRules

  /// What addresses must have before a rule about them can say anything; most policies have none of it, and
  /// then neither the rule nor its page of the program is touched.
  private enum Need {
    case nothing
    /// A host that is no ordinary name, of an address or an authorized domain.
    case oddHosts
    /// One of these bytes.
    case bytes(ByteContent)

    func isMet(by facts: PolicyFacts) -> Bool {
      switch self {
      case .nothing: true
      case .oddHosts: facts.hasOddHosts
      case .bytes(let bytes): facts.content.intersects(bytes)
      }
    }
  }

  private static let uri: [(need: Need, rule: any Rule.Type)] = [
    (.nothing, UriNotAbsolute.self),
    (.nothing, UriPlaceholder.self),
    (.nothing, UriHttp.self),
    (.nothing, UriDangerousScheme.self),
    (.nothing, UriOob.self),
    (.nothing, UriNoPath.self),
    (.nothing, UriTrailingSlashTwin.self),
    (.nothing, UriCaseTwin.self),
    (.nothing, UriUpperHost.self),
    (.nothing, UriDefaultPort.self),
    (.nothing, UriBadPort.self),
    (.nothing, UriDotSegment.self),
    (.nothing, UriEmptySegment.self),
    (.oddHosts, UriIpHost.self),
    (.oddHosts, UriIpOdd.self),
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
    (.nothing, OriginPath.self),
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
  static func rules(for policy: Policy, _ facts: PolicyFacts) -> [any Rule.Type] {
    var asked: [any Rule.Type] = []
    asked.reserveCapacity(rules.count)
    for (need, rule) in uri where need.isMet(by: facts) { asked.append(rule) }
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
