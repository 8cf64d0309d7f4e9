import PolicyDecision
import PolicyText

/// Checks the Firebase project of an authentication domain with public data that the web SDK reads, too.
package struct FirebaseCheck: Check {
  package let target = CheckTarget.firebase
  let subject: FirebaseSubject
  /// Nil if third parties aren't contacted.
  private let api: ExactString?

  package init(_ subject: FirebaseSubject, parties: ThirdParties?) {
    self.subject = subject
    api = parties?.identityToolkit
  }

  private func page(_ path: String, limit: Int) -> ObservedRequest {
    ObservedRequest(
      ExactString("https://\(subject.authDomain.value.string)\(path)"), limit: limit)
  }

  var handler: ObservedRequest { page("/__/auth/handler", limit: RequestLimits.page) }
  var settings: ObservedRequest { page("/__/firebase/init.json", limit: RequestLimits.json) }

  /// The contents of `init.json`; nil if unavailable.
  func project(_ responses: Responses) -> JSONValue? {
    guard let response = responses.response(settings), response.status == 200 else { return nil }
    return response.json
  }

  /// The request to Google's API about the project. Its API key is public, but never printed.
  func apiRequest(
    _ responses: Responses, _ fields: [(String, ExactString)] = []
  ) -> CheckRequest? {
    guard let api, let project = project(responses), let key = project["apiKey"]?.stringValue,
      // Only for the policy's own project.
      let id = project["projectId"]?.stringValue, ExactString(id) == subject.projectID?.value
    else { return nil }
    let more = fields.map { "&\($0.0)=\(PercentEncoding.encode($0.1.string))" }.joined()
    let start = "\(api.string)/v1/projects?key="
    let shown = ExactString("\(start)[key]\(more)")
    return CheckRequest(
      fields.isEmpty ? "project" : fields[0].0,
      ObservedRequest(
        ExactString("\(start)\(PercentEncoding.encode(key))\(more)"), limit: RequestLimits.json,
        recordedURL: shown))
  }

  func apiRequest(_ responses: Responses, about member: FirebaseSubject.Member) -> CheckRequest? {
    apiRequest(
      responses,
      [(member.parameter, member.text.value)]
        + (member.certificate.map { [("sha1Cert", $0)] } ?? []))
  }

  package func requests(_ responses: Responses) -> [CheckRequest] {
    [CheckRequest("handler", handler), CheckRequest("settings", settings)]
      + [apiRequest(responses)].compactMap { $0 }
      + (api == nil ? [] : subject.members.compactMap { apiRequest(responses, about: $0) })
  }

  package func findings(_ responses: Responses) -> [CheckFinding] {
    handlerFindings(responses) + projectFindings(responses)
      + FirebaseProjectFindings(check: self, responses: responses).findings
  }

  func finding(
    _ rule: RuleID, _ severity: Severity, at place: Entry?, _ request: ObservedRequest,
    _ message: String, help: String? = nil, notes: [String] = []
  ) -> [CheckFinding] {
    self.place(place).finding(
      rule, severity, request.recordedURL, message, help: help, notes: notes)
  }

  func place(_ value: Entry? = nil) -> CheckPlace {
    CheckPlace(anchor: (value ?? subject.authDomain).anchor, environment: subject.environment)
  }

  private func handlerFindings(_ responses: Responses) -> [CheckFinding] {
    guard let response = responses.response(handler) else {
      return place().failure(of: handler, responses)
    }
    if response.status == 200, isHandler(response) { return [] }
    return finding(
      "auth-domain-handler-missing", .error, at: nil, handler,
      "\(UntrustedText.quoted(handler.url.string)) is not Firebase's sign-in handler"
        + (response.status == 200
          ? ", but another page" : ": it returned status \(response.status)"),
      help:
        "connect the domain in Firebase Hosting, deploy once, and exclude `/__/` from rewrites",
      notes: response.notes())
  }

  /// Whether the page is Firebase's handler; single-page applications return their start page instead.
  private func isHandler(_ response: ObservedResponse) -> Bool {
    let text = String(decoding: response.body, as: UTF8.self)
    return response.isPage && text.contains("handler")
  }

  private func projectFindings(_ responses: Responses) -> [CheckFinding] {
    guard let response = responses.response(settings) else {
      return place().failure(of: settings, responses)
    }
    let quoted = UntrustedText.quoted(settings.url.string)
    guard let project = project(responses), let id = project["projectId"]?.stringValue else {
      return finding(
        "auth-domain-project-mismatch", .error, at: nil, settings,
        "\(quoted) has no `projectId`: Firebase Hosting was never deployed",
        help: "deploy to Firebase Hosting once; redirect sign-in needs it",
        notes: response.notes())
    }
    guard let expected = subject.projectID, ExactString(id) != expected.value else { return [] }
    return finding(
      "auth-domain-project-mismatch", .error, at: nil, settings,
      "\(quoted) belongs to project \(UntrustedText.quoted(id)), but the policy has \(DisplayText.quoted(expected.value.string))",
      help: "connect the domain to the policy's project, or change `project_id`")
  }
}

/// Compares a project's authorized domains and members with Google's API.
struct FirebaseProjectFindings {
  let check: FirebaseCheck
  let responses: Responses

  var findings: [CheckFinding] {
    domains + check.subject.members.flatMap(member)
  }

  private var domains: [CheckFinding] {
    guard let asked = check.apiRequest(responses) else { return [] }
    guard let response = responses.response(asked.request) else {
      return check.place().failure(of: asked.request, responses)
    }
    guard response.status == 200, let live = response.json?["authorizedDomains"]?.texts else {
      return unreachable(asked, response)
    }
    guard let expected = check.subject.authorizedDomains else { return [] }
    let missing = expected.filter { !live.contains($0.value) }.flatMap { domain in
      check.finding(
        "authorized-domains-drift", .error, at: domain, asked.request,
        "the project doesn't authorize the domain \(DisplayText.quoted(domain.value.string))",
        help: "add it in the Firebase console, or remove it from the policy")
    }
    let known = expected.map(\.value)
    let extra = live.filter { !known.contains($0) }.flatMap { domain in
      check.finding(
        "authorized-domains-drift", .warning, at: nil, asked.request,
        "the project authorizes \(UntrustedText.quoted(domain.string)), which isn't in the policy",
        help: "remove it in the Firebase console, or add it to the policy")
    }
    return missing + extra
  }

  private func unreachable(_ asked: CheckRequest, _ response: ObservedResponse) -> [CheckFinding] {
    check.finding(
      "verify-unreachable", .warning, at: nil, asked.request,
      "can't check the project: Google's API returned status \(response.status)",
      help: response.status == 403
        ? "no action needed: the project's API key only works on its own pages"
        : "run `verify` again later",
      notes: response.notes())
  }

  private func member(_ member: FirebaseSubject.Member) -> [CheckFinding] {
    guard let asked = check.apiRequest(responses, about: member),
      let response = responses.response(asked.request)
    else { return [] }
    if response.status == 200 { return [] }
    guard response.status == 400 else { return unreachable(asked, response) }
    let project = check.subject.projectID?.value.string ?? ""
    let code = response.json?["error"]?["message"]?.stringValue
    return check.finding(
      "google-client-foreign", .error, at: member.text, asked.request,
      "\(DisplayText.quoted(member.text.value.string)) does not belong to project \(DisplayText.quoted(project))",
      help: "copy the value from the project's settings in the Firebase console",
      notes: [
        "inferred: \(code.map { "Google returned \(UntrustedText.quoted($0))" } ?? "Google rejects it")"
      ])
  }
}
