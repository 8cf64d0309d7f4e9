import PolicyDecision
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
    let place = CheckPlace(anchor: host.host.anchor, environment: subject.environment)
    guard let response = responses.response(request) else {
      return place.failure(of: request, responses)
    }
    let quoted = UntrustedText.quoted(request.url.string)
    guard response.status == 200, !response.isPage else {
      return place.finding(
        "host-file-missing", .error, request.url,
        "\(quoted) returned \(response.isPage ? "an HTML page" : "status \(response.status)")",
        help: "connect the host to Firebase Hosting, which generates the file",
        notes: response.notes())
    }
    let link = ExactString("https://\(host.host.value.string)/__/auth/links?link=https")
    return apps.filter {
      !comparator.opens(link, in: $0, by: response.body, of: file, host: host.host.value)
    }.flatMap { app in
      place.finding(
        "deployed-differs", .error, request.url,
        "\(quoted) does not open \(UntrustedText.quoted(link.string)) in \(DisplayText.quoted(app.string))",
        help: file == .apple
          ? "set the app's Team ID in the Firebase console, and turn on mobile links"
          : "add the app's SHA-256 fingerprints in the Firebase console",
        notes: response.notes())
    }
  }
}
