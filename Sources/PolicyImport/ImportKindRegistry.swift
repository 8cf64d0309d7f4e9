/// The kinds of files that are imported: one line for each.
package enum ImportKindRegistry {
  /// In the order in which help and documentation list them.
  package static let kinds: [any ImportKind.Type] = [
    AppleAssociationKind.self,
    AssetLinksKind.self,
    XcodeProjectKind.self,
    XcodeGenKind.self,
    EntitlementsKind.self,
    InfoPlistKind.self,
    GoogleServicesKind.self,
    GoogleServiceInfoKind.self,
    IdentityConfigKind.self,
    IdPConfigKind.self,
    FirebaseRCKind.self,
    FirebaseJSONKind.self,
    FirebaseWebConfigKind.self,
    AndroidManifestKind.self,
    ExpoKind.self,
    FingerprintsKind.self,
    CertificateKind.self,
    ServiceAccountKind.self,
    KeycloakKind.self,
    TerraformKind.self,
    HydraKind.self,
    DynamicClientKind.self,
    DexKind.self,
    Auth0Kind.self,
    CognitoKind.self,
    EntraKind.self,
    OktaKind.self,
    GoogleClientKind.self,
    SpringKind.self,
    DjangoKind.self,
    DoorkeeperKind.self,
    AccountLinkingKind.self,
  ]

  /// The kind with this name; nil for others.
  package static func kind(named name: String) -> (any ImportKind.Type)? {
    kinds.first { $0.name.utf8.elementsEqual(name.utf8) }
  }
}
