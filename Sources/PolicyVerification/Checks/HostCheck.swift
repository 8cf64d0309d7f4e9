import PolicyText

/// Checks the association files of a host.
package struct HostCheck: Check {
  package let target = CheckTarget.files
  private let subject: HostSubject
  private let comparator: any AssociationFileComparing
  /// Whether to compare IPv4 with IPv6, and HTTP versions.
  private let comparesRoutes: Bool
  /// The request to Apple's CDN; nil if it isn't contacted.
  private let copy: ObservedRequest?

  package init(
    _ subject: HostSubject, comparator: any AssociationFileComparing, comparesRoutes: Bool,
    copy: ObservedRequest?
  ) {
    self.subject = subject
    self.comparator = comparator
    self.comparesRoutes = comparesRoutes
    self.copy = copy
  }

  package static func request(_ file: HostFile, of subject: HostSubject) -> ObservedRequest {
    ObservedRequest(subject.url(file), limit: file.limit, folder: subject.folder)
  }

  /// The file at the root, which iOS 13 and earlier read.
  private var root: ObservedRequest {
    ObservedRequest(
      ExactString("https://\(subject.host.string)/apple-app-site-association"),
      limit: HostFile.apple.limit, folder: subject.folder)
  }

  package func requests(_ responses: Responses) -> [CheckRequest] {
    var requests: [CheckRequest] = []
    for file in subject.files {
      let request = Self.request(file, of: subject)
      requests.append(CheckRequest(file.rawValue, request))
      if comparesRoutes {
        for route in [ObservedRequest.Route.ipv4, .ipv6, .http1, .http2] {
          requests.append(
            CheckRequest("\(file.rawValue) \(route.rawValue)", request.sent(over: route)))
        }
      }
      if let response = responses.response(request), isRefusal(response) {
        requests.append(CheckRequest("second look", request.sent(by: .curl)))
      }
    }
    // `generate` doesn't write it.
    if subject.files.contains(.apple), subject.folder.isEmpty {
      requests.append(CheckRequest("root copy", root))
    }
    return requests
  }

  /// Whether the server may have rejected only the user agent.
  private func isRefusal(_ response: ObservedResponse) -> Bool {
    response.headers != nil
      && ([401, 403, 406, 429].contains(response.status)
        || response.status == 200 && response.isPage)
  }

  package func findings(_ responses: Responses) -> [CheckFinding] {
    var findings = subject.files.flatMap { self.findings($0, responses) }
    if subject.files.contains(.apple) { findings += rootFindings(responses) }
    return findings
  }

  private func findings(_ file: HostFile, _ responses: Responses) -> [CheckFinding] {
    let request = Self.request(file, of: subject)
    guard let answer = responses[request] else { return [] }
    if answer.failure?.kind == .size { return tooLarge(file) }
    guard let response = answer.response else {
      return subject.place.failure(of: request, responses)
    }
    let check = HostResponseCheck(
      subject: subject, file: file, response: response,
      second: responses.response(request.sent(by: .curl)), time: answer.time,
      copy: copy.flatMap { responses.response($0) },
      hasRoot: file == .apple && responses.response(root).map { isFile($0) } ?? false)
    var findings = check.findings
    if check.isServed {
      findings +=
        response.body.count > file.limit
        ? tooLarge(file)
        : comparator.findings(on: response.body, of: file, from: subject).map {
          check.withCacheNotes($0)
        }
    }
    return findings + routeFindings(request, responses)
  }

  private func tooLarge(_ file: HostFile) -> [CheckFinding] {
    subject.place.finding(
      "association-file-too-large", .error, subject.url(file),
      "\(UntrustedText.quoted(subject.url(file).string)) is larger than \(file.limit) bytes",
      help: "split the rules: \(file == .apple ? "Apple" : "Android") ignores larger files")
  }

  private func isFile(_ response: ObservedResponse) -> Bool {
    response.status == 200 && !response.isPage && response.json != nil
  }

  /// Reports a file at the root that differs.
  private func rootFindings(_ responses: Responses) -> [CheckFinding] {
    let request = Self.request(.apple, of: subject)
    guard let copy = responses.response(root), isFile(copy),
      let response = responses.response(request), isFile(response),
      comparator.agree(response.body, copy.body, of: .apple, host: subject.host) == false
    else { return [] }
    return subject.place.finding(
      "well-known-root-differs", .note, root.url,
      "\(UntrustedText.quoted(root.url.string)) differs from the file in `/.well-known/`",
      help: "delete the copy: iOS 14 and later ignore it")
  }

  private func routeFindings(
    _ request: ObservedRequest, _ responses: Responses
  ) -> [CheckFinding] {
    guard comparesRoutes else { return [] }
    func differ(_ a: ObservedRequest.Route, _ b: ObservedRequest.Route) -> Bool {
      guard let first = responses.response(request.sent(over: a)),
        let second = responses.response(request.sent(over: b))
      else { return false }
      return first.status != second.status || first.body != second.body
    }
    let url = UntrustedText.quoted(request.url.string)
    var findings: [CheckFinding] = []
    if differ(.ipv4, .ipv6) {
      findings += subject.place.finding(
        "ipv6-differs", .warning, request.url,
        "\(url) returns different responses over IPv4 and IPv6",
        help: "point `A` and `AAAA` records to the same server")
    }
    if differ(.http1, .http2) {
      findings += subject.place.finding(
        "http-version-differs", .warning, request.url,
        "\(url) returns different responses over HTTP/1.1 and HTTP/2",
        help: "serve the same file over both: Apple uses HTTP/1.1")
    }
    return findings
  }
}
