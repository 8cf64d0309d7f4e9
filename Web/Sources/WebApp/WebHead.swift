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

  /// The head of a request.
  public init(
    method: String, target: String, hosts: [String], fields: [(name: String, value: String)] = []
  ) {
    self.method = method
    self.target = target
    self.hosts = hosts
    self.fields = fields
  }

  /// The values of a field, whose name is given in lower case.
  package func values(_ name: String) -> [String] {
    fields.filter { $0.name.lowercased().utf8.elementsEqual(name.utf8) }.map(\.value)
  }

  /// The target without its query.
  package var path: String {
    target.utf8.firstIndex(of: UInt8(ascii: "?")).map { String(target[..<$0]) } ?? target
  }

  /// What follows the first `?`; nil without one.
  package var query: String? {
    target.utf8.firstIndex(of: UInt8(ascii: "?")).map {
      String(target[target.utf8.index(after: $0)...])
    }
  }
}

/// The body of a request.
public enum WebBody: Sendable {
  /// All of it.
  case bytes([UInt8])
  /// As it comes: up to a number of bytes, empty at the end; waits where there are none yet.
  case stream(@Sendable (Int) -> [UInt8])
}
