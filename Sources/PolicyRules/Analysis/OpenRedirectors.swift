import PolicyText

/// Pages of well-known services that redirect to, or display, pages of other sites.
enum OpenRedirectors {
  /// A host, including its subdomains, and the start of the paths that redirect.
  private static let pages: [(host: ExactString, path: String)] = [
    ("google.com", "/url"), ("google.com", "/amp/"), ("google.com", "/aclk"),
    ("translate.google.com", "/translate"), ("translate.goog", "/"), ("ampproject.org", "/"),
    ("googleadservices.com", "/pagead/aclk"), ("doubleclick.net", "/"),
    ("youtube.com", "/redirect"),
    ("facebook.com", "/l.php"), ("facebook.com", "/flx/warn"), ("l.instagram.com", "/"),
    ("linkedin.com", "/redir"), ("linkedin.com", "/safety/go"), ("bing.com", "/ck/a"),
    ("duckduckgo.com", "/l/"), ("vk.com", "/away.php"), ("out.reddit.com", "/"),
    ("steamcommunity.com", "/linkfilter"), ("slack-redir.net", "/link"), ("href.li", "/"),
    ("safelinks.protection.outlook.com", "/"), ("urldefense.com", "/"),
    // Expo's retired proxy redirects to a URL that the start of the sign-in contains.
    ("auth.expo.io", "/"),
  ]
  private static let pathsByHost: HostSuffixes<[String]> = {
    var paths = HostSuffixes<[String]>()
    for page in pages { paths.update(page.host, default: []) { $0.append(page.path) } }
    return paths
  }()

  /// - Parameter host: in lower case.
  static func contains(host: ExactString, path: ArraySlice<UInt8>) -> Bool {
    pathsByHost.first(covering: host) { _, paths in
      paths.contains { path.starts(with: $0.utf8) || path.isEmpty && $0 == "/" }
    } != nil
  }
}
