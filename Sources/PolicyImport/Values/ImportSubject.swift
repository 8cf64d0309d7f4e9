package import PolicyText

/// What a value belongs to. Values of several sources are merged if their subjects are equal.
package enum ImportSubject: Sendable, Hashable {
  /// An app; keys of `AppKey`.
  case app(AppReference)
  /// A host that serves association files; keys of `DomainKey`.
  case host(HostReference)
  /// An OAuth client by its client ID, or by its name if the export has no ID; keys of `ClientKey`. The client ID itself is
  /// a separate value.
  case client(ExactString)
  /// The Google Sign-In client of an iOS app; keys of `GoogleSignInKey.IOS`.
  case googleOnIOS(AppReference)
  /// The Google Sign-In client of an Android app; keys of `GoogleSignInKey.Android`.
  case googleOnAndroid(AppReference)
  /// A Google Sign-In web client by its client ID, which is also a separate value; keys of `GoogleSignInKey.Web`.
  case googleOnWeb(ExactString)
  /// A Firebase project by its ID, which is also a separate value; keys of `FirebaseKey`. Nil for the file's only project
  /// if its ID is unknown.
  case firebase(project: ExactString?)
  /// Sign in with Apple; keys of `AppleSignInKey`.
  case apple
}

/// An app, as a source identifies it.
package enum AppReference: Sendable, Hashable {
  case apple(bundleID: ExactString)
  /// By prefix and bundle ID. A bundle ID with several prefixes is several apps.
  case appleID(prefix: ExactString, bundleID: ExactString)
  /// By its application ID, not its namespace.
  case android(package: ExactString)
  /// The app that contains this file (entitlements, Info.plist, manifest). Another format calls `ImportedValues.bind` with
  /// its ID; with several IDs the value is one of each app.
  case builtWith(FileID)

  /// The bundle ID or package name; nil if another file has it.
  package var identifier: ExactString? {
    switch self {
    case .apple(let id), .appleID(_, let id), .android(let id): id
    case .builtWith: nil
    }
  }

  package var isAndroid: Bool { if case .android = self { true } else { false } }
}

/// A host, as a source identifies it.
package enum HostReference: Sendable, Hashable {
  case named(ExactString)
  /// The unknown host that serves this file.
  case serving(FileID)
}
