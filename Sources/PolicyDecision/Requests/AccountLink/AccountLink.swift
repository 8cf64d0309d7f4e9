import PolicyDiagnostics
import PolicyModel
package import PolicyText

/// A credential that signs in, is linked, is taken away, or proves the user again; or the end of an account.
package struct AccountLinkRequest: Sendable {
  package enum Operation: String, Sendable, CaseIterable {
    case signIn, link, reauthenticate, unlink, delete
  }

  package var context: RequestContext
  package var operation: Operation
  /// `credential` (or `provider` alone), `consent`, `revoked`.
  package var input: JSONValue

  package init(context: RequestContext, operation: Operation, input: JSONValue) {
    self.context = context
    self.operation = operation
    self.input = input
  }
}

extension CompiledPolicy {
  /// Which account a credential leads to.
  ///
  /// Source: the Auth emulator (`signInWithIdp`, `handleLinkIdp`, `handleIdpSigninEmailRequired`); production
  /// is taken to behave alike. Consent: Apple's terms as Firebase states them.
  package func decide(_ request: AccountLinkRequest) -> Decision {
    var facts = Facts(request.context.facts)
    let firebase = provider(.firebase, in: request.context)
    let apple = firebase?.apple ?? provider(.apple, in: request.context)?.apple
    let policy: [(key: String, value: JSONValue)] = [
      ("allow_duplicate_emails", firebase?.firebase?.allowDuplicateEmails),
      ("consent_required", apple?.requiresConsent),
    ].compactMap { key, flag in flag.map { (key: key, value: .bool($0.value)) } }
    facts.set(
      "policy", .object(policy),
      at: apple?.requiresConsent?.anchor ?? firebase?.firebase?.allowDuplicateEmails?.anchor)
    let settings = facts.value("policy") ?? .null
    return AccountOutcome(
      operation: request.operation, credential: AccountCredential(in: request.input),
      hasConsent: AccountOutcome.consent(in: request.input),
      isRevoked: request.input["revoked"]?.boolValue,
      users: (facts.value("users") ?? .null).members.map { AccountUser($0.key, $0.value) },
      allowsDuplicateEmails: settings["allow_duplicate_emails"]?.boolValue ?? false,
      needsConsent: settings["consent_required"]?.boolValue
        ?? settings["require_consent"]?.boolValue ?? false,
      source: facts.source("policy")
    ).decision
  }
}

/// What a provider says about who signs in.
struct AccountCredential {
  var provider: ExactString
  var subject: ExactString?
  var email: ExactString?
  var isEmailVerified: Bool
  /// An Apple ID behind the relay.
  var isAnonymised: Bool

  init(in input: JSONValue) {
    let json = input["credential"] ?? .null
    provider = json["provider"]?.exactText ?? input["provider"]?.exactText ?? ""
    subject = json["sub"]?.exactText
    email = json["email"]?.exactText?.nonEmpty?.asciiLowercased
    isEmailVerified = json["email_verified"]?.isTrueInEitherForm ?? false
    // Only Apple hands out anonymised IDs; whoever else has the address got it from the user.
    isAnonymised = provider == AccountUser.apple && AppleClaims(json).isPrivate
  }
}

/// An account that there is.
struct AccountUser {
  static let apple: ExactString = "apple.com"

  /// The key under `users`.
  var key: ExactString
  var email: ExactString?
  var isEmailVerified: Bool
  var phone: ExactString?
  /// Provider and, where it is known, subject.
  var providers: [(id: ExactString, subject: ExactString?)]
  /// Signed in now.
  var isCurrent: Bool
  var isDisabled: Bool
  /// Signed in without any credential: nothing tells who it is.
  var isAnonymous: Bool
  /// Said to be behind Apple's relay.
  private var isRelayed: Bool
  /// It is said which providers the account has.
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

  /// True when it has this identity.
  func has(_ credential: AccountCredential) -> Bool {
    credential.subject != nil
      && providers.contains { $0.id == credential.provider && $0.subject == credential.subject }
  }

  /// An account whose address is a relay of Apple.
  var isAnonymised: Bool { isRelayed }

  /// More than an anonymised Apple ID tells who it is: an address, a phone number, another provider; also
  /// where nobody says what it is that a user signed in with.
  var isIdentified: Bool {
    if phone != nil || providers.contains(where: { $0.id != Self.apple }) { return true }
    if email != nil { return !isAnonymised }
    return !hasProviderList && !isAnonymous && !isAnonymised
  }
}
