import PolicyDiagnostics
import PolicyModel
import PolicyText

/// The checks that follow once client and redirect URI are known, shared by the kinds of requests.
extension CompiledClient {
  /// The first scope of a space-separated list that the client may not ask for; an empty element counts
  /// as one. nil when all are allowed, or none was asked for.
  func firstRefusedScope(_ scope: Parameter) -> ExactString? {
    guard let scope = scope.text else { return nil }
    // Most requests ask for one.
    guard scope.holdsOne(from: 0x20, count: 1) else {
      return scopes.contains { $0.value == scope } ? nil : scope
    }
    let bytes = Array(scope.utf8)
    var start = 0
    while start <= bytes.count {
      let end = bytes.offset(of: 0x20, from: start) ?? bytes.count
      let isAllowed = scopes.contains {
        $0.value.utf8.count == end - start && bytes.holds($0.value.string, at: start)
      }
      guard isAllowed else { return bytes.text(start..<end) }
      start = end + 1
    }
    return nil
  }

  /// What is wrong with the code challenge (RFC 7636), or nil.
  ///
  /// An absent method means `plain`, which is refused unless the policy lists it.
  func codeChallengeProblem(_ parameters: AuthorizationParameters) -> Reason? {
    if case .notRecorded = parameters.codeChallenge { return nil }
    guard let challenge = parameters.codeChallenge.text else {
      if requiresPKCE { return .pkceMissing }
      return parameters.codeChallengeMethod.text == nil ? nil : .pkceMissing
    }
    if parameters.codeChallengeMethod == .notRecorded { return nil }
    let method = parameters.codeChallengeMethod.text ?? "plain"
    guard codeChallengeMethods.contains(method) else { return .pkceMethod }
    let isWellFormed =
      switch CodeChallengeShape(challenge.utf8) {
      case .digest: true
      case .verifier: method == "plain"
      case .malformed: false
      }
    return isWellFormed ? nil : .pkceChallenge
  }
}
