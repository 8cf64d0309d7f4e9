import PolicyText

/// What a server showed of itself.
public struct ObservedCertificate: Sendable, Equatable {
  /// When it ends; nil if it can't be read.
  public var notAfter: Timestamp?
  /// The names that it is for.
  public var names: [String]
  /// Who says so.
  public var issuer: String

  /// A certificate.
  public init(notAfter: Timestamp?, names: [String], issuer: String) {
    self.notAfter = notAfter
    self.names = names
    self.issuer = issuer
  }
}
