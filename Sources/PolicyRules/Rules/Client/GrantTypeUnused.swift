import PolicyText
import PolicyModel

struct GrantTypeUnused: Rule {
  static let info = RuleInfo(
    "grant-type-unused", .client, .warning,
    summary: "Disallow grant types that the client can't use",
    why:
      "An unused grant type only widens what someone with the client's credentials can try. Or "
      + "another setting of the client is missing.",
    examples: .init(
      .policy, bad: service("grant_types: [client_credentials, ⟦refresh_token⟧]"),
      good: service("grant_types: [client_credentials]")),
    references: ["RFC 6749 section 4.4.3", "RFC 7591 section 2.1"], isFixable: true)

  private static func service(_ settings: String) -> String {
    """
    linkpolicy: 1
    name: example
    clients:
      nightly:
        provider: generic
        type: web
        client_id: { prod: nightly-prod }
        client_secret: { env: NIGHTLY_SECRET }
        redirect_uris: []
        \(settings)

    """
  }

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    for client in context.policy.clients {
      let all = client.grantTypes ?? []
      for type in all {
        guard let reason = reason(type.value, all.map(\.value), client) else { continue }
        findings.report(
          type.node,
          "client \(client.id.value.quoted) can't use grant type \(type.value.quoted): \(reason)",
          help: "remove \(type.value.quoted) from `grant_types`",
          fixes: context.removing(type.node, "remove \(type.value.quoted)", isSafe: false))
      }
    }
  }

  private func reason(_ type: ExactString, _ all: [ExactString], _ client: Client) -> String? {
    let responses = client.responseTypes?.map(\.value) ?? Client.Defaults.responseTypes
    let getsCodes = client.hasAppFlip || client.hasRedirectURIs && responses.contains(\.returnsCode)
    switch GrantType(type) {
    case .authorizationCode where !getsCodes:
      return client.hasRedirectURIs
        ? "none of its response types is a code" : "it has no redirect URIs"
    case .implicit where !client.hasRedirectURIs: return "it has no redirect URIs"
    case .implicit where !responses.contains(\.returnsToken):
      return "none of its response types is a token"
    case .jwtBearer
    where client.provider?.value == .googleAccountLinking && client.streamlinedLinking == nil:
      return "it has no `streamlined_linking`"
    case .refreshToken where !all.contains { returnsRefreshToken($0, getsCodes, client) }:
      return "no other grant type returns a refresh token"
    default: return nil
    }
  }

  /// Whether a refresh token may come with a grant type; extensions may return one.
  private func returnsRefreshToken(_ type: ExactString, _ getsCodes: Bool, _ client: Client) -> Bool
  {
    switch GrantType(type) {
    case .authorizationCode: getsCodes
    case .jwtBearer: client.streamlinedLinking != nil
    case .refreshToken, .clientCredentials, .implicit, .samlBearer: false
    case .deviceCode, .tokenExchange, .backchannel, .password, nil: true
    }
  }
}

extension [ExactString] {
  fileprivate func contains(_ property: KeyPath<ExactString, Bool>) -> Bool {
    contains { $0[keyPath: property] }
  }
}
