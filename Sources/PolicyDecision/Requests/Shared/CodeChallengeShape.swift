import PolicyText

/// All that decides about a code challenge (RFC 7636 sections 4.1 and 4.2): two challenges of one shape
/// get the same answer, whatever their bytes.
package enum CodeChallengeShape: UInt8, Sendable {
  /// 43 characters of base64url, what a SHA-256 digest looks like; good for every method.
  case digest
  /// 43 to 128 unreserved characters: good for the method `plain` only.
  case verifier
  case malformed

  /// The shape of a challenge.
  package init(_ challenge: some Collection<UInt8>) {
    let length = challenge.count
    guard (43...128).contains(length), challenge.allSatisfy(PercentEncoding.isUnreserved) else {
      self = .malformed
      return
    }
    let isDigest =
      length == 43
      && challenge.allSatisfy { $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: "~") }
    self = isDigest ? .digest : .verifier
  }
}
