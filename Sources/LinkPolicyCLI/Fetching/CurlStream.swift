package import LinkPolicy

/// What curl writes, as it comes: of each request the body, what it noticed, the header and the certificates,
/// each followed by a mark.
///
/// Of a body no more is kept than somebody reads, however long it is.
package struct CurlStream {
  private enum Part: Int { case body, facts, header, certificates }

  /// What curl notices of a request, one on a line; the last may have several lines.
  static let facts = [
    "exitcode", "response_code", "http_version", "remote_ip", "time_total", "size_header",
    "size_download", "errormsg",
  ]
  /// Bytes of other parts that are kept: in JSON, a byte of a header is six at most, besides names.
  private static let partLimit = 8 * RequestLimits.header
  private let mark: [UInt8]
  /// The longest body of each request.
  private let limits: [Int]
  /// What came of the requests so far, in their order.
  package private(set) var outcomes: [ObservedResult.Outcome] = []
  /// What came and may hold the start of a mark.
  private var rest: [UInt8] = []
  /// The part that is read, and those of the request before it.
  private var current: [UInt8] = []
  private var parts: [[UInt8]] = []
  /// The last certificate: many hosts show one, with the names of all of them.
  private var lastCertificate: (text: [UInt8], value: ObservedCertificate?) = ([], nil)

  /// Bytes that are kept of what has not become an outcome.
  package var held: Int { rest.count + current.count + parts.reduce(0) { $0 + $1.count } }

  /// - Parameter limits: the longest body of each request.
  package init(mark: String, limits: [Int]) {
    self.mark = Array(mark.utf8)
    self.limits = limits
  }

  /// What curl writes after each body.
  static func format(mark: String, hasCertificates: Bool) -> String {
    let lines = facts.map { "%{\($0)}" }.joined(separator: "\n")
    return
      "\n\(mark)\(lines)\(mark)%{header_json}\(mark)\(hasCertificates ? "%{certs}" : "")\(mark)\n"
  }

  /// Takes what curl has written since.
  package mutating func add(_ bytes: ArraySlice<UInt8>) {
    rest += bytes
    var start = 0
    var search = 0
    while let place = rest[search...].firstIndex(of: mark[0]), place + mark.count <= rest.count {
      guard rest[place..<place + mark.count].elementsEqual(mark) else {
        search = place + 1
        continue
      }
      keep(rest[start..<place])
      start = place + mark.count
      search = start
      finishPart()
    }
    let end = max(start, rest.count - mark.count + 1)
    keep(rest[start..<end])
    rest.removeSubrange(..<end)
  }

  private mutating func keep(_ bytes: ArraySlice<UInt8>) {
    guard outcomes.count < limits.count else { return }
    // Line feeds around a body, and one byte more than is read.
    let most = parts.isEmpty ? limits[outcomes.count] + 3 : Self.partLimit
    current += bytes.prefix(max(0, most - current.count))
  }

  private mutating func finishPart() {
    guard outcomes.count < limits.count else { return }
    parts.append(current)
    current = []
    guard parts.count > Part.certificates.rawValue else { return }
    outcomes.append(outcome(limit: limits[outcomes.count]))
    parts = []
  }

  // MARK: one request

  private mutating func outcome(limit: Int) -> ObservedResult.Outcome {
    let lines = parts[Part.facts.rawValue].split(
      separator: 0x0A, maxSplits: Self.facts.count - 1, omittingEmptySubsequences: false
    ).map { String(decoding: $0, as: UTF8.self) }
    guard lines.count == Self.facts.count, let code = Int(lines[0]) else {
      return .failure(ObservedFailure(.connect, "curl says nothing about the answer"))
    }
    let status = Int(lines[1]).flatMap { $0 > 0 && RequestLimits.statuses.contains($0) ? $0 : nil }
    let tooLong = ObservedFailure(.size, "more than \(limit) bytes", status: status)
    guard code == 0 else {
      // An answer without end runs out of time, and was too long before.
      let isLong = code == 63 || code == 28 && (Int(lines[6]) ?? 0) > limit
      return .failure(isLong ? tooLong : Self.failure(code, lines[7], status))
    }
    guard (Int(lines[5]) ?? 0) <= RequestLimits.header,
      let headers = Self.headers(parts[Part.header.rawValue])
    else { return .failure(ObservedFailure(.header, "more than 64 KiB", status: status)) }
    let text = parts[Part.certificates.rawValue]
    // Over a connection that stands there is none.
    if !text.isEmpty, lastCertificate.text != text {
      lastCertificate = (text, Self.certificate(text))
    }
    // Line feeds between the marks and the bodies are ours.
    let body = parts[Part.body.rawValue].dropFirst(outcomes.isEmpty ? 0 : 1).dropLast()
    guard body.count <= limit else { return .failure(tooLong) }
    return .response(
      ObservedResponse(
        status: status ?? 0, headers: headers,
        body: Array(body), httpVersion: lines[2], address: lines[3].isEmpty ? nil : lines[3],
        certificate: text.isEmpty ? nil : lastCertificate.value,
        milliseconds: Self.milliseconds(lines[4])))
  }

  /// The milliseconds of a number of seconds with decimals, at most the time that a run may take.
  private static func milliseconds(_ seconds: String) -> Int {
    let limit = Double(RequestLimits.runSeconds)
    guard let seconds = Double(seconds), seconds > 0 else { return 0 }
    return Int(exactly: (min(seconds, limit) * 1_000).rounded(.down)) ?? 0
  }

  /// Reads the object of arrays that curl writes; nil for anything else, such as an object that was cut off.
  private static func headers(_ bytes: [UInt8]) -> [ObservedResponse.Header]? {
    // Headers may hold any byte.
    let text = Array(String(decoding: bytes, as: UTF8.self).utf8)
    guard case .object(let members)? = try? JSONValue(parsing: text) else { return nil }
    return members.flatMap { name, values in
      (values.items ?? []).compactMap { $0.stringValue.map { .init(name, $0) } }
    }
  }

  private static func failure(_ code: Int, _ message: String, _ status: Int?) -> ObservedFailure {
    if isHeaderFlood(code, message) {
      return ObservedFailure(.header, "more than curl reads", status: status)
    }
    let words = words(code) ?? (message.isEmpty ? "curl ends with exit status \(code)" : message)
    return ObservedFailure(kind(code), words, status: status)
  }

  /// True for the limits of curl: on a line (27, since 8.6 100), on all lines (56), on their number (56, 100).
  private static func isHeaderFlood(_ code: Int, _ message: String) -> Bool {
    code == 27 || code == 100 || code == 56 && message.contains("response headers")
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
    case 63: .size
    default: .connect
    }
  }

  /// The first certificate of the list, which is that of the host.
  private static func certificate(_ bytes: [UInt8]) -> ObservedCertificate {
    var end: Timestamp?
    var names: [String] = []
    var issuer = ""
    for line in bytes.split(separator: 0x0A) {
      if line.elementsEqual("-----END CERTIFICATE-----".utf8) { break }
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { continue }
      let value = String(decoding: line[(colon + 1)...], as: UTF8.self)
      switch String(decoding: line[..<colon], as: UTF8.self) {
      case "Expire date": end = Timestamp(certificate: value)
      case "Issuer": issuer = value
      case "X509v3 Subject Alternative Name":
        names = value.split(separator: ",").compactMap { part in
          part.split(separator: ":").last.map { String($0) }
        }
      default: continue
      }
    }
    return ObservedCertificate(notAfter: end, names: names, issuer: issuer)
  }
}
