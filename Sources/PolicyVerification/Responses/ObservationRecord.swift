import PolicyDecision
import PolicyText

/// The file format of `--record` and `--replay`: a request with its result.
package enum ObservationRecord {
  /// The file name: SHA-256 of method, URL and user agent.
  package static func name(of request: ObservedRequest) -> String {
    let text = "GET\n\(request.recordedURL.string)\n\(agent(request))"
    return SHA256Digest(of: ExactString(text)).hex.string + ".json"
  }

  private static func agent(_ request: ObservedRequest) -> String {
    request.agent.rawValue + (request.route == .any ? "" : " \(request.route.rawValue)")
  }

  /// The file contents, without cookies, which are secret.
  package static func text(of request: ObservedRequest, _ answer: ObservedResult) -> String {
    let asked: JSONValue = [
      "method": "GET", "url": .string(answer.url.string), "agent": .string(agent(request)),
      "time": .int(answer.time.seconds),
    ]
    var members: [(key: String, value: JSONValue)] = [("schemaVersion", 1), ("request", asked)]
    switch answer.outcome {
    case .response(let response): members.append(("response", json(response)))
    case .failure(let failure):
      members.append(("error", .string(failure.kind.rawValue)))
      members.append(("detail", .string(failure.detail)))
      if let status = failure.status { members.append(("status", .int(status))) }
    }
    return JSONValue.object(members).text(.pretty) + "\n"
  }

  private static func json(_ response: ObservedResponse) -> JSONValue {
    let headers = (response.headers ?? []).filter { ExactString($0.name) != "set-cookie" }
    let certificate: JSONValue =
      response.certificate.map { certificate in
        [
          "notAfter": certificate.notAfter.map { .int($0.seconds) } ?? .null,
          "names": .array(certificate.names.map { .string($0) }),
          "issuer": .string(certificate.issuer),
        ]
      } ?? .null
    return [
      "status": .int(response.status),
      "headers": response.headers == nil
        ? .null : .array(headers.map { [.string($0.name), .string($0.value)] }),
      "body_base64": .string(Base64.encode(response.body)),
      "http_version": .string(response.httpVersion), "address": .optional(response.address),
      "certificate": certificate, "time_ms": .int(response.milliseconds),
    ]
  }
}

extension ObservationRecord {
  /// The result in a file; nil if it isn't a record.
  package static func answer(_ bytes: [UInt8]) -> ObservedResult? {
    var limits = ReadingLimits()
    // The largest body in Base64.
    limits.scalar = 4 * RequestLimits.assetLinks
    guard let value = try? JSONText.parse(bytes, limits: limits),
      value["schemaVersion"]?.integer == 1,
      let request = value["request"], let url = request["url"]?.stringValue
    else { return nil }
    let time = Timestamp(clamping: request["time"]?.integer ?? 0)
    if let kind = value["error"]?.stringValue {
      guard let kind = ObservedFailure.Kind(rawValue: kind) else { return nil }
      return ObservedResult(
        url: ExactString(url), time: time,
        .failure(
          ObservedFailure(
            kind, value["detail"]?.stringValue ?? "",
            status: value["status"]?.integer.flatMap {
              RequestLimits.statuses.contains($0) ? $0 : nil
            })))
    }
    guard let found = value["response"], let response = response(found) else { return nil }
    return ObservedResult(url: ExactString(url), time: time, .response(response))
  }

  private static func response(_ value: JSONValue) -> ObservedResponse? {
    guard let status = value["status"]?.integer, RequestLimits.statuses.contains(status),
      let text = value["body_base64"]?.stringValue,
      let body = Base64.decode(Array(text.utf8))
    else { return nil }
    let headers = value["headers"]?.items?.compactMap { line -> ObservedResponse.Header? in
      guard let pair = line.items, pair.count == 2, let name = pair[0].stringValue,
        let content = pair[1].stringValue
      else { return nil }
      return ObservedResponse.Header(name, content)
    }
    return ObservedResponse(
      status: status, headers: headers, body: body,
      httpVersion: value["http_version"]?.stringValue ?? "",
      address: value["address"]?.stringValue,
      certificate: value["certificate"].flatMap(certificate),
      milliseconds: max(0, value["time_ms"]?.integer ?? 0))
  }

  private static func certificate(_ value: JSONValue) -> ObservedCertificate? {
    guard case .object = value else { return nil }
    return ObservedCertificate(
      notAfter: value["notAfter"]?.integer.map { Timestamp(clamping: $0) },
      names: value["names"]?.items?.compactMap(\.stringValue) ?? [],
      issuer: value["issuer"]?.stringValue ?? "")
  }
}
