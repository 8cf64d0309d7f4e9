/// An answer to a request.
public struct WebAnswer: Sendable {
  /// What follows the fields.
  public enum Body: Sendable {
    /// All of it.
    case bytes([UInt8])
    /// What a function gives to the one that sends it; false from that one means that nobody listens any more.
    case stream(@Sendable (_ send: @escaping @Sendable ([UInt8]) -> Bool) -> Void)
    /// A stream of events until one side closes it.
    case events
  }

  /// The status code.
  public var status: Int
  /// Name and value, without `SecurityHeaders`, which every response has.
  public var fields: [(name: String, value: String)]
  /// The body.
  public var body: Body

  package init(
    status: Int = 200, fields: [(name: String, value: String)] = [], body: Body = .bytes([])
  ) {
    self.status = status
    self.fields = fields
    self.body = body
  }

  /// JSON that the browser keeps nowhere.
  package static func json(_ bytes: [UInt8], status: Int = 200) -> WebAnswer {
    WebAnswer(
      status: status,
      fields: [("content-type", "application/json"), ("cache-control", "no-store")],
      body: .bytes(bytes))
  }

  /// The bytes; nil for a stream.
  package var bytes: [UInt8]? { if case .bytes(let bytes) = body { bytes } else { nil } }
}
