import PolicyDecision
import PolicyText

/// Checks that an authorization endpoint accepts the registered redirect URIs and rejects similar ones.
///
/// Runs only if requested on the command line. It sends one GET request per registered URI and at most nine altered ones,
/// sequentially, without following redirects, and stops at status 429.
package struct AuthorizationProbe: Check {
  package let target = CheckTarget.authorize
  private let subject: ProbeSubject
  private let controls: [ProbeControl]

  package init(_ subject: ProbeSubject) {
    self.subject = subject
    controls = ProbeControl.all(for: subject)
  }

  private var registered: [(uri: Entry, request: ObservedRequest)] {
    subject.client.redirectURIs.map { ($0, subject.request(redirectURI: $0.value)) }
  }

  package func requests(_ responses: Responses) -> [CheckRequest] {
    var requests: [CheckRequest] = []
    if let server = subject.server {
      requests = [
        CheckRequest("discovery", server.discovery), CheckRequest("metadata", server.metadata),
      ]
      // First check the issuer.
      guard responses[server.discovery] != nil, responses[server.metadata] != nil,
        mismatch(responses) == nil
      else { return requests }
    }
    requests += registered.map { CheckRequest("registered", $0.request) }
    guard
      registered.allSatisfy({ responses.response($0.request).map { $0.status != 429 } ?? false })
    else { return requests }
    return requests + controls.map { CheckRequest($0.kind.rawValue, $0.request) }
  }

  /// Why the endpoint is skipped; nil if it belongs to the issuer.
  private func mismatch(_ responses: Responses) -> String? {
    guard let server = subject.server, let document = server.document(responses)?.json else {
      return nil
    }
    let issuer = document["issuer"]?.stringValue.map { ExactString($0) }
    return issuer == server.issuer.value ? nil : "its issuer differs"
  }

  private func finding(
    _ rule: RuleID, _ severity: Severity, at place: Entry, _ request: ObservedRequest,
    _ message: String, help: String? = nil, notes: [String] = []
  ) -> [CheckFinding] {
    self.place(place).finding(
      rule, severity, request.recordedURL, message, help: help, notes: notes)
  }

  private func place(_ value: Entry) -> CheckPlace {
    CheckPlace(anchor: value.anchor, environment: subject.server?.environment)
  }

  private var name: String { DisplayText.quoted(subject.client.key.string) }

  package func findings(_ responses: Responses) -> [CheckFinding] {
    if let mismatch = mismatch(responses) {
      return place(subject.endpoint).finding(
        "verify-skipped", .note, subject.endpoint.value,
        "skipped \(UntrustedText.quoted(subject.endpoint.value.string)) for client \(name): \(mismatch)",
        help: "fix `issuer` in the policy or on the server")
    }
    return registered.flatMap { findings($0.uri, $0.request, responses) }
      + controls.flatMap { findings($0, responses) }
  }

  // MARK: registered

  private func findings(
    _ uri: Entry, _ request: ObservedRequest, _ responses: Responses
  ) -> [CheckFinding] {
    guard let answer = ProbeResponse(responses[request]) else {
      return place(subject.endpoint).failure(of: request, responses)
    }
    let response = answer.response
    if response.status == 429 {
      return finding(
        "rate-limited", .warning, at: subject.endpoint, request,
        "can't check client \(name): the authorization endpoint returned status 429",
        help: "run `verify` again later")
    }
    if answer.redirects(to: uri.value) {
      // The response must contain the `state` of the request.
      guard answer.parameter("state") != answer.state else { return [] }
      return finding(
        "redirect-not-registered", .warning, at: uri, request,
        "the server redirects to \(DisplayText.quoted(uri.value.string)) of client \(name) without the `state` of the request",
        help: "return `state` unchanged: clients reject other responses", notes: notes(response))
    }
    let control = controls.first { $0.kind == .open }.flatMap {
      ProbeResponse(responses[$0.request])
    }
    let isRefused =
      response.status >= 400
      || response.status == 200 && control.map { $0.isSimilar(to: answer) } ?? false
    guard isRefused else {
      // A page or a redirect to a login: the server accepts the URI, or ignores `prompt=none`.
      guard let control, control.isSimilar(to: answer) else { return [] }
      return finding(
        "verify-skipped", .note, at: uri, request,
        "can't tell whether the server accepts \(DisplayText.quoted(uri.value.string)) of client \(name): it returns the same response for other URIs",
        help: "check the client's registration on the server")
    }
    if response.status == 200 {
      return finding(
        "verify-skipped", .note, at: uri, request,
        "can't tell whether the server accepts \(DisplayText.quoted(uri.value.string)) of client \(name): it returns the same page for other URIs",
        help: "check the client's registration on the server")
    }
    let isCertain = control.map { !$0.isSimilar(to: answer) } ?? false
    return finding(
      "redirect-not-registered", .error, at: uri, request,
      "the server rejects \(DisplayText.quoted(uri.value.string)) of client \(name)",
      help: "register the URI on the server",
      notes: notes(response) + [
        isCertain
          ? "certain: the response differs from other requests" : "inferred from the status"
      ])
  }

  /// The redirect target without its parameters, which can contain a code or token.
  private func notes(_ response: ObservedResponse) -> [String] {
    let location = (response.header("location") ?? "").utf8.prefix { !"?#".utf8.contains($0) }
    guard !location.isEmpty else { return response.notes([]) }
    return response.notes([]) + [
      "redirects to \(UntrustedText.quoted(String(decoding: location, as: UTF8.self)))"
    ]
  }

  // MARK: altered redirect URIs

  private func findings(_ control: ProbeControl, _ responses: Responses) -> [CheckFinding] {
    guard let answer = ProbeResponse(responses[control.request]) else { return [] }
    let uri = DisplayText.quoted(control.uri.string)
    let place = subject.client.redirectURIs.first ?? subject.endpoint
    let notes = notes(answer.response)
    switch control.kind {
    case .token:
      guard answer.parameter("access_token") != nil else { return [] }
      return finding(
        "response-type-accepted", .warning, at: place, control.request,
        "the authorization endpoint issues a token to client \(name), which uses the code flow only",
        help: "disable the implicit grant of the client",
        notes: ["status \(answer.response.status) with an access token (not shown)"])
    case .noChallenge:
      let accepts: [ExactString] = ["login_required", "interaction_required", "consent_required"]
      guard answer.redirects(to: control.uri), let error = answer.parameter("error"),
        accepts.contains(error)
      else { return [] }
      return finding(
        "pkce-not-enforced", .warning, at: place, control.request,
        "the server doesn't require a code challenge from client \(name), but the policy does",
        help: "require PKCE for the client on the server",
        notes: notes + ["inferred: the server may reject the request later"])
    case .open:
      guard answer.redirects(to: control.uri) else { return [] }
      return finding(
        "redirect-open", .error, at: subject.endpoint, control.request,
        "the server redirects client \(name) to \(uri), an unregistered host",
        help: "stop the release: attackers can receive authorization codes", notes: notes)
    case .environment:
      guard answer.redirects(to: control.uri) else { return [] }
      return finding(
        "environment-foreign-address", .error, at: subject.foreignURI ?? place, control.request,
        "the server accepts \(uri) of the other environment for client \(name)",
        help: "register each environment's redirect URIs with its own client", notes: notes)
    case .longer, .query, .slash, .upperCase, .http:
      guard answer.redirects(to: control.uri) else { return [] }
      return finding(
        "redirect-not-exact", .error, at: place, control.request,
        "the server redirects client \(name) to \(uri), which is not registered",
        help: "configure exact matching of redirect URIs on the server", notes: notes)
    }
  }
}
