package import PolicyText

/// A file format that import can read.
///
/// To add one, write one type in one file in `Formats/`, and add one line to `ImportFormats`. A
/// format reads its file into `ImportedValues`, each value with its location, and reports what it
/// leaves out. It doesn't choose environments, merge sources or write policies.
package protocol ImportFormat: Sendable {
  /// The name for `--type`, in kebab case.
  static var name: String { get }
  /// A description for people, such as "apple-app-site-association".
  static var summary: String { get }
  /// Usual file names, as globs of paths. They select the files that a directory search reads, and decide if several
  /// formats recognize the content.
  static var usualNames: [String] { get }

  /// Detects the format from the content, without the file name.
  static func recognize(_ source: ImportSource) -> ImportRecognition
  /// Reads the file. Never fails: problems are reported to `imported`.
  static func read(_ source: ImportSource, into imported: inout ImportedValues)
}

/// Whether a file has a format.
package enum ImportRecognition: Sendable, Equatable {
  case no
  case yes
  /// The file is similar to the format, but lacks a required key.
  case nearly(missing: String)
  /// A known file that can't be read or must not be read, such as a private key.
  case refused(message: String, help: String)
  /// A file with values of this format but without evidence that they belong in a policy, such as fingerprints of other
  /// certificates. Applies only if no other format recognizes the file.
  ///
  /// - Parameter reason: a noun phrase that completes "left out …".
  case declined(reason: String, help: String, values: [SkippedValue])
}

/// A value that is left out.
package struct SkippedValue: Sendable, Equatable {
  package var name: ExactString
  package var span: SourceSpan

  package init(_ name: ExactString, _ span: SourceSpan) {
    self.name = name
    self.span = span
  }
}

/// All file formats.
package enum ImportFormats {
  /// In the order of help and documentation.
  package static let all: [any ImportFormat.Type] = [
    AppleAssociationFormat.self, AssetLinksFormat.self, XcodeProjectFormat.self,
    XcodeGenFormat.self, EntitlementsFormat.self, InfoPlistFormat.self, GoogleServicesFormat.self,
    GoogleServiceInfoFormat.self, IdentityConfigFormat.self, IdPConfigFormat.self,
    FirebaseRCFormat.self, FirebaseJSONFormat.self, FirebaseWebConfigFormat.self,
    AndroidManifestFormat.self, UnityFormat.self, ExpoFormat.self, FingerprintsFormat.self,
    CertificateFormat.self,
    ServiceAccountFormat.self, KeycloakFormat.self, TerraformFormat.self, HydraFormat.self,
    DynamicClientFormat.self, DexFormat.self, Auth0Format.self, CognitoFormat.self,
    EntraFormat.self, OktaFormat.self, GoogleClientFormat.self, SpringFormat.self,
    SpringClientFormat.self, QuarkusFormat.self, DjangoFormat.self, DoorkeeperFormat.self,
    SupabaseFormat.self, AutheliaFormat.self, IdentityServerFormat.self, OpenIddictFormat.self,
    ABPFormat.self, AmplifyFormat.self, AuthentikFormat.self, KratosFormat.self,
    FusionAuthFormat.self, ZitadelFormat.self, CasdoorFormat.self, OAuth2ProxyFormat.self,
    GrafanaFormat.self, ArgoCDFormat.self, AccountLinkingFormat.self,
  ]

  /// The format with this name.
  package static func format(named name: String) -> (any ImportFormat.Type)? {
    all.first { $0.name.utf8.elementsEqual(name.utf8) }
  }
}
