package import LinkPolicy
import PolicyVerification

/// Parses the output of curl as it arrives. For each request, it has the body, facts about the transfer, the headers
/// and the certificates, each followed by a boundary.
///
/// Bodies are cut off at their limit.
package struct CurlStream {
  private enum Part: Int { case body, facts, header, certificates }

  /// Facts about a transfer, one per line; the last may have several lines.
  package static let facts = [
    "exitcode", "response_code", "http_version", "remote_ip", "time_total", "size_header",
    "size_download", "errormsg",
  ]
  /// The maximum size of the other parts: JSON has at most six bytes per byte of a header, plus
  /// names.
  private static let partLimit = 8 * RequestLimits.header
  private let mark: [UInt8]
  /// The maximum size of each request's body in bytes.
  private let limits: [Int]
  /// The outcomes so far, in the order of the requests.
  package private(set) var outcomes: [ObservedResult.Outcome] = []
  /// Bytes that may contain the start of a boundary.
  private var rest: [UInt8] = []
  /// The current part, and the complete parts of the same request.
  private var current: [UInt8] = []
  private var parts: [[UInt8]] = []
  /// The last certificate, because many hosts may share one.
  private var lastCertificate: (text: [UInt8], value: ObservedCertificate?) = ([], nil)

  /// The number of buffered bytes.
  package var held: Int { rest.count + current.count + parts.reduce(0) { $0 + $1.count } }

  /// - Parameter limits: the maximum size of each request's body in bytes.
  package init(mark: String, limits: [Int]) {
    self.mark = Array(mark.utf8)
    self.limits = limits
  }

  /// The output format of curl.
  static func format(mark: String, hasCertificates: Bool) -> String {
    let lines = facts.map { "%{\($0)}" }.joined(separator: "\n")
    return
      "\n\(mark)\(lines)\(mark)%{header_json}\(mark)\(hasCertificates ? "%{certs}" : "")\(mark)\n"
  }

  /// Parses more output.
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
    let limit = parts.isEmpty ? limits[outcomes.count] + 3 : Self.partLimit
    current += bytes.prefix(max(0, limit - current.count))
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
      return .failure(ObservedFailure(.connect, "curl reported no result"))
    }
    let status = Int(lines[1]).flatMap { $0 > 0 && RequestLimits.statuses.contains($0) ? $0 : nil }
    let tooLong = ObservedFailure(.size, "more than \(limit) bytes", status: status)
    guard code == 0 else {
      // An endless response may reach the timeout instead of the size limit.
      let isLong = code == 63 || code == 28 && (Int(lines[6]) ?? 0) > limit
      return .failure(isLong ? tooLong : Self.failure(code, lines[7], status))
    }
    guard (Int(lines[5]) ?? 0) <= RequestLimits.header,
      let headers = Self.headers(parts[Part.header.rawValue])
    else { return .failure(ObservedFailure(.header, "more than 64 KiB", status: status)) }
    let text = parts[Part.certificates.rawValue]
    // A reused connection has no certificate.
    if !text.isEmpty, lastCertificate.text != text {
      lastCertificate = (text, Self.certificate(text))
    }
    // The line feeds around the body are part of the format.
    let body = parts[Part.body.rawValue].dropFirst(outcomes.isEmpty ? 0 : 1).dropLast()
    guard body.count <= limit else { return .failure(tooLong) }
    return .response(
      ObservedResponse(
        status: status ?? 0, headers: headers,
        body: Array(body), httpVersion: lines[2], address: lines[3].isEmpty ? nil : lines[3],
        certificate: text.isEmpty ? nil : lastCertificate.value,
        milliseconds: Self.milliseconds(lines[4])))
  }

  /// Converts decimal seconds to milliseconds, at most the limit of a run.
  private static func milliseconds(_ seconds: String) -> Int {
    let limit = Double(RequestLimits.runSeconds)
    guard let seconds = Double(seconds), seconds > 0 else { return 0 }
    return Int(exactly: (min(seconds, limit) * 1_000).rounded(.down)) ?? 0
  }

  /// Parses `%{header_json}`; nil if it was cut off.
  private static func headers(_ bytes: [UInt8]) -> [ObservedResponse.Header]? {
    // Headers may contain any byte.
    let text = Array(String(decoding: bytes, as: UTF8.self).utf8)
    guard case .object(let members)? = try? JSONValue(parsing: text) else { return nil }
    return members.flatMap { name, values in
      (values.items ?? []).compactMap { $0.stringValue.map { .init(name, $0) } }
    }
  }

  private static func failure(_ code: Int, _ message: String, _ status: Int?) -> ObservedFailure {
    if isHeaderFlood(code, message) {
      return ObservedFailure(.header, "more than curl accepts", status: status)
    }
    let words = words(code) ?? (message.isEmpty ? "curl exited with status \(code)" : message)
    return ObservedFailure(kind(code), words, status: status)
  }

  /// Whether curl's limits were reached: for a line (27, since 8.6 100), all lines (56) or their number (56, 100).
  private static func isHeaderFlood(_ code: Int, _ message: String) -> Bool {
    code == 27 || code == 100 || code == 56 && message.contains("response headers")
  }

  /// Replacements for messages of curl that contain varying numbers.
  private static func words(_ code: Int) -> String? {
    switch code {
    case 7: "no connection"
    case 18: "the response ended too early"
    case 28: "no response in time"
    case 52: "an empty response"
    case 55, 56: "the connection was lost"
    default: nil
    }
  }

  private static func kind(_ code: Int) -> ObservedFailure.Kind {
    switch code {
    case 6: .dns
    case 28: .timeout
    case 35, 51, 53, 54, 58, 59, 60, 66, 77, 80, 82, 83, 90, 91, 98: .tls
    case 63: .size
    default: .connect
    }
  }

  /// The first certificate, which is the host's.
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
