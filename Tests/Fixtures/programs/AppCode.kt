package linkpolicy.generated

import com.google.firebase.auth.ActionCodeSettings
import com.google.firebase.auth.AuthCredential
import com.google.firebase.auth.FirebaseAuthUserCollisionException

private fun ask(action: FirebaseEmailAction, isProd: Boolean, url: String) {
    val environment = if (isProd) Environment.PROD else Environment.SANDBOX
    val isAllowed = FirebaseEmailActions.isContinueUrlAllowed(url, action, environment)
    val made = FirebaseEmailActions.settings(action, environment, url)
    check(if (isAllowed) made.toString().startsWith("$url|") else made == null)
    println(if (isAllowed) "1" else "0")
}

private fun show(settings: ActionCodeSettings?) = println(settings ?: "none")

private fun show(environment: String, request: AuthorizationRequest?) = println(
    if (request == null) "request none"
    else "request $environment ${request.url} ${request.state} ${request.codeVerifier} " +
        "${request.redirectUri} ${request.issuer}"
)

private fun requests() {
    val prod = Environment.PROD
    val sandbox = Environment.SANDBOX
    show("prod", HomeAppClient.request(prod, HomeAppClient.RedirectUri.COM_ACME_HOME_CB))
    val web = HomeAppClient.RedirectUri.HTTPS_APP_ACME_EXAMPLE_CB_X_1_Y
    show("prod", HomeAppClient.request(prod, web))
    val loopback = HomeAppClient.RedirectUri.HTTP_127_0_0_1_CB
    show("prod", HomeAppClient.request(prod, loopback, port = 51004))
    val other = HomeAppClient.RedirectUri.COM_ACME_HOME_SBX_CB
    show("sandbox", HomeAppClient.request(sandbox, other))
    val loopback6 = HomeAppClient.RedirectUri.HTTP_1_CB_Z
    show("sandbox", HomeAppClient.request(sandbox, loopback6, port = 61023))
    val text = "com.acme.home:/cb"
    show("prod", HomeAppClient.request(prod, text, listOf("read:all")))
    show("prod", HomeAppClient.request(prod, text, emptyList()))
    show("prod", HomeAppClient.request(prod, other))
    show("prod", HomeAppClient.request(prod, "$text/"))
    show("prod", HomeAppClient.request(prod, text, listOf("x")))
    show("prod", HomeAppClient.request(prod, text, port = 80))
    show("prod", HomeAppClient.request(prod, loopback, port = 0))
}

fun main() {
    requests()
    // CASES
    val finish = "https://app.acme.example/finish"
    show(FirebaseEmailActions.settings(FirebaseEmailAction.SIGN_IN, Environment.PROD))
    show(FirebaseEmailActions.settings(FirebaseEmailAction.SIGN_IN, Environment.PROD, "$finish/a?b"))
    show(FirebaseEmailActions.settings(FirebaseEmailAction.SIGN_IN, Environment.SANDBOX))
    show(FirebaseEmailActions.settings(FirebaseEmailAction.RESET_PASSWORD, Environment.PROD))
    show(FirebaseEmailActions.settings(FirebaseEmailAction.VERIFY_EMAIL, Environment.PROD))
    show(FirebaseEmailActions.settings(FirebaseEmailAction.RESET_PASSWORD, Environment.SANDBOX))
    show(FirebaseEmailActions.settings(FirebaseEmailAction.SIGN_IN, Environment.PROD, finish + "ing"))
    println(GoogleScopes.values().joinToString(" "))
    println(GoogleScopes.SIGN_IN.missing(null))
    println(GoogleScopes.SIGN_IN.missing(setOf("openid", "https://www.googleapis.com/auth/userinfo.email")))
    println(GoogleScopes.BACKUP.missing(listOf("email")))
    val nonces = (1..1000).map { AppleNonce().raw }
    check(nonces.toSet().size == 1000 && nonces.all { it.length == 32 })
    check(nonces.joinToString("").toSet().size == 64)
    println(AppleNonce("abc").sha256)
    println(AppleSignIn.provider())
    val credential = object : AuthCredential() {}
    val inUse = FirebaseAuthUserCollisionException("ERROR_CREDENTIAL_ALREADY_IN_USE", credential)
    val other = FirebaseAuthUserCollisionException("ERROR_EMAIL_ALREADY_IN_USE", credential)
    check(AppleLinking.updatedCredential(inUse) === credential)
    check(AppleLinking.updatedCredential(other) == null)
    check(AppleLinking.updatedCredential(Exception()) == null)
    println(AppleSignIn.linkingNeedsConsent)
}
