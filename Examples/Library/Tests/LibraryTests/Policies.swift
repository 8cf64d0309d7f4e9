import LinkPolicy

/// The policies of a small team, in memory.
enum Policies {
  static let lumen = """
    linkpolicy: 1
    name: lumen
    clients:
      website:
        provider: generic
        type: web
        client_id: { prod: lumen-web-prod, sandbox: lumen-web-sandbox }
        client_secret: { env: LUMEN_WEB_SECRET }
        redirect_uris:
          prod: [https://lumen.example/oauth/callback]
          sandbox: [https://sandbox.lumen.example/oauth/callback]
        scopes: [devices]
    tests:
      - name: the website signs in
        request: { kind: authorize, client_id: lumen-web-prod, redirect_uri: https://lumen.example/oauth/callback, response_type: code, state: s, scope: devices }
        expect: { decision: allow }

    """

  /// An older version with another callback.
  static let older = lumen.replacing("lumen.example/oauth/callback", with: "lumen.example/callback")

  static let project = project(lumen)

  static func project(_ text: String) -> Project {
    Project([InputFile(name: "Policies/lumen.yaml", text: text)])
  }
}
