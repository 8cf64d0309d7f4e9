import LinkPolicy

/// What curl wrote: of each request the body, what it noticed, and the header, between marks.
struct CurlOutput {
  private let parts: [ArraySlice<UInt8>]

  init(_ output: [UInt8], mark: String) {
    var parts: [ArraySlice<UInt8>] = []
    var rest = output[...]
    let mark = Array(mark.utf8)
    while let range = rest.firstRange(of: mark) {
      parts.append(rest[..<range.lowerBound])
      rest = rest[range.upperBound...]
    }
    self.parts = parts
  }

  /// What came of a request; nil where curl did not get so far.
  func outcome(_ index: Int, limit: Int) -> ObservedAnswer.Outcome? {
    guard parts.count >= 3 * index + 3,
      let facts = Self.json(parts[3 * index + 1]), let code = facts["exitcode"]?.integer
    else { return nil }
    let tooLong = ObservedFailure(.size, "more than \(limit) bytes")
    guard code == 0 else {
      // An answer without end runs out of time, and was too long before.
      let isLong = code == 28 && (facts["size_download"]?.integer ?? 0) > limit
      return .failure(isLong || code == 63 ? tooLong : Self.failure(code, facts))
    }
    guard (facts["size_header"]?.integer ?? 0) <= CurlOutput.headerLimit else {
      return .failure(ObservedFailure(.size, "the header has more than 64 KiB"))
    }
    // Line feeds between the marks and the bodies are ours.
    let body = parts[3 * index].dropFirst(index > 0 ? 1 : 0).dropLast()
    guard body.count <= limit else { return .failure(tooLong) }
    let header = Self.json(parts[3 * index + 2])
    return .response(
      ObservedResponse(
        status: facts["response_code"]?.integer ?? 0, headers: Self.headers(header),
        body: Array(body), httpVersion: facts["http_version"]?.stringValue ?? "",
        address: facts["remote_ip"]?.stringValue,
        certificate: facts["certs"]?.stringValue.flatMap(Self.certificate),
        milliseconds: Self.milliseconds(facts["time_total"])))
  }

  private static let headerLimit = 64 << 10

  private static func json(_ bytes: ArraySlice<UInt8>) -> JSONValue? {
    // Headers may hold any byte.
    try? JSONValue(parsing: Array(String(decoding: bytes, as: UTF8.self).utf8))
  }

  /// curl writes an object of arrays.
  private static func headers(_ value: JSONValue?) -> [ObservedResponse.Header] {
    guard case .object(let members)? = value else { return [] }
    return members.flatMap { name, values in
      (values.items ?? []).compactMap { $0.stringValue.map { .init(name, $0) } }
    }
  }

  private static func milliseconds(_ value: JSONValue?) -> Int {
    guard case .number(let text)? = value, let seconds = Double(text) else { return 0 }
    return Int(seconds * 1_000)
  }

  private static func failure(_ code: Int, _ facts: JSONValue) -> ObservedFailure {
    let words = words(code) ?? facts["errormsg"]?.stringValue
    return ObservedFailure(kind(code), words ?? "curl ends with exit status \(code)")
  }

  /// What curl says with numbers that are others each time.
  private static func words(_ code: Int) -> String? {
    switch code {
    case 7: "no connection"
    case 18: "the answer ends too early"
    case 28: "no answer in time"
    case 52: "an empty answer"
    case 55, 56: "the connection was lost"
    default: nil
    }
  }

  /// The exit status of curl.
  private static func kind(_ code: Int) -> ObservedFailure.Kind {
    switch code {
    case 6: .dns
    case 28: .timeout
    case 35, 51, 53, 54, 58, 59, 60, 66, 77, 80, 82, 83, 90, 91, 98: .tls
    case 27, 63: .size
    default: .connect
    }
  }

  /// The first certificate of the list, which is that of the host.
  private static func certificate(_ text: String) -> ObservedCertificate? {
    var end: Int?
    var names: [String] = []
    var issuer = ""
    for line in text.split(separator: "\n") {
      if line == "-----END CERTIFICATE-----" { break }
      guard let colon = line.firstIndex(of: ":") else { continue }
      let value = String(line[line.index(after: colon)...])
      switch line[..<colon] {
      case "Expire date": end = CalendarTime.seconds(certificate: value)
      case "Issuer": issuer = value
      case "X509v3 Subject Alternative Name":
        names = value.split(separator: ",").compactMap { part in
          part.split(separator: ":").last.map { String($0) }
        }
      default: continue
      }
    }
    return text.isEmpty ? nil : ObservedCertificate(notAfter: end, names: names, issuer: issuer)
  }
}
