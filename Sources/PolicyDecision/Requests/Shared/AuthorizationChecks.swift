import PolicyText

/// The checks after client and redirect URI are identified, shared by several request types.
extension CompiledClient {
  /// The first scope in a space-separated list that the client may not request, or an empty element;
  /// nil if all are allowed.
  func firstRefusedScope(of parameters: AuthorizationParameters) -> ExactString? {
    parameters.withBytes(of: .scope) { list in
      var start = 0
      while start <= list.count {
        var end = start
        while end < list.count, list[end] != 0x20 { end += 1 }
        let scope = list.extracting(start..<end)
        guard scopes.contains(where: { $0.value.hasBytes(scope) }) else { return scope.text }
        start = end + 1
      }
      return nil
    } ?? nil
  }

  /// The first scope of a list that the client may not request.
  func firstRefusedScope(_ scope: Parameter) -> ExactString? {
    firstRefusedScope(of: AuthorizationParameters(scope: scope))
  }

  /// The problem with the code challenge (RFC 7636), if any.
  ///
  /// The method defaults to `plain`, which is rejected unless the policy lists it.
  func codeChallengeProblem(_ parameters: AuthorizationParameters) -> DecisionReason? {
    if parameters[location: .codeChallenge] == .notRecorded { return nil }
    guard let challenge = parameters.codeChallenge.text else {
      if requiresPKCE { return .pkceMissing }
      return parameters.range(of: .codeChallengeMethod) == nil ? nil : .pkceMissing
    }
    if parameters[location: .codeChallengeMethod] == .notRecorded { return nil }
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

/// The shape of a code challenge (RFC 7636 sections 4.1 and 4.2), which is all that decides about
/// it.
package enum CodeChallengeShape: UInt8, Sendable {
  /// 43 characters of base64url, like a SHA-256 digest; valid for every method.
  case digest
  /// 43 to 128 unreserved characters; valid for the method `plain` only.
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
