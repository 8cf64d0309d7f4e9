package import PolicyText
import PolicyModel

/// A request about the scopes of Google Sign-In.
public struct ScopesRequest: Sendable {
  /// Operations on scopes.
  public enum Operation: String, Sendable, CaseIterable {
    case addScopes, grantedScopes, signInScopes, missingScopes, signInResult
    /// The scope rules.
    case lintScope
  }

  package var context: RequestContext
  package var operation: Operation
  /// A list of scopes, a string with one, or an object with a `feature` of the policy. By default,
  /// the scopes of the policy's sign-in.
  package var input: JSONValue?
}

extension CompiledPolicy {
  /// Decides the request. `addScopes` compares exact strings, as the SDK does; missing and unknown
  /// scopes are compared by `GoogleScope.canonical`, as in the generated code.
  ///
  /// Sources: GoogleSignIn-iOS `GIDScopes.m`, `GIDGoogleUser.m`.
  package func decide(_ request: ScopesRequest) -> Decision {
    let facts = Facts(request.context.facts)
    let google = provider(.googleSignIn, in: request.context)?.googleSignIn
    let given = request.input.flatMap { $0.texts ?? $0.exactText.map { [$0] } }
    let needed =
      given ?? google?.scopes(of: request.input?["feature"]?.exactText).map(\.value) ?? []
    if let given, request.operation.asksUser, let google,
      let refusal = GoogleScopes.refusal(of: given, by: google)
    {
      return refusal
    }
    if request.operation.needsUser, !facts.flag("signed_in", or: true) {
      return GoogleScopes.signedOut(request.operation, needed)
    }
    switch request.operation {
    case .addScopes: return GoogleScopes.add(needed, facts)
    case .grantedScopes: return GoogleScopes.granted(request.input, facts)
    case .signInScopes:
      let scopes = GoogleScopes.signIn(needed)
      return TraceRecorder().end(
        .allow, .scope, .allowed, channel: .result,
        message: "the SDK requests \(scopes.count) scopes", result: .texts(scopes))
    case .missingScopes: return GoogleScopes.missing(needed, facts)
    case .signInResult: return GoogleScopes.result(needed, facts)
    case .lintScope:
      return request.input?.exactText.map { ScopeLint($0, beside: []).decision }
        ?? ScopeLint.decision(about: needed)
    }
  }
}

extension ScopesRequest.Operation {
  /// Whether the user grants the scopes to the policy's app.
  fileprivate var asksUser: Bool {
    switch self {
    case .addScopes, .signInScopes, .signInResult, .missingScopes: true
    case .grantedScopes, .lintScope: false
    }
  }

  /// Whether the operation needs a signed-in user.
  fileprivate var needsUser: Bool {
    switch self {
    case .addScopes, .grantedScopes, .missingScopes: true
    case .signInScopes, .signInResult, .lintScope: false
    }
  }
}

/// The scope logic of Google Sign-In.
enum GoogleScopes {
  /// The scopes with `email` and `profile`, which the SDK adds unless either form is present.
  static func signIn(_ scopes: [ExactString]) -> [ExactString] {
    var all = scopes
    let known = canonical(scopes)
    all += basic.filter { !known.contains(GoogleScope.canonical($0)) }
    return all
  }

  /// The denial of a scope that the policy doesn't have; nil if it has all of them. The scopes of
  /// every sign-in are always allowed, and so are all scopes if the policy has none.
  static func refusal(of scopes: [ExactString], by google: CompiledGoogleSignIn) -> Decision? {
    let known = google.scopes
    let names = canonical(known.map(\.value) + basic + ["openid"])
    guard !known.isEmpty,
      let foreign = scopes.first(where: { !names.contains(GoogleScope.canonical($0)) })
    else { return nil }
    let near = Nearest.name(to: foreign.string, among: known.map(\.value.string))
      .flatMap { name in known.first { $0.value == ExactString(name) } }
    var decision = TraceRecorder().end(
      .deny, .scope, .scopeNotAllowed, channel: .clientError, error: "scope-not-allowed",
      message: "the policy has no scope \(foreign.quoted), neither for sign-in nor for a feature",
      source: near?.anchor)
    decision.nearest = near.map { Decision.Nearest($0, to: foreign) }
    return decision
  }

  /// The scopes that the SDK requests at every sign-in.
  private static let basic: [ExactString] = ["email", "profile"]

  private static func canonical(_ scopes: [ExactString]) -> Set<ExactString> {
    Set(scopes.map(GoogleScope.canonical))
  }

  /// No user is signed in, so nothing is granted.
  static func signedOut(
    _ operation: ScopesRequest.Operation, _ needed: [ExactString]
  ) -> Decision {
    // The app may still have the object of a user who has signed out.
    let isCall = operation == .addScopes
    let result: JSONValue =
      switch operation {
      case .addScopes: ["error": -9]
      case .missingScopes: ["missing": .texts(needed)]
      default: .null
      }
    return TraceRecorder().end(
      .deny, "user", .notSignedIn, channel: isCall ? .clientError : .result,
      error: isCall ? "-9" : nil,
      message: "no user is signed in, so there are no scopes to check or add",
      next: "sign_in", result: result)
  }

  /// A request for additional scopes.
  static func add(_ requested: [ExactString], _ facts: Facts) -> Decision {
    let recorder = TraceRecorder()
    if isOtherUser(facts) {
      return refused(-9, .userMismatch, "the user is not the current one")
    }
    let granted = facts.list("granted").map(\.value)
    let known = Set(granted)
    guard requested.contains(where: { !known.contains($0) }) else {
      return refused(-8, .scopesAlreadyGranted, "all of the scopes are granted already")
    }
    if let refusal = refusal(by: facts) { return refusal }
    let union = (granted + requested).unique
    let unticked = Set(facts.list("user_unticked").map(\.value))
    let missing = requested.filter { unticked.contains($0) }
    guard missing.isEmpty else {
      return answer(missing: missing, [("flow_with", .texts(union))])
    }
    return recorder.end(
      .allow, .scope, .allowed, channel: .result,
      message: "a consent screen requests \(union.count) scopes, including those already granted",
      result: ["flow_with": .texts(union)])
  }

  /// The scopes of a token response, split at spaces; nil if the server sent none.
  static func granted(_ input: JSONValue?, _ facts: Facts) -> Decision {
    let given = input.flatMap { $0.isObject ? $0["scope"] : $0 }
    let fact = facts.given.members.first { ExactString($0.key).asciiLowercased.contains("scope") }
    let text = given.flatMap(\.exactText) ?? fact?.value.exactText
    let scopes = text.map { text in
      let trimmed = text.utf8.trimmingPrefix { $0.isSpace }.reversed()
        .trimmingPrefix { $0.isSpace }.reversed()
      return Array(trimmed).split(separator: 0x20).map { ExactString(decoding: $0) }
    }
    return TraceRecorder().end(
      .allow, .scope, .allowed, channel: .result,
      message: scopes.map { "\($0.count) scopes are granted" }
        ?? "the server sent no scope: grantedScopes is nil",
      result: scopes.map { .texts($0) } ?? .null)
  }

  static func missing(_ needed: [ExactString], _ facts: Facts) -> Decision {
    // If only the unticked scopes are known, the user granted the others.
    let isKnown =
      facts.value("granted")?.texts != nil || facts.list("user_unticked").isEmpty
    return answer(missing: notGranted(needed, facts, isKnown: isKnown), [])
  }

  /// The result of a sign-in: success doesn't mean that all scopes were granted.
  static func result(_ needed: [ExactString], _ facts: Facts) -> Decision {
    if let refusal = refusal(by: facts) { return refusal }
    let isKnown = facts.value("granted")?.texts != nil
    return answer(missing: notGranted(needed, facts, isKnown: isKnown), [("success", true)])
  }

  /// - Parameter isKnown: whether the facts contain the granted scopes.
  private static func notGranted(
    _ needed: [ExactString], _ facts: Facts, isKnown: Bool
  ) -> [ExactString] {
    let unticked = canonical(facts.list("user_unticked").map(\.value))
    let granted = canonical(facts.list("granted").map(\.value))
    return needed.filter { scope in
      let name = GoogleScope.canonical(scope)
      return unticked.contains(name) || isKnown && !granted.contains(name)
    }
  }

  private static func answer(
    missing: [ExactString], _ more: [(key: String, value: JSONValue)]
  ) -> Decision {
    TraceRecorder().end(
      missing.isEmpty ? .allow : .deny, .scope, missing.isEmpty ? .allowed : .scopesMissing,
      channel: .result,
      message: missing.isEmpty
        ? "every scope is granted"
        : "not granted: "
          + missing.map(\.quoted).joined(separator: ", "),
      next: missing.isEmpty ? nil : "ask_again",
      result: .object(more + [("missing", .texts(missing))]))
  }

  /// Whether a fact says that another user is signed in.
  private static func isOtherUser(_ facts: Facts) -> Bool {
    let isDenied = facts.given.members.contains { member in
      let key = ExactString(member.key).asciiLowercased
      return member.value == false && (key.contains("current") || key.contains("same_user"))
        || member.value == true && key.contains("mismatch")
    }
    if let current = facts.text("current_user"), let user = facts.text("user"), current != user {
      return true
    }
    let words = facts.text("user")?.asciiLowercased ?? ""
    return isDenied || ["other", "not current", "different"].contains { words.contains($0) }
  }

  /// The denial if the user cancels or refuses.
  private static func refusal(by facts: Facts) -> Decision? {
    let names = ["user", "outcome", "consent", "flow"]
    guard let words = names.lazy.compactMap({ facts.text($0)?.asciiLowercased }).first else {
      return nil
    }
    if words.contains("cancel") || words.contains("denied") || words.contains("deny")
      || words.contains("refuse")
    {
      return refused(-5, .userCancelled, "the user canceled or refused consent")
    }
    return words.contains("error")
      ? refused(-1, .providerError, "the sign-in failed with an unknown error") : nil
  }

  private static func refused(_ code: Int, _ reason: DecisionReason, _ message: String) -> Decision
  {
    TraceRecorder().end(
      .deny, .scope, reason, channel: .clientError, error: String(code), message: message,
      result: ["error": .int(code)])
  }
}

extension ExactString {
  func contains(_ word: String) -> Bool {
    Array(utf8)[...].firstRange(of: Array(word.utf8)) != nil
  }
}
