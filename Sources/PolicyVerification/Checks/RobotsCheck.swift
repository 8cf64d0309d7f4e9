import PolicyText

/// Whether `robots.txt` keeps crawlers from the association files: nothing for those of Apple and Google, as
/// far as anybody knows, and a usual suspect of who searches.
package struct RobotsCheck: Check {
  package let target = CheckTarget.files
  private let subject: HostSubject
  private let request: ObservedRequest

  package init(_ subject: HostSubject) {
    self.subject = subject
    request = ObservedRequest(
      ExactString("https://\(subject.host.string)/robots.txt"), limit: RequestLimits.json)
  }

  package func requests(_ answers: Answers) -> [CheckRequest] { [CheckRequest("robots", request)] }

  package func findings(_ answers: Answers) -> [CheckFinding] {
    guard let response = answers.response(request), response.status == 200, !response.isPage else {
      return []
    }
    let rules = RobotsRules(response.body)
    return subject.files.filter { !rules.allows($0.path) }.map { file in
      CheckFinding(
        "robots-blocks", .note, in: subject.environment, at: subject.anchor, url: request.url,
        "\(ForeignText.quoted(request.url.string)) keeps crawlers from \(UTF8Text.quoted(file.path))",
        help: "harmless for Apple and Google, which were not seen to read it",
        notes: ["inferred: neither documents it"])
    }
  }
}
