package linkpolicy.generated

/** The scopes of the unit tests. */
enum class GoogleScopes(override val scopes: List<String>) : GoogleScopeSet {
    SIGN_IN(listOf("email", "openid"))
}

/** The email actions of the unit tests. */
enum class FirebaseEmailAction(
    internal val prod: EmailActionSettings?,
    internal val sandbox: EmailActionSettings?
) {
    SIGN_IN(
        EmailActionSettings(
            url = "https://app.example.com/finish",
            prefix = "https://app.example.com/finish",
            base = "https://app.example.com/finish",
            handleCodeInApp = true,
            iosBundleId = "com.example",
            androidPackageName = "com.example",
            androidInstallApp = true,
            androidMinimumVersion = "12",
            linkDomain = "links.example.com"
        ),
        null
    )
}

/** Sign in with Apple of the unit tests. */
object AppleSignIn : AppleProvider(
    scopes = listOf("name", "email"),
    parameters = listOf("locale" to "fr"),
    linkingNeedsConsent = true
)

/** The client of the unit tests. */
object OwnClient : ClientRequests<OwnClient.RedirectUri>(
    prod = OwnClientSettings(
        endpoint = "https://auth.example.com/authorize",
        clientId = "cli",
        redirectUris = listOf("http://127.0.0.1/cb", "com.example:/cb"),
        loopback = listOf("http://127.0.0.1/cb"),
        scopes = listOf("devices"),
        issuer = null
    ),
    sandbox = null
) {
    /** The redirect URIs of both environments. */
    enum class RedirectUri(override val text: String) : OwnRedirectUri {
        LOOPBACK("http://127.0.0.1/cb"),
        APP("com.example:/cb")
    }
}
