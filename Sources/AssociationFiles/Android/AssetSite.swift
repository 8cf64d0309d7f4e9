import PolicyText

/// The `site` of a web target: `http[s]://host[:port]`, or the URL of a manifest.
enum AssetSite {
  /// The problem of a site; nil if it is valid. The scheme may have any case, and the host may end
  /// with a dot.
  ///
  /// - Parameter isManifest: whether it is the URL of a web app's manifest, as for `query_webapk`.
  ///   Chromium compares the whole string, so it may have a path and query.
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

  /// Returns true for a host with labels of letters, digits, hyphens and underscores, optionally
  /// with a final dot, and a port below 65536.
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
