import Diagnostics
import PolicyModel
import TextSupport

extension RuleContext {
  /// All Google scopes of the policy.
  var googleScopes: [LocatedText] {
    (policy.googleSignIn?.signInScopes ?? [])
      + (policy.googleSignIn?.featureScopes.flatMap(\.scopes) ?? [])
  }

  /// All Google client IDs that the policy registers, with their environment.
  var googleClientIDs: [(environment: Environment?, id: LocatedText)] {
    let google = policy.googleSignIn
    var found: [(environment: Environment?, id: LocatedText)] = []
    for values in [google?.ios?.clientID, google?.ios?.serverClientID, google?.web?.clientID] {
      found += (values?.distinct ?? []).map { ($0.environment, $0.value) }
    }
    for (environment, ids) in google?.android?.clientIDs?.distinct ?? [] {
      found += ids.map { (environment, $0) }
    }
    return found
  }

  /// All authorized domains, with their environment.
  var authorizedDomains: [(environment: Environment?, domain: LocatedText)] {
    (policy.firebase?.authorizedDomains?.distinct ?? []).flatMap { values in
      values.value.map { (values.environment, $0) }
    }
  }
}

/// The form of Google's scopes.
enum GoogleScope {
  private static let prefix = "https://www.googleapis.com/auth/"
  private static let words: [ExactString] = ["openid", "email", "profile"]
  private static let others: [ExactString] = [
    "https://mail.google.com/", "https://www.google.com/m8/feeds",
    "https://www.google.com/m8/feeds/", "https://www.google.com/calendar/feeds",
    "https://www.google.com/calendar/feeds/", "https://spreadsheets.google.com/feeds",
    "https://spreadsheets.google.com/feeds/",
  ]

  /// The scope that a mirror site rewrote: its first path segment is `url-` and the hex of the real
  /// start, or the real URL follows in the path; nil for other text.
  static func unmangled(_ text: ExactString) -> ExactString? {
    let parts = URIParts(text)
    guard text.utf8.count <= 2048, parts.authority != nil,
      parts.lowerHost != "www.googleapis.com"
    else { return nil }
    let path = parts.bytes(parts.path).dropFirst()
    if let place = path.firstRange(ofBytes: prefix) {
      return ExactString(decoding: path[place.lowerBound...])
    }
    let segment = path.prefix { $0 != UInt8(ascii: "/") }
    guard segment.starts(with: "url-".utf8), segment.count.isMultiple(of: 2) else { return nil }
    let digits = segment.dropFirst(4).compactMap(PercentEncoding.hexValue)
    guard digits.count == segment.count - 4, !digits.isEmpty else { return nil }
    let decoded = stride(from: 0, to: digits.count, by: 2).map {
      digits[$0] << 4 | digits[$0 + 1]
    }
    guard decoded.starts(with: "http".utf8) else { return nil }
    return ExactString(decoding: decoded + path[segment.endIndex...])
  }

  /// What is wrong with a scope; nil for a sound one.
  static func fault(of text: ExactString) -> (message: String, help: String?)? {
    if words.contains(text) || others.contains(text) { return nil }
    if text.utf8.contains(where: { $0 <= 0x20 || $0 == UInt8(ascii: ",") }) {
      return ("one scope per item", "write each scope as an item of its own")
    }
    if text.hasPrefix("http://") {
      return ("scopes use https", "write `https://\(text.string.dropFirst(7))`")
    }
    guard text.hasPrefix("https://") else {
      let name = text.string.utf8.split(separator: UInt8(ascii: "/")).last ?? "".utf8[...]
      return ("a full URL is needed", "write `\(prefix)\(UTF8Text.visible(String(name) ?? ""))`")
    }
    guard text.hasPrefix(prefix) else {
      return ("Google's scopes start with `\(prefix)`", nil)
    }
    let name = text.utf8.dropFirst(prefix.utf8.count)
    guard !name.isEmpty, !name.contains(where: { "/?#".utf8.contains($0) }) else {
      return ("nothing but a name follows `\(prefix)`", nil)
    }
    return nil
  }
}
