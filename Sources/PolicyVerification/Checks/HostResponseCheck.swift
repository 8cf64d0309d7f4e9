import PolicyText

/// Checks the response with an association file against the requirements of Apple and Google.
struct HostResponseCheck {
  let subject: HostSubject
  let file: HostFile
  let response: ObservedResponse
  /// The response to curl's user agent, if linkpolicy's was rejected.
  let second: ObservedResponse?
  /// When the response arrived.
  let time: Timestamp
  /// The response of Apple's CDN.
  let copy: ObservedResponse?
  /// Whether the host has a file at its root.
  let hasRoot: Bool

  private var url: ExactString { subject.url(file) }
  private var quoted: String { UntrustedText.quoted(url.string) }

  /// Whether the response contains the file, even with other problems.
  var isServed: Bool { response.status == 200 && !response.isPage && !response.isCompressed }

  var findings: [CheckFinding] {
    guard isServed else { return refusal + certificate }
    return contentType + responseTime + certificate
  }

  private func finding(
    _ rule: RuleID, _ severity: Severity, _ message: String, help: String? = nil,
    notes: [String]? = nil
  ) -> [CheckFinding] {
    subject.place.finding(
      rule, severity, url, message, help: help, notes: notes ?? response.notes())
  }

  // MARK: responses without the file

  private var refusal: [CheckFinding] {
    if response.isRedirect { return redirect }
    if response.status == 200, response.isCompressed {
      return finding(
        "verify-unreachable", .warning,
        "\(quoted) is compressed, but the request has no `Accept-Encoding`",
        help: "compress only responses to requests with `Accept-Encoding`")
    }
    let others = second.map { $0.status == 200 && !$0.isPage } ?? false
    if response.status == 200, !others {
      return finding(
        "html-fallback", .error, "\(quoted) returned an HTML page instead of the file",
        help: "route `/.well-known/` before the application's catch-all route")
    }
    if response.status == 404 || response.status == 410 {
      return finding(
        "host-file-missing", .error,
        response.headers == nil
          ? "the directory has no \(quoted)" : "\(quoted) returned status \(response.status)",
        help: hasRoot
          ? "serve it in `/.well-known/`: iOS 14 and later ignore the file at the root"
          : "deploy the file that `linkpolicy generate` writes")
    }
    if !others, !rateLimit.isEmpty { return rateLimit }
    let agent = second.map { "; \($0.status) for curl's user agent" } ?? ""
    return finding(
      "http-status", .error, "\(quoted) returned status \(response.status)\(agent)",
      help: others
        ? "allow every user agent: Apple and Google have their own"
        : "serve the file with status 200, without authentication")
  }

  /// The finding for a server that requests a longer pause than a run allows.
  private var rateLimit: [CheckFinding] {
    let wait = response.retrySeconds(at: time)
    guard
      response.status == 429
        || response.status == 503 && (wait ?? 0) > RequestLimits.maximumRetryDelay
    else { return [] }
    return finding(
      "rate-limited", .warning,
      "\(quoted) returned status \(response.status)"
        + (wait.map { " with `Retry-After` of \($0) seconds" } ?? ""),
      help: "run `verify` again later, with fewer `--jobs`",
      notes: response.notes(["retry-after", "server"]))
  }

  private var redirect: [CheckFinding] {
    let location = response.header("location") ?? ""
    var notes = response.notes(["server"])
    notes.append(
      file == .android
        ? "certain: Android and Google don't follow redirects"
        : "inferred: Apple documents that it doesn't follow redirects, but was seen to follow one within a site"
    )
    if file == .apple, let copy, copy.status == 200,
      (copy.header("apple-from") ?? "").utf8.contains(UInt8(ascii: ","))
    {
      notes.append("Apple's CDN followed the redirect last time")
    }
    return finding(
      "host-redirects", .error,
      "\(quoted) redirects with status \(response.status) to \(UntrustedText.location(location))",
      help: "serve the file without a redirect", notes: notes)
  }

  // MARK: responses with the file

  private var contentType: [CheckFinding] {
    guard response.headers != nil, response.mediaType != "application/json" else { return [] }
    // Signed files for iOS 8.
    if file == .apple, response.mediaType == "application/pkcs7-mime" { return [] }
    let type = response.header("content-type")
    return finding(
      "content-type", file == .apple ? .warning : .error,
      type.map {
        "`Content-Type` of \(quoted) must be `application/json`, found \(UntrustedText.quoted($0))"
      }
        ?? "\(quoted) has no `Content-Type`",
      help: "serve it as `application/json`",
      notes: response.notes(["server"]) + [
        file == .apple
          ? "Apple documents `application/json`, but was seen to accept other types"
          : "Google accepts no other type"
      ])
  }

  private var responseTime: [CheckFinding] {
    guard response.milliseconds > RequestLimits.slowSeconds * 1_000 else { return [] }
    return finding(
      "slow-answer", .warning,
      "\(quoted) took \(response.milliseconds / 1_000) seconds",
      help: "serve the file in under 3 seconds: Apple and Android give up after about 5"
    )
  }

  private var certificate: [CheckFinding] {
    guard let end = response.certificate?.notAfter else { return [] }
    let days = end.seconds(since: response.date ?? time) / 86_400
    guard days < RequestLimits.certificateDays else { return [] }
    return subject.place.finding(
      "tls-expires-soon", .warning, url,
      "the certificate of \(UntrustedText.quoted(subject.host.string)) expires in \(days) day\(days == 1 ? "" : "s"), on \(end.date)",
      help: "renew the certificate")
  }

  /// Adds cache headers, because a cache can serve an old file.
  func withCacheNotes(_ finding: CheckFinding) -> CheckFinding {
    guard finding.severity > .note, response.headers != nil else { return finding }
    var finding = finding
    finding.notes += ["age", "cache-control"].compactMap { name in
      response.header(name).map { "\(name): \(UntrustedText.quoted($0))" }
    }
    return finding
  }
}
