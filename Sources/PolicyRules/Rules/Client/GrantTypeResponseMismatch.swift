import PolicyText
import PolicyModel

struct GrantTypeResponseMismatch: Rule {
  static let info = RuleInfo(
    "grant-type-response-mismatch", .client, .error,
    summary: "Require grant types that match the response types",
    why:
      "A client that can request a code must also be allowed to exchange it for tokens. Without "
      + "`authorization_code`, the authorization endpoint rejects each of its requests with "
      + "`unauthorized_client`.",
    examples: .init(
      .policy, bad: ExamplePolicy.linking(settings: "grant_types: ⟦[client_credentials]⟧"),
      good: ExamplePolicy.linking(settings: "grant_types: [authorization_code, refresh_token]")),
    references: ["RFC 7591 section 2.1", "RFC 6749 section 4.1.2.1"])

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    for client in context.policy.clients {
      guard let grants = client.grantTypes?.map(\.value), !grants.isEmpty,
        !grants.contains(where: GrantTypeUnknown.isMisspelt),
        client.hasRedirectURIs || client.hasAppFlip,
        let node = context.tree.value(of: "grant_types", in: client.node)
      else { continue }
      let name = client.id.value.quoted
      let types = client.responseTypes?.map(\.value) ?? Client.Defaults.responseTypes
      let hasCodes = grants.contains(GrantType.authorizationCode.name)
      let hasTokens = grants.contains(GrantType.implicit.name)
      if !hasCodes, client.hasAppFlip {
        findings.report(
          node,
          "client \(name) receives codes through App Flip, but `grant_types` lacks "
            + "`authorization_code`",
          help: "add `authorization_code` to `grant_types`")
      } else if let type = types.first(where: { !hasCodes && (!hasTokens || $0.returnsCode) }) {
        let missing = type.returnsCode ? "authorization_code" : "implicit"
        findings.report(
          node,
          "client \(name) can request \(type.quoted), but `grant_types` lacks `\(missing)`",
          help: "add `\(missing)` to `grant_types`, or remove the redirect URIs")
      } else if !hasTokens, let type = types.first(where: { $0.returnsToken }) {
        findings.report(
          node, severity: .warning,
          "client \(name) can request \(type.quoted), but `grant_types` lacks `implicit`",
          help: "remove \(type.quoted) from `response_types`")
      }
    }
  }
}

extension Client {
  /// Whether the client has redirect URIs in any environment.
  var hasRedirectURIs: Bool { redirectURIs?.distinct.contains { !$0.value.isEmpty } ?? false }
}

extension ExactString {
  /// Whether this response type returns a code.
  var returnsCode: Bool { hasResponse("code") }
  /// Whether this response type returns a token directly.
  var returnsToken: Bool { returnsAccessToken || hasResponse("id_token") }
  /// Whether this response type returns an access token directly.
  var returnsAccessToken: Bool { hasResponse("token") }

  private func hasResponse(_ word: String) -> Bool {
    utf8.split(separator: 0x20).contains { $0.elementsEqual(word.utf8) }
  }
}
