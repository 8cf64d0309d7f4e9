package import PolicyText

/// The format and the classification of Google's scopes.
package enum GoogleScope {
  private static let prefix = GoogleScopeTable.prefix
  private static let words: [ExactString] = ["openid", "email", "profile"]
  private static let mail: ExactString = "https://mail.google.com/"
  private static let feeds: [ExactString] = [
    "https://www.google.com/m8/feeds", "https://www.google.com/calendar/feeds",
    "https://spreadsheets.google.com/feeds",
  ]

  /// The name under which Google grants a scope: `email` and `profile` are aliases of
  /// `…/auth/userinfo.email` and `…/auth/userinfo.profile`. All comparisons of scopes use it,
  /// except those that the SDK makes on exact strings (`addScopes`).
  package static func canonical(_ scope: ExactString) -> ExactString {
    scope == "email" || scope == "profile"
      ? ExactString(prefix + "userinfo." + scope.string) : scope
  }

  /// The problem of a scope.
  package struct Fault: Sendable {
    /// A code for `simulate`: `https`, or the message.
    package var reason: String
    /// A message for people.
    package var message: String
    /// How to fix it; nil if only the author knows.
    package var help: String?
    /// The correct scope.
    package var suggestion: ExactString?

    fileprivate init(
      _ message: String, reason: String? = nil, help: String? = nil,
      suggestion: ExactString? = nil
    ) {
      self.reason = reason ?? message
      self.message = message
      self.help = help ?? suggestion.map { "write `\(DisplayText.visible($0.string))`" }
      self.suggestion = suggestion
    }
  }

  /// The scope that a web proxy rewrote: its first path segment is `url-` with the original start
  /// in hexadecimal, or the path contains the original URL. Nil for other strings.
  package static func unmangled(_ text: ExactString) -> ExactString? {
    let parts = URIParts(text)
    guard text.utf8.count <= 2048, parts.authority != nil,
      parts.lowerHost != "www.googleapis.com"
    else { return nil }
    let path = Array(parts.bytes(parts.path).dropFirst())
    if let place = path.indices.first(where: { path[$0...].starts(with: prefix.utf8) }) {
      return ExactString(decoding: path[place...])
    }
    let segment = path.prefix { $0 != UInt8(ascii: "/") }
    let digits = segment.dropFirst(4).compactMap(PercentEncoding.hexValue)
    guard segment.starts(with: "url-".utf8), !digits.isEmpty, digits.count.isMultiple(of: 2),
      digits.count == segment.count - 4
    else { return nil }
    let decoded = stride(from: 0, to: digits.count, by: 2).map {
      digits[$0] << 4 | digits[$0 + 1]
    }
    guard decoded.starts(with: "http".utf8) else { return nil }
    return ExactString(decoding: decoded + path[segment.endIndex...])
  }

  /// The problem of a scope; nil if it is valid.
  package static func fault(of text: ExactString) -> Fault? {
    if words.contains(text) || text == mail || isLegacyFeed(text) { return nil }
    if text.utf8.contains(where: { $0 <= 0x20 || $0 == UInt8(ascii: ",") }) {
      return Fault("one scope per item", help: "write each scope as an item of its own")
    }
    if text.hasPrefix("http://") {
      let rest = ExactString(decoding: text.utf8.dropFirst("http://".utf8.count))
      return Fault(
        "scopes use https", reason: "https", suggestion: ExactString("https://" + rest.string))
    }
    guard text.hasPrefix("https://") else {
      let name = text.utf8.split(separator: UInt8(ascii: "/")).last ?? text.utf8[...]
      return Fault(
        "a full URL is needed",
        suggestion: ExactString(prefix + ExactString(decoding: name).string))
    }
    guard text.hasPrefix(prefix) else {
      return Fault("Google's scopes start with `\(prefix)`")
    }
    let name = text.utf8.dropFirst(prefix.utf8.count)
    guard !name.isEmpty, !name.contains(where: { "/?#".utf8.contains($0) }) else {
      return Fault("only a name may follow `\(prefix)`")
    }
    return nil
  }

  /// Returns true for the feed of a discontinued API, whose scope Google still accepts.
  package static func isLegacyFeed(_ text: ExactString) -> Bool {
    feeds.contains { text == $0 || text == ExactString($0.string + "/") }
  }

  /// Google's classification of scopes.
  package enum Class: String, Sendable {
    case nonSensitive = "non-sensitive"
    /// Google must verify the app.
    case sensitive
    /// The app also needs a security assessment.
    case restricted
    /// The classification isn't known.
    case other
  }

  /// The table entry of a valid scope; nil if the table doesn't have it.
  package static func entry(of text: ExactString) -> GoogleScopeTable.Entry? {
    if words.contains(text) { return .init(kind: .nonSensitive, isInferred: false) }
    if text == mail { return .init(kind: .restricted, isInferred: false) }
    return name(of: text).flatMap { GoogleScopeTable.entry($0) }
  }

  /// The name after the prefix of Google's scopes; nil for other scopes.
  private static func name(of text: ExactString) -> ExactString? {
    guard text.hasPrefix(prefix) else { return nil }
    return ExactString(decoding: text.utf8.dropFirst(prefix.utf8.count))
  }

  /// Returns true for a string with the right format that isn't in the table: Google may return
  /// `invalid_scope`.
  package static func isUnknown(_ text: ExactString) -> Bool {
    name(of: text) != nil && fault(of: text) == nil && entry(of: text) == nil
  }

  /// The known scope that is most similar to an unknown one; nil if none is similar.
  package static func nearest(to text: ExactString) -> ExactString? {
    name(of: text).flatMap { Nearest.name(to: $0.string, among: GoogleScopeTable.names) }
      .map { ExactString(prefix + $0) }
  }

  /// The first other scope that grants everything that a scope grants; nil if none does.
  package static func broader(
    than text: ExactString, among others: [ExactString]
  ) -> ExactString? {
    let canonical = canonical(text)
    if canonical != text, others.contains(canonical) { return canonical }
    guard let narrow = short(text) else { return nil }
    return others.first { other in
      guard other != text, let broad = short(other) else { return false }
      return narrow == ExactString(broad.string + ".readonly")
        || GoogleScopeTable.covered.contains { entry in
          entry.broad == broad && entry.narrow.contains { covers($0, narrow) }
        }
    }
  }

  private static func covers(_ pattern: ExactString, _ name: ExactString) -> Bool {
    pattern.utf8.last == UInt8(ascii: "*")
      ? name.utf8.starts(with: pattern.utf8.dropLast()) : pattern == name
  }

  /// The name of a scope in the table of covered scopes.
  private static func short(_ text: ExactString) -> ExactString? {
    text == mail ? text : name(of: text)
  }
}
