import PolicyText

/// The nonce of an Apple ID token. The app sends the hash of a raw nonce, Apple copies it to the
/// token, and Firebase hashes the raw nonce for comparison.
struct AppleNonce {
  /// The raw nonce; nil if the app sent none.
  var raw: ExactString?
  /// The claim; nil if the token has none.
  var claim: ExactString?

  private static let error = "missing-or-invalid-nonce"

  /// The SHA-256 of the raw nonce in lower-case hexadecimal.
  private func hash(_ text: ExactString) -> ExactString { SHA256Digest(of: text).hex }

  /// Firebase: a token without the claim passes, even if the app sent a nonce.
  ///
  /// Source: messages of the server in public issues.
  func firebase(_ recorder: TraceRecorder, result: JSONValue?) -> Decision {
    guard let claim else {
      return recorder.end(
        .allow, "nonce", .allowed, channel: .result,
        message: "the token has no nonce: nothing is compared", result: result)
    }
    guard let raw, !raw.isEmpty else {
      return recorder.end(
        .deny, "nonce", .nonceMissing, channel: .serverError, error: Self.error,
        message: "MISSING_OR_INVALID_NONCE: Nonce is missing in the request")
    }
    if claim == hash(raw) {
      return recorder.end(
        .allow, "nonce", .allowed, channel: .result,
        message: "the nonce is the SHA-256 of the raw nonce", result: result)
    }
    let cause = encodingMistake(raw, claim)
    return recorder.end(
      .deny, "nonce", cause == nil ? .nonceMismatch : .appleNonceEncoding,
      channel: .serverError, error: Self.error,
      message: "MISSING_OR_INVALID_NONCE: the nonce in the ID token does not match the SHA-256 "
        + "of the raw nonce in the request" + (cause.map { ": \($0)" } ?? ""),
      confidence: claim == hash(raw).asciiUppercased ? .inferred : .certain)
  }

  /// Own servers: if the claim is missing, Apple tells them to check `nonce_supported`.
  func ownBackend(isSupported: JSONValue?) -> Decision {
    let recorder = TraceRecorder()
    guard let claim else {
      guard raw != nil, isSupported?.isTrueInEitherForm ?? false else {
        return recorder.end(
          .allow, "nonce", .allowed, channel: .result,
          message: raw == nil
            ? "no nonce was sent" : "the platform does not support the nonce: go on")
      }
      return recorder.end(
        .deny, "nonce", .nonceMissing, channel: .serverError, error: Self.error,
        message: "a nonce was sent and the platform supports it, but the token has none: reject it")
    }
    guard let raw, claim == hash(raw) else {
      return recorder.end(
        .deny, "nonce", .nonceMismatch, channel: .serverError, error: Self.error,
        message: "the nonce of the token is not the SHA-256 of the one that was sent")
    }
    return recorder.end(
      .allow, "nonce", .allowed, channel: .result,
      message: "the nonce is the SHA-256 of the raw nonce")
  }

  /// What went wrong, if the claim shows it.
  private func encodingMistake(_ raw: ExactString, _ claim: ExactString) -> String? {
    let digest = SHA256Digest(of: raw)
    if claim == raw {
      return "the hash was given as the raw nonce, or the raw nonce went to Apple unhashed"
    }
    if claim == digest.hex.asciiUppercased { return "the hash is in upper-case hex" }
    if claim == digest.base64 || claim == digest.base64URL {
      return "the hash is in base64 and not in hex"
    }
    if claim == hash(digest.hex) { return "the nonce was hashed twice" }
    return nil
  }
}

extension ExactString {
  /// Converts ASCII letters to upper case.
  fileprivate var asciiUppercased: ExactString {
    ExactString(decoding: utf8.map { (0x61...0x7A).contains($0) ? $0 & 0xDF : $0 })
  }
}
