import PolicyDecision
import PolicyDiagnostics
import PolicyText

/// Which requests of an access log are authorization requests.
///
/// Access logs hold all that a server was asked for, and of a request its method, its target and at times
/// its host. Requests in a body (`POST`) leave no parameters there.
struct AccessLines {
  /// Hosts in lower case and paths; empty where the policies name no endpoint.
  private let endpoints: [(host: ExactString, path: ExactString)]
  /// The one field that authorization requests are asked with.
  private var fields = LineFields()

  init(_ decider: ReplayDecider) {
    var known: Set<ExactString> = []
    endpoints = decider.endpoints(in: decider.options.environment).filter {
      known.insert($0).inserted
    }.map { endpoint in
      let parts = URIParts(endpoint)
      return (parts.lowerHost, parts.text(parts.path))
    }
  }

  /// Gives the memory back.
  func end() { fields.end() }

  /// A request to a target, as if a line had it as its URL.
  mutating func url(_ target: LineText) -> LineFields {
    fields.clear()
    _ = fields.note(.url)
    fields.give(target, .url)
    return fields
  }

  /// The part of a target behind the origin, where it is a request to an authorization endpoint; nil for
  /// every other request.
  ///
  /// With endpoints in the policies the path decides, and the host where the log has one. Without them
  /// a query must name a client, and a redirect URI or a response type.
  func authorizationTarget(method: LineText, host: LineText, target: LineText) -> LineText? {
    guard method.isEqual(to: "GET") else { return nil }
    var (host, target) = (host, target)
    if let length = Self.schemeLength(target) {
      // Proxies and load balancers log the whole URL.
      let rest = target.dropping(length)
      let end = rest.offset { $0 == 0x2F || $0 == 0x3F || $0 == 0x23 } ?? rest.count
      host = LineText(rest.start, end)
      target = rest.dropping(end)
    }
    guard target.count > 0, target.start.byte == UInt8(ascii: "/") else { return nil }
    let path = LineText(target.start, target.offset { $0 == 0x3F || $0 == 0x23 } ?? target.count)
    let isKnown =
      endpoints.isEmpty
      ? Self.namesClient(target.dropping(path.count))
      : endpoints.contains { path.isText($0.path) && Self.isSame(host, $0.host) }
    return isKnown ? target : nil
  }

  /// The length of `https://` and the like.
  private static func schemeLength(_ target: LineText) -> Int? {
    for scheme: StaticString in ["http://", "https://"]
    where target.count >= scheme.utf8CodeUnitCount {
      let start = LineText(target.start, scheme.utf8CodeUnitCount)
      if start.isEqualIgnoringCase(to: scheme) { return scheme.utf8CodeUnitCount }
    }
    return nil
  }

  /// The same host, whatever the port; a log without hosts (`-`) differs from none.
  private static func isSame(_ host: LineText, _ endpoint: ExactString) -> Bool {
    var host = host
    guard host.count > 0, !host.isEqual(to: "-") else { return true }
    var length = host.count
    while length > 0, (0x30...0x39).contains((host.start + (length - 1)).byte) { length -= 1 }
    if length > 0, (host.start + (length - 1)).byte == UInt8(ascii: ":") {
      host = LineText(host.start, length - 1)
    }
    return ASCII.lowercased(host.exact) == endpoint
  }

  /// True for a query that only an authorization request has.
  private static func namesClient(_ query: LineText) -> Bool {
    guard query.count > 0, query.start.byte == UInt8(ascii: "?") else { return false }
    var hasClient = false
    var hasAnswer = false
    var rest = query.dropping(1)
    while rest.count > 0 {
      let piece = LineText(
        rest.start, rest.offset { $0 == UInt8(ascii: "&") || $0 == 0x23 } ?? rest.count)
      let name = LineText(piece.start, piece.offset { $0 == UInt8(ascii: "=") } ?? piece.count)
      if name.isEqual(to: "client_id") { hasClient = true }
      if name.isEqual(to: "redirect_uri") || name.isEqual(to: "response_type") { hasAnswer = true }
      if hasClient && hasAnswer { return true }
      guard piece.count < rest.count, (rest.start + piece.count).byte == UInt8(ascii: "&") else {
        return false
      }
      rest = rest.dropping(piece.count + 1)
    }
    return false
  }
}

extension LineText {
  /// The text behind some of its bytes.
  func dropping(_ length: Int) -> LineText { LineText(start + length, count - length) }

  /// Where the first byte stands that a function accepts.
  @inline(__always) func offset(where isFound: (UInt8) -> Bool) -> Int? {
    for offset in 0..<count where isFound((start + offset).byte) { return offset }
    return nil
  }
}
