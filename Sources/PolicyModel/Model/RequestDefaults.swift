package import PolicyText

/// What counts where a request does not say.
package enum RequestDefaults {
  package static let environment = Environment.prod
  /// The authorization code that is issued.
  package static let code: ExactString = "C1"
  /// The first version of Android that reads dynamic rules.
  package static let androidVersion = 15
}
