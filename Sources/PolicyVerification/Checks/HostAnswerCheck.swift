import PolicyText

/// What Apple and Google demand of the answer that carries an association file.
struct HostAnswerCheck {
  let subject: HostSubject
  let file: HostFile
  let response: ObservedResponse
  /// What curl got, where linkpolicy was refused.
  let second: ObservedResponse?
  /// When the answer came.
  let time: Timestamp
  /// Apple's copy.
  let copy: ObservedResponse?
  /// There is a file at the root of the host.
  let hasRoot: Bool

  private var url: ExactString { subject.url(file) }
  private var quoted: String { ForeignText.quoted(url.string) }

  /// True when the answer carries the file, whatever else is wrong with it.
  var isServed: Bool { response.status == 200 && !response.isPage && !response.isPacked }

  var findings: [CheckFinding] {
    guard isServed else { return [refusal] + certificate }
    return contentType + slowness + certificate
  }

  private func finding(
    _ rule: RuleID, _ severity: Severity, _ message: String, help: String? = nil,
    notes: [String]? = nil
  ) -> CheckFinding {
    CheckFinding(
      rule, severity, in: subject.environment, at: subject.anchor, url: url, message, help: help,
      notes: notes ?? response.notes())
  }

  // MARK: no file

  private var refusal: CheckFinding {
    if response.isRedirect { return redirect }
    if response.status == 200, response.isPacked {
      return finding(
        "verify-unreachable", .warning,
        "\(quoted) answers packed bytes although nobody asked for them",
        help: "send `Content-Encoding` only to who sends `Accept-Encoding`")
    }
    let others = second.map { $0.status == 200 && !$0.isPage } ?? false
    if response.status == 200, !others {
      return finding(
        "html-fallback", .error, "\(quoted) answers a page in HTML, not the file",
        help: "route `/.well-known/` before the catch-all of the application")
    }
    if response.status == 404 || response.status == 410 {
      return finding(
        "host-file-missing", .error,
        response.headers == nil
          ? "the directory has no \(quoted)" : "\(quoted) answers \(response.status)",
        help: hasRoot
          ? "the file at the root of the host is not read since iOS 14: serve it below `/.well-known/`"
          : "deploy the file that `linkpolicy generate` writes")
    }
    if let limited = rateLimit, !others { return limited }
    let agent = second.map { "; to the user agent of curl \($0.status)" } ?? ""
    return finding(
      "http-status", .error, "\(quoted) answers \(response.status)\(agent)",
      help: others
        ? "allow every user agent: the fetchers of Apple and Google have names of their own"
        : "serve the file to everybody, with status 200")
  }

  /// The server asks to be left alone for a while: longer than a run waits.
  private var rateLimit: CheckFinding? {
    let wait = response.retrySeconds(at: time)
    guard response.status == 429 || response.status == 503 && (wait ?? 0) > RequestLimits.patience
    else { return nil }
    return finding(
      "rate-limited", .warning,
      "\(quoted) answers \(response.status)"
        + (wait.map { " and asks to wait \($0) seconds" } ?? ""),
      help: "nothing is known about it: try again later, with fewer `--jobs`",
      notes: response.notes(["retry-after", "server"]))
  }

  private var redirect: CheckFinding {
    let location = response.header("location") ?? ""
    var notes = response.notes(["server"])
    notes.append(
      file == .android
        ? "certain: Android and Google follow no redirect"
        : "inferred: Apple documents that it follows none, and was seen to follow one within a site"
    )
    if file == .apple, let copy, copy.status == 200,
      (copy.header("apple-from") ?? "").utf8.contains(UInt8(ascii: ","))
    {
      notes.append("Apple's CDN followed the redirect when it looked last")
    }
    return finding(
      "host-redirects", .error,
      "\(quoted) answers \(response.status) to \(ForeignText.location(location))",
      help: "serve the file on this host itself", notes: notes)
  }

  // MARK: with the file

  private var contentType: [CheckFinding] {
    guard response.headers != nil, response.mediaType != "application/json" else { return [] }
    // The signed form of iOS 8.
    if file == .apple, response.mediaType == "application/pkcs7-mime" { return [] }
    let type = response.header("content-type")
    return [
      finding(
        "content-type", file == .apple ? .warning : .error,
        type.map { "\(quoted) is served as \(ForeignText.quoted($0))" }
          ?? "\(quoted) is served without a content type",
        help: "serve it as `application/json`",
        notes: response.notes(["server"]) + [
          file == .apple
            ? "Apple documents `application/json` and was seen to take other types"
            : "Google takes nothing else"
        ])
    ]
  }

  private var slowness: [CheckFinding] {
    guard response.milliseconds > RequestLimits.slowSeconds * 1_000 else { return [] }
    return [
      finding(
        "slow-answer", .warning,
        "\(quoted) takes \(response.milliseconds / 1_000) seconds",
        help: "Apple and Android give up after about 5 seconds: keep the file away from cold starts"
      )
    ]
  }

  private var certificate: [CheckFinding] {
    guard let end = response.certificate?.notAfter else { return [] }
    let days = end.seconds(since: response.date ?? time) / 86_400
    guard days < RequestLimits.certificateDays else { return [] }
    return [
      CheckFinding(
        "tls-expires-soon", .warning, in: subject.environment, at: subject.anchor, url: url,
        "the certificate of \(ForeignText.quoted(subject.host.string)) ends in \(days) day\(days == 1 ? "" : "s"), on \(end.date)",
        help: "renew it")
    ]
  }

  /// A cache in front of the host may hold the file of yesterday.
  func withCacheNotes(_ finding: CheckFinding) -> CheckFinding {
    guard finding.severity > .note, response.headers != nil else { return finding }
    var finding = finding
    finding.notes += ["age", "cache-control"].compactMap { name in
      response.header(name).map { "\(name): \(ForeignText.quoted($0))" }
    }
    return finding
  }
}
