import PolicyText

extension ObservationRecord {
  /// The answer that a file holds; nil where the file is no record.
  package static func answer(_ bytes: [UInt8]) -> ObservedAnswer? {
    var limits = ReadingLimits()
    // The longest body that is looked at, in Base64.
    limits.scalar = 4 * RequestLimits.assetLinks
    guard let value = try? JSONText.parse(bytes, limits: limits),
      value["schemaVersion"]?.integer == 1,
      let request = value["request"], let url = request["url"]?.stringValue
    else { return nil }
    let time = Timestamp(clamping: request["time"]?.integer ?? 0)
    if let kind = value["error"]?.stringValue {
      guard let kind = ObservedFailure.Kind(rawValue: kind) else { return nil }
      return ObservedAnswer(
        url: ExactString(url), time: time,
        .failure(
          ObservedFailure(
            kind, value["detail"]?.stringValue ?? "",
            status: value["status"]?.integer.flatMap {
              RequestLimits.statuses.contains($0) ? $0 : nil
            })))
    }
    guard let found = value["response"], let response = response(found) else { return nil }
    return ObservedAnswer(url: ExactString(url), time: time, .response(response))
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
