package import PolicyText
import PolicyModel

/// Responses of the authorization endpoint that the grant types make worthless.
package struct GrantTypeResponseMismatch: Rule {
  package static let info = RuleInfo(
    "grant-type-response-mismatch", .client, .error,
    summary: "the grant types of a client fit its response types",
    why:
      "Whoever may ask for a code must be allowed to give it for tokens. Without `authorization_code` the "
      + "authorization endpoint refuses each request of the client: `unauthorized_client`.",
    examples: .init(
      .policy, bad: ExamplePolicy.linking(settings: "grant_types: ⟦[client_credentials]⟧"),
      good: ExamplePolicy.linking(settings: "grant_types: [authorization_code, refresh_token]")),
    references: ["RFC 7591 section 2.1", "RFC 6749 section 4.1.2.1"])
  package init() {}

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
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
          "client \(name) gets a code by App Flip, and its `grant_types` lack `authorization_code`",
          help: "add `authorization_code`")
      } else if let type = types.first(where: { !hasCodes && (!hasTokens || $0.asksForCode) }) {
        let missing = type.asksForCode ? "authorization_code" : "implicit"
        findings.report(
          node,
          "client \(name) may ask for \(type.quoted), and its `grant_types` lack `\(missing)`",
          help: "add `\(missing)`, or leave the redirect URIs out")
      } else if !hasTokens, let type = types.first(where: { $0.asksForToken }) {
        findings.report(
          node, severity: .warning,
          "client \(name) may ask for \(type.quoted), and its `grant_types` lack `implicit`",
          help: "take \(type.quoted) out of `response_types`")
      }
    }
  }
}

extension Client {
  /// True where some environment has one.
  var hasRedirectURIs: Bool { redirectURIs?.distinct.contains { !$0.value.isEmpty } ?? false }
}

extension ExactString {
  /// Of a response type: a code comes back.
  var asksForCode: Bool { hasResponse("code") }
  /// Of a response type: a token comes back at once.
  var asksForToken: Bool { hasResponse("token") || hasResponse("id_token") }

  private func hasResponse(_ word: String) -> Bool {
    utf8.split(separator: 0x20).contains { $0.elementsEqual(word.utf8) }
  }
}
