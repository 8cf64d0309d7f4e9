import PolicyDiagnostics
import PolicyModel
import PolicyText

/// Why a redirect URI that matches nothing looks as if it should: for people, never for the decision.
struct NearMiss {
  var reason: Reason
  /// The entry that explains the reason: the line to look at.
  var entry: Entry?
  /// The registered entry of the same environment that is closest.
  var nearest: Decision.Nearest?

  /// Looks at the entries of the clients in question, here and in the other environment.
  init(_ requested: ExactString, here: [Entry], elsewhere: [Entry]) {
    (reason, entry) = Self.cause(requested, here: here, elsewhere: elsewhere)
    if let entry, reason != .redirectURIOtherEnvironment {
      nearest = Decision.Nearest(
        entry: entry, difference: FirstDifference.describe(requested, against: entry.value))
    } else {
      nearest = Self.nearest(to: requested, among: here)
      if entry != nil { nearest = nearest ?? Self.nearest(to: requested, among: elsewhere) }
    }
  }

  /// The reason and the entry behind it, without the search for what is merely close.
  ///
  /// - Parameter forms: normal forms of the entries here, where they were made for many requests.
  static func cause(
    _ requested: ExactString, here: [Entry], elsewhere: [Entry], forms: [ExactString?]? = nil
  ) -> (reason: Reason, entry: Entry?) {
    if let entry = elsewhere.first(where: { $0.value == requested }) {
      return (.redirectURIOtherEnvironment, entry)
    }
    if let entry = here.first(where: { equalIgnoringCase($0.value, requested) }) {
      return (.redirectURICase, entry)
    }
    if let entry = here.first(where: { equalButSlash($0.value, requested) }) {
      return (.redirectURITrailingSlash, entry)
    }
    if let href = BrowserURL.href(requested),
      let index = here.indices.first(where: { index in
        (forms.map { $0[index] } ?? BrowserURL.href(here[index].value)) == href
      })
    {
      return (.redirectURISameForBrowsers, here[index])
    }
    return (.redirectURINotRegistered, nil)
  }

  /// ASCII case only: folding other letters would call different hosts alike.
  private static func equalIgnoringCase(_ a: ExactString, _ b: ExactString) -> Bool {
    a.matches(b) { $0 == $1 || ASCII.lowercased($0) == ASCII.lowercased($1) }
  }

  private static func equalButSlash(_ a: ExactString, _ b: ExactString) -> Bool {
    let (longer, shorter) = a.utf8.count > b.utf8.count ? (a, b) : (b, a)
    return longer.utf8.count == shorter.utf8.count + 1 && longer.utf8.last == UInt8(ascii: "/")
      && longer.hasPrefix(shorter.string)
  }

  /// The entry that shares the most bytes at both ends; nil where hardly any are shared.
  private static func nearest(to requested: ExactString, among entries: [Entry]) -> Decision
    .Nearest?
  {
    // A hostile URI of megabytes has no near entry, and no cost.
    guard requested.utf8.count <= 4_096 else { return nil }
    var best: (entry: Entry, distance: Int)?
    for entry in entries {
      let shared = FirstDifference.shared(requested, entry.value)
      let longer = max(requested.utf8.count, entry.value.utf8.count)
      let distance = longer - shared.prefix - shared.suffix
      if distance < best?.distance ?? Int.max { best = (entry, distance) }
    }
    guard let best, best.distance * 2 <= max(requested.utf8.count, best.entry.value.utf8.count)
    else { return nil }
    return Decision.Nearest(
      entry: best.entry,
      difference: FirstDifference.describe(requested, against: best.entry.value))
  }
}
