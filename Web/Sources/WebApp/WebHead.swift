/// The head of a request, as it was sent.
public struct WebHead: Sendable {
  /// `GET`, `POST`, …
  public var method: String
  /// The request target, with its query.
  public var target: String
  /// Every `Host` field, in order.
  public var hosts: [String]
  /// The other fields, in order.
  public var fields: [(name: String, value: String)]

  /// Creates the head of a request.
  public init(
    method: String, target: String, hosts: [String], fields: [(name: String, value: String)] = []
  ) {
    self.method = method
    self.target = target
    self.hosts = hosts
    self.fields = fields
  }

  /// The values of a field, by its lower-case name.
  package func values(_ name: String) -> [String] {
    fields.filter { $0.name.lowercased().utf8.elementsEqual(name.utf8) }.map(\.value)
  }

  /// The target without its query.
  package var path: String {
    target.utf8.firstIndex(of: UInt8(ascii: "?")).map { String(target[..<$0]) } ?? target
  }

  /// The part after the first `?`; nil without one.
  package var query: String? {
    target.utf8.firstIndex(of: UInt8(ascii: "?")).map {
      String(target[target.utf8.index(after: $0)...])
    }
  }
}

/// The body of a request.
public enum WebBody: Sendable {
  /// The complete body.
  case bytes([UInt8])
  /// Returns up to a number of bytes, or none at the end; waits until there are some.
  case stream(@Sendable (Int) -> [UInt8])
}
