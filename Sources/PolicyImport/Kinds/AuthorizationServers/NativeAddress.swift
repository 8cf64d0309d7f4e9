import PolicyText

/// Which addresses only native clients have, and which no client should.
enum NativeAddress {
  /// What Keycloak lets go with any port.
  static let loopbackHosts: [ExactString] = ["localhost", "127.0.0.1", "[::1]"]

  /// True for loopback and private-use addresses (RFC 8252 section 7).
  static func isNative(_ uri: ExactString) -> Bool {
    guard let scheme = scheme(of: uri) else { return false }
    if scheme == "https" { return false }
    return scheme != "http" || isLoopback(host(of: uri))
  }

  /// The host of an `http` address that leaves the machine; nil for others.
  static func remoteHTTPHost(_ uri: ExactString) -> ExactString? {
    guard scheme(of: uri) == "http", let host = host(of: uri), !isLoopback(host) else {
      return nil
    }
    return host
  }

  /// The host of an `http` address; nil for others.
  static func httpHost(_ uri: ExactString) -> ExactString? {
    scheme(of: uri) == "http" ? host(of: uri) : nil
  }

  /// True for the addresses of which policies leave the port free (RFC 8252 section 7.3).
  static func hasFreePort(_ uri: ExactString) -> Bool {
    (httpHost(uri) == "127.0.0.1" || httpHost(uri) == "[::1]") && URIParts(uri).port == nil
  }

  /// Scheme, host and port as they are written; nil without a host.
  static func origin(_ uri: ExactString) -> ExactString? {
    let parts = URIParts(uri)
    guard let scheme = parts.scheme, let host = parts.host else { return nil }
    let bytes = Array(uri.utf8)
    var origin = Array(bytes[scheme]) + "://".utf8 + bytes[host]
    if let port = parts.port, !port.isEmpty { origin += [UInt8(ascii: ":")] + bytes[port] }
    return ExactString(decoding: origin)
  }

  /// Origins of Keycloak, where `+` stands for those of the redirect URIs.
  static func expanded(_ origins: [SourceText], of redirectURIs: [SourceText]) -> [SourceText] {
    var seen: Set<ExactString> = []
    return origins.flatMap { text -> [SourceText] in
      guard text.value == "+" else { return [text] }
      return redirectURIs.compactMap { uri in
        // What is left out there is no origin here.
        guard remoteHTTPHost(uri.value) == nil, let origin = origin(uri.value),
          origin.hasPrefix("http"), !origin.utf8.contains(UInt8(ascii: "*")),
          seen.insert(origin).inserted
        else { return nil }
        return SourceText(origin, at: text.location)
      }
    }
  }

  private static func isLoopback(_ host: ExactString?) -> Bool {
    guard let host else { return false }
    if host == "localhost" || host == "[::1]" { return true }
    let parts = host.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0].elementsEqual("127".utf8)
  }

  private static func scheme(of uri: ExactString) -> ExactString? {
    URIParts(uri).scheme.map { ASCII.lowercased(ExactString(decoding: Array(uri.utf8)[$0])) }
  }

  private static func host(of uri: ExactString) -> ExactString? {
    URIParts(uri).host.map { ASCII.lowercased(ExactString(decoding: Array(uri.utf8)[$0])) }
  }
}
