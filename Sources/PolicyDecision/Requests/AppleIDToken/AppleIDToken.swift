package import PolicyText

/// A question about Sign in with Apple: a token, its nonce, or the settings of the provider.
public struct AppleIDTokenRequest: Sendable {
  /// Evaluates only a part; nil evaluates the whole token.
  public enum Operation: String, Sendable, CaseIterable {
    /// The nonce as Firebase compares it.
    case firebaseNonce
    /// The nonce as Apple tells one's own server to compare it.
    case ownBackendNonce
    /// A token, by the claims that are not as they should be.
    case idToken
    /// How a claim is read.
    case claim
    /// The rules about settings.
    case policy
    /// A code given to Apple's token endpoint.
    case codeExchange
  }

  /// What was given as a token.
  package enum Token: Sendable {
    /// Claims without a signature.
    case claims(JSONValue)
    /// A signed token that could be read.
    case signed(SignedToken)
    case malformed(String)
  }

  package var context: RequestContext
  package var operation: Operation?
  package var input: JSONValue
  package var token: Token?
  /// What the app gave to Firebase; nil where it gave none.
  package var rawNonce: ExactString?
  /// The keys of the issuer (RFC 7517 section 5); nil where none are given, and nothing is verified.
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
  /// Answers the question.
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
    // What a token claims is worth what its signature is worth.
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
          "signature", "the signature is not verified: no keys are given, only the algorithm counts"
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
  /// The object with one more member; an object of it alone where there was none.
  fileprivate func adding(_ key: String, _ value: JSONValue) -> JSONValue {
    guard case .object(let members)? = self else { return .object([(key, value)]) }
    return .object(members + [(key, value)])
  }
}
