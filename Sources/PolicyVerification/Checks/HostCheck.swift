import PolicyText

/// The association files of one host, as everybody gets them.
package struct HostCheck: Check {
  package let target = CheckTarget.files
  private let subject: HostSubject
  private let judge: any FileJudge
  /// Compare addresses of both families, and versions of HTTP.
  private let comparesRoutes: Bool
  /// Apple's copy, where it is asked for.
  private let copy: ObservedRequest?

  package init(
    _ subject: HostSubject, judge: any FileJudge, comparesRoutes: Bool, copy: ObservedRequest?
  ) {
    self.subject = subject
    self.judge = judge
    self.comparesRoutes = comparesRoutes
    self.copy = copy
  }

  private var place: CheckPlace { CheckPlace(subject.anchor, subject.environment) }

  /// The request for a file.
  package static func request(_ file: HostFile, of subject: HostSubject) -> ObservedRequest {
    ObservedRequest(subject.url(file), limit: file.limit, folder: subject.folder)
  }

  /// Where Apple looked before iOS 14.
  private var root: ObservedRequest {
    ObservedRequest(
      ExactString("https://\(subject.host.string)/apple-app-site-association"),
      limit: HostFile.apple.limit, folder: subject.folder)
  }

  package func requests(_ answers: Answers) -> [CheckRequest] {
    var requests: [CheckRequest] = []
    for file in subject.files {
      let request = Self.request(file, of: subject)
      requests.append(CheckRequest(file.rawValue, request))
      if comparesRoutes {
        for route in [ObservedRequest.Route.ipv4, .ipv6, .http1, .http2] {
          requests.append(
            CheckRequest("\(file.rawValue) \(route.rawValue)", request.asked(over: route)))
        }
      }
      if let response = answers.response(request), isRefusal(response) {
        requests.append(CheckRequest("second look", request.asked(by: .curl)))
      }
    }
    // `generate` writes none.
    if subject.files.contains(.apple), subject.folder.isEmpty {
      requests.append(CheckRequest("root copy", root))
    }
    return requests
  }

  /// Who refuses may refuse the agent only.
  private func isRefusal(_ response: ObservedResponse) -> Bool {
    response.headers != nil
      && ([401, 403, 406, 429].contains(response.status)
        || response.status == 200 && response.isPage)
  }

  package func findings(_ answers: Answers) -> [CheckFinding] {
    var findings = subject.files.flatMap { self.findings($0, answers) }
    if subject.files.contains(.apple) { findings += rootFindings(answers) }
    return findings
  }

  private func findings(_ file: HostFile, _ answers: Answers) -> [CheckFinding] {
    let request = Self.request(file, of: subject)
    guard let answer = answers[request] else { return [] }
    switch answer.outcome {
    case .failure(let failure):
      guard failure.kind == .size else {
        return [TransportFault.finding(failure, of: request, at: place, answers)]
      }
      return [tooLarge(file)]
    case .response(let response):
      let check = HostAnswerCheck(
        subject: subject, file: file, response: response,
        second: answers.response(request.asked(by: .curl)), time: answer.time,
        copy: copy.flatMap { answers.response($0) },
        hasRoot: file == .apple && answers.response(root).map { isFile($0) } ?? false)
      var findings = check.findings
      if check.isServed {
        if response.body.count > file.limit {
          findings.append(tooLarge(file))
        } else {
          findings += judge.findings(on: response.body, of: file, from: subject).map {
            check.withCacheNotes($0)
          }
        }
      }
      return findings + routeFindings(file, request, response, answers)
    }
  }

  private func tooLarge(_ file: HostFile) -> CheckFinding {
    CheckFinding(
      "association-file-too-large", .error, in: subject.environment, at: subject.anchor,
      url: subject.url(file),
      "\(ForeignText.quoted(subject.url(file).string)) has more than \(file.limit) bytes",
      help: file == .apple ? "Apple reads no more of it" : "Android reads no more of it")
  }

  private func isFile(_ response: ObservedResponse) -> Bool {
    response.status == 200 && !response.isPage && response.json != nil
  }

  /// A second copy that says something else is read by old systems only, and by people who search.
  private func rootFindings(_ answers: Answers) -> [CheckFinding] {
    let request = Self.request(.apple, of: subject)
    guard let copy = answers.response(root), isFile(copy),
      let response = answers.response(request), isFile(response),
      judge.agree(response.body, copy.body, of: .apple, host: subject.host) == false
    else { return [] }
    return [
      CheckFinding(
        "well-known-root-differs", .note, in: subject.environment, at: subject.anchor,
        url: root.url,
        "\(ForeignText.quoted(root.url.string)) answers otherwise than the file below `/.well-known/`",
        help: "delete the copy: systems since iOS 14 do not read it")
    ]
  }

  private func routeFindings(
    _ file: HostFile, _ request: ObservedRequest, _ response: ObservedResponse, _ answers: Answers
  ) -> [CheckFinding] {
    guard comparesRoutes else { return [] }
    func differ(_ a: ObservedRequest.Route, _ b: ObservedRequest.Route) -> Bool {
      guard let first = answers.response(request.asked(over: a)),
        let second = answers.response(request.asked(over: b))
      else { return false }
      return first.status != second.status || first.body != second.body
    }
    let url = ForeignText.quoted(request.url.string)
    var findings: [CheckFinding] = []
    if differ(.ipv4, .ipv6) {
      findings.append(
        CheckFinding(
          "ipv6-differs", .warning, in: subject.environment, at: subject.anchor, url: request.url,
          "\(url) answers otherwise over IPv6 than over IPv4",
          help: "put the same server behind both addresses"))
    }
    if differ(.http1, .http2) {
      findings.append(
        CheckFinding(
          "http-version-differs", .warning, in: subject.environment, at: subject.anchor,
          url: request.url, "\(url) answers otherwise over HTTP/1.1 than over HTTP/2",
          help: "Apple asks over HTTP/1.1: both must serve the same file"))
    }
    return findings
  }
}
