import Diagnostics
import PolicyModel
import TextSupport

/// Why a redirect URI that matches nothing looks as if it should: for people, never for the decision.
struct NearMiss {
  var reason: Reason
  /// The entry that explains the reason: the line to look at.
  var entry: Entry?
  /// The registered entry of the same environment that is closest.
  var nearest: Decision.Nearest?

  /// Looks at the entries of the clients in question, here and in the other environment.
  init(_ requested: ExactString, here: [Entry], elsewhere: [Entry]) {
    nearest = Self.nearest(to: requested, among: here)
    if let entry = elsewhere.first(where: { $0.value == requested }) {
      reason = .redirectURIOtherEnvironment
      self.entry = entry
      nearest = nearest ?? Self.nearest(to: requested, among: elsewhere)
    } else if let entry = here.first(where: { Self.equalIgnoringCase($0.value, requested) }) {
      (reason, self.entry) = (.redirectURICase, entry)
    } else if let entry = here.first(where: { Self.equalButSlash($0.value, requested) }) {
      (reason, self.entry) = (.redirectURITrailingSlash, entry)
    } else if let href = BrowserURL.href(requested),
      let entry = here.first(where: { BrowserURL.href($0.value) == href })
    {
      (reason, self.entry) = (.redirectURISameForBrowsers, entry)
    } else {
      reason = .redirectURINotRegistered
    }
    if let entry, reason != .redirectURIOtherEnvironment {
      nearest = Decision.Nearest(
        entry: entry, difference: FirstDifference.describe(requested, against: entry.value))
    }
  }

  /// ASCII case only: folding other letters would call different hosts alike.
  private static func equalIgnoringCase(_ a: ExactString, _ b: ExactString) -> Bool {
    a.utf8.count == b.utf8.count
      && zip(a.utf8, b.utf8).allSatisfy { ASCII.lowercased($0) == ASCII.lowercased($1) }
  }

  private static func equalButSlash(_ a: ExactString, _ b: ExactString) -> Bool {
    a.utf8.elementsEqual(Array(b.utf8) + [0x2F]) || b.utf8.elementsEqual(Array(a.utf8) + [0x2F])
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
