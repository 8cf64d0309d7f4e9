package import PolicyText

/// The owner of a value. Values of several sources are merged if their subjects are equal.
package enum ImportSubject: Sendable, Hashable {
  /// An app; keys of `AppKey`.
  case app(AppReference)
  /// A host that serves association files; keys of `DomainKey`.
  case host(HostReference)
  /// An OAuth client, identified by its client ID, or by its name if the export has no ID; keys of
  /// `ClientKey`. The client ID itself is a separate value.
  case client(ExactString)
  /// The Google Sign-In client of an iOS app; keys of `GoogleSignInKey.IOS`.
  case googleOnIOS(AppReference)
  /// The Google Sign-In client of an Android app; keys of `GoogleSignInKey.Android`.
  case googleOnAndroid(AppReference)
  /// A Google Sign-In web client, identified by its client ID, which is also a separate value; keys
  /// of `GoogleSignInKey.Web`.
  case googleOnWeb(ExactString)
  /// A Firebase project, identified by its ID, which is also a separate value; keys of
  /// `FirebaseKey`. Nil for the file's only project if its ID is unknown.
  case firebase(project: ExactString?)
  /// Sign in with Apple; keys of `AppleSignInKey`.
  case apple

  /// The name of a host; nil for other subjects, and for unknown hosts.
  package var hostName: ExactString? {
    if case .host(.named(let name)) = self { name } else { nil }
  }
}

/// A reference to an app in a source.
package enum AppReference: Sendable, Hashable {
  case apple(bundleID: ExactString)
  /// Identified by prefix and bundle ID. A bundle ID with several prefixes stands for several apps.
  case appleID(prefix: ExactString, bundleID: ExactString)
  /// Identified by its application ID, not its namespace.
  case android(package: ExactString)
  /// The app that contains this file (entitlements, Info.plist, manifest). Another format calls `ImportedValues.bind` with
  /// its ID; with several IDs the value is one of each app.
  case builtWith(FileID)

  /// The bundle ID or package name; nil if another file contains it.
  package var identifier: ExactString? {
    switch self {
    case .apple(let id), .appleID(_, let id), .android(let id): id
    case .builtWith: nil
    }
  }

  package var isAndroid: Bool { if case .android = self { true } else { false } }
}

/// A reference to a host in a source.
package enum HostReference: Sendable, Hashable {
  case named(ExactString)
  /// The unknown host that serves this file.
  case serving(FileID)
}
