import LinkPolicy
import PolicyText

/// An error response.
package struct WebError: Error, Sendable, Equatable {
  /// 400, 401, 403, 404, 405, 409, 413, 415, 429 or 503.
  package var status: Int
  /// A machine-readable code.
  package var code: String
  /// One line, lowercase, without a period.
  package var message: String

  package init(_ status: Int, _ code: String, _ message: String) {
    self.status = status
    self.code = code
    self.message = message
  }

  /// An invalid body or query.
  static func unusable(_ message: String) -> WebError { WebError(400, "unusable", message) }

  /// `{"schemaVersion":1,"error":{"code","message"}}`.
  package var answer: WebAnswer {
    let json: JSONValue = [
      "schemaVersion": 1,
      "error": ["code": .string(code), "message": .string(DisplayText.visible(message))],
    ]
    var answer = WebAnswer.json(Array((json.text() + "\n").utf8), status: status)
    if status == 401 { answer.fields.append(("www-authenticate", "Bearer")) }
    // A request that took too long isn't retried, because it would take too long again.
    if status == 429 || code == "busy" { answer.fields.append(("retry-after", "1")) }
    return answer
  }
}

extension WebAnswer {
  /// Too many concurrent requests.
  public static var busy: WebAnswer {
    WebError(503, "busy", "the server is busy; try again in a moment").answer
  }

  /// The request took too long; the command line has no such limit.
  static func late(_ command: String?) -> WebAnswer {
    WebError(
      503, "late",
      "these policies are too large for the web UI; use "
        + (command.map { "`linkpolicy \($0)`" } ?? "the command line")
    ).answer
  }

  /// A body above the limit of the route.
  public static func tooLarge(_ limit: Int) -> WebAnswer {
    WebError(413, "too-large", "the body has more than \(limit) bytes").answer
  }
}
