import PolicyText
import PolicyModel

/// A redirect URI that doesn't match, and similar registered ones that explain why.
///
/// Explains a denial but never decides. Only this type distinguishes the reasons for rejected
/// redirect URIs.
package struct RedirectURIMismatch: Sendable {
  /// As requested.
  let requested: ExactString
  /// The entries of the clients that are considered.
  let here: [Entry]
  /// The entries of the same clients in the other environment.
  let elsewhere: [Entry]

  /// The reason, and the entry that explains it.
  var cause: (reason: DecisionReason, entry: Entry?) {
    let length = requested.utf8.count
    if let entry = Self.first(elsewhere, length...length, where: { $0 == requested }) {
      return (.redirectURIOtherEnvironment, entry)
    }
    if let entry = Self.first(
      here, length...length, where: { Self.equalIgnoringCase($0, requested) })
    {
      return (.redirectURICase, entry)
    }
    if let entry = Self.first(
      here, length - 1...length + 1, where: { Self.equalButSlash($0, requested) })
    {
      return (.redirectURITrailingSlash, entry)
    }
    if let entry = sameForBrowsers { return (.redirectURISameForBrowsers, entry) }
    return (.redirectURINotRegistered, nil)
  }

  /// The entry that browsers treat as the same URL.
  private var sameForBrowsers: Entry? {
    // Browsers keep queries, so a URL with a query never equals one without.
    let hasQuery = Self.hasQuery(requested)
    guard here.contains(where: { Self.hasQuery($0.value) == hasQuery }),
      let href = BrowserURL.href(requested)
    else { return nil }
    return here.first {
      Self.hasQuery($0.value) == hasQuery && BrowserURL.href($0.value) == href
    }
  }

  /// Whether there is a `?` before any `#`.
  private static func hasQuery(_ text: ExactString) -> Bool {
    guard text.holdsOne(from: UInt8(ascii: "?"), count: 1) else { return false }
    let bytes = Array(text.utf8)
    return bytes.offset(of: UInt8(ascii: "?"), to: bytes.offset(of: UInt8(ascii: "#"))) != nil
  }

  /// A description of the cause, or `plain` for an unexplained difference.
  func words(
    _ cause: (reason: DecisionReason, entry: Entry?), in environment: Environment,
    otherwise plain: String
  ) -> String {
    let registered = cause.entry?.value.quoted ?? ""
    let rest =
      switch cause.reason {
      case .redirectURIOtherEnvironment:
        " is registered for \(environment.other.rawValue), not for \(environment.rawValue)"
      case .redirectURICase: " differs from \(registered) by case"
      case .redirectURITrailingSlash: " differs from \(registered) by a final slash"
      case .redirectURISameForBrowsers:
        " is the same for a browser as \(registered), but not byte for byte"
      default: plain
      }
    return requested.quoted + rest
  }

  /// The entry of the cause, or else the most similar one of the same environment.
  func nearest(_ cause: (reason: DecisionReason, entry: Entry?)) -> Decision.Nearest? {
    guard let entry = cause.entry else { return Self.nearest(to: requested, among: here) }
    guard cause.reason == .redirectURIOtherEnvironment else {
      return Decision.Nearest(entry, to: requested)
    }
    return Self.nearest(to: requested, among: here)
      ?? Decision.Nearest(entry: entry, difference: "the same URI, in the other environment")
  }

  /// The first entry with a suitable length that fits.
  private static func first(
    _ entries: [Entry], _ lengths: ClosedRange<Int>, where fits: (ExactString) -> Bool
  ) -> Entry? {
    entries.first { lengths.contains($0.value.utf8.count) && fits($0.value) }
  }

  /// Folds ASCII case only: other letters can be different hosts.
  private static func equalIgnoringCase(_ a: ExactString, _ b: ExactString) -> Bool {
    a.matches(b) { $0 == $1 || ASCII.lowercased($0) == ASCII.lowercased($1) }
  }

  private static func equalButSlash(_ a: ExactString, _ b: ExactString) -> Bool {
    let (longer, shorter) = a.utf8.count > b.utf8.count ? (a, b) : (b, a)
    return longer.utf8.count == shorter.utf8.count + 1 && longer.utf8.last == UInt8(ascii: "/")
      && longer.hasPrefix(shorter.string)
  }

  /// The entry with the most bytes in common at both ends; nil if there are hardly any.
  private static func nearest(to requested: ExactString, among entries: [Entry]) -> Decision
    .Nearest?
  {
    // No entry is similar to a URI of several megabytes, and comparing it would be slow.
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
    return Decision.Nearest(best.entry, to: requested)
  }
}

extension CompiledPolicy {
  /// A redirect URI that a client hasn't registered.
  func mismatch(of requested: ExactString, by client: CompiledClient) -> RedirectURIMismatch {
    RedirectURIMismatch(
      requested: requested, here: client.redirectURIs,
      elsewhere: counterpart(of: client)?.redirectURIs ?? [])
  }

  /// The final reason of a verdict. Each call searches for the reason why a redirect URI doesn't match.
  package func reason(
    of verdict: AuthorizationVerdict, _ parameters: AuthorizationParameters
  ) -> DecisionReason {
    mismatch(of: verdict, parameters)?.cause.reason ?? verdict.plainReason
  }

  /// The redirect URI that doesn't match; nil if something else decides.
  func mismatch(
    of verdict: AuthorizationVerdict, _ parameters: AuthorizationParameters
  ) -> RedirectURIMismatch? {
    guard verdict.plainReason == .redirectURINotRegistered, let client = verdict.client,
      let requested = parameters.redirectURI.text
    else { return nil }
    return mismatch(of: requested, by: client)
  }

  /// A redirect URI that none of the clients has registered.
  func mismatch(of requested: ExactString, among clients: [CompiledClient]) -> RedirectURIMismatch {
    RedirectURIMismatch(
      requested: requested, here: clients.flatMap(\.redirectURIs),
      elsewhere: clients.compactMap(counterpart).flatMap(\.redirectURIs))
  }
}
