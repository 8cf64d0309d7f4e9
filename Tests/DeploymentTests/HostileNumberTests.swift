import Foundation
import LinkPolicyCLI
import PolicyTestSupport
import PolicyText
import ProjectTestSupport
import Testing

import PolicyVerification

/// Extreme numbers in responses and recorded files. Each affects only the result of its own
/// request.
@Suite struct HostileNumberTests {
  static let numbers = [
    "-9223372036854775808", "-9223372036854775809", "-62135596800", "-5", "-1", "0", "1", "5.5",
    "1e3",
    "253402300799", "253402300800", "9223372036854775807", "9223372036854775808",
    "18446744073709551615", "1e999", "\"nan\"", "\"-5\"", "null",
  ]
  static let dates = [
    "Sun, 22 Nov 2026 9223372036854775807:00:00 GMT",
    "Sun, 22 Nov 2026 -9223372036854775808:00:00 GMT", "Sun, 22 Nov 2026 13:24 GMT",
    "Sun, 22 Nov 9999 99:99:99 GMT", "Sun, 22 Nov 99999999999999999999 13:24:30 GMT",
    "Sun, -1 Nov 2026 13:24:30 GMT", "Sun, 31 Feb 2026 13:24:30 GMT",
    "Sun, 22 Nov 2026 +1:+2:+3 GMT", "-5", "nan", "inf", "",
  ]

  /// The host whose record is tested, and a correct one.
  static let policy = LiveTests.policy(["www.acme.example", "fine.acme.example"])

  struct Record {
    var time = "1790000000"
    var status = "200"
    var milliseconds = "1"
    var notAfter = "1800000000"
    var headers: [(String, String)] = []

    var text: String {
      let lines = ([("content-type", "application/json")] + headers).map {
        JSONValue.array([.string($0.0), .string($0.1)]).text()
      }
      return """
        {"schemaVersion":1,"request":{"method":"GET","url":"https://www.acme.example/","agent":"linkpolicy","time":\(time)},
        "response":{"status":\(status),"headers":[\(lines.joined(separator: ","))],"body_base64":"e30=","http_version":"1.1",
        "address":null,"certificate":{"notAfter":\(notAfter),"names":[],"issuer":""},"time_ms":\(milliseconds)}}
        """
    }
  }

  private static let generated = (try? LiveTests.files(policy)) ?? [:]

  /// Requests to the first host get the record, those to the other host get the generated file.
  static func run(_ record: String) throws -> VerifyRun {
    var files = ["Policies/a.yaml": policy]
    for host in ["www.acme.example", "fine.acme.example"] {
      for path in [LiveTests.apple, LiveTests.android, "/apple-app-site-association"] {
        let request = ObservedRequest(ExactString("https://\(host)\(path)"), limit: 1)
        var response = ObservedResponse(status: 404, headers: [], body: [])
        if let file = generated[host]?[path] {
          response = ObservedResponse(
            status: 200, headers: [.init("content-type", "application/json")],
            body: Array(file.body.utf8))
        }
        let fine = ObservationRecord.text(
          of: request, ObservedResult(url: request.url, time: 0, .response(response)))
        files["r/\(ObservationRecord.name(of: request))"] =
          host.hasPrefix("www") ? record : fine
      }
    }
    return VerifyRun(
      ["--replay", "r", "--format", "json"], files: MemoryFileSystem(files, hasRoot: true),
      processes: NoProcesses(), jobs: 1)
  }

  /// Checks that the run ends with a report that has a result for each request.
  static func expectReport(_ record: Record, _ name: String) throws {
    try expectReport(record.text, name)
  }

  static func expectReport(_ record: String, _ name: String) throws {
    let run = try run(record)
    let checks = try run.checks()
    #expect(checks.count == 6, "\(name): \(run.errors)")
    let fine = checks.filter { $0.url.contains("fine") && $0.kind != "root copy" }
    #expect(fine.allSatisfy { $0.outcome == "ok" } && fine.count == 2, "\(name): \(fine)")
    #expect([ExitStatus.clean, .findings].contains(run.status), "\(name)")
  }

  @Test(arguments: numbers)
  func `a recorded number affects only the result of its request`(number: String) throws {
    for path in [\Record.time, \Record.status, \Record.milliseconds, \Record.notAfter] {
      var record = Record()
      record[keyPath: path] = number
      try Self.expectReport(record, number)
      // The certificate's other date has the opposite extreme value.
      for end in ["-9223372036854775808", "9223372036854775807"] where path != \Record.notAfter {
        record.notAfter = end
        try Self.expectReport(record, "\(number), \(end)")
      }
    }
  }

  @Test(arguments: numbers + dates)
  func `a number or date in a header affects only its request`(text: String) throws {
    for name in ["date", "retry-after"] {
      for status in ["200", "503"] {
        for time in ["-9223372036854775808", "9223372036854775807"] {
          var record = Record(time: time, status: status, headers: [(name, text)])
          if name == "date" {
            record.headers.append(("retry-after", "Sun, 22 Nov 2026 13:24:30 GMT"))
          }
          try Self.expectReport(record, "\(name): \(text)")
        }
      }
    }
    let others = ["age", "location", "expires", "content-length"].map { ($0, text) }
    try Self.expectReport(
      Record(headers: others + [("cache-control", "max-age=\(text)")]), "others: \(text)")
  }

  @Test func `a record that once crashed a run is a result of its request`() throws {
    let paths = try Fixtures.files(below: "Tests/Fixtures/fuzz/records")
    for path in paths { try Self.expectReport(try Fixtures.text(path), path) }
    #expect(paths.count >= 6)
  }

  // MARK: timestamps

  @Test func `a timestamp is between the years 1970 and 9999`() {
    #expect(Timestamp(clamping: .min).date == "1970-01-01")
    #expect(Timestamp(clamping: .max).date == "9999-12-31")
    #expect(Timestamp(clamping: .max).seconds(since: Timestamp(clamping: .min)) == 253_402_300_799)
    #expect(Timestamp(clamping: .min).seconds(since: Timestamp(clamping: .max)) < 0)
  }

  @Test(arguments: [
    ("Sun, 22 Nov 2026 13:24:30 GMT", 1_795_353_870), ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
    ("Thu, 29 Feb 2024 23:59:60 GMT", 1_709_251_200),
    ("Fri, 31 Dec 9999 23:59:59 GMT", 253_402_300_799),
    ("Fri, 31 Dec 9999 23:59:60 GMT", 253_402_300_799),
  ])
  func `an HTTP date is parsed`(text: String, seconds: Int) {
    #expect(Timestamp(http: text)?.seconds == seconds)
  }

  @Test(arguments: dates + ["Wed, 31 Dec 1969 23:59:59 GMT", "Sun, 29 Feb 2026 00:00:00 GMT"])
  func `other strings are not parsed as HTTP dates`(text: String) {
    #expect(Timestamp(http: text) == nil)
  }

  @Test func `a certificate's date is parsed in OpenSSL's format`() {
    #expect(Timestamp(certificate: "Feb 20 13:24:29 2027 GMT")?.date == "2027-02-20")
    #expect(Timestamp(certificate: "Feb  2 13:24:29 2027 GMT")?.date == "2027-02-02")
    for text in [
      "Feb 20 13:24:29 2027", "Feb 20 9223372036854775807:24:29 2027 GMT",
      "Feb 20 13:24:29 9223372036854775807 GMT", "Feb -1 13:24:29 2027 GMT", "",
    ] {
      #expect(Timestamp(certificate: text) == nil, "\(text)")
    }
  }

  @Test func `the delay before a retry is never negative, and its maximum is that of timestamps`() {
    func wait(_ value: String, at time: Int = 1_795_353_800) -> Int? {
      ObservedResponse(status: 503, headers: [.init("Retry-After", value)], body: [])
        .retrySeconds(at: Timestamp(clamping: time))
    }
    #expect(wait("5") == 5 && wait("0") == 0)
    #expect(wait("9223372036854775808") == 253_402_300_799)
    #expect(wait("Sun, 22 Nov 2026 13:24:30 GMT") == 70)
    #expect(wait("Sun, 22 Nov 2026 13:24:30 GMT", at: .max) == 0)
    #expect(wait("Sun, 22 Nov 2026 13:24:30 GMT", at: .min) == 1_795_353_870)
    for text in ["-5", "+5", "5.5", "nan", "inf", "1e3", "", " 5"] { #expect(wait(text) == nil) }
  }

  // MARK: curl

  /// What curl prints for a response with an empty body.
  static func outcome(_ imported: [String], headers: String = "{}") -> ObservedResult.Outcome? {
    var stream = CurlStream(mark: "MARK", limits: [100])
    stream.add(Array("\nMARK\(imported.joined(separator: "\n"))MARK\(headers)MARKMARK\n".utf8)[...])
    return stream.outcomes.first
  }

  @Test(arguments: numbers + ["86400", "nan", "inf", "-inf", "1e308"])
  func `numbers that curl reports are clamped`(number: String) {
    for index in 0..<7 {
      var imported = ["0", "200", "1.1", "", "0.5", "99", "0", ""]
      imported[index] = number
      guard let outcome = Self.outcome(imported) else { continue }
      let answer = ObservedResult(url: "https://a.example/", time: 0, outcome)
      let record = ObservationRecord.text(of: ObservedRequest(answer.url, limit: 1), answer)
      #expect(ObservationRecord.answer(Array(record.utf8)) == answer, "\(index): \(number)")
      guard case .response(let response) = outcome else { continue }
      #expect((0...300_000).contains(response.milliseconds), "\(number)")
    }
  }

  @Test func `a header that is too large has its own failure kind`() {
    let imported = ["0", "200", "1.1", "", "0.5", "99", "0", ""]
    func failure(_ index: Int, _ value: String, _ message: String = "") -> ObservedFailure.Kind? {
      var imported = imported
      imported[index] = value
      imported[7] = message
      guard case .failure(let failure)? = Self.outcome(imported) else { return nil }
      return failure.kind
    }
    #expect(failure(5, "65536") == nil && failure(5, "65537") == .header)
    #expect(failure(0, "27", "Out of memory") == .header && failure(0, "100") == .header)
    #expect(failure(0, "56", "Too large response headers: 307684 > 307200") == .header)
    #expect(failure(0, "56", "Recv failure: Connection reset by peer") == .connect)
    // Truncated, so the remaining headers are unknown.
    for headers in [#"{"content-type":["application/json"],"x":["#, "", "[]"] {
      guard case .failure(let failure)? = Self.outcome(imported, headers: headers) else {
        Issue.record("\(headers) is accepted as headers")
        continue
      }
      #expect(failure.kind == .header)
    }
    let control = String(repeating: "\\u0001", count: 65_000)
    guard
      case .response(let response)? = Self.outcome(imported, headers: "{\"x\":[\"\(control)\"]}")
    else {
      Issue.record("headers with control characters are not parsed")
      return
    }
    #expect(response.headers?.first?.value.utf8.count == 65_000)
  }
}
