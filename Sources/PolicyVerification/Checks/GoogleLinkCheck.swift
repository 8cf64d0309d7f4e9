import PolicyText

/// What Google's Digital Asset Links API says of a host: the view of devices with Google Play.
package struct GoogleLinkCheck: Check {
  package let target = CheckTarget.google
  private let subject: HostSubject
  private let base: ExactString

  package init(_ subject: HostSubject, parties: ThirdParties) {
    self.subject = subject
    base = parties.google
  }

  private func list(_ relation: ExactString) -> ObservedRequest {
    ask("statements:list", [("source.web.site", site), ("relation", relation)])
  }

  private func link(_ app: LinkedApp) -> ObservedRequest {
    ask(
      "assetlinks:check",
      [
        ("source.web.site", site), ("relation", app.relation),
        ("target.android_app.package_name", app.package),
        ("target.android_app.certificate.sha256_fingerprint", app.fingerprint),
      ])
  }

  private var site: ExactString { ExactString("https://\(subject.host.string)") }

  private func ask(_ method: String, _ fields: [(String, ExactString)]) -> ObservedRequest {
    let query = fields.map { "\($0.0)=\(PercentEncoding.encode($0.1.string))" }.joined(
      separator: "&")
    return ObservedRequest(
      ExactString("\(base.string)/v1/\(method)?\(query)"), limit: RequestLimits.json)
  }

  private var relations: [ExactString] {
    var seen: Set<ExactString> = []
    return subject.linkedApps.map(\.relation).filter { seen.insert($0).inserted }
  }

  package func requests(_ answers: Answers) -> [CheckRequest] {
    relations.map { CheckRequest("statements", list($0)) }
      + subject.linkedApps.map { CheckRequest("link", link($0)) }
  }

  package func findings(_ answers: Answers) -> [CheckFinding] {
    var findings = subject.linkedApps.flatMap { self.findings($0, answers) }
    guard findings.contains(where: { $0.rule == "asset-not-linked" }) else { return findings }
    for relation in relations {
      guard let response = answers.response(list(relation)), response.status == 200,
        let age = response.json?["maxAge"]?.stringValue
      else { continue }
      findings.append(
        finding(
          "asset-cached", .note, list(relation).url,
          "Google may answer for \(host) from a cache, for \(ForeignText.quoted(age)) more",
          help: "ask again later", notes: []))
    }
    return findings
  }

  private var host: String { ForeignText.quoted(subject.host.string) }

  private func finding(
    _ rule: RuleID, _ severity: Severity, _ url: ExactString, _ message: String,
    help: String? = nil, notes: [String]
  ) -> CheckFinding {
    CheckFinding(
      rule, severity, in: subject.environment, at: subject.anchor, url: url, message, help: help,
      notes: notes)
  }

  private func findings(_ app: LinkedApp, _ answers: Answers) -> [CheckFinding] {
    let request = link(app)
    guard let answer = answers[request] else { return [] }
    guard let response = answer.response else {
      let place = CheckPlace(subject.anchor, subject.environment)
      return answer.failure.map {
        [TransportFault.finding($0, of: request, at: place, answers)]
      } ?? []
    }
    guard response.status == 200, let json = response.json, case .object = json else {
      return [
        finding(
          "verify-unreachable", .warning, request.url,
          "Google's API answers \(response.status) about \(host)", notes: response.notes())
      ]
    }
    // Absent, not false, where the app is not linked.
    guard json["linked"]?.isTrue != true else { return [] }
    let codes = (json["errorCode"]?.items ?? []).compactMap(\.stringValue)
    let words = codes.map { ForeignText.quoted($0) }.joined(separator: ", ")
    let debug = (json["debugString"]?.stringValue ?? "").split(separator: "\n").prefix(4)
    return [
      finding(
        "asset-not-linked", .error, request.url,
        "Google says that \(host) is not linked with \(UTF8Text.quoted(app.package.string)), certificate "
          + "\(UTF8Text.quoted(app.fingerprint.string)), for \(UTF8Text.quoted(app.relation.string))"
          + (words.isEmpty ? "" : " (\(words))"),
        help: codes.lazy.compactMap(GoogleErrorCode.advice).first
          ?? "add the fingerprint; of Google Play all three",
        notes: debug.map { "Google: \(ForeignText.quoted(String($0)))" })
    ]
  }
}

/// What the codes of the Digital Asset Links API mean for who serves the file.
enum GoogleErrorCode {
  static func advice(_ code: String) -> String? {
    switch ExactString(code) {
    case "ERROR_CODE_INVALID_QUERY":
      "Google does not understand the question: report it to linkpolicy"
    case "ERROR_CODE_FETCH_ERROR": "Google cannot fetch the file, or it is missing"
    case "ERROR_CODE_FAILED_SSL_VALIDATION": "Google does not accept the certificate of the host"
    case "ERROR_CODE_REDIRECT": "the host redirects: serve the file on the host itself"
    case "ERROR_CODE_TOO_LARGE": "the file is larger than Google reads"
    case "ERROR_CODE_MALFORMED_HTTP_RESPONSE": "the host sends Google no proper answer"
    case "ERROR_CODE_WRONG_CONTENT_TYPE":
      "serve the file as `application/json`: Google takes nothing else"
    case "ERROR_CODE_MALFORMED_CONTENT": "the file is no JSON, or holds an invalid statement"
    case "ERROR_CODE_SECURE_ASSET_INCLUDES_INSECURE": "the file includes one over http"
    case "ERROR_CODE_FETCH_BUDGET_EXHAUSTED": "the file includes too many others, or itself"
    default: nil
    }
  }
}
