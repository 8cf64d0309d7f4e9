import PolicyText

/// Whose a scheme is that an app takes links with.
enum URLSchemeOrigin {
  /// The reversed ID of a Google client.
  static func isGoogle(_ scheme: ExactString) -> Bool {
    ASCII.lowercased(scheme).hasPrefix("com.googleusercontent.apps.")
  }

  /// Prefixes of the schemes that SDKs of other services ask apps to take.
  private static let foreign = [
    "fb", "kakao", "app-", "twitterkit-", "line3rdp.", "msauth.", "vk", "naver", "wx", "db-",
    "snapkit", "spotify-", "amzn-", "exp+", "tencent", "weixin", "pdk", "ok",
  ]

  /// States a scheme of an app, or that it is one of another service.
  static func read(
    _ scheme: ExactString, of app: AppReference, at location: SourceLocation,
    in context: FactContext?, into facts: inout ImportFacts
  ) {
    if isForeign(scheme) {
      facts.skip(scheme, because: "schemes of other services", at: location)
    } else {
      facts.addScheme(scheme, of: app, at: location, in: context)
    }
  }

  private static func isForeign(_ scheme: ExactString) -> Bool {
    let text = ASCII.lowercased(scheme)
    if isGoogle(text) { return true }
    guard let prefix = foreign.first(where: { text.hasPrefix($0) }) else { return false }
    let rest = text.utf8.dropFirst(prefix.utf8.count)
    // `fb1234`, `app-1-123-ios-0a1b`, `msauth.com.acme.home`, `wx0a1b2c3d4e5f6789`; not `okapi`.
    if let last = prefix.utf8.last, "-.+".utf8.contains(last) { return prefix != "ok" }
    let digits = rest.filter { (0x30...0x39).contains($0) }.count
    return rest.first.map { (0x30...0x39).contains($0) || PercentEncoding.hexValue($0) != nil }
      == true
      && digits >= 5
  }
}
