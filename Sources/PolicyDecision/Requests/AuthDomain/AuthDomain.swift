package import PolicyText
import PolicyModel

/// A request for the domain that Firebase's iOS SDK uses for web sign-in.
package struct AuthDomainRequest: Sendable {
  package var context: RequestContext
  /// `Auth.customAuthDomain`; nil if not set.
  package var customAuthDomain: ExactString?
}

extension CompiledPolicy {
  /// Picks the auth domain.
  ///
  /// Source: firebase-ios-sdk, `AuthWebUtils.fetchAuthDomain`.
  package func decide(_ request: AuthDomainRequest) -> Decision {
    let facts = firebaseFacts(request.context)
    var recorder = TraceRecorder(request.context)
    if let emulator = facts.text("emulator"), !emulator.isEmpty {
      return recorder.found(
        emulator, "http://\(emulator.string)/emulator/auth/handler",
        "the emulator \(emulator.quoted) is set", nil)
    }
    let domains = facts.list("authorized_domains")
    let confidence = facts.confidence(in: "authorized_domains")
    recorder.noteAssumption(facts)
    func handler(_ domain: ExactString) -> String { "https://\(domain.string)/__/auth/handler" }
    if let custom = request.customAuthDomain {
      let domain = Self.extractedDomain(custom)
      if let entry = domains.first(where: { $0.value == domain }) {
        return recorder.found(
          domain, handler(domain), "the custom domain \(domain.quoted) is authorized", entry.source,
          confidence)
      }
      var decision = recorder.end(
        .deny, "custom_auth_domain", .domainNotAuthorized, channel: .clientError, error: "17038",
        message: "the custom auth domain \(domain.quoted) is not among the authorized domains, "
          + "which are compared exactly", confidence: confidence,
        source: facts.source("authorized_domains"))
      decision.nearest = NearestDomain.to(domain, among: domains, isExact: true)
      decision.source = decision.nearest?.entry.anchor ?? decision.source
      return decision
    }
    for suffix in ["firebaseapp.com", "web.app"] {
      // The SDK requires two more characters, but no dot.
      guard
        let entry = domains.first(where: {
          $0.value.hasSuffix(suffix) && $0.value.utf8.count >= suffix.utf8.count + 2
        })
      else { continue }
      return recorder.found(
        entry.value, handler(entry.value),
        "\(entry.value.quoted) is the first authorized domain that ends in `\(suffix)`",
        entry.source, confidence)
    }
    return recorder.end(
      .deny, "authorized_domains", .authDomainMissing, channel: .clientError,
      error: "unexpected-response",
      message: "no authorized domain ends in `firebaseapp.com` or `web.app`: web sign-in on iOS "
        + "fails with an internal error (unexpected response)", confidence: confidence,
      source: facts.source("authorized_domains"))
  }

  /// Without `http://` or `https://`, up to the first slash.
  private static func extractedDomain(_ text: ExactString) -> ExactString {
    let lower = text.asciiLowercased
    let scheme = ["https://", "http://"].first { lower.hasPrefix($0) }
    let rest = text.utf8.dropFirst(scheme?.utf8.count ?? 0)
    return ExactString(decoding: rest.prefix { $0 != UInt8(ascii: "/") })
  }
}

extension TraceRecorder {
  fileprivate func found(
    _ domain: ExactString, _ handler: String, _ message: String, _ source: SourceAnchor?,
    _ confidence: Decision.Confidence = .certain
  ) -> Decision {
    end(
      .allow, "auth_domain", .allowed, channel: .result, message: message,
      target: ExactString(handler), confidence: confidence, source: source,
      result: ["domain": .string(domain.string), "handler": .string(handler)])
  }
}
