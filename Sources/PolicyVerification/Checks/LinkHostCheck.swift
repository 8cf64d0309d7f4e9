import PolicyText

/// A host that carries the links of email actions: its files must open them in the apps of the policy.
package struct LinkHostCheck: Check {
  package let target = CheckTarget.firebase
  private let subject: FirebaseSubject
  private let host: FirebaseSubject.LinkHost
  private let judge: any FileJudge

  package init(
    _ subject: FirebaseSubject, _ host: FirebaseSubject.LinkHost, judge: any FileJudge
  ) {
    self.subject = subject
    self.host = host
    self.judge = judge
  }

  private func request(_ file: HostFile) -> ObservedRequest {
    ObservedRequest(
      ExactString("https://\(host.host.value.string)\(file.path)"), limit: file.limit)
  }

  private var files: [(file: HostFile, apps: [ExactString])] {
    [(HostFile.apple, host.appleApps), (.android, host.androidApps)].filter { !$0.1.isEmpty }
  }

  package func requests(_ answers: Answers) -> [CheckRequest] {
    files.map { CheckRequest($0.file.rawValue, request($0.file)) }
  }

  package func findings(_ answers: Answers) -> [CheckFinding] {
    files.flatMap { findings($0.file, $0.apps, answers) }
  }

  private func findings(
    _ file: HostFile, _ apps: [ExactString], _ answers: Answers
  ) -> [CheckFinding] {
    let request = request(file)
    guard let answer = answers[request] else { return [] }
    guard let response = answer.response else {
      let place = CheckPlace(host.host.anchor, subject.environment)
      return answer.failure.map { [TransportFault.finding($0, of: request, at: place, answers)] }
        ?? []
    }
    let quoted = ForeignText.quoted(request.url.string)
    func finding(
      _ rule: RuleID, _ message: String, help: String, notes: [String]
    ) -> CheckFinding {
      CheckFinding(
        rule, .error, in: subject.environment, at: host.host.anchor, url: request.url, message,
        help: help, notes: notes)
    }
    guard response.status == 200, !response.isPage else {
      return [
        finding(
          "host-file-missing",
          "\(quoted) answers \(response.isPage ? "a page in HTML" : "\(response.status)")",
          help: "connect the host with Firebase Hosting, which writes the file",
          notes: response.notes())
      ]
    }
    let link = ExactString("https://\(host.host.value.string)/__/auth/links?link=https")
    return apps.filter {
      !judge.opens(link, in: $0, by: response.body, of: file, host: host.host.value)
    }.map { app in
      finding(
        "deployed-differs",
        "\(quoted) does not open \(ForeignText.quoted(link.string)) in \(UTF8Text.quoted(app.string))",
        help: file == .apple
          ? "give the app its Team ID in the console, and the project links of mobile apps"
          : "add the SHA-256 fingerprints of the app in the console",
        notes: response.notes())
    }
  }
}
