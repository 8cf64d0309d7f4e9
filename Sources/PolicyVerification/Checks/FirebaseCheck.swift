import PolicyText

/// The project behind an authentication domain, without credentials: what the SDK for the web reads too.
package struct FirebaseCheck: Check {
  package let target = CheckTarget.firebase
  let subject: FirebaseSubject
  /// nil where the API of Google is not asked.
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

  /// What `init.json` says; nil where it says nothing.
  func project(_ answers: Answers) -> JSONValue? {
    guard let response = answers.response(settings), response.status == 200 else { return nil }
    return response.json
  }

  /// The question whether something belongs to the project. The key is public, and not printed all the same.
  func question(
    _ answers: Answers, _ fields: [(String, ExactString)] = []
  ) -> CheckRequest? {
    guard let api, let project = project(answers), let key = project["apiKey"]?.stringValue,
      // Nobody is asked about a project that is not ours.
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

  func question(_ answers: Answers, about member: FirebaseSubject.Member) -> CheckRequest? {
    question(
      answers,
      [(member.parameter, member.text.value)]
        + (member.certificate.map { [("sha1Cert", $0)] } ?? []))
  }

  package func requests(_ answers: Answers) -> [CheckRequest] {
    [CheckRequest("handler", handler), CheckRequest("settings", settings)]
      + [question(answers)].compactMap { $0 }
      + (api == nil ? [] : subject.members.compactMap { question(answers, about: $0) })
  }

  package func findings(_ answers: Answers) -> [CheckFinding] {
    handlerFindings(answers) + projectFindings(answers)
      + FirebaseProjectFindings(check: self, answers: answers).findings
  }

  func finding(
    _ rule: RuleID, _ severity: Severity, at place: PlacedText?, _ request: ObservedRequest,
    _ message: String, help: String? = nil, notes: [String] = []
  ) -> CheckFinding {
    CheckFinding(
      rule, severity, in: subject.environment, at: (place ?? subject.authDomain).anchor,
      url: request.recordedURL, message, help: help, notes: notes)
  }

  func fault(_ answer: ObservedAnswer?, _ request: ObservedRequest, _ answers: Answers)
    -> [CheckFinding]
  {
    let place = CheckPlace(subject.authDomain.anchor, subject.environment)
    return answer?.failure.map {
      [TransportFault.finding($0, of: request, at: place, answers)]
    } ?? []
  }

  private func handlerFindings(_ answers: Answers) -> [CheckFinding] {
    guard let answer = answers[handler] else { return [] }
    guard let response = answer.response else { return fault(answer, handler, answers) }
    if response.status == 200, isHandler(response) { return [] }
    return [
      finding(
        "auth-domain-handler-missing", .error, at: nil, handler,
        "\(ForeignText.quoted(handler.url.string)) is not the sign-in handler of Firebase"
          + (response.status == 200
            ? ": another page is served there" : ": it answers \(response.status)"),
        help:
          "connect the domain in Firebase Hosting, deploy once, and let no rewrite swallow `/__/`",
        notes: response.notes())
    ]
  }

  /// The handler loads a script of its own; a single-page application answers its start page instead.
  private func isHandler(_ response: ObservedResponse) -> Bool {
    let text = String(decoding: response.body, as: UTF8.self)
    return response.isPage && text.contains("handler")
  }

  private func projectFindings(_ answers: Answers) -> [CheckFinding] {
    guard let answer = answers[settings] else { return [] }
    guard let response = answer.response else { return fault(answer, settings, answers) }
    let quoted = ForeignText.quoted(settings.url.string)
    guard let project = project(answers), let id = project["projectId"]?.stringValue else {
      return [
        finding(
          "auth-domain-project-mismatch", .error, at: nil, settings,
          "\(quoted) names no project: Hosting was never deployed there",
          help: "deploy once to Firebase Hosting: sign-in by redirect needs it",
          notes: response.notes())
      ]
    }
    guard let expected = subject.projectID, ExactString(id) != expected.value else { return [] }
    return [
      finding(
        "auth-domain-project-mismatch", .error, at: nil, settings,
        "\(quoted) belongs to the project \(ForeignText.quoted(id)), the policy names \(UTF8Text.quoted(expected.value.string))",
        help: "connect the domain with the other project, or change the policy")
    ]
  }
}
