extension JSONReader {
  /// What is taken beside RFC 8259.
  package enum Dialect: Sendable {
    /// Nothing.
    case strict
    /// Comments, trailing commas and a byte order mark, as tools take them that people write settings for.
    case commented
  }
}
