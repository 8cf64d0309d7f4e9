import PolicyModel
import PolicyText

/// The checks of an Apple ID token in order: algorithm, issuer, audience, times, nonce.
///
/// Sources: Apple, "Verifying a user"; RFC 7519 section 4.1; messages of Firebase's server. The
/// order is inferred.
struct AppleTokenCheck {
  /// Header fields to check with the claims; null if the signature was checked.
  let header: JSONValue
  let claims: JSONValue
  /// Whether only the unusual claims are given and all others are valid.
  let isPartial: Bool
  let facts: Facts
  let context: RequestContext

  private static let issuer: JSONValue = "https://appleid.apple.com"
  /// The accepted clock skew in seconds. RFC 7519 section 4.1.5 allows "a few minutes" without a
  /// number.
  private static let leeway = 300.0

  func decision(_ recorder: TraceRecorder, rawNonce: ExactString?) -> Decision {
    var recorder = recorder
    func refused(_ step: Step, _ reason: DecisionReason, _ message: String) -> Decision {
      recorder.end(
        .deny, step, reason, channel: .serverError, error: "invalid-credential",
        message: "INVALID_IDP_RESPONSE: \(message)", source: facts.source("audiences"))
    }
    if let algorithm = header["alg"], algorithm != "RS256" {
      return refused(
        "alg", .algorithmNotAccepted, "the algorithm of the signature is not RS256")
    }
    if claims["signature"] == "invalid" || claims["signature_valid"] == false {
      return refused("signature", .signatureInvalid, "the signature is wrong")
    }
    if isChecked(claims["iss"]), claims["iss"] != Self.issuer {
      return refused(
        "iss", .issuerMismatch,
        "the issuer is \(described("iss")), not `https://appleid.apple.com`")
    }
    recorder.pass("iss", "issued by Apple")
    var source: SourceAnchor?
    if isChecked(claims["aud"]) {
      let audiences = facts.list("audiences")
      guard let audience = claims["aud"]?.exactText,
        let entry = audiences.first(where: { $0.value == audience })
      else {
        return refused(
          "aud", .audienceMismatch,
          "the audience in ID Token [\(described("aud"))] does not match the expected audience: "
            + audiences.map { $0.value.quoted }.joined(separator: ", "))
      }
      source = entry.source
      recorder.pass("aud", "\(audience.quoted) is an audience of the project", at: source)
    }
    if isChecked(claims["exp"]) {
      guard let expiry = claims["exp"]?.numberValue, expiry > Double(context.now) else {
        return refused("exp", .tokenExpired, "the token has expired: `exp` must be after now")
      }
      recorder.pass("exp", "not expired")
    }
    var isAhead = false
    for (claim, meaning) in [("nbf", "not valid yet"), ("iat", "issued in the future")] {
      guard let value = claims[claim], value != .null else { continue }
      let step = Step(rawValue: claim)
      guard let time = value.numberValue else {
        return refused(step, .tokenMalformed, "`\(claim)` must be a number of seconds")
      }
      let ahead = time - Double(context.now)
      guard ahead <= Self.leeway else {
        return refused(
          step, .tokenNotYetValid, "the token is \(meaning): `\(claim)` must not be after now")
      }
      isAhead = isAhead || ahead > 0
      recorder.pass(
        step,
        ahead > 0
          ? "after now by less than the \(Int(Self.leeway)) seconds that clocks may differ"
          : "not after now")
    }
    if claims["second_use_of_token"]?.isTruthy ?? false {
      return recorder.end(
        .deny, "replay", .tokenReplayed, channel: .serverError,
        error: "missing-or-invalid-nonce",
        message: "MISSING_OR_INVALID_NONCE: Duplicate credential: the token was used before",
        confidence: .inferred)
    }
    if let nonce = claims.given("nonce"), nonce.exactText == nil {
      return recorder.end(
        .deny, "nonce", .nonceMismatch, channel: .serverError,
        error: "missing-or-invalid-nonce",
        message: "MISSING_OR_INVALID_NONCE: the nonce in the ID token is not a string")
    }
    var decision = AppleNonce(raw: rawNonce, claim: claims["nonce"]?.exactText)
      .firebase(recorder, result: AppleClaims(claims).json)
    if decision.outcome == .allow {
      decision.source = source
      if isAhead { decision.confidence = .inferred }
    }
    return decision
  }

  /// A missing claim is an error, except in a partial token.
  private func isChecked(_ value: JSONValue?) -> Bool { !isPartial || value != nil }

  private func described(_ claim: String) -> String {
    claims[claim]?.exactText?.quoted ?? "none"
  }
}

/// The claims about the user.
struct AppleClaims {
  private let claims: JSONValue

  init(_ claims: JSONValue) { self.claims = claims }

  private static let relay = "@privaterelay.appleid.com"

  /// Booleans may be Booleans or strings; `is_private_email` may be absent.
  var json: JSONValue {
    var entries: [(key: String, value: JSONValue)] = []
    for name in ["sub", "email"] {
      if let text = claims[name]?.exactText { entries.append((name, .string(text.string))) }
    }
    if let verified = claims["email_verified"] {
      entries.append(("email_verified", .bool(verified.isTrueInEitherForm)))
    }
    if claims["is_private_email"] != nil || isRelayAddress {
      entries.append(("is_private_email", .bool(isPrivate)))
    }
    return .object(entries)
  }

  private var isRelayAddress: Bool {
    claims["email"]?.exactText?.asciiLowercased.hasSuffix(Self.relay) ?? false
  }

  /// True for a user of Apple's private relay.
  var isPrivate: Bool {
    claims["is_private_email"].map(\.isTrueInEitherForm) ?? false || isRelayAddress
  }

  /// The decision with the parsed claims.
  var reading: Decision {
    var words: [String] = []
    if let verified = claims["email_verified"] {
      words.append("`email_verified` is \(verified.isTrueInEitherForm)")
    }
    if isPrivate { words.append("the email is an Apple relay address") }
    return TraceRecorder().end(
      .allow, "claims", .allowed, channel: .result,
      message: words.isEmpty ? "the claims are used as they are" : words.joined(separator: "; "),
      result: json)
  }
}
