import PolicyText

/// Whether an authorization endpoint takes the registered redirect URIs, and nothing close to them.
///
/// Asked for by name on the command line only. One GET for each registered URI and at most nine with
/// something altered, one after the other; nothing is followed, and a server that says 429 is left alone.
package struct AuthorizationProbe: Check {
  package let target = CheckTarget.authorize
  private let subject: ProbeSubject
  private let controls: [ProbeControl]

  package init(_ subject: ProbeSubject) {
    self.subject = subject
    controls = ProbeControl.all(for: subject)
  }

  private var registered: [(uri: PlacedText, request: ObservedRequest)] {
    subject.redirectURIs.map { ($0, subject.request(redirectURI: $0.value)) }
  }

  package func requests(_ answers: Answers) -> [CheckRequest] {
    var requests: [CheckRequest] = []
    if let server = subject.server {
      requests = [
        CheckRequest("discovery", server.discovery), CheckRequest("metadata", server.metadata),
      ]
      // Whose server it is must be clear first.
      guard answers[server.discovery] != nil, answers[server.metadata] != nil,
        mismatch(answers) == nil
      else { return requests }
    }
    requests += registered.map { CheckRequest("registered", $0.request) }
    guard registered.allSatisfy({ answers.response($0.request).map { $0.status != 429 } ?? false })
    else { return requests }
    return requests + controls.map { CheckRequest($0.kind.rawValue, $0.request) }
  }

  /// Why the endpoint is not asked; nil where it is that of the issuer.
  private func mismatch(_ answers: Answers) -> String? {
    guard let server = subject.server, let document = server.document(answers)?.json else {
      return nil
    }
    let issuer = document["issuer"]?.stringValue.map { ExactString($0) }
    return issuer == server.issuer.value ? nil : "its issuer is another one"
  }

  private func finding(
    _ rule: RuleID, _ severity: Severity, at place: PlacedText, _ request: ObservedRequest,
    _ message: String, help: String? = nil, notes: [String] = []
  ) -> CheckFinding {
    CheckFinding(
      rule, severity, in: subject.server?.environment, at: place.anchor, url: request.recordedURL,
      message, help: help, notes: notes)
  }

  private var name: String { UTF8Text.quoted(subject.client.key.string) }

  package func findings(_ answers: Answers) -> [CheckFinding] {
    if let mismatch = mismatch(answers) {
      return [
        CheckFinding(
          "verify-skipped", .note, in: subject.server?.environment, at: subject.endpoint.anchor,
          url: subject.endpoint.value,
          "\(ForeignText.quoted(subject.endpoint.value.string)) is not asked for client \(name): \(mismatch)"
        )
      ]
    }
    return registered.flatMap { findings($0.uri, $0.request, answers) }
      + controls.flatMap { findings($0, answers) }
  }

  // MARK: registered

  private func findings(
    _ uri: PlacedText, _ request: ObservedRequest, _ answers: Answers
  ) -> [CheckFinding] {
    guard let answer = ProbeAnswer(answers[request]) else { return fault(request, answers) }
    let response = answer.response
    if response.status == 429 {
      return [
        finding(
          "rate-limited", .warning, at: subject.endpoint, request,
          "the authorization endpoint answers 429: client \(name) is not asked about further",
          help: "nothing more is known about it")
      ]
    }
    if answer.leads(to: uri.value) {
      // What went with the request comes back, or the answer is not to it.
      guard answer.parameter("state") != answer.state else { return [] }
      return [
        finding(
          "redirect-not-registered", .warning, at: uri, request,
          "the server redirects to \(UTF8Text.quoted(uri.value.string)) of client \(name) without the `state` of the request",
          help: "clients refuse such an answer", notes: notes(response))
      ]
    }
    let control = controls.first { $0.kind == .open }.flatMap { ProbeAnswer(answers[$0.request]) }
    let isRefused =
      response.status >= 400 || response.status == 200 && control.map { $0.isLike(answer) } ?? false
    guard isRefused else {
      // A page or a way to the login: the server takes the URI, or does not know `prompt=none`.
      guard let control, control.isLike(answer) else { return [] }
      return [
        finding(
          "verify-skipped", .note, at: uri, request,
          "whether the server takes \(UTF8Text.quoted(uri.value.string)) of client \(name) cannot be told: it answers the same to any other"
        )
      ]
    }
    if response.status == 200 {
      return [
        finding(
          "verify-skipped", .note, at: uri, request,
          "whether the server takes \(UTF8Text.quoted(uri.value.string)) of client \(name) cannot be told: it answers the same page to any other"
        )
      ]
    }
    let isCertain = control.map { !$0.isLike(answer) } ?? false
    return [
      finding(
        "redirect-not-registered", .error, at: uri, request,
        "the server refuses \(UTF8Text.quoted(uri.value.string)) of client \(name)",
        help: "register it at the server",
        notes: notes(response) + [
          isCertain ? "certain: other requests are answered otherwise" : "inferred from the status"
        ])
    ]
  }

  private func fault(_ request: ObservedRequest, _ answers: Answers) -> [CheckFinding] {
    let place = CheckPlace(subject.endpoint.anchor, subject.server?.environment)
    return answers[request]?.failure.map {
      [TransportFault.finding($0, of: request, at: place, answers)]
    } ?? []
  }

  /// Where an answer leads, without its parameters: a server may have given a code or a token.
  private func notes(_ response: ObservedResponse) -> [String] {
    let location = (response.header("location") ?? "").utf8.prefix { !"?#".utf8.contains($0) }
    guard !location.isEmpty else { return response.notes([]) }
    return response.notes([]) + [
      "leads to \(ForeignText.quoted(String(decoding: location, as: UTF8.self)))"
    ]
  }

  // MARK: altered

  private func findings(_ control: ProbeControl, _ answers: Answers) -> [CheckFinding] {
    guard let answer = ProbeAnswer(answers[control.request]) else { return [] }
    let uri = UTF8Text.quoted(control.uri.string)
    let place = subject.redirectURIs.first ?? subject.endpoint
    let notes = notes(answer.response)
    switch control.kind {
    case .token:
      guard answer.parameter("access_token") != nil else { return [] }
      return [
        finding(
          "response-type-accepted", .warning, at: place, control.request,
          "the server gives a token from the authorization endpoint to client \(name), which asks for codes only",
          help: "switch the implicit grant off",
          notes: ["\(answer.response.status), with an access token that is not shown"])
      ]
    case .noChallenge:
      let accepts: [ExactString] = ["login_required", "interaction_required", "consent_required"]
      guard answer.leads(to: control.uri), let error = answer.parameter("error"),
        accepts.contains(error)
      else { return [] }
      return [
        finding(
          "pkce-not-enforced", .warning, at: place, control.request,
          "the server does not ask client \(name) for a code challenge, which the policy requires",
          help: "require PKCE of the client",
          notes: notes + ["inferred: the server may refuse later"])
      ]
    case .open:
      guard answer.leads(to: control.uri) else { return [] }
      return [
        finding(
          "redirect-open", .error, at: subject.endpoint, control.request,
          "the server redirects client \(name) to \(uri), which nobody registered",
          help: "stop the release: codes go to whoever asks for them", notes: notes)
      ]
    case .environment:
      guard answer.leads(to: control.uri) else { return [] }
      return [
        finding(
          "environment-foreign-address", .error, at: subject.foreignURI ?? place, control.request,
          "the server takes \(uri) of the other environment for client \(name)",
          help: "register the addresses of each environment with its own client", notes: notes)
      ]
    case .longer, .query, .slash, .upperCase, .http:
      guard answer.leads(to: control.uri) else { return [] }
      return [
        finding(
          "redirect-not-exact", .error, at: place, control.request,
          "the server redirects client \(name) to \(uri), which is not registered",
          help: "compare redirect URIs byte for byte", notes: notes)
      ]
    }
  }
}
