import Crypto
import PolicyText

/// A request with its answer as a file: what `--record` writes and `--replay` reads.
package enum ObservationRecord {
  /// The name of the file: SHA-256 of method, address and agent.
  package static func name(of request: ObservedRequest) -> String {
    let text = "GET\n\(request.recordedURL.string)\n\(agent(request))"
    let digits = Array("0123456789abcdef".utf8)
    let hex = SHA256.hash(data: Array(text.utf8)).flatMap {
      [digits[Int($0 >> 4)], digits[Int($0 & 15)]]
    }
    return String(decoding: hex, as: UTF8.self) + ".json"
  }

  private static func agent(_ request: ObservedRequest) -> String {
    request.agent.rawValue + (request.route == .any ? "" : " \(request.route.rawValue)")
  }

  /// The content of the file. Cookies are left out: they are the secret of whoever got them.
  package static func text(of request: ObservedRequest, _ answer: ObservedAnswer) -> String {
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
