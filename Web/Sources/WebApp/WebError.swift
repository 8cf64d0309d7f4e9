import LinkPolicy

/// Why a request is not answered as it was meant.
package struct WebError: Error, Sendable, Equatable {
  /// 400, 401, 403, 404, 405, 409, 413, 415, 429 or 503.
  package var status: Int
  /// For programs.
  package var code: String
  /// For people: one line, lower case, no period.
  package var message: String

  package init(_ status: Int, _ code: String, _ message: String) {
    self.status = status
    self.code = code
    self.message = message
  }

  /// A body or a query that cannot be used.
  static func unusable(_ message: String) -> WebError { WebError(400, "unusable", message) }

  /// `{"schemaVersion":1,"error":{"code","message"}}`.
  package var answer: WebAnswer {
    let json: JSONValue = [
      "schemaVersion": 1,
      "error": ["code": .string(code), "message": .string(UTF8Text.visible(message))],
    ]
    var answer = WebAnswer.json(Array((json.text() + "\n").utf8), status: status)
    if status == 401 { answer.fields.append(("www-authenticate", "Bearer")) }
    // What took too long once takes too long again.
    if status == 429 || code == "busy" { answer.fields.append(("retry-after", "1")) }
    return answer
  }
}

extension WebAnswer {
  /// Too many at a time.
  public static var busy: WebAnswer {
    WebError(503, "busy", "too much is being worked on: try again in a moment").answer
  }

  /// It took longer than anybody waits; the command line has no such limit.
  static func late(_ command: String?) -> WebAnswer {
    WebError(
      503, "late",
      "these policies are too large for a page to wait: use "
        + (command.map { "`linkpolicy \($0)`" } ?? "the command line")
    ).answer
  }

  /// A body that is longer than the route takes.
  public static func tooLarge(_ limit: Int) -> WebAnswer {
    WebError(413, "too-large", "the body has more than \(limit) bytes").answer
  }
}
