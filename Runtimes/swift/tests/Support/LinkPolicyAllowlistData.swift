// swift-format-ignore-file

extension LinkPolicyAllowlist {
  #if !LINKPOLICY_SANDBOX_ONLY
    static let prod = Allowlist([
      Client(
        id: "google-home-prod",
        key: "google-home",
        redirectURIs: [
          "https://oauth-redirect.googleusercontent.com/r/acme-home",
          "https://oauth-redirect.googleusercontent.com/a/com.google.Chromecast",
          "https://oauth-redirect.googleusercontent.com/a/com.google.Chromecast.dev",
          "https://oauth-redirect.googleusercontent.com/a/com.google.Chromecast.enterprise",
          "https://oauth-redirect.googleusercontent.com/a/com.google.OPA",
          "https://oauth-redirect.googleusercontent.com/a/com.google.OPA.dev",
          "https://oauth-redirect.googleusercontent.com/a/com.google.OPA.enterprise",
        ],
        browserRedirectURIs: ["https://oauth-redirect.googleusercontent.com/r/acme-home"],
        isGoogleAccountLinking: true,
        scopes: [
          "devices",
          "profile",
        ],
        grantTypes: [
          "authorization_code",
          "refresh_token",
          "urn:ietf:params:oauth:grant-type:jwt-bearer",
        ],
        requiresPKCE: false,
        issuer: "https://auth.acme.example",
        universalLink: "https://www.acme.example/flip",
        intentAction: "com.acme.home.APP_FLIP",
        callers: [
          Caller(
            package: "com.google.android.googlequicksearchbox",
            certificates: ["F0:FD:6C:5B:41:0F:25:CB:25:C3:B5:33:46:C8:97:2F:AE:30:F8:EE:74:11:DF:91:04:80:AD:6B:2D:60:DB:83"]
          )
        ],
        assertionIntents: [
          "check",
          "get",
          "create",
        ]),
      Client(
        id: "acme-portal-prod",
        key: "acme-portal",
        redirectURIs: ["https://app.acme.example/signed-in"],
        postLogoutRedirectURIs: ["https://app.acme.example/signed-out"],
        corsOrigins: ["https://app.acme.example"],
        scopes: ["devices"],
        issuer: "https://auth.acme.example",
        isPublic: true),
    ])
  #endif

  #if !LINKPOLICY_PROD_ONLY
    static let sandbox = Allowlist([
      Client(
        id: "google-home-sandbox",
        key: "google-home",
        redirectURIs: [
          "https://oauth-redirect-sandbox.googleusercontent.com/r/acme-home",
          "https://oauth-redirect-sandbox.googleusercontent.com/a/com.google.Chromecast",
          "https://oauth-redirect-sandbox.googleusercontent.com/a/com.google.Chromecast.dev",
          "https://oauth-redirect-sandbox.googleusercontent.com/a/com.google.Chromecast.enterprise",
          "https://oauth-redirect-sandbox.googleusercontent.com/a/com.google.OPA",
          "https://oauth-redirect-sandbox.googleusercontent.com/a/com.google.OPA.dev",
          "https://oauth-redirect-sandbox.googleusercontent.com/a/com.google.OPA.enterprise",
        ],
        browserRedirectURIs: ["https://oauth-redirect-sandbox.googleusercontent.com/r/acme-home"],
        isGoogleAccountLinking: true,
        scopes: [
          "devices",
          "profile",
        ],
        grantTypes: [
          "authorization_code",
          "refresh_token",
          "urn:ietf:params:oauth:grant-type:jwt-bearer",
        ],
        requiresPKCE: false,
        issuer: "https://auth.sandbox.acme.example",
        universalLink: "https://www.sandbox.acme.example/flip",
        intentAction: "com.acme.home.APP_FLIP",
        callers: [
          Caller(
            package: "com.google.android.googlequicksearchbox",
            certificates: ["F0:FD:6C:5B:41:0F:25:CB:25:C3:B5:33:46:C8:97:2F:AE:30:F8:EE:74:11:DF:91:04:80:AD:6B:2D:60:DB:83"]
          )
        ],
        assertionIntents: [
          "check",
          "get",
          "create",
        ]),
      Client(
        id: "acme-portal-sandbox",
        key: "acme-portal",
        redirectURIs: ["https://app.sandbox.acme.example/signed-in"],
        postLogoutRedirectURIs: ["https://app.sandbox.acme.example/signed-out"],
        corsOrigins: ["https://app.sandbox.acme.example"],
        scopes: ["devices"],
        issuer: "https://auth.sandbox.acme.example",
        isPublic: true),
    ])
  #endif
}
