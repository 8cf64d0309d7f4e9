import PolicyText

/// URIs that only native clients have, or that no client should have.
enum NativeURI {
  /// Hosts that Keycloak accepts with any port.
  static let loopbackHosts: [ExactString] = ["localhost", "127.0.0.1", "[::1]"]

  /// Whether the URI is a loopback or private-use URI (RFC 8252 section 7).
  static func isNative(_ uri: ExactString) -> Bool {
    let parts = URIParts(uri)
    guard parts.scheme != nil, parts.lowerScheme != "https" else { return false }
    return parts.lowerScheme != "http" || isLoopback(parts.lowerHost)
  }

  /// The host of an `http` URI that isn't loopback; nil for other URIs.
  static func remoteHTTPHost(_ uri: ExactString) -> ExactString? {
    httpHost(uri).flatMap { isLoopback($0) ? nil : $0 }
  }

  /// The host of an `http` URI; nil for other URIs.
  static func httpHost(_ uri: ExactString) -> ExactString? {
    let parts = URIParts(uri)
    return parts.lowerScheme == "http" && parts.host != nil ? parts.lowerHost : nil
  }

  /// Whether a policy accepts the URI with any port (RFC 8252 section 7.3).
  static func hasFreePort(_ uri: ExactString) -> Bool {
    (httpHost(uri) == "127.0.0.1" || httpHost(uri) == "[::1]") && URIParts(uri).port == nil
  }

  /// Scheme, host and port as written; nil without a host.
  private static func origin(_ uri: ExactString) -> ExactString? {
    let parts = URIParts(uri)
    guard let scheme = parts.scheme, let host = parts.host else { return nil }
    let bytes = Array(uri.utf8)
    var origin = Array(bytes[scheme]) + "://".utf8 + bytes[host]
    if let port = parts.port, !port.isEmpty { origin += [UInt8(ascii: ":")] + bytes[port] }
    return ExactString(decoding: origin)
  }

  /// Keycloak's web origins, with `+` replaced by the origins of the redirect URIs.
  static func expanded(_ origins: [SourceString], of redirectURIs: [SourceString]) -> [SourceString]
  {
    var seen: Set<ExactString> = []
    return origins.flatMap { text -> [SourceString] in
      guard text.value == "+" else { return [text] }
      return redirectURIs.compactMap { uri in
        // Redirect URIs that are left out add no origin.
        guard remoteHTTPHost(uri.value) == nil, let origin = origin(uri.value),
          origin.hasPrefix("http"), !origin.contains(UInt8(ascii: "*")),
          seen.insert(origin).inserted
        else { return nil }
        return text.replaced(by: origin)
      }
    }
  }

  private static func isLoopback(_ host: ExactString) -> Bool {
    if host == "localhost" || host == "[::1]" { return true }
    let parts = host.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0].elementsEqual("127".utf8)
  }
}

/// The wildcards that a server supports in registered URIs. A policy supports none.
enum WildcardSyntax {
  case none
  /// Keycloak: a `*` at the end matches anything, unless the URI has a query.
  case finalStar
  /// Auth0: `*` in the host, and `{organization_name}`.
  case hostLabels
  /// `*` anywhere in the host: Okta with `wildcard_redirect`, Django.
  case hostStar
  /// Entra: `*` in the host, and `/*` at the end.
  case hostStarAndFinalStar
  /// `*` anywhere: FusionAuth with `AllowWildcards`.
  case stars

  /// What an entry matches, as the end of a sentence; nil if it is a single URI.
  func description(of uri: ExactString) -> String? {
    switch self {
    case .none: nil
    case .finalStar: suffix(uri)
    case .hostLabels: labels(uri) ?? placeholder(uri)
    case .hostStar: labels(uri)
    case .hostStarAndFinalStar: labels(uri) ?? suffix(uri)
    case .stars: uri.contains(UInt8(ascii: "*")) ? "any URI of this form" : nil
    }
  }

  private func suffix(_ uri: ExactString) -> String? {
    guard uri.utf8.last == UInt8(ascii: "*"), !uri.contains(UInt8(ascii: "?")) else { return nil }
    let prefix = ExactString(decoding: uri.utf8.dropLast())
    if prefix.isEmpty { return "any URI" }
    let isFolder = prefix.utf8.last == UInt8(ascii: "/")
    return (isFolder ? "any path below " : "any URI that starts with ")
      + DisplayText.quoted(prefix.string)
  }

  private func labels(_ uri: ExactString) -> String? {
    guard let host = URIParts(uri).host else { return nil }
    let bytes = Array(uri.utf8)[host]
    guard bytes.contains(UInt8(ascii: "*")) else { return nil }
    return "any host like \(DisplayText.quoted(String(decoding: bytes, as: UTF8.self)))"
  }

  private func placeholder(_ uri: ExactString) -> String? {
    uri.string.contains("{organization_name}") ? "the host of any organization" : nil
  }
}
