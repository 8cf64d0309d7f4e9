package import PolicyText

/// A message from the client (JSON-RPC 2.0).
package enum Message: Sendable {
  /// A request, which needs a response with the same id.
  case request(id: JSONValue, method: String, parameters: JSONValue)
  case notification(method: String, parameters: JSONValue)
  /// A response to a request of the server.
  case response(id: JSONValue, result: JSONValue?)
  /// An invalid message.
  case malformed(id: JSONValue)

  package init(_ value: JSONValue) {
    let id = value["id"]
    guard let method = value["method"]?.stringValue else {
      let isAnswer = id != nil && (value["result"] != nil || value["error"] != nil)
      self =
        isAnswer ? .response(id: id ?? .null, result: value["result"]) : .malformed(id: id ?? .null)
      return
    }
    let parameters = value["params"] ?? .null
    self =
      id.map { .request(id: $0, method: method, parameters: parameters) }
      ?? .notification(method: method, parameters: parameters)
  }
}

/// An error response.
package struct ResponseError: Error, Sendable, Equatable {
  package var code: Int
  package var message: String

  static let notInitialized = ResponseError(code: -32002, message: "not initialized yet")
  static let afterShutdown = ResponseError(code: -32600, message: "already shut down")
  static let twice = ResponseError(code: -32600, message: "already initialized")
  static let cancelled = ResponseError(code: -32800, message: "cancelled")
  /// A file has changed without a message of the client.
  static let contentModified = ResponseError(
    code: -32801, message: "a file has changed; repeat the request")
  static func unknown(_ method: String) -> ResponseError {
    ResponseError(code: -32601, message: "unknown method \(DisplayText.quoted(method))")
  }
  static func parameters(_ message: String) -> ResponseError {
    ResponseError(code: -32602, message: message)
  }
  static func failed(_ message: String) -> ResponseError {
    ResponseError(code: -32803, message: message)
  }
}

enum Outgoing {
  static func result(_ id: JSONValue, _ value: JSONValue) -> JSONValue {
    .object([("jsonrpc", .string("2.0")), ("id", id), ("result", value)])
  }

  static func failure(_ id: JSONValue, _ error: ResponseError) -> JSONValue {
    .object([
      ("jsonrpc", .string("2.0")), ("id", id),
      (
        "error",
        .object([("code", .int(error.code)), ("message", .string(error.message))])
      ),
    ])
  }

  static func notification(_ method: String, _ parameters: JSONValue) -> JSONValue {
    .object([
      ("jsonrpc", .string("2.0")), ("method", .string(method)), ("params", parameters),
    ])
  }

  /// A message to the user.
  static func shown(_ message: String) -> JSONValue {
    notification("window/showMessage", ["type": 3, "message": .string(message)])
  }

  /// An error (1) or warning (2) in the log of the client.
  static func logged(_ type: Int, _ message: String) -> JSONValue {
    notification("window/logMessage", ["type": .int(type), "message": .string(message)])
  }

  static func request(_ id: Int, _ method: String, _ parameters: JSONValue) -> JSONValue {
    .object(
      [("jsonrpc", .string("2.0")), ("id", .int(id)), ("method", .string(method))]
        + (parameters == .null ? [] : [("params", parameters)]))
  }
}
