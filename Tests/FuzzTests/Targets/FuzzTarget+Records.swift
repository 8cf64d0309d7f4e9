import LinkPolicy

import PolicyVerification

extension FuzzTarget {
  /// A file that `verify --replay` reads, as the record of every request: whatever it holds, each request has a
  /// result, and the report says the same the second time.
  static let records = FuzzTarget("records", maximumLength: 2_048) {
    let members = ["time", "status", "time_ms", "notAfter"]
    let dates = ["Sun, 22 Nov 2026 13:24:30 GMT", "Fri, 31 Dec 9999 99:59:60 GMT", "-5"]
    let texts = AnyNumber.texts.flatMap { number in
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
