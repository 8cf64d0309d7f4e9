import PolicyText

/// Checks that the files of an email link host open its links in the policy's apps.
package struct LinkHostCheck: Check {
  package let target = CheckTarget.firebase
  private let subject: FirebaseSubject
  private let host: FirebaseSubject.LinkHost
  private let comparator: any AssociationFileComparing

  package init(
    _ subject: FirebaseSubject, _ host: FirebaseSubject.LinkHost,
    comparator: any AssociationFileComparing
  ) {
    self.subject = subject
    self.host = host
    self.comparator = comparator
  }

  private func request(_ file: HostFile) -> ObservedRequest {
    ObservedRequest(
      ExactString("https://\(host.host.value.string)\(file.path)"), limit: file.limit)
  }

  private var files: [(file: HostFile, apps: [ExactString])] {
    [(HostFile.apple, host.appleApps), (.android, host.androidApps)].filter { !$0.1.isEmpty }
  }

  package func requests(_ responses: Responses) -> [CheckRequest] {
    files.map { CheckRequest($0.file.rawValue, request($0.file)) }
  }

  package func findings(_ responses: Responses) -> [CheckFinding] {
    files.flatMap { findings($0.file, $0.apps, responses) }
  }

  private func findings(
    _ file: HostFile, _ apps: [ExactString], _ responses: Responses
  ) -> [CheckFinding] {
    let request = request(file)
    guard let answer = responses[request] else { return [] }
    guard let response = answer.response else {
      let place = CheckPlace(host.host.anchor, subject.environment)
      return answer.failure.map {
        [TransportFailure.finding($0, of: request, at: place, responses)]
      }
        ?? []
    }
    let quoted = UntrustedText.quoted(request.url.string)
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
          "\(quoted) returned \(response.isPage ? "an HTML page" : "status \(response.status)")",
          help: "connect the host to Firebase Hosting, which generates the file",
          notes: response.notes())
      ]
    }
    let link = ExactString("https://\(host.host.value.string)/__/auth/links?link=https")
    return apps.filter {
      !comparator.opens(link, in: $0, by: response.body, of: file, host: host.host.value)
    }.map { app in
      finding(
        "deployed-differs",
        "\(quoted) does not open \(UntrustedText.quoted(link.string)) in \(DisplayText.quoted(app.string))",
        help: file == .apple
          ? "set the app's Team ID in the Firebase console, and turn on mobile links"
          : "add the app's SHA-256 fingerprints in the Firebase console",
        notes: response.notes())
    }
  }
}
