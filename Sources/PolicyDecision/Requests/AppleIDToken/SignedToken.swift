package import PolicyText

/// A signed token in compact form (RFC 7515 section 7.1), decoded but not verified.
package struct SignedToken: Sendable {
  package var header: JSONValue
  package var claims: JSONValue
  /// What is signed: header and payload as they were written, with the point between them.
  package var input: [UInt8]
  /// May be empty: a token without a signature is refused for its algorithm.
  package var signature: [UInt8]

  package init(header: JSONValue, claims: JSONValue, input: [UInt8], signature: [UInt8]) {
    self.header = header
    self.claims = claims
    self.input = input
    self.signature = signature
  }
}
