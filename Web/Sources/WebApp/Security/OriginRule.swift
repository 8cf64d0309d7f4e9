/// Which pages may ask: our own. That `Origin` and `Host` are equal proves nothing by itself, an attacker who
/// rebinds a name sets both; `HostRule` has looked at the host before.
package enum OriginRule {
  /// Nil where the request may go on.
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
    // A preflight is what a foreign page needs for a header of its own: none is ever granted.
    guard head.method != "OPTIONS", head.method != "CONNECT", head.method != "TRACE" else {
      return WebError(403, "method", "no other page is allowed anything here")
    }
    return nil
  }

  /// True for a browser that goes to the first page, from wherever: the file of `--open`, or a link. The page comes
  /// without a token, and no other page can look into it or frame it.
  private static func isVisit(_ head: WebHead) -> Bool {
    head.method == "GET" && head.target == "/" && head.values("sec-fetch-mode") == ["navigate"]
      && head.values("sec-fetch-dest") == ["document"]
  }
}
