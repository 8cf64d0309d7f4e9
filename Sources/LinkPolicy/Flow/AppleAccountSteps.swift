import PolicyDecision
import PolicyModel
import PolicyText

/// What becomes of the account behind an Apple ID: made, joined, parted, deleted.
struct AppleAccountSteps {
  let names: FlowNames
  let requiresConsent: Bool

  /// The user in Apple's tokens.
  static let subject = "001"
  /// An address behind Apple's relay.
  static let relay = "a1b2c3@privaterelay.appleid.com"
  private static let address = "user@example.com"

  func run(_ flow: inout FlowRecorder) {
    let anonymised = credential(Self.relay, isPrivate: true)
    ask("first sign-in", "signIn", anonymised, users: .object([]), &flow)
    let namesake: JSONValue = [
      "existing": [
        "email": .string(Self.address), "emailVerified": true,
        "providers": [["google.com", "g1"]],
      ]
    ]
    ask(
      "known address", "signIn", credential(Self.address, isPrivate: false), users: namesake, &flow)
    let signedIn: JSONValue = [
      "existing": [
        "email": .string(Self.address), "emailVerified": true,
        "providers": [["google.com", "g1"]], "current": true,
      ]
    ]
    link(anonymised, signedIn, &flow)
    part(&flow)
  }

  /// A sign-in to an account that is disabled.
  func refuse(_ flow: inout FlowRecorder) {
    let users: JSONValue = [
      "existing": ["providers": [["apple.com", .string(Self.subject)]], "disabled": true]
    ]
    let answer = flow.ask(
      "sign-in", .accountLink, fields("signIn", credential(Self.relay, isPrivate: true), users)
    ) { decision in
      decision.reason == "account-disabled"
        ? .passes("refused: \(decision.message)") : .breaks(decision.message)
    }
    if answer != nil { flow.end = "the account is disabled: Firebase refuses the sign-in" }
  }

  /// An anonymised Apple ID is joined with what tells who the user is only with the user's consent, where
  /// the policy asks for that.
  private func link(
    _ credential: JSONValue, _ users: JSONValue, _ flow: inout FlowRecorder
  ) {
    guard requiresConsent else {
      ask("link", "link", credential, users: users, &flow)
      return
    }
    flow.ask("link without consent", .accountLink, fields("link", credential, users)) {
      decision in
      decision.reason == "consent-missing"
        ? .passes("refused: the user has to consent first") : .breaks(decision.message)
    }
    flow.ask(
      "link with consent", .accountLink,
      fields("link", credential, users, [("consent", true)]))
  }

  /// Operations that the decision core knows; each is a step where it does.
  private func part(_ flow: inout FlowRecorder) {
    let users: JSONValue = [
      "existing": [
        "email": .string(Self.address), "emailVerified": true,
        "providers": [["google.com", "g1"], ["apple.com", .string(Self.subject)]],
        "current": true,
      ]
    ]
    let credential = credential(Self.relay, isPrivate: true)
    for (name, operation, more) in [
      ("unlink", "unlink", []), ("reauthentication", "reauthenticate", []),
      ("deletion with revocation", "delete", [(key: "revoked", value: JSONValue.bool(true))]),
    ] where AccountLinkRequest.Operation(rawValue: operation) != nil {
      flow.ask(name, .accountLink, fields(operation, credential, users, more))
    }
  }

  private func ask(
    _ name: String, _ operation: String, _ credential: JSONValue, users: JSONValue,
    _ flow: inout FlowRecorder
  ) { flow.ask(name, .accountLink, fields(operation, credential, users)) }

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

  private func credential(_ email: String, isPrivate: Bool) -> JSONValue {
    [
      "provider": "apple.com", "sub": .string(Self.subject), "email": .string(email),
      "email_verified": true, "is_private_email": .bool(isPrivate),
    ]
  }
}
