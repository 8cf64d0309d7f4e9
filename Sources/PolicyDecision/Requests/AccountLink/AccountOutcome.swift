import PolicyModel
import PolicyText

/// The outcomes of account operations: who is signed in, what is linked, what conflicts.
struct AccountOutcome {
  let operation: AccountLinkRequest.Operation
  let credential: AccountCredential
  let hasConsent: Bool
  /// Whether the Apple token was revoked before; nil if unknown.
  let isRevoked: Bool?
  let users: [AccountUser]
  let allowsDuplicateEmails: Bool
  /// nil if the request replaces the policy's settings and omits this one.
  let needsConsent: Bool?
  let source: SourceAnchor?

  /// Returns true if a field of the input gives consent.
  static func consent(in input: JSONValue) -> Bool {
    input.members.contains { member in
      ExactString(member.key).asciiLowercased.contains("consent")
        && (member.value.isTrueInEitherForm || member.value == "given" || member.value == "yes")
    }
  }

  private var owner: AccountUser? { users.first { $0.has(credential) } }

  private var namesake: AccountUser? {
    credential.email.flatMap { email in users.first { $0.email == email } }
  }

  var current: AccountUser? { users.first(where: \.isCurrent) }

  var decision: Decision {
    switch operation {
    case .signIn: signIn
    case .link: link
    case .reauthenticate: reauthenticate
    case .unlink: unlink
    case .delete: delete
    }
  }

  func refused(
    _ step: Step, _ reason: DecisionReason, _ error: String, _ message: String,
    channel: DecisionChannel = .serverError, source: SourceAnchor? = nil, next: String? = nil,
    result: JSONValue = ["user": .null, "effects": []]
  ) -> Decision {
    TraceRecorder().end(
      .deny, step, reason, channel: channel, error: error, message: message, next: next,
      source: source, result: result)
  }

  func allowed(
    _ user: ExactString, _ message: String, _ effects: [String] = [], next: String? = nil
  ) -> Decision {
    TraceRecorder().end(
      .allow, "account", .allowed, channel: .result, message: message, next: next,
      result: [
        "user": .string(user.string), "effects": .array(effects.map(JSONValue.string)),
      ])
  }

  // MARK: sign in

  private var signIn: Decision {
    if let owner {
      return owner.isDisabled
        ? disabled(owner)
        : allowed(owner.key, "the credential belongs to \(owner.key.quoted), who is signed in")
    }
    if allowsDuplicateEmails {
      return allowed(
        "new", "a new account: several accounts may have the same email",
        (credential.email == nil ? [] : ["the email is not copied to the account itself"])
          + credential.remarks)
    }
    guard let namesake else {
      return allowed(
        "new", "a new account: no account has the credential or the email",
        (credential.email == nil ? [] : ["the email is copied from the credential"])
          + credential.remarks)
    }
    guard credential.isEmailVerified else {
      return refused(
        "email", .accountCollision, "account-exists-with-different-credential",
        "\(namesake.key.quoted) has the email, and the provider did not verify it "
          + "(needConfirmation)", next: "sign_in_and_link")
    }
    if namesake.isDisabled { return disabled(namesake) }
    if lacksConsent(namesake), needsConsent == true { return consentMissing }
    var effects = ["\(credential.provider.string) is added"] + consentRemark(namesake)
    if !namesake.isEmailVerified {
      effects += [
        "password, phone number and other providers are removed", "the email is now verified",
      ]
    }
    return allowed(
      namesake.key,
      "\(namesake.key.quoted) has the verified email and is signed in; the provider is added",
      effects)
  }

  // MARK: link

  private var link: Decision {
    guard let current else { return notSignedIn("there is nothing to link to") }
    if current.providers.contains(where: { $0.id == credential.provider }) {
      return refused(
        "provider", .providerAlreadyLinked, "provider-already-linked",
        "\(current.key.quoted) is already linked to \(credential.provider.quoted)",
        channel: .clientError)
    }
    // The app must ask for consent before the call, even if the server then rejects the call.
    if lacksConsent(current), needsConsent == true { return consentMissing }
    if let owner { return inUse(by: owner) }
    if !allowsDuplicateEmails, let namesake, namesake.key != current.key {
      return refused(
        "email", .emailInUse, "email-already-in-use",
        "EMAIL_EXISTS: \(namesake.key.quoted) has the email", next: "sign_in_and_link")
    }
    var effects = ["\(credential.provider.string) is linked"] + consentRemark(current)
    if let email = credential.email, !allowsDuplicateEmails {
      if current.email == nil {
        effects.append("the email becomes \(email.string)")
        if credential.isEmailVerified { effects.append("the email is verified") }
      } else if current.email == email, !current.isEmailVerified, credential.isEmailVerified {
        effects.append("the email is verified")
      }
    }
    return allowed(current.key, "the credential is linked to \(current.key.quoted)", effects)
  }

  /// The server has already used the credential that was to be linked, and an Apple token can't be
  /// used twice. The app must sign in with the credential in the error.
  private func inUse(by owner: AccountUser) -> Decision {
    refused(
      "credential", .credentialInUse, "credential-already-in-use",
      "FEDERATED_USER_ID_ALREADY_LINKED: the credential belongs to \(owner.key.quoted)",
      next: "sign_in_with_updated_credential",
      result: [
        "user": .null, "effects": [],
        "updated_credential": [
          "provider": .string(credential.provider.string), "user": .string(owner.key.string),
        ],
      ])
  }

  /// Whether an Apple account would be linked to other data without consent, in either direction.
  private func lacksConsent(_ user: AccountUser) -> Bool {
    !hasConsent
      && (credential.provider == AccountUser.apple ? user.isIdentified : user.isApple)
  }

  private var consentMissing: Decision {
    refused(
      "consent", .consentMissing, "consent-missing",
      "linking an Apple account to other data needs the user's explicit consent",
      channel: .clientError, source: source, next: "ask_for_consent")
  }

  /// A remark about missing consent if the policy doesn't require it.
  private func consentRemark(_ user: AccountUser) -> [String] {
    guard lacksConsent(user) else { return [] }
    return [
      needsConsent == nil
        ? "consent isn't checked: `policy` of the request doesn't state `consent_required`"
        : "the Apple account is linked without consent: `require_consent` is false"
    ]
  }

  func disabled(_ user: AccountUser) -> Decision {
    refused(
      "account", .accountDisabled, "user-disabled", "USER_DISABLED: \(user.key.quoted)")
  }

  func notSignedIn(_ why: String) -> Decision {
    refused(
      "account", .notSignedIn, "no-current-user", "no user is signed in: \(why)",
      channel: .clientError)
  }

  // MARK: reauthenticate

  private var reauthenticate: Decision {
    guard let current, let owner, owner.key == current.key else {
      return refused(
        "account", .userMismatch, "user-mismatch",
        "the credential does not belong to the user who is signed in", channel: .clientError)
    }
    return allowed(current.key, "\(current.key.quoted) is reauthenticated")
  }
}
