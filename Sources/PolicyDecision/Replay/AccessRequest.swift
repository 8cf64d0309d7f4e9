import PolicyText

/// A request in a line of an access log.
struct AccessRequest {
  var method: ArraySlice<UInt8>
  var host: ArraySlice<UInt8> = []
  /// nil if the server couldn't parse the request.
  var target: ArraySlice<UInt8>?

  /// Reads a request from the fields of an object.
  static func read(_ line: LineScanner) -> Result<AccessRequest, LineProblem> {
    let host = line.bytes(.host) ?? line.bytes(.otherHost) ?? []
    if let target = line.bytes(.target) ?? line.bytes(.otherTarget) {
      // A log without methods is assumed to contain browser requests.
      let method = line.bytes(.method) ?? Array("GET".utf8)[...]
      return .success(AccessRequest(method: method, host: host, target: target))
    }
    if let requestLine = line.bytes(.requestLine) {
      var request = AccessRequest(requestLine: requestLine)
      request.host = host
      return .success(request)
    }
    // Null means that the proxy couldn't parse the request.
    let isNull = line.has(.target) || line.has(.otherTarget) || line.has(.requestLine)
    return isNull ? .success(AccessRequest(method: [])) : .failure(.noTarget)
  }
}

extension AccessRequest {
  /// `GET /authorize?client_id=… HTTP/1.1`; anything else isn't a request (RFC 9112 section 3).
  init(requestLine line: ArraySlice<UInt8>) {
    guard let first = line.firstIndex(of: 0x20), let last = line.lastIndex(of: 0x20),
      last > first, line[(last + 1)...].starts(with: "HTTP/".utf8)
    else {
      self.init(method: [])
      return
    }
    self.init(method: line[..<first], target: line[(first + 1)..<last])
  }
}
