package import PolicyText
import PolicyModel

/// A script that wants to read a response of our token or revocation endpoint (CORS).
package struct CrossOriginRequest: Sendable {
  /// The page that runs the script.
  package enum Page: Sendable {
    /// The `Origin` header.
    case origin(ExactString)
    /// The URL of a page, from which browsers derive the header.
    case url(ExactString)
  }

  package var context: RequestContext
  package var clientID: ExactString
  package var page: Page

  package init(context: RequestContext, clientID: ExactString, page: Page) {
    self.context = context
    self.clientID = clientID
    self.page = page
  }
}

extension CompiledPolicy {
  /// Decides whether a script may read a response to a client.
  ///
  /// Source: Fetch standard, CORS check (the header `Access-Control-Allow-Origin` must equal the
  /// header `Origin`) and serialization of origins.
  package func decide(_ request: CrossOriginRequest) -> Decision {
    var recorder = TraceRecorder(request.context)
    let context = request.context
    let id = request.clientID
    guard let client = client(id, in: context.environment, policy: context.policy) else {
      let unknown = unknownClient(id, context)
      return recorder.end(
        .deny, .clientID, unknown.reason, channel: .corsResponse, message: unknown.message,
        source: unknown.source)
    }
    recorder.pass(
      .clientID,
      "\(id.quoted) is client `\(client.key.string)` in \(context.environment.rawValue)",
      at: client.clientID.anchor)
    let origin: ExactString
    switch request.page {
    case .origin(let header): origin = header
    case .url(let page):
      origin = Self.origin(of: page)
      recorder.note(
        .origin, "for the page \(page.quoted), browsers send `Origin: \(origin.string)`")
    }
    return answer(origin, client, recorder)
  }

  private func answer(
    _ origin: ExactString, _ client: CompiledClient, _ recorder: TraceRecorder
  ) -> Decision {
    let environment = client.environment
    if let entry = client.corsOrigin(matching: origin) {
      return recorder.end(
        .allow, .origin, .allowed, channel: .corsResponse,
        message: "\(origin.quoted) may read responses to client `\(client.key.string)` in "
          + environment.rawValue, source: entry.anchor,
        result: [
          "headers": [
            "Access-Control-Allow-Origin": .string(origin.string), "Vary": "Origin",
          ]
        ])
    }
    let mismatch = RedirectURIMismatch(
      requested: origin, here: client.corsOrigins,
      elsewhere: counterpart(of: client)?.corsOrigins ?? [])
    let cause = mismatch.cause
    let message =
      cause.reason == .redirectURIOtherEnvironment
      ? "\(origin.quoted) is an origin of \(environment.other.rawValue), not of \(environment.rawValue)"
      : "\(origin.quoted) is not an origin of client `\(client.key.string)` in \(environment.rawValue)"
        + (client.corsOrigins.isEmpty ? ": it has no `cors_origins`" : "")
    return recorder.end(
      .deny, .origin, .originNotRegistered, channel: .corsResponse, message: message,
      nearest: mismatch.nearest(cause), source: cause.entry?.anchor ?? client.anchor)
  }

  /// The browser's `Origin`: scheme, host and port if it isn't the default one, or else `null`.
  private static func origin(of page: ExactString) -> ExactString {
    guard let href = BrowserURL.href(page) else { return "null" }
    let parts = URIParts(href)
    guard let scheme = parts.scheme, let host = parts.host, !host.isEmpty else { return "null" }
    var origin = parts.text(scheme).string + "://" + parts.text(host).string
    if let port = parts.port { origin += ":" + parts.text(port).string }
    return ExactString(origin)
  }
}

extension Step {
  fileprivate static let origin: Step = "origin"
}
