package import PolicyDiagnostics

/// The lines by which rules are registered: one for each rule of any kind, in the list of its category,
/// which is also the name of its folder.
extension RuleRegistry {
  /// All rules by category; metatypes only, which cost nothing before a finding.
  package static let lists: [(category: RuleCategory, rules: [RuleEntry])] = [
    (.syntax, syntax),
    (.structure, structure),
    (.uri, uri),
    (.linking, linking),
    (.environment, environment),
    (.client, client),
    (.native, native),
    (.android, android),
    (.domain, domain),
    (.association, association),
    (.firebase, firebase),
    (.google, google),
    (.apple, apple),
    (.meta, meta),
  ]

  private static let syntax: [RuleEntry] = [
    RuleEntry(YamlSyntax.self),
    RuleEntry(YamlEncoding.self),
    RuleEntry(YamlDuplicateKey.self),
    RuleEntry(YamlNotString.self),
    RuleEntry(YamlUnsupported.self),
    RuleEntry(YamlLimit.self),
    RuleEntry(JsonSyntax.self),
  ]

  private static let structure: [RuleEntry] = [
    RuleEntry(UnknownKey.self),
    RuleEntry(MissingKey.self),
    RuleEntry(WrongType.self),
    RuleEntry(UnknownValue.self),
    RuleEntry(ClientSecretInPolicy.self),
    RuleEntry(UnknownReference.self),
    RuleEntry(PolicyNameDuplicate.self),
    RuleEntry(HostConflict.self),
  ]

  private static let uri: [RuleEntry] = [
    RuleEntry(UriNotAbsolute.self),
    RuleEntry(UriPlaceholder.self),
    RuleEntry(UriHttp.self),
    RuleEntry(UriDangerousScheme.self),
    RuleEntry(UriOutOfBand.self),
    RuleEntry(UriPathMissing.self),
    RuleEntry(UriTrailingSlashTwin.self),
    RuleEntry(UriCaseTwin.self),
    RuleEntry(UriUpperHost.self),
    RuleEntry(UriDefaultPort.self),
    RuleEntry(UriBadPort.self),
    RuleEntry(UriDotSegment.self),
    RuleEntry(UriEmptySegment.self),
    RuleEntry(UriIpHost.self),
    RuleEntry(UriIpNoncanonical.self),
    RuleEntry(UriTrailingDotHost.self),
    RuleEntry(UriBadLabel.self),
    RuleEntry(UriIdn.self),
    RuleEntry(UriMixedScript.self),
    RuleEntry(UriPublicSuffix.self),
    RuleEntry(UriGoogleusercontent.self),
    RuleEntry(UriShortener.self),
    RuleEntry(UriTooLong.self),
    RuleEntry(UriDuplicate.self),
    RuleEntry(UriNotOwned.self),
    RuleEntry(OriginHasPath.self),
    RuleEntry(UriFragment.self),
    RuleEntry(UriUserinfo.self),
    RuleEntry(UriWildcard.self),
    RuleEntry(UriPathParameters.self),
    RuleEntry(UriEncodedUnreserved.self),
    RuleEntry(UriEncodedSlash.self),
    RuleEntry(UriBadPercent.self),
    RuleEntry(UriEncodedNull.self),
    RuleEntry(UriNonAscii.self),
    RuleEntry(UriInvisible.self),
    RuleEntry(UriControl.self),
    RuleEntry(UriBackslash.self),
    RuleEntry(UriOpenRedirect.self),
    RuleEntry(UriResponseParameter.self),
  ]

  private static let linking: [RuleEntry] = [
    RuleEntry(LinkingHostUnknown.self),
    RuleEntry(LinkingPathMalformed.self),
    RuleEntry(LinkingBundleUnknown.self),
    RuleEntry(LinkingDevBundleInProd.self),
    RuleEntry(LinkingBundleMissing.self),
    RuleEntry(LinkingWebUriMissing.self),
    RuleEntry(LinkingProjectMismatch.self),
    RuleEntry(LinkingTestHost.self),
    RuleEntry(LinkingHostOnly.self),
    RuleEntry(ResponseTypeImplicit.self),
    RuleEntry(ScopesTooMany.self),
    RuleEntry(AppFlipErrorUnknown.self),
  ]

  private static let environment: [RuleEntry] = [
    RuleEntry(EnvironmentForeignAddress.self),
    RuleEntry(EnvironmentCounterpartMissing.self),
    RuleEntry(EnvironmentClientShared.self),
    RuleEntry(EnvironmentLoopbackInProd.self),
    RuleEntry(EnvironmentMixed.self),
  ]

  private static let client: [RuleEntry] = [
    RuleEntry(ClientIdFormat.self),
    RuleEntry(ClientIdDuplicate.self),
    RuleEntry(PkceOff.self),
    RuleEntry(AppFlipPkceRequired.self),
    RuleEntry(PkcePlain.self),
    RuleEntry(StateNotRequired.self),
    RuleEntry(CodeLifetimeTooLong.self),
    RuleEntry(EndpointHttp.self),
    RuleEntry(IssuerMissing.self),
  ]

  private static let native: [RuleEntry] = [
    RuleEntry(NativeLocalhost.self),
    RuleEntry(NativeLoopbackPort.self),
    RuleEntry(NativeSchemeDot.self),
    RuleEntry(NativeSchemeAuthority.self),
    RuleEntry(NativeSchemeCase.self),
  ]

  private static let android: [RuleEntry] = [
    RuleEntry(FingerprintPlaceholder.self),
    RuleEntry(FingerprintFormat.self),
    RuleEntry(FingerprintMissing.self),
    RuleEntry(FingerprintSingle.self),
    RuleEntry(FingerprintPublicDebugKey.self),
    RuleEntry(AppFlipTestFingerprint.self),
    RuleEntry(AppFlipSampleAction.self),
    RuleEntry(AndroidPackageNameFormat.self),
  ]

  private static let domain: [RuleEntry] = [
    RuleEntry(DomainNotBare.self),
    RuleEntry(AuthorizedDomainCoversNothing.self),
    RuleEntry(AuthorizedDomainWildcard.self),
    RuleEntry(AuthorizedDomainCharacters.self),
    RuleEntry(AuthorizedDomainLocalhostInProd.self),
    RuleEntry(AuthorizedDomainLoopbackName.self),
    RuleEntry(AuthorizedDomainPublicSuffix.self),
    RuleEntry(AuthorizedDomainDefaultMissing.self),
    RuleEntry(AuthorizedDomainRedundant.self),
  ]

  private static let association: [RuleEntry] = [
    RuleEntry(LinkRuleNotPortable.self),
    RuleEntry(DocumentationExample.self),
    RuleEntry(AppleAppIdFormat.self),
    RuleEntry(LinkRulesOverlap.self),
    RuleEntry(CredentialsMissing.self),
    RuleEntry(AssociationHostInvalid.self),
    RuleEntry(LinkExcludeUnreachable.self),
    RuleEntry(LinkRuleUnreachable.self),
    RuleEntry(LinkRulesOnlyExclude.self),
    RuleEntry(LinkRuleQueryPresence.self),
    RuleEntry(LinkRuleClaimsAuthentication.self),
    RuleEntry(LinkRulePrefixWithoutSlash.self),
    RuleEntry(LinkRuleNeverMatches.self),
    RuleEntry(LinkExcludeDecoded.self),
    RuleEntry(LinkVariableUndefined.self),
    RuleEntry(LinkRulePathHasQuery.self),
    RuleEntry(LinkRuleCommentContradicts.self),
    RuleEntry(AppleComponentUnknownKey.self),
    RuleEntry(StatementListMalformed.self),
    RuleEntry(ApplePathsComponentsDiffer.self),
    RuleEntry(AppleAppIdShadowed.self),
    RuleEntry(AppleQueryValueNotString.self),
    RuleEntry(AppleFileName.self),
    RuleEntry(AssociationFileTooLarge.self),
    RuleEntry(DynamicRulesInvalid.self),
    RuleEntry(StatementSiteInvalid.self),
    RuleEntry(StatementRelationInvalid.self),
    RuleEntry(AppleLegacyForm.self),
    RuleEntry(DynamicRulesOutsideManifest.self),
  ]

  private static let firebase: [RuleEntry] = [
    RuleEntry(LinkDomainRetired.self),
    RuleEntry(MobileLinksRetired.self),
    RuleEntry(AuthDomainUnlisted.self),
    RuleEntry(FirebaseDuplicateEmails.self),
    RuleEntry(EmailLinkRewritten.self),
    RuleEntry(EmailLinkDisabled.self),
    RuleEntry(LinkHostUndeclared.self),
    RuleEntry(FirebaseIosIdentifiersMissing.self),
    RuleEntry(EmailActionCodeNotInApp.self),
    RuleEntry(LinkDomainDefault.self),
    RuleEntry(ContinueUrlHostUnauthorized.self),
    RuleEntry(ContinueUrlHttp.self),
    RuleEntry(LinkDomainWithoutApp.self),
    RuleEntry(EmailActionAppMissing.self),
    RuleEntry(ContinueUrlHostOnlyByParent.self),
    RuleEntry(ContinueUrlHasEmail.self),
    RuleEntry(ContinueUrlQueryTruncated.self),
    RuleEntry(ContinueUrlCharacters.self),
  ]

  private static let google: [RuleEntry] = [
    RuleEntry(ClientTypeMismatch.self),
    RuleEntry(ScopeMangled.self),
    RuleEntry(ScopeNotUrl.self),
    RuleEntry(ClientIdReversed.self),
    RuleEntry(ServerClientProjectMismatch.self),
    RuleEntry(ProjectNumberMismatch.self),
    RuleEntry(UrlSchemeMissing.self),
    RuleEntry(ScopeRestricted.self),
    RuleEntry(ScopeAlias.self),
  ]

  private static let apple: [RuleEntry] = [
    RuleEntry(AppleTeamIdFormat.self),
    RuleEntry(AppleKeysIncomplete.self),
    RuleEntry(AppleReturnUrlHost.self),
    RuleEntry(AppleScope.self),
    RuleEntry(AppleLocaleParameter.self),
    RuleEntry(AppleReservedParameter.self),
    RuleEntry(AppleAudience.self),
    RuleEntry(AppleReturnUrl.self),
    RuleEntry(AppleRelaySenderMissing.self),
  ]

  private static let meta: [RuleEntry] = [
    RuleEntry(SuppressionReason.self),
    RuleEntry(SuppressionUnknownRule.self),
    RuleEntry(SuppressionUnused.self),
    RuleEntry(SuppressionSyntax.self),
  ]
}
