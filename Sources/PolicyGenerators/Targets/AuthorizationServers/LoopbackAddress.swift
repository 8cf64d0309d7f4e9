import PolicyText

/// `http` addresses of the own machine, as policies and servers tell them.
enum LoopbackAddress {
  /// True for one of which a native client may choose the port: `http://127.0.0.1` or `http://[::1]`
  /// without one (RFC 8252 section 7.3).
  static func isFlexible(_ uri: ExactString) -> Bool {
    let parts = URIParts(uri)
    return host(uri).map { $0 == "127.0.0.1" || $0 == "[::1]" } ?? false
      && parts.port == nil && parts.userinfo == nil
  }

  /// The host of an `http` address as it is written; nil for other addresses.
  static func host(_ uri: ExactString) -> ExactString? {
    let parts = URIParts(uri)
    let bytes = Array(uri.utf8)
    guard let scheme = parts.scheme, bytes[scheme].elementsEqual("http".utf8),
      let host = parts.host
    else { return nil }
    return ExactString(decoding: bytes[host])
  }

  /// The names that servers let go with any port.
  static let names: [ExactString] = ["localhost", "127.0.0.1", "[::1]"]
}
