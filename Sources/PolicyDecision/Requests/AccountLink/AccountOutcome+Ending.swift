import PolicyText

/// Unlinking a provider, or deleting the account.
extension AccountOutcome {
  /// The client SDK checks whether the provider is linked (firebase-js-sdk `link_unlink.ts`).
  var unlink: Decision {
    guard let current else { return notSignedIn("there is nothing to unlink from") }
    let (left, taken) = current.split(by: credential.provider)
    guard taken else {
      return refused(
        "provider", .providerNotLinked, "no-such-provider",
        "\(current.key.quoted) is not linked to \(credential.provider.quoted) "
          + "(auth/no-such-provider)", channel: .clientError)
    }
    if current.isDisabled { return disabled(current) }
    var effects = ["\(credential.provider.string) is unlinked"]
    if left.isEmpty {
      effects.append("no provider is left, so the user can't sign in to the account again")
    }
    let isApple = credential.provider == AccountUser.apple
    if isApple { effects.append(revocation) }
    return allowed(
      current.key, "\(credential.provider.quoted) is unlinked from \(current.key.quoted)", effects,
      next: isApple ? nextRevocation : nil)
  }

  /// Firebase deletes the account regardless of the Apple token. The app must revoke it.
  var delete: Decision {
    guard let current else { return notSignedIn("no account is signed in to delete") }
    if current.isDisabled { return disabled(current) }
    let isApple = current.providers.contains { $0.id == AccountUser.apple }
    return allowed(
      current.key,
      "\(current.key.quoted) is deleted, unless its last sign-in is too old "
        + "(auth/requires-recent-login), which is not checked here",
      ["the account is deleted"] + (isApple ? [revocation] : []),
      next: isApple ? nextRevocation : nil)
  }

  private var revocation: String {
    switch isRevoked {
    case true?: "the Apple token was revoked before"
    case false?:
      "the Apple token is not revoked, although Apple asks apps to revoke it: the app stays in the "
        + "list of apps that use the Apple ID"
    case nil: "whether the Apple token was revoked is unknown; Firebase does not revoke it"
    }
  }

  private var nextRevocation: String? { isRevoked == true ? nil : "revoke_apple_token" }
}

extension AccountUser {
  /// The providers without one of them, and whether it was linked.
  fileprivate func split(
    by provider: ExactString
  ) -> (left: [ExactString], taken: Bool) {
    var ids = providers.map(\.id)
    // A phone number is a provider, too.
    if phone != nil, !ids.contains("phone") { ids.append("phone") }
    return (ids.filter { $0 != provider }, ids.contains(provider))
  }
}
