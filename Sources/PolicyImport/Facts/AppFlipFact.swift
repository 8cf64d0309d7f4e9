package import PolicyText

/// An app answers App Flip, for a client that the source does not name: keys of `clients.<id>.app_flip`.
package struct AppFlipFact: Sendable {
  /// How Google's app reaches ours.
  package enum Entry: Sendable {
    /// A universal link.
    case ios(universalLink: ExactString)
    /// An intent, answered by an activity where the source names it.
    case android(intentAction: ExactString, activity: ExactString?)
  }
  package var app: AppReference
  package var entry: Entry
  package var location: SourceLocation
  package var context: FactContext?

  /// A way into an app.
  package init(
    _ app: AppReference, _ entry: Entry, at location: SourceLocation, in context: FactContext? = nil
  ) {
    self.app = app
    self.entry = entry
    self.location = location
    self.context = context
  }
}
