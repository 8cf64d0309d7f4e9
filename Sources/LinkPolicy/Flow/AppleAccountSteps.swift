import PolicyDecision
import PolicyModel
import PolicyText

/// The steps after Apple's ID token: the account is created, linked, unlinked and deleted.
struct AppleAccountSteps {
  let names: FlowNames
  let requiresConsent: Bool

  /// The `sub` of Apple's tokens.
  static let subject = "001"
  /// An email address of Apple's private relay.
  static let relay = "a1b2c3@privaterelay.appleid.com"
  private static let address = "user@example.com"
  private static let google: JSONValue = ["google.com", "g1"]
  private static let apple: JSONValue = ["apple.com", .string(subject)]

  func run(_ flow: inout FlowRecorder) {
    let anonymised = credential(Self.relay, isPrivate: true)
    step("first sign-in", "signIn", anonymised, users: .object([]), &flow)
    let namesake = Self.existing([Self.google], isCurrent: false)
    let known = credential(Self.address, isPrivate: false)
    // Accounts that share an email address are not linked.
    if names.document.policy.firebase?.allowDuplicateEmails?.value == true {
      step("known email", "signIn", known, users: namesake, &flow)
    } else {
      join("known email", "signIn", known, namesake, &flow)
    }
    join("link", "link", anonymised, Self.existing([Self.google]), &flow)
    join(
      "another provider", "link", ["provider": "facebook.com", "sub": "f1"],
      Self.existing([Self.apple]), &flow)
    retry(anonymised, &flow)
    part(&flow)
  }

  /// A sign-in to an account that is disabled.
  func refuse(_ flow: inout FlowRecorder) {
    let users: JSONValue = ["existing": ["providers": [Self.apple], "disabled": true]]
    let decision = flow.step(
      "sign-in", .accountLink, fields("signIn", credential(Self.relay, isPrivate: true), users)
    ) { decision in
      decision.reason == .accountDisabled
        ? .passes("refused: \(decision.message)") : .breaks(decision.message)
    }
    if decision != nil { flow.end = "the account is disabled: Firebase refuses the sign-in" }
  }

  /// An Apple account is linked to other data only with the user's consent, unless the policy turns that
  /// off.
  private func join(
    _ name: String, _ operation: String, _ credential: JSONValue, _ users: JSONValue,
    _ flow: inout FlowRecorder
  ) {
    guard requiresConsent else {
      step(name, operation, credential, users: users, &flow)
      return
    }
    flow.step("\(name) without consent", .accountLink, fields(operation, credential, users)) {
      decision in
      decision.reason == .consentMissing
        ? .passes("refused: the user must consent first") : .breaks(decision.message)
    }
    flow.step(
      "\(name) with consent", .accountLink,
      fields(operation, credential, users, [("consent", true)]))
  }

  /// The Apple account belongs to another user: linking fails, and the app signs in with the credential of
  /// the error.
  private func retry(_ credential: JSONValue, _ flow: inout FlowRecorder) {
    let users: JSONValue = [
      "guest": ["anonymous": true, "current": true],
      "existing": ["providers": [Self.apple]],
    ]
    flow.step(
      "credential in use", .accountLink, fields("link", credential, users, [("consent", true)])
    ) { decision in
      decision.reason == .credentialInUse
        ? .passes("refused: the app signs in with the updated credential of the error")
        : .breaks(decision.message)
    }
    step("updated credential", "signIn", credential, users: users, &flow)
  }

  /// The operations after sign-in that the decision engine supports.
  private func part(_ flow: inout FlowRecorder) {
    let users = Self.existing([Self.google, Self.apple])
    let credential = credential(Self.relay, isPrivate: true)
    for (name, operation, more) in [
      ("unlink", "unlink", []), ("reauthentication", "reauthenticate", []),
      ("deletion with revocation", "delete", [(key: "revoked", value: JSONValue.bool(true))]),
    ] where AccountLinkRequest.Operation(rawValue: operation) != nil {
      flow.step(name, .accountLink, fields(operation, credential, users, more))
    }
  }

  private func step(
    _ name: String, _ operation: String, _ credential: JSONValue, users: JSONValue,
    _ flow: inout FlowRecorder
  ) { flow.step(name, .accountLink, fields(operation, credential, users)) }

  private func fields(
    _ operation: String, _ credential: JSONValue, _ users: JSONValue,
    _ more: [(key: String, value: JSONValue)] = []
  ) -> [(String, JSONValue?)] {
    [
      ("policy", names.policy),
      (
        "input",
        .object([("op", .string(operation)), ("credential", credential)] + more)
      ), ("facts", ["users": users]),
    ]
  }

  /// A user with a verified email address.
  private static func existing(_ providers: [JSONValue], isCurrent: Bool = true) -> JSONValue {
    let user: [(key: String, value: JSONValue)] = [
      ("email", .string(address)), ("emailVerified", true), ("providers", .array(providers)),
    ]
    return ["existing": .object(user + (isCurrent ? [("current", true)] : []))]
  }

  private func credential(_ email: String, isPrivate: Bool) -> JSONValue {
    [
      "provider": "apple.com", "sub": .string(Self.subject), "email": .string(email),
      "email_verified": true, "is_private_email": .bool(isPrivate),
    ]
  }
}
