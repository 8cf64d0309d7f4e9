import PolicyText

/// The `site` of a web target: `http[s]://host[:port]` and nothing after it, or the URL of a manifest.
enum AssetSite {
  /// What is wrong with a site; nil for a valid one. The scheme may be in any case, the host may end
  /// in a dot.
  ///
  /// - Parameter isManifest: for `query_webapk` Chromium compares the text with the URL of the web app's
  ///   manifest, so path and query belong to it.
  static func problem(of site: ExactString, isManifest: Bool) -> AssetLinksProblem.Kind? {
    let parts = URLParts(site)
    guard parts.scheme != nil, parts.authority != nil else { return .siteInvalid }
    guard parts.isWeb else { return .siteScheme }
    if parts.userinfo != nil { return .siteLogin }
    guard hasValidHost(parts) else { return .siteInvalid }
    if !isManifest {
      if !parts.path.isEmpty { return .sitePath }
      if parts.query != nil { return .siteQuery }
    }
    return parts.fragment == nil ? nil : .siteFragment
  }

  /// True for labels of letters, digits, hyphens and underscores, a final dot allowed, and a port
  /// below 65536.
  static func hasValidHost(_ parts: URLParts) -> Bool {
    guard var host = parts.host.map({ Array($0.utf8)[...] }) else { return false }
    if let port = parts.port {
      guard let number = UInt32(port.string), number <= 65535 else { return false }
    }
    if host.last == UInt8(ascii: ".") { host = host.dropLast() }
    let labels = host.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return host.count <= 253
      && labels.allSatisfy { label in
        (1...63).contains(label.count)
          && label.allSatisfy {
            PercentEncoding.isUnreserved($0) && $0 != UInt8(ascii: "~")
          }
      }
  }
}
