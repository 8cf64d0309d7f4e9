import LinkPolicy
import LinkPolicyCLI
import PolicyModel
import PolicyText
import PolicyVerification

extension FuzzTarget {
  /// Runs every check on an HTTP response that curl returns. Four lines precede it: curl's numbers,
  /// the time of the response, the expiry of the certificate, and the sizes of chunks.
  static let http = FuzzTarget("http", maximumLength: 2_048) {
    httpSeeds
  } run: { bytes in
    var input = FuzzBytes(bytes)
    let imported = input.line().string.split(separator: " ", omittingEmptySubsequences: false)
    let time = Timestamp(clamping: input.number())
    let certificate = input.line().string
    let step = 1 + abs(input.number() % 64)
    var headers: [(key: String, value: JSONValue)] = []
    while true {
      let line = input.line()
      guard !line.utf8.isEmpty else { break }
      let parts = Array(line.utf8).split(separator: UInt8(ascii: ":"), maxSplits: 1)
      headers.append(
        (
          String(decoding: parts.first ?? [], as: UTF8.self),
          [
            .string(
              ExactString(decoding: (parts.dropFirst().first ?? []).drop { $0 == 0x20 }).string)
          ]
        ))
    }
    let body = input.remaining.filter { $0 != 0x1E }
    var stream = CurlStream(mark: "\u{1E}mark", limits: [1_000])
    let text = body + curl(imported, headers, certificate)
    for start in stride(from: 0, to: text.count, by: step) {
      stream.add(text[start..<min(text.count, start + step)])
    }
    Finding.unless(stream.outcomes.count == 1, "\(stream.outcomes.count) outcomes")
    for outcome in stream.outcomes { check(ObservedResult(url: "", time: time, outcome)) }
  }

  /// Returns what curl prints after a body.
  private static func curl(
    _ imported: [Substring], _ headers: [(key: String, value: JSONValue)], _ certificate: String
  ) -> [UInt8] {
    let mark = "\u{1E}mark"
    let lines = (0..<CurlStream.facts.count).map { index in
      imported.indices.contains(index) ? String(imported[index]) : ""
    }
    let ends = "Expire date:\(certificate)\nX509v3 Subject Alternative Name:DNS:a, DNS:b\n"
    return Array(
      ("\n" + mark + lines.joined(separator: "\n") + mark + JSONValue.object(headers).text() + mark
        + ends + mark + "\n").replacing("\u{1E}mark\u{1E}", with: mark).utf8)
  }

  /// No response may end a run, be printed unescaped, or be lost in a record.
  static func check(_ answer: ObservedResult) {
    if let response = answer.response {
      if let seconds = response.retrySeconds(at: answer.time) {
        Finding.unless(Timestamp.range.contains(seconds), "waits \(seconds) seconds")
      }
      Finding.unless(response.milliseconds >= 0, "took \(response.milliseconds) ms")
    }
    let request = ObservedRequest(answer.url, limit: 1_000)
    let record = ObservationRecord.text(of: request, answer)
    var kept = answer
    if case .response(var response) = kept.outcome {
      response.headers = response.headers?.filter { ExactString($0.name) != "set-cookie" }
      kept.outcome = .response(response)
    }
    Finding.unless(
      ObservationRecord.answer(Array(record.utf8)) == kept, "another answer: \(record)")
    var answers = Responses()
    var requests: Set<ObservedRequest> = []
    for check in Checks.all {
      for question in check.requests(answers) { requests.insert(question.request) }
    }
    for request in requests {
      var own = answer
      own.url = request.url
      answers.add([own], to: [request])
    }
    for finding in Checks.all.flatMap({ $0.findings(answers) }) {
      Finding.unless(
        !finding.message.utf8.contains { $0 < 0x20 }, "a control character: \(finding.message)")
    }
  }

  private static var httpSeeds: [[UInt8]] {
    let fields = [
      "retry-after", "date", "age", "cache-control: max-age=1, max-age", "location",
      "content-length", "content-type", "expires",
    ]
    let dates = [
      "Sun, 22 Nov 2026 13:24:30 GMT", "Thu, 01 Jan 1970 00:00:00 GMT",
      "Fri, 31 Dec 9999 23:59:60 GMT", "Sun, 22 Nov 2026 9223372036854775807:00:00 GMT",
      "Sun, 99 Nov 9223372036854775807 00:00:-1 GMT",
    ]
    let fine = "0 200 1.1 192.0.2.1 0.5 99 5 "
    let end = "\n1790000000\nFeb 20 13:24:29 2027 GMT\n7\n"
    return (ExtremeNumber.texts + dates).flatMap { value in
      fields.map { "\(fine)\(end)\($0): \(value)\ncontent-type: application/json\n\n{}" }
        + [
          "\(fine.replacing("200", with: "503"))\(end)retry-after: \(value)\n\n",
          "\(fine)\n\(value)\nFeb 20 13:24:29 2027 GMT\n7\n\n[]",
          "\(fine)\n1790000000\n\(value)\n1\n\n[]",
          "\(fine.replacing("0.5", with: value))\(end)\n[]",
          "\(fine.replacing("99", with: value))\(end)\n[]",
          "\(value) \(value) 2 ::1 1 1 \(value) Too large response headers\(end)\n[]",
          "0 \(value) 2 ::1 1 1 1 \(end)location: https://a.example/\u{1B}[2J\n\n<html>",
        ]
    }.map { Array($0.utf8) }
  }
}

/// The checks of a host that don't need a policy.
private enum Checks {
  /// Reports nothing about files.
  struct Comparator: AssociationFileComparing {
    func findings(
      on body: [UInt8], of file: HostFile, from subject: HostSubject
    ) -> [CheckFinding] { [] }
    func agree(_ body: [UInt8], _ other: [UInt8], of file: HostFile, host: ExactString) -> Bool? {
      body == other
    }
    func opens(
      _ url: ExactString, in app: ExactString, by body: [UInt8], of file: HostFile,
      host: ExactString
    ) -> Bool { false }
  }

  static let all: [any Check] = {
    let subject = HostSubject(
      host: "a.example", environment: .prod, anchor: SourceAnchor(FileID(0), NodeID(0)),
      files: [.apple, .android], isSandboxOnly: false,
      linkedApps: [LinkedApp(relation: "r", package: "p", fingerprint: "f")])
    return [
      HostCheck(
        subject, comparator: Comparator(), comparesRoutes: true,
        copy: AppleCopyCheck.request(subject.host, ThirdParties())),
      AppleCopyCheck(subject, comparator: Comparator(), parties: ThirdParties()),
      RobotsCheck(subject),
      GoogleLinkCheck(subject, parties: ThirdParties()),
    ]
  }()
}

extension FuzzTarget {
  /// Dates: a line in HTTP's format, one in OpenSSL's, and a number. A parsed date must be printed
  /// as it was, and its days must agree with a calendar that counts leap years.
  static let dates = FuzzTarget("dates", maximumLength: 160) {
    ExtremeNumber.texts.flatMap { number in
      [
        "Sun, 22 Nov 2026 13:24:30 GMT\nFeb 20 13:24:29 2027 GMT\n\(number)",
        "Sun, \(number) Feb 2024 13:24:30 GMT\nFeb  2 13:24:29 \(number) GMT\n\(number)",
        "Thu, 29 Feb 1972 \(number):24:\(number) GMT\nDec 31 \(number):59:60 9999 GMT\n\(number)",
      ].map { Array($0.utf8) }
    }
  } run: { bytes in
    var input = FuzzBytes(bytes)
    let lines = (input.line().string, input.line().string)
    let number = input.number()
    let times = [
      (Timestamp(http: lines.0), lines.0, 1), (Timestamp(certificate: lines.1), lines.1, 0),
    ]
    for case (let time?, let text, let month) in times {
      Finding.unless(Timestamp.range.contains(time.seconds), "\(text): \(time.seconds)")
      let words = text.split(separator: " ")
      let isHTTP = month == 1
      let day = Int(words[1]) ?? 0
      let name = ExactString(String(words[isHTTP ? 2 : 0]))
      let year = Int(words[3]) ?? 0
      let clock = words[isHTTP ? 4 : 2].split(separator: ":").map { Int($0) ?? 0 }
      let days = Calendar.days(year: year, month: name, day: day)
      let expected = days * 86_400 + clock[0] * 3_600 + clock[1] * 60 + clock[2]
      Finding.unless(
        time == Timestamp(clamping: expected), "\(text): \(time.seconds), not \(expected)")
    }
    let time = Timestamp(clamping: number)
    let parts = time.date.split(separator: "-").map { Int($0) ?? 0 }
    Finding.unless(parts.count == 3, time.date)
    let days = Calendar.days(year: parts[0], month: Calendar.names[parts[1] - 1], day: parts[2])
    Finding.unless(days == time.seconds / 86_400, "\(time.date) is day \(days) of \(time.seconds)")
    for (time, other) in [(time, times[0].0 ?? 0), (times[1].0 ?? 0, time)] {
      Finding.unless(
        time.seconds(since: other) == -other.seconds(since: time), "\(time) and \(other)")
    }
  }
}

/// A second calendar, which counts days by months and leap years.
private enum Calendar {
  static let names: [ExactString] = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Returns the days since 1970-01-01.
  static func days(year: Int, month: ExactString, day: Int) -> Int {
    func leaps(before year: Int) -> Int {
      let last = year - 1
      return last / 4 - last / 100 + last / 400
    }
    let isLeap = leaps(before: year + 1) > leaps(before: year)
    let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    let index = names.firstIndex(of: month) ?? 0
    return (year - 1970) * 365 + leaps(before: year) - leaps(before: 1970)
      + lengths[..<index].reduce(0, +) + day - 1
  }
}

extension FuzzTarget {
  /// A file that `verify --replay` reads as the record of every request. Each request must have a
  /// result, and a second run must give the same report.
  static let records = FuzzTarget("records", maximumLength: 2_048) {
    let members = ["time", "status", "time_ms", "notAfter"]
    let dates = ["Sun, 22 Nov 2026 13:24:30 GMT", "Fri, 31 Dec 9999 99:59:60 GMT", "-5"]
    let texts = ExtremeNumber.texts.flatMap { number in
      members.flatMap { name in
        dates.map { date in
          record.replacing(#""\#(name)":1"#, with: #""\#(name)":\#(number)"#).replacing(
            "DATE", with: date)
        }
      }
    }
    let errors = ObservedFailure.Kind.allCases.map {
      #"{"schemaVersion":1,"request":{"url":"https://a.example/","time":1},"error":"\#($0.rawValue)","detail":"d","status":1}"#
    }
    return (texts + errors).map { Array($0.utf8) }
  } run: { bytes in
    if let answer = ObservationRecord.answer(bytes) { check(answer) }
    var options = VerificationOptions()
    options.asksThirdParties = true
    options.comparesRoutes = true
    var verification = Verification(Verified.project, options: options)
    verification.send(with: RecordedFetcher { _ in bytes })
    let report = verification.report
    Finding.unless(!report.checks.isEmpty, "no results")
    let text = report.json(documentation: nil)
    Finding.unless(!text.utf8.contains(0x1B), "an escape: \(text)")
    Finding.unless(verification.report.json(documentation: nil) == text, "another report")
  }

  private static var record: String {
    #"{"schemaVersion":1,"request":{"method":"GET","url":"https://a.example/","agent":"linkpolicy","time":1},"#
      + #""response":{"status":1,"headers":[["content-type","application/json"],["date","DATE"],["retry-after","DATE"],"#
      + #"["location","/x"],["age","DATE"]],"body_base64":"e30=","http_version":"1.1","address":null,"#
      + #""certificate":{"notAfter":1,"names":[],"issuer":""},"time_ms":1}}"#
  }
}

private enum Verified {
  static let project = Project([
    InputFile(
      name: "Policies/a.yaml",
      text: """
        linkpolicy: 1
        name: acme
        apps:
          acme-ios: { platform: ios, bundle_id: com.acme.app, team_id: A1B2C3D4E5 }
        domains:
          www.acme.example: { links: [{ apps: [acme-ios], rules: [{ path: /orders/* }] }] }
        authorization_server:
          issuer: { prod: "https://auth.acme.example" }
          endpoints:
            authorization: { prod: "https://auth.acme.example/authorize" }
        """)
  ])
}
