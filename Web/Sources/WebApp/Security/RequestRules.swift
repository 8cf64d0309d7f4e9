import PolicyText

/// Requires one `Host` with a loopback name of this machine and any port (editors and SSH forward
/// other ports). DNS rebinding needs another name.
package enum HostRule {
  /// nil if the request is allowed.
  package static func refusal(of head: WebHead) -> WebError? {
    guard head.target.utf8.first == UInt8(ascii: "/") else {
      return WebError(400, "target", "the request target must be a path")
    }
    guard head.hosts.count == 1 else {
      return WebError(400, "host", "a request names its host once")
    }
    guard isOwn(head.hosts[0]) else {
      return WebError(400, "host", "the host must be 127.0.0.1, localhost or [::1]")
    }
    return nil
  }

  /// `127.0.0.1`, `localhost` or `[::1]`, with or without a port.
  package static func isOwn(_ host: String) -> Bool {
    let bytes = Array(host.utf8).map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    for name in ["127.0.0.1", "localhost", "[::1]"] where bytes.starts(with: name.utf8) {
      let rest = bytes.dropFirst(name.utf8.count)
      if rest.isEmpty { return true }
      let digits = rest.dropFirst()
      return rest.first == UInt8(ascii: ":") && (1...5).contains(digits.count)
        && digits.allSatisfy(\.isDigit)
    }
    return false
  }
}

/// Requires a media type. Other pages can send a form or `text/plain` without a preflight request.
package enum ContentTypeRule {
  /// nil if the request is allowed.
  package static func refusal(of head: WebHead, wants type: String) -> WebError? {
    let types = head.values("content-type")
    let given =
      types.first.map { text in
        text.utf8.prefix { $0 != UInt8(ascii: ";") && $0 != 0x20 }.map {
          (0x41...0x5A).contains($0) ? $0 | 0x20 : $0
        }
      } ?? []
    guard types.count == 1, given.elementsEqual(type.utf8) else {
      return WebError(415, "content-type", "the body must be \(type)")
    }
    return nil
  }
}

/// Requires requests from our own pages. That `Origin` and `Host` are equal isn't enough, because
/// an attacker who rebinds a name sets both; `HostRule` has already checked the host.
package enum OriginRule {
  /// nil if the request is allowed.
  package static func refusal(of head: WebHead) -> WebError? {
    let foreign = WebError(403, "origin", "the request comes from another page")
    let origins = head.values("origin")
    if !origins.isEmpty {
      guard origins.count == 1, let host = head.hosts.first,
        origins[0].utf8.elementsEqual("http://\(host)".utf8)
      else { return foreign }
    }
    let sites = head.values("sec-fetch-site")
    if !sites.isEmpty, !isVisit(head) {
      guard sites.count == 1, ["same-origin", "none"].contains(sites[0]) else { return foreign }
    }
    // Other pages need a preflight request for custom headers, which is never granted.
    guard head.method != "OPTIONS", head.method != "CONNECT", head.method != "TRACE" else {
      return WebError(403, "method", "no other page is allowed anything here")
    }
    return nil
  }

  /// Returns true for a browser that opens the first page, from the file of `--open` or any link.
  /// The page has no token, and other pages can't access or frame it.
  private static func isVisit(_ head: WebHead) -> Bool {
    head.method == "GET" && head.target == "/" && head.values("sec-fetch-mode") == ["navigate"]
      && head.values("sec-fetch-dest") == ["document"]
  }
}

/// Headers of all responses, including errors.
public enum SecurityHeaders {
  /// Pages may only load resources of this server, and may not create markup from strings.
  public static let policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
    + "require-trusted-types-for 'script'; trusted-types 'none'"

  /// The names and values.
  public static let fields: [(name: String, value: String)] = [
    ("content-security-policy", policy),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("permissions-policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
    ("x-frame-options", "DENY"),
  ]
}
