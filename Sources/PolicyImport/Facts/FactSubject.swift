package import PolicyText

/// What a fact is about: a thing that several sources may speak of.
///
/// Two facts are about one thing exactly when their subjects are equal, so the subject is the identity by
/// which sources are joined.
package enum FactSubject: Sendable, Hashable {
  /// An app; keys of `AppKey`.
  case app(AppReference)
  /// A host that serves association files; keys of `DomainKey`.
  case host(HostReference)
  /// Our authorization server; keys of `AuthorizationServerKey`.
  case authorizationServer
  /// A client of our authorization server, by its client ID or, where exports leave that out, by its name;
  /// keys of `ClientKey`. The client ID itself is a fact of its own.
  case client(ExactString)
  /// Our client of Google Sign-In on iOS, by its app; keys of `GoogleSignInKey.IOS`. The app itself is no fact.
  case googleOnIOS(AppReference)
  /// Our client of Google Sign-In on Android, by its app; keys of `GoogleSignInKey.Android`.
  case googleOnAndroid(AppReference)
  /// Our client of Google Sign-In on the web, by its client ID; keys of `GoogleSignInKey.Web`. The client ID
  /// is a fact of its own.
  case googleOnWeb(ExactString)
  /// A Firebase project, by its ID; keys of `FirebaseKey`. The ID itself is a fact of its own. Nil for the
  /// one project of the file, where it does not say which.
  case firebase(project: ExactString?)
  /// Sign in with Apple; keys of `AppleSignInKey`.
  case apple
}

/// An app, as a source names it.
package enum AppReference: Sendable, Hashable {
  /// By its bundle ID.
  case apple(bundleID: ExactString)
  /// By its app ID: prefix and bundle ID. Prefixes of a bundle ID that has several make several apps.
  case appleID(prefix: ExactString, bundleID: ExactString)
  /// By its package name (the application ID, not the namespace).
  case android(package: ExactString)
  /// The app that is built with this file (entitlements, Info.plist, manifest), whose ID stands elsewhere.
  /// `ImportFacts.bind` of another kind says which; with several, the fact is one of each.
  case builtWith(FileID)
}

/// A host, as a source names it.
package enum HostReference: Sendable, Hashable {
  /// By its name.
  case named(ExactString)
  /// The host that serves this file, which does not say which one that is.
  case serving(FileID)
}
