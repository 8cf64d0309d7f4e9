package import PolicyText

/// A request to sign in with a credential, to link or unlink one, to reauthenticate, or to delete
/// an account.
public struct AccountLinkRequest: Sendable {
  /// Operations on accounts.
  public enum Operation: String, Sendable, CaseIterable {
    case signIn, link, reauthenticate, unlink, delete
  }

  package var context: RequestContext
  package var operation: Operation
  /// `credential` (or only `provider`), `consent` and `revoked`.
  package var input: JSONValue
}

extension CompiledPolicy {
  /// Decides which account a credential leads to.
  ///
  /// Source: the Auth emulator (`signInWithIdp`, `handleLinkIdp`, `handleIdpSigninEmailRequired`);
  /// production is assumed to behave the same. Consent: "Apple requires you to get explicit consent
  /// from users before you link their Apple accounts to other data" (Firebase, authenticate using
  /// Apple), so it is required by default.
  package func decide(_ request: AccountLinkRequest) -> Decision {
    var facts = Facts(request.context.facts)
    let firebase = provider(.firebase, in: request.context)
    let apple = firebase?.apple ?? provider(.apple, in: request.context)?.apple
    facts.set(
      "policy",
      [
        "allow_duplicate_emails": .bool(firebase?.firebase?.allowDuplicateEmails?.value ?? false),
        "consent_required": .bool(apple?.requiresConsent.value ?? true),
      ], at: apple?.requiresConsent.anchor)
    let settings = facts.value("policy") ?? .null
    let consent = settings["consent_required"] ?? settings["require_consent"]
    return AccountOutcome(
      operation: request.operation, credential: AccountCredential(in: request.input),
      hasConsent: AccountOutcome.consent(in: request.input),
      isRevoked: request.input["revoked"]?.boolValue,
      users: (facts.value("users") ?? .null).members.map { AccountUser($0.key, $0.value) },
      allowsDuplicateEmails: settings["allow_duplicate_emails"]?.boolValue ?? false,
      // Only `false` turns it off.
      needsConsent: consent.map { $0 != .bool(false) && $0 != "false" },
      source: facts.source("policy")
    ).decision
  }
}

/// The provider's data about a user who signs in.
struct AccountCredential {
  var provider: ExactString
  var subject: ExactString?
  var email: ExactString?
  var isEmailVerified: Bool
  /// Whether its email address belongs to Apple's private relay.
  var isRelayed: Bool

  init(in input: JSONValue) {
    let json = input["credential"] ?? .null
    provider = json["provider"]?.exactText ?? input["provider"]?.exactText ?? ""
    subject = json["sub"]?.exactText
    email = json["email"]?.exactText?.nonEmpty?.asciiLowercased
    isEmailVerified = json["email_verified"]?.isTrueInEitherForm ?? false
    // Only Apple assigns relay addresses; with another provider, the user has entered it.
    isRelayed = provider == AccountUser.apple && AppleClaims(json).isPrivate
  }

  /// Remarks about a new account with this credential.
  var remarks: [String] {
    guard provider == AccountUser.apple else { return [] }
    return ["Apple sends the name at this first sign-in only, and never a photo URL"]
      + (isRelayed ? ["Apple's relay forwards mail only from registered senders"] : [])
  }
}

/// An existing account.
struct AccountUser {
  static let apple: ExactString = "apple.com"

  /// The key in `users`.
  var key: ExactString
  var email: ExactString?
  var isEmailVerified: Bool
  var phone: ExactString?
  /// The provider and, if known, the subject.
  var providers: [(id: ExactString, subject: ExactString?)]
  /// Whether the user is signed in.
  var isCurrent: Bool
  var isDisabled: Bool
  /// Whether the user is signed in without a credential, so nothing identifies them.
  var isAnonymous: Bool
  /// Whether the email address is declared as one of Apple's private relay.
  private var isRelayed: Bool
  /// Whether the request lists the account's providers.
  private var hasProviderList: Bool

  init(_ key: String, _ json: JSONValue) {
    self.key = ExactString(key)
    email = json["email"]?.exactText?.nonEmpty?.asciiLowercased
    isEmailVerified = (json["emailVerified"] ?? json["email_verified"])?.isTrueInEitherForm ?? false
    phone = (json["phone"] ?? json["phoneNumber"])?.exactText
    providers = (json["providers"]?.items ?? []).compactMap { item in
      if let id = item.exactText { return (id, nil) }
      guard let id = item.items?.first?.exactText else { return nil }
      return (id, item.items?.dropFirst().first?.exactText)
    }
    isCurrent = json["current"]?.isTruthy ?? false
    isDisabled = json["disabled"]?.isTruthy ?? false
    isAnonymous = json["anonymous"]?.isTruthy ?? false
    isRelayed = AppleClaims(json).isPrivate
    hasProviderList = json["providers"]?.items != nil
  }

  /// Returns true if the account has this identity.
  func has(_ credential: AccountCredential) -> Bool {
    credential.subject != nil
      && providers.contains { $0.id == credential.provider && $0.subject == credential.subject }
  }

  /// Whether the user signs in with Apple or has a relay address of Apple.
  var isApple: Bool { isRelayed || providers.contains { $0.id == Self.apple } }

  /// Whether the account has data that can be linked to an Apple account: an email address, a phone
  /// number or another provider. Also true if the request doesn't list the providers.
  var isIdentified: Bool {
    if phone != nil || providers.contains(where: { $0.id != Self.apple }) { return true }
    if email != nil { return !isRelayed }
    return !hasProviderList && !isAnonymous && !isRelayed
  }
}
