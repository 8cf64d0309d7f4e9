/// A response.
public struct WebAnswer: Sendable {
  /// The body of a response.
  public enum Body: Sendable {
    /// The complete body.
    case bytes([UInt8])
    /// A function that sends the body in pieces; `send` returns false once the client is gone.
    case stream(@Sendable (_ send: @escaping @Sendable ([UInt8]) -> Bool) -> Void)
    /// A stream of events until one side closes it.
    case events
  }

  /// The status code.
  public var status: Int = 200
  /// Names and values, without `SecurityHeaders`, which all responses have.
  public var fields: [(name: String, value: String)] = []
  /// The body.
  public var body: Body = .bytes([])

  /// A JSON response that browsers don't cache.
  package static func json(_ bytes: [UInt8], status: Int = 200) -> WebAnswer {
    WebAnswer(
      status: status,
      fields: [("content-type", "application/json"), ("cache-control", "no-store")],
      body: .bytes(bytes))
  }

  /// A picture that browsers don't cache. Its style is left out: pages have it as `drawing.css`,
  /// and their content security policy forbids inline styles.
  static func svg(_ bytes: [UInt8]) -> WebAnswer {
    var bytes = bytes
    if let start = bytes.firstRange(of: "<style>".utf8),
      let end = bytes.firstRange(of: "</style>".utf8)
    {
      bytes.removeSubrange(start.lowerBound..<end.upperBound)
    }
    return WebAnswer(
      fields: [("content-type", "image/svg+xml"), ("cache-control", "no-store")],
      body: .bytes(bytes))
  }

  /// The bytes; nil for a stream.
  package var bytes: [UInt8]? { if case .bytes(let bytes) = body { bytes } else { nil } }
}
