package import PolicyText

/// A request about Sign in with Apple: a token, its nonce, or the provider's settings.
public struct AppleIDTokenRequest: Sendable {
  /// Evaluates only one part; nil evaluates the whole token.
  public enum Operation: String, Sendable, CaseIterable {
    /// The nonce as Firebase compares it.
    case firebaseNonce
    /// The nonce as Apple tells servers to compare it.
    case ownBackendNonce
    /// A token, given only the claims that differ from a valid one.
    case idToken
    /// The parsed value of a claim.
    case claim
    /// The provider's settings.
    case policy
    /// The exchange of a code at Apple's token endpoint.
    case codeExchange
  }

  /// The value given as a token.
  package enum Token: Sendable {
    /// Claims without a signature.
    case claims(JSONValue)
    /// A signed token that could be parsed.
    case signed(SignedToken)
    case malformed(String)
  }

  package var context: RequestContext
  package var operation: Operation?
  package var input: JSONValue
  package var token: Token?
  /// The nonce that the app passes to Firebase; nil if it passes none.
  package var rawNonce: ExactString?
  /// The issuer's keys (RFC 7517 section 5); nil to skip the signature.
  package var keys: [JSONValue]?

  package init(
    context: RequestContext, operation: Operation?, input: JSONValue, token: Token?,
    rawNonce: ExactString?, keys: [JSONValue]? = nil
  ) {
    self.context = context
    self.operation = operation
    self.input = input
    self.token = token
    self.rawNonce = rawNonce
    self.keys = keys
  }
}

extension CompiledPolicy {
  /// Decides the request.
  package func decide(_ request: AppleIDTokenRequest) -> Decision {
    var facts = Facts(request.context.facts)
    if let apple = provider(.apple, in: request.context)?.apple {
      facts.set("audiences", [apple.servicesID].compactMap { $0 } + apple.bundleIDs)
    }
    let nonce = AppleNonce(
      raw: request.input["raw"]?.exactText, claim: request.input["claim"]?.exactText)
    switch request.operation {
    case .firebaseNonce: return nonce.firebase(TraceRecorder(), result: nil)
    case .ownBackendNonce:
      return nonce.ownBackend(isSupported: request.input["nonce_supported"])
    case .claim: return AppleClaims(request.input).reading
    case .policy: return AppleSettings(input: request.input).decision
    case .codeExchange: return AppleSettings(input: request.input).codeExchange
    case .idToken:
      return AppleTokenCheck(
        header: request.input, claims: request.input, isPartial: true, facts: facts,
        context: request.context
      ).decision(
        TraceRecorder(),
        rawNonce: request.rawNonce ?? request.input["raw_nonce"]?.exactText
          ?? request.input["raw"]?.exactText)
    case nil: return decide(request, facts)
    }
  }

  private func decide(_ request: AppleIDTokenRequest, _ facts: Facts) -> Decision {
    var recorder = TraceRecorder(request.context)
    func check(_ claims: JSONValue) -> Decision {
      AppleTokenCheck(
        header: .null, claims: claims, isPartial: false, facts: facts, context: request.context
      ).decision(recorder, rawNonce: request.rawNonce)
    }
    func refused(_ step: Step, _ reason: DecisionReason, _ message: String) -> Decision {
      recorder.end(
        .deny, step, reason, channel: .serverError, error: "invalid-credential",
        message: "INVALID_IDP_RESPONSE: \(message)")
    }
    // Claims are only as trustworthy as their signature.
    func unverified(_ claims: JSONValue) -> Decision {
      var decision = check(claims)
      decision.confidence = .inferred
      decision.result = decision.result.adding("signature", "not_checked")
      return decision
    }
    switch request.token {
    case .signed(let token):
      guard let keys = request.keys else {
        if let refusal = SignatureCheck(token: token, keys: []).algorithmRefusal {
          return refused(refusal.step, refusal.reason, refusal.message)
        }
        recorder.note(
          "signature",
          "the signature is not verified, because no keys are given; only the algorithm is checked"
        )
        return unverified(token.claims)
      }
      switch SignatureCheck(token: token, keys: keys).verdict {
      case .refused(let refusal): return refused(refusal.step, refusal.reason, refusal.message)
      case .verified(let message):
        recorder.pass("signature", message)
        var decision = check(token.claims)
        decision.result = decision.result.adding("signature", "verified")
        return decision
      }
    case .claims(let claims):
      recorder.note("signature", "claims alone have no signature to verify")
      return unverified(claims)
    case .malformed(let problem):
      return refused("jwt", .tokenMalformed, "the token cannot be read: \(problem)")
    case nil:
      return refused("jwt", .tokenMalformed, "the token is missing")
    }
  }
}

extension JSONValue? {
  /// The object with one more member; a new object if there was none.
  fileprivate func adding(_ key: String, _ value: JSONValue) -> JSONValue {
    guard case .object(let members)? = self else { return .object([(key, value)]) }
    return .object(members + [(key, value)])
  }
}
