import PolicyText

extension RuleRegistry {
  /// Rules of `verify` about Firebase projects and authorization servers, and about the run itself.
  static let serverTable: [RuleInfo] = [
    RuleInfo(
      "auth-domain-handler-missing", .deployment, .error, aliases: ["auth-handler-missing"],
      summary: "Require the sign-in handler on authentication domains",
      why: """
        Sign-in by redirect or popup uses `/__/auth/handler`, which Firebase Hosting serves. It \
        fails if the custom domain isn't connected or a rewrite catches `/__/`.
        """,
      examples: .answers(
        bad: ExampleResponses.response("https://auth.acme.example/__/auth/handler", "404"),
        good: ExampleResponses.response(
          "https://auth.acme.example/__/auth/handler", "200", "content-type: text/html",
          body: #"<script src="handler.js"></script>"#)),
      references: ["Firebase: custom authentication domains"]),
    RuleInfo(
      "auth-domain-project-mismatch", .deployment, .error, aliases: ["auth-domain-project"],
      summary: "Require authentication domains to belong to the policy's project",
      why: """
        `/__/firebase/init.json` names the project of a domain. If it is missing, Hosting was \
        never deployed and sign-in by redirect fails.
        """,
      examples: .answers(
        bad: ExampleResponses.json(
          "https://auth.acme.example/__/firebase/init.json", #"{ "projectId": "other" }"#),
        good: ExampleResponses.json(
          "https://auth.acme.example/__/firebase/init.json", #"{ "projectId": "acme-prod" }"#)),
      references: ["Firebase Hosting: reserved URLs"]),
    RuleInfo(
      "authorized-domains-drift", .deployment, .error,
      summary: "Require the policy's authorized domains in the Firebase project",
      why: """
        The list was changed in the Firebase console. A missing domain breaks sign-in; an extra \
        domain (a warning) allows sign-in from another site.
        """,
      examples: .answers(
        bad: ExampleResponses.json(
          "https://identitytoolkit.googleapis.com/v1/projects",
          #"{ "authorizedDomains": ["acme.example", "acme-prod.firebaseapp.com", "acme-prod.web.app"] }"#
        ),
        good: ExampleResponses.json(
          "https://identitytoolkit.googleapis.com/v1/projects",
          #"{ "authorizedDomains": ["acme.example", "auth.acme.example", "acme-prod.firebaseapp.com", "acme-prod.web.app"] }"#
        )),
      references: ["Identity Toolkit API v1"]),
    RuleInfo(
      "google-client-foreign", .deployment, .error,
      summary: "Require clients and apps of the policy's Google project",
      why: """
        Google rejects tokens of another project's client. How the API responds to other \
        projects' identifiers is inferred.
        """,
      examples: .answers(
        bad: ExampleResponses.response(
          "https://identitytoolkit.googleapis.com/v1/projects iosBundleId", "400",
          "content-type: application/json", body: #"{ "error": { "message": "INVALID_APP_ID" } }"#),
        good: ExampleResponses.json(
          "https://identitytoolkit.googleapis.com/v1/projects iosBundleId", "{}")),
      references: ["Identity Toolkit API v1"]),
    RuleInfo(
      "issuer-mismatch", .deployment, .error,
      summary: "Require the server's issuer to match the policy",
      why: """
        Clients compare the issuer byte for byte (RFC 8414 section 3.3, RFC 9207), so a trailing \
        slash makes a different issuer.
        """,
      examples: .metadata(
        bad: ExampleResponses.metadata.replacing(
          #"acme.example","#, with: #"acme.example/","#)),
      references: ["RFC 8414 section 3.3", "OpenID Connect Discovery 1.0 section 4.3"]),
    RuleInfo(
      "endpoint-mismatch", .deployment, .error,
      summary: "Require the server's endpoints to match the policy",
      why: "Clients send their requests to the endpoints in the metadata.",
      examples: .metadata(
        bad: ExampleResponses.metadata.replacing(
          "auth.acme.example/token", with: "old.acme.example/token")),
      references: ["RFC 8414 section 2"]),
    RuleInfo(
      "metadata-missing", .deployment, .warning,
      summary: "Require server metadata for features that the policy uses",
      why: """
        Client libraries configure themselves from the metadata and ignore what it doesn't list.
        """,
      examples: .answers(
        bad:
          ExampleResponses.response(
            "https://auth.acme.example/.well-known/openid-configuration", "404")
          + "\n"
          + ExampleResponses.response(
            "https://auth.acme.example/.well-known/oauth-authorization-server", "404"),
        good: ExampleResponses.metadata),
      references: ["RFC 8414", "OpenID Connect Discovery 1.0"]),
    RuleInfo(
      "metadata-differs", .deployment, .warning,
      summary: "Require the same content in both metadata documents",
      why: "Some clients read OpenID Connect Discovery, others RFC 8414.",
      examples: .metadata(
        bad: ExampleResponses.metadata
          + "\n"
          + ExampleResponses.metadata.replacing(
            "openid-configuration", with: "oauth-authorization-server"
          )
          .replacing("/keys", with: "/other")),
      references: ["RFC 8414 section 5"]),
    RuleInfo(
      "metadata-pkce", .deployment, .error, summary: "Require PKCE in server metadata",
      why: """
        Client libraries send a code challenge only if the metadata lists its method. With \
        `plain`, anyone who sees the request can redeem the code.
        """,
      examples: .metadata(
        bad: ExampleResponses.metadata(without: "code_challenge_methods_supported")),
      references: ["RFC 9700 section 2.1.1"]),
    RuleInfo(
      "metadata-authentication-method", .deployment, .error, aliases: ["metadata-auth-method"],
      summary: "Require the clients' authentication methods in server metadata",
      why: "If the list is missing, only `client_secret_basic` is supported.",
      examples: .metadata(
        bad: ExampleResponses.metadata(without: "token_endpoint_auth_methods_supported")),
      references: ["RFC 8414 section 2"]),
    RuleInfo(
      "jwks-invalid", .deployment, .error, summary: "Require a public key set without private keys",
      why: """
        Without keys, clients can't verify signatures. With a private key, anyone can forge \
        them.
        """,
      examples: .answers(
        bad: ExampleResponses.json(
          "https://auth.acme.example/keys",
          #"{ "keys": [{ "kty": "EC", "crv": "P-256", "d": "…" }] }"#),
        good: ExampleResponses.json(
          "https://auth.acme.example/keys", #"{ "keys": [{ "kty": "EC", "crv": "P-256" }] }"#)),
      references: ["RFC 7517"]),
    RuleInfo(
      "redirect-not-registered", .deployment, .error,
      summary: "Require the authorization server to accept the policy's redirect URIs",
      why: """
        linkpolicy sends a request with `prompt=none`. The server redirects to the URI, or shows \
        an error page if the URI isn't registered. Checked with `--probe-authorize`.
        """,
      examples: .answers(
        bad: ExampleResponses.response(
          "https://auth.acme.example/authorize registered", "400", "content-type: text/html",
          body: "Invalid redirect"),
        good: ExampleResponses.response(
          "https://auth.acme.example/authorize registered", "302",
          "location: {uri}?error=login_required&state={state}")),
      references: ["RFC 6749 section 3.1.2.4", "RFC 9700 section 4.1"]),
    RuleInfo(
      "redirect-not-exact", .deployment, .error, summary: "Require exact matching of redirect URIs",
      why: """
        The server accepts a longer path or another query, so an attacker who controls a page \
        below the redirect URI receives codes. Checked with `--probe-authorize`.
        """,
      examples: .answers(
        bad: ExampleResponses.response(
          "https://auth.acme.example/authorize longer path", "302",
          "location: {uri}?error=login_required&state={state}"),
        good: ExampleResponses.response("https://auth.acme.example/authorize longer path", "400")),
      references: ["RFC 9700 section 4.1.3"]),
    RuleInfo(
      "redirect-open", .deployment, .error, summary: "Disallow redirects to unregistered hosts",
      why: """
        The server sends users and their codes to a host that isn't registered. Checked with \
        `--probe-authorize`.
        """,
      examples: .answers(
        bad: ExampleResponses.response(
          "https://auth.acme.example/authorize foreign host", "302",
          "location: {uri}?error=login_required&state={state}"),
        good: ExampleResponses.response("https://auth.acme.example/authorize foreign host", "400")),
      references: ["RFC 9700 section 4.11"]),
    RuleInfo(
      "response-type-accepted", .deployment, .warning,
      summary: "Disallow the implicit grant for clients that don't use it",
      why: """
        The server issues tokens in the URL for a client that only uses codes. Checked with \
        `--probe-authorize`.
        """,
      examples: .answers(
        bad: ExampleResponses.response(
          "https://auth.acme.example/authorize response type token", "302",
          "location: {uri}#access_token=…&state={state}"),
        good: ExampleResponses.response(
          "https://auth.acme.example/authorize response type token", "302",
          "location: {uri}?error=unsupported_response_type&state={state}")),
      references: ["RFC 9700 section 2.1.2"]),
    RuleInfo(
      "pkce-not-enforced", .deployment, .warning,
      summary: "Require the authorization server to enforce PKCE",
      why: """
        The server shows the login page for a request without a code challenge. It may reject \
        the request later, so the result is inferred. Checked with `--probe-authorize`.
        """,
      examples: .answers(
        bad: ExampleResponses.response(
          "https://auth.acme.example/authorize no code challenge", "302",
          "location: {uri}?error=login_required&state={state}"),
        good: ExampleResponses.response(
          "https://auth.acme.example/authorize no code challenge", "302",
          "location: {uri}?error=invalid_request&state={state}")),
      references: ["RFC 9700 section 2.1.1"]),
    RuleInfo(
      "rate-limited", .deployment, .warning, summary: "Report rate-limited checks",
      why: """
        The server returned 429, or a `Retry-After` longer than the run can wait, so the check \
        has no result.
        """,
      examples: .assetLinks("429", "retry-after: 60"),
      references: ["RFC 6585 section 4"]),
    RuleInfo(
      "verify-unreachable", .deployment, .warning, summary: "Warn about checks that couldn't run",
      why: """
        If a server can't be reached, the result is unknown. With `--strict` this is an error, \
        and a run that reaches no server exits with status 2.
        """,
      examples: .appleFile("error: connect connection refused")),
    RuleInfo(
      "verify-skipped", .deployment, .note, summary: "Report skipped checks",
      why: """
        linkpolicy doesn't contact hosts that an untrusted pull request adds, names in private \
        networks, or third-party servers.
        """,
      examples: .appleFile("error: refused the policies of the base do not name it")),
  ]
}
