import PolicyText

/// Checks a host in Google's Digital Asset Links API, which devices with Google Play use.
package struct GoogleLinkCheck: Check {
  package let target = CheckTarget.google
  private let subject: HostSubject
  private let base: ExactString

  package init(_ subject: HostSubject, parties: ThirdParties) {
    self.subject = subject
    base = parties.google
  }

  private func list(_ relation: ExactString) -> ObservedRequest {
    request("statements:list", [("source.web.site", site), ("relation", relation)])
  }

  private func link(_ app: LinkedApp) -> ObservedRequest {
    request(
      "assetlinks:check",
      [
        ("source.web.site", site), ("relation", app.relation),
        ("target.android_app.package_name", app.package),
        ("target.android_app.certificate.sha256_fingerprint", app.fingerprint),
      ])
  }

  private var site: ExactString { ExactString("https://\(subject.host.string)") }

  private func request(_ method: String, _ fields: [(String, ExactString)]) -> ObservedRequest {
    let query = fields.map { "\($0.0)=\(PercentEncoding.encode($0.1.string))" }.joined(
      separator: "&")
    return ObservedRequest(
      ExactString("\(base.string)/v1/\(method)?\(query)"), limit: RequestLimits.json)
  }

  private var relations: [ExactString] {
    subject.linkedApps.map(\.relation).unique
  }

  package func requests(_ responses: Responses) -> [CheckRequest] {
    relations.map { CheckRequest("statements", list($0)) }
      + subject.linkedApps.map { CheckRequest("link", link($0)) }
  }

  package func findings(_ responses: Responses) -> [CheckFinding] {
    var findings = subject.linkedApps.flatMap { self.findings($0, responses) }
    guard findings.contains(where: { $0.rule == "asset-not-linked" }) else { return findings }
    for relation in relations {
      guard let response = responses.response(list(relation)), response.status == 200,
        let age = response.json?["maxAge"]?.stringValue
      else { continue }
      findings += subject.place.finding(
        "asset-cached", .note, list(relation).url,
        "Google may use a cached file of \(host) for \(UntrustedText.quoted(age)) more",
        help: "run `verify` again later")
    }
    return findings
  }

  private var host: String { UntrustedText.quoted(subject.host.string) }

  private func findings(_ app: LinkedApp, _ responses: Responses) -> [CheckFinding] {
    let request = link(app)
    guard let response = responses.response(request) else {
      return subject.place.failure(of: request, responses)
    }
    guard response.status == 200, let json = response.json, case .object = json else {
      return subject.place.finding(
        "verify-unreachable", .warning, request.url,
        "can't check \(host): Google's API returned status \(response.status)",
        help: "run `verify` again later", notes: response.notes())
    }
    // Missing, not `false`, if the app isn't linked.
    guard json["linked"]?.isTrue != true else { return [] }
    let codes = (json["errorCode"]?.items ?? []).compactMap(\.stringValue)
    let words = codes.map { UntrustedText.quoted($0) }.joined(separator: ", ")
    let debug = (json["debugString"]?.stringValue ?? "").split(separator: "\n").prefix(4)
    return subject.place.finding(
      "asset-not-linked", .error, request.url,
      "Google does not link \(host) with \(DisplayText.quoted(app.package.string)), certificate "
        + "\(DisplayText.quoted(app.fingerprint.string)), for \(DisplayText.quoted(app.relation.string))"
        + (words.isEmpty ? "" : " (\(words))"),
      help: codes.lazy.compactMap(GoogleErrorCode.advice).first
        ?? "add the fingerprint to assetlinks.json; for Google Play, add all three",
      notes: debug.map { "Google: \(UntrustedText.quoted(String($0)))" })
  }
}

/// Advice for error codes of the Digital Asset Links API.
enum GoogleErrorCode {
  static func advice(_ code: String) -> String? {
    switch ExactString(code) {
    case "ERROR_CODE_INVALID_QUERY":
      "report this as a linkpolicy bug: Google rejects the request"
    case "ERROR_CODE_FETCH_ERROR": "deploy the file: Google can't fetch it"
    case "ERROR_CODE_FAILED_SSL_VALIDATION": "fix the host's TLS certificate: Google rejects it"
    case "ERROR_CODE_REDIRECT": "serve the file without a redirect"
    case "ERROR_CODE_TOO_LARGE": "make the file smaller: it exceeds Google's limit"
    case "ERROR_CODE_MALFORMED_HTTP_RESPONSE": "fix the HTTP response: Google can't read it"
    case "ERROR_CODE_WRONG_CONTENT_TYPE":
      "serve the file as `application/json`"
    case "ERROR_CODE_MALFORMED_CONTENT":
      "fix the file: it is invalid JSON or has an invalid statement"
    case "ERROR_CODE_SECURE_ASSET_INCLUDES_INSECURE": "remove the `include` of an `http` URL"
    case "ERROR_CODE_FETCH_BUDGET_EXHAUSTED":
      "remove `include` statements: there are too many, or they are circular"
    default: nil
    }
  }
}
