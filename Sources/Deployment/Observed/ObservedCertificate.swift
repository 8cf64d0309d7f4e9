import PolicyText

/// What a server showed of itself.
public struct ObservedCertificate: Sendable, Equatable {
  /// Unix seconds; nil where it cannot be read.
  public var notAfter: Int?
  /// The names that it is for.
  public var names: [String]
  /// Who says so.
  public var issuer: String

  /// A certificate.
  public init(notAfter: Int?, names: [String], issuer: String) {
    self.notAfter = notAfter
    self.names = names
    self.issuer = issuer
  }
}
