import PolicyText

/// Selects the authorization requests of an access log.
///
/// An access log has the method and target of each request, and sometimes the host, but no request bodies
/// (`POST`).
struct AccessLines {
  /// Hosts in lower case and paths; empty if the policies have no endpoints.
  private let endpoints: [(host: ExactString, path: [UInt8])]

  init(_ decider: ReplayDecider) {
    var known: Set<ExactString> = []
    endpoints = decider.endpoints(in: decider.options.environment).filter {
      known.insert($0).inserted
    }.map { endpoint in
      let parts = URIParts(endpoint)
      return (parts.lowerHost, Array(parts.text(parts.path).utf8))
    }
  }

  /// The path and query of a request to an authorization endpoint; nil for other requests.
  ///
  /// If the policies have endpoints, the path decides, and the host if the log contains it. Else
  /// the query must have a client, and a redirect URI or response type.
  func authorizationTarget(_ request: AccessRequest) -> ArraySlice<UInt8>? {
    guard request.method.elementsEqual("GET".utf8), var target = request.target else { return nil }
    var host = request.host
    if let length = Self.schemeLength(target) {
      // Proxies and load balancers log the whole URL.
      let rest = target.dropFirst(length)
      host = rest.prefix { $0 != 0x2F && $0 != 0x3F && $0 != 0x23 }
      target = rest[host.endIndex...]
    }
    guard target.first == UInt8(ascii: "/") else { return nil }
    let path = target.prefix { $0 != 0x3F && $0 != 0x23 }
    let isKnown =
      endpoints.isEmpty
      ? Self.namesClient(target[path.endIndex...])
      : endpoints.contains { path.elementsEqual($0.path) && Self.isSame(host, $0.host) }
    return isKnown ? target : nil
  }

  /// The length of `https://` or another scheme.
  private static func schemeLength(_ target: ArraySlice<UInt8>) -> Int? {
    ["http://", "https://"].first { scheme in
      target.prefix(scheme.utf8.count).map { ASCII.lowercased($0) }.elementsEqual(scheme.utf8)
    }?.utf8.count
  }

  /// Compares hosts, ignoring the port. A log without hosts (`-`) matches any.
  private static func isSame(_ host: ArraySlice<UInt8>, _ endpoint: ExactString) -> Bool {
    guard !host.isEmpty, !host.elementsEqual("-".utf8) else { return true }
    let digits = host.reversed().prefix(while: \.isDigit).count
    var name = host.dropLast(digits)
    if name.last == UInt8(ascii: ":") { name = name.dropLast() } else { name = host }
    return ASCII.lowercased(ExactString(decoding: name)) == endpoint
  }

  /// Returns true for a query that only authorization requests have.
  private static func namesClient(_ query: ArraySlice<UInt8>) -> Bool {
    guard query.first == UInt8(ascii: "?") else { return false }
    let names = query.dropFirst().prefix { $0 != 0x23 }.split(separator: UInt8(ascii: "&"))
      .map { $0.prefix { $0 != UInt8(ascii: "=") } }
    func has(_ name: String) -> Bool { names.contains { $0.elementsEqual(name.utf8) } }
    return has("client_id") && (has("redirect_uri") || has("response_type"))
  }
}
