package linkpolicy.generated

/** The clients of the unit tests. */
internal object LinkPolicyAllowlistData {
    object Prod {
        fun clients(): List<Client> = listOf(
            Client(
                id = "google",
                key = "google-home",
                redirectUris = listOf(
                    "https://oauth-redirect.googleusercontent.com/r/example",
                    "https://oauth-redirect.googleusercontent.com/a/com.example"
                ),
                browserRedirectUris =
                    listOf("https://oauth-redirect.googleusercontent.com/r/example"),
                isGoogleAccountLinking = true,
                scopes = listOf("devices", "profile"),
                grantTypes = listOf(
                    Grants.AUTHORIZATION_CODE,
                    Grants.REFRESH_TOKEN,
                    Grants.JWT_BEARER
                ),
                requiresPkce = false,
                issuer = "https://auth.example.com",
                universalLink = "https://www.example.com/flip",
                intentAction = "com.example.FLIP",
                callers = listOf(CallingApp("com.example.caller", listOf("ab".repeat(32)))),
                assertionIntents = listOf("check", "get")
            ),
            Client(
                id = "spa",
                key = "spa",
                redirectUris = listOf("https://app.example.com/cb?x=1"),
                postLogoutRedirectUris = listOf("https://app.example.com/bye"),
                corsOrigins = listOf("https://app.example.com"),
                scopes = listOf("devices"),
                isPublic = true
            ),
            Client(
                id = "server",
                key = "server",
                redirectUris = listOf("https://server.example.com/cb"),
                grantTypes = listOf(
                    Grants.AUTHORIZATION_CODE,
                    Grants.CLIENT_CREDENTIALS,
                    Grants.REFRESH_TOKEN,
                    Grants.DEVICE_CODE,
                    Grants.TOKEN_EXCHANGE
                ),
                scopes = listOf("devices"),
                requiresPkce = false,
                authenticatesByHeader = true
            ),
            Client(
                id = "cli",
                key = "cli",
                redirectUris = listOf("http://127.0.0.1/cb"),
                isNative = true,
                allowsOmittedRedirectUri = true,
                isPublic = true
            )
        )
    }

    object Sandbox {
        fun clients(): List<Client> = listOf(
            Client(
                id = "spa-sandbox",
                key = "spa",
                redirectUris = listOf("https://sandbox.example/cb")
            )
        )
    }
}
