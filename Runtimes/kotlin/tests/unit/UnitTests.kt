package com.example

import android.app.Activity
import com.google.firebase.auth.AuthCredential
import com.google.firebase.auth.FirebaseAuthUserCollisionException
import java.io.File
import java.util.Base64
import kotlin.system.exitProcess
import linkpolicy.generated.Allowlist
import linkpolicy.generated.AllowlistException
import linkpolicy.generated.AllowlistFile
import linkpolicy.generated.AppFlipActivitySupport
import linkpolicy.generated.AppFlipDecision
import linkpolicy.generated.AppFlipExtras
import linkpolicy.generated.AppFlipResult
import linkpolicy.generated.AppleLinking
import linkpolicy.generated.AppleNonce
import linkpolicy.generated.AppleSignIn
import linkpolicy.generated.AuthorizationDecision
import linkpolicy.generated.Caller
import linkpolicy.generated.Environment
import linkpolicy.generated.FirebaseEmailAction
import linkpolicy.generated.FirebaseEmailActions
import linkpolicy.generated.GoogleScopeSet
import linkpolicy.generated.GoogleScopes
import linkpolicy.generated.IssuedCode
import linkpolicy.generated.LinkPolicyAllowlist
import linkpolicy.generated.OwnClient
import linkpolicy.generated.Request
import linkpolicy.generated.TokenDecision
import linkpolicy.generated.TokenError
import linkpolicy.generated.TokenRequest

private val tests = LinkedHashMap<String, () -> Unit>()
private val PROD: Allowlist = LinkPolicyAllowlist.allowlist(Environment.PROD)
private const val CHALLENGE = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
private const val VERIFIER = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
private const val SPA_URI = "https://app.example.com/cb?x=1"
private const val SPA_QUERY =
    "client_id=spa&redirect_uri=https%3A%2F%2Fapp.example.com%2Fcb%3Fx%3D1&response_type=code" +
        "&state=STATE&scope=devices&code_challenge=$CHALLENGE&code_challenge_method=S256"
private const val SPA_FORM =
    "grant_type=authorization_code&client_id=spa&code=CODE&redirect_uri=" +
        "https%3A%2F%2Fapp.example.com%2Fcb%3Fx%3D1&code_verifier=$VERIFIER"
private const val SERVER_FORM =
    "grant_type=authorization_code&code=CODE&redirect_uri=https://server.example.com/cb"
private val SPA_CODE = IssuedCode("spa", SPA_URI, CHALLENGE, "S256")
private val SERVER_CODE = IssuedCode("server", "https://server.example.com/cb")

private fun equal(expected: Any?, actual: Any?) =
    check(expected == actual) { "expected $expected, found $actual" }

private inline fun <reified T : Throwable> fails(action: () -> Unit) {
    try {
        action()
    } catch (thrown: Throwable) {
        check(thrown is T) { "expected ${T::class.java}, found $thrown" }
        return
    }
    error("expected ${T::class.java}")
}

private fun basic(credentials: String): String =
    "Basic " + Base64.getEncoder().encodeToString(credentials.toByteArray())

private fun allowed(query: String): Request =
    (PROD.decideAuthorization(query) as AuthorizationDecision.Allow).request

private fun allowed(form: String, authorization: String?): TokenRequest =
    (PROD.decideToken(form, authorization) as TokenDecision.Allow).request

private fun reason(query: String, reason: String, error: String?) {
    val decision = PROD.decideAuthorization(query)
    equal(reason, decision.reason)
    equal(
        error,
        when (decision) {
            is AuthorizationDecision.Allow -> null
            is AuthorizationDecision.RedirectError -> decision.error
            is AuthorizationDecision.LocalError -> decision.error
        }
    )
}

private fun refused(found: TokenDecision?, status: Int, error: String, reason: String) {
    val refusal = found as? TokenError ?: error("expected $reason, found $found")
    equal("$status $error $reason", "${refusal.status} ${refusal.error} ${refusal.reason}")
}

private fun authorization() {
    tests["an allowed request has its parameters"] = {
        val request = allowed("$SPA_QUERY&nonce=NONCE&prompt=&resource=a&resource=b")
        equal("spa", request.clientId)
        equal("STATE", request.state)
        equal(listOf("devices"), request.scopes)
        equal("NONCE", request.parameter("nonce"))
        equal(null, request.parameter("prompt"))
        equal("a", request.parameter("resource"))
        equal(3, request.otherParameters.size)
        equal("$SPA_URI&code=C&state=STATE", request.successUrl("C"))
        equal(
            "$SPA_URI&error=e&error_description=d%20d&state=STATE",
            request.errorUrl("e", "d d")
        )
        equal(SPA_CODE, request.issuedCode)
        check(PROD.decideAuthorization(SPA_QUERY.toByteArray()) is AuthorizationDecision.Allow)
        val malformed = "$SPA_QUERY&x=\u00ff".toByteArray(Charsets.ISO_8859_1)
        equal("malformed-request", PROD.decideAuthorization(malformed).reason)
    }
    tests["each refusal of an authorization request has its reason"] = {
        reason(SPA_QUERY, "allowed", null)
        reason("$SPA_QUERY&state=a", "duplicate-parameter", "invalid_request")
        reason("$SPA_QUERY&x=%2", "malformed-request", "invalid_request")
        reason("$SPA_QUERY&state=a&x=%C3", "malformed-request", "invalid_request")
        reason("response_type=code", "client-id-missing", "invalid_request")
        reason("client_id=other", "client-unknown", "invalid_client")
        reason("client_id=spa", "redirect-uri-missing", "invalid_request")
        reason("client_id=spa&redirect_uri=x", "redirect-uri-not-registered", "invalid_request")
        reason(SPA_QUERY.replace("_type=code", ""), "response-type-missing", "invalid_request")
        reason(
            SPA_QUERY.replace("=code&", "=token&"),
            "response-type-unsupported",
            "unsupported_response_type"
        )
        reason(SPA_QUERY.replace("state=STATE", ""), "state-missing", "invalid_request")
        reason(SPA_QUERY.replace("=devices", "=devices%20"), "scope-not-allowed", "invalid_scope")
        reason(SPA_QUERY.replace("challenge=", "x="), "pkce-missing", "invalid_request")
        reason(SPA_QUERY.replace("=S256", "=plain"), "pkce-method", "invalid_request")
        reason(SPA_QUERY.replace("E9M", "."), "pkce-challenge", "invalid_request")
        reason(
            "client_id=cli&response_type=code&state=s&redirect_uri=http://127.0.0.1:4000/cb" +
                "&code_challenge_method=S256&code_challenge=$CHALLENGE",
            "loopback-port",
            null
        )
    }
    tests["views, headers and post-logout URLs"] = {
        val google = PROD.client("google") ?: error("no client")
        equal("google-home", google.key)
        equal("google-account-linking", google.provider)
        equal("client_secret_post", google.tokenEndpointAuth)
        equal("https://auth.example.com", google.issuer)
        equal("client_secret_basic", PROD.client("server")?.tokenEndpointAuth)
        equal("none", PROD.client("cli")?.tokenEndpointAuth)
        equal("native", PROD.client("cli")?.type)
        equal(null, PROD.client("other"))
        equal(null, PROD.client(null))
        equal(listOf("google", "spa", "server", "cli"), PROD.clients.map { it.clientId })
        fails<UnsupportedOperationException> {
            @Suppress("UNCHECKED_CAST")
            (google.redirectUris as MutableList<String>).add("https://example.com")
        }
        val origin = "https://app.example.com"
        equal(mapOf("Vary" to "Origin"), PROD.corsHeaders(null, true))
        equal(mapOf("Vary" to "Origin"), PROD.corsHeaders("https://example.com", true))
        val simple = mapOf("Vary" to "Origin", "Access-Control-Allow-Origin" to origin)
        equal(simple, PROD.corsHeaders(origin, false))
        val preflight = simple + mapOf(
            "Access-Control-Allow-Methods" to "GET, POST",
            "Access-Control-Allow-Headers" to "Authorization, Content-Type"
        )
        equal(preflight, PROD.corsHeaders(origin, true))
        equal("$origin/bye?state=a%20b", PROD.postLogoutUrl("spa", "$origin/bye", "a b"))
        equal("$origin/bye", PROD.postLogoutUrl("spa", "$origin/bye", null))
        equal(null, PROD.postLogoutUrl("spa", "$origin/", null))
    }
    tests["no printed form shows a value of a request"] = {
        val query = "$SPA_QUERY&nonce=NONCE"
        val printed = listOf(
            allowed(query),
            allowed(query).issuedCode,
            allowed(query).otherParameters,
            PROD.decideAuthorization(query),
            PROD.decideAuthorization(query.replace("=S256", "=plain")),
            PROD.decideToken("$SERVER_FORM&x=OTHER", basic("server:hunter2")),
            OwnClient.request(Environment.PROD, OwnClient.RedirectUri.APP)
        ).map { it.toString() }
        val secrets =
            listOf("STATE", "NONCE", CHALLENGE, "hunter2", "CODE", "OTHER", "auth.example.com")
        for (text in printed) check(secrets.none { it in text }) { text }
        check(printed.dropLast(1).all { "[redacted]" in it })
    }
    tests["an issued code is JSON and back"] = {
        val unusual = IssuedCode("a\"\\\u00e9\n", "https://x", CHALLENGE, "S256")
        for (code in listOf(unusual, SERVER_CODE)) {
            equal(code, IssuedCode.fromJson(code.toJson()))
        }
        equal(IssuedCode("a", "b:c", "d", "S256"), IssuedCode.fromJson(FULL))
        equal(FULL, IssuedCode.fromJson(FULL).toJson())
        equal(IssuedCode("a"), IssuedCode.fromJson(LEAST))
        equal(LEAST, IssuedCode.fromJson(LEAST).toJson())
        for (text in listOf("", "{}", "[]", "{\"client_id\":1}", "null")) {
            fails<IllegalArgumentException> { IssuedCode.fromJson(text) }
        }
    }
}

private fun tokens() {
    tests["a code is exchanged"] = {
        val request = allowed(SPA_FORM, null)
        equal(null, request.verify(null as String?, SPA_CODE))
        check(request.accepts(SPA_CODE))
        equal("{\"error\":\"invalid_grant\"}", request.invalidGrant().body)
        equal("code-unknown", request.invalidGrant().reason)
        val server = allowed(SERVER_FORM, basic("server:hunter2"))
        equal(null, server.verify("hunter2", SERVER_CODE))
        equal(null, server.verify("hunter2".toByteArray(), SERVER_CODE))
        equal(null, server.verify(true, SERVER_CODE))
    }
    tests["each check of a code refuses"] = {
        val request = allowed(SPA_FORM, null)
        for ((issued, reason) in listOf(
            null to "code-unknown",
            SPA_CODE.copy(clientId = "cli") to "code-other-client",
            SPA_CODE.copy(redirectUri = "https://x") to "redirect-uri-other-request",
            SPA_CODE.copy(codeChallengeMethod = "plain") to "code-verifier-mismatch",
            SPA_CODE.copy(codeChallengeMethod = "s256") to "code-verifier-mismatch",
            SPA_CODE.copy(codeChallengeMethod = null) to "code-verifier-mismatch",
            SPA_CODE.copy(codeChallenge = VERIFIER) to "code-verifier-mismatch",
            // The client requires PKCE: without a challenge nothing was proven.
            SPA_CODE.copy(codeChallenge = null) to "code-verifier-unexpected"
        )) {
            refused(request.verify(true, issued), 400, "invalid_grant", reason)
            check(!request.accepts(issued))
        }
        val plain = SPA_CODE.copy(codeChallenge = VERIFIER, codeChallengeMethod = "plain")
        equal(null, request.verify(true, plain))
        refused(
            allowed(SERVER_FORM, basic("server:hunter2"))
                .verify(true, SERVER_CODE.copy(codeChallenge = CHALLENGE)),
            400,
            "invalid_grant",
            "code-verifier-missing"
        )
    }
    tests["a wrong secret is refused"] = {
        val server = allowed(SERVER_FORM, basic("server:hunter2"))
        for (secret in listOf("hunter", "", null)) {
            val error = server.verify(secret, SERVER_CODE)
            refused(error, 401, "invalid_client", "client-secret-wrong")
            equal(
                "Basic realm=\"token\", charset=\"UTF-8\"",
                error?.headers?.get("WWW-Authenticate")
            )
        }
        refused(server.verify(false, null), 401, "invalid_client", "client-secret-wrong")
        val form =
            "grant_type=refresh_token&client_id=google&client_secret=wrong&refresh_token=TOKEN"
        refused(
            allowed(form, null).verify("right", null),
            400,
            "invalid_grant",
            "client-secret-wrong"
        )
    }
    tests["an error is ready to send"] = {
        val error = PROD.decideToken("grant_type=refresh_token", null) as TokenError
        equal(
            mapOf(
                "Content-Type" to "application/json;charset=UTF-8",
                "Cache-Control" to "no-store"
            ),
            error.headers
        )
        equal("{\"error\":\"invalid_client\"}", error.body)
    }
    tests["each refusal of a token request has its reason"] = {
        val code = "grant_type=authorization_code&"
        val jwt = "client_id=google&client_secret=x&grant_type=" +
            "urn:ietf:params:oauth:grant-type:jwt-bearer"
        val urn = "grant_type=urn:ietf:params:oauth:grant-type:"
        val server = basic("server:s")
        for ((request, refusal) in listOf(
            Pair("", null) to "400 invalid_request grant-type-missing",
            Pair("a=%", null) to "400 invalid_request malformed-request",
            Pair("code=a&code=b", null) to "400 invalid_request duplicate-parameter",
            Pair("grant_type=x", null) to "400 unsupported_grant_type grant-type-unsupported",
            Pair(code, null) to "400 invalid_client client-id-missing",
            Pair("${code}client_id=x", null) to "400 invalid_client client-unknown",
            Pair(code, basic("x:y")) to "401 invalid_client client-unknown",
            Pair(code, "Bearer x") to "401 invalid_client client-authentication-malformed",
            Pair("${code}client_secret=x", basic("x:y")) to
                "400 invalid_request client-authentication-twice",
            Pair("${code}client_id=x", basic("y:z")) to "400 invalid_request client-id-mismatch",
            Pair("${code}client_id=server&client_secret=x", null) to
                "401 invalid_client client-authentication-method",
            Pair("${code}client_id=google", null) to
                "400 invalid_client client-authentication-missing",
            Pair("${code}client_id=spa&client_secret=x", null) to
                "400 invalid_client client-authentication-method",
            Pair("grant_type=client_credentials&client_id=spa", null) to
                "400 unauthorized_client grant-type-not-allowed",
            Pair("${code}client_id=spa", null) to "400 invalid_request parameter-missing",
            Pair(SPA_FORM.replace("redirect_uri", "x"), null) to
                "400 invalid_grant redirect-uri-missing",
            Pair(SPA_FORM.replace("cb", "x"), null) to
                "400 invalid_grant redirect-uri-not-registered",
            Pair(SPA_FORM.replace("code_verifier", "x"), null) to
                "400 invalid_grant code-verifier-missing",
            Pair(SPA_FORM.replace("dBj", ""), null) to "400 invalid_grant code-verifier-mismatch",
            Pair("grant_type=refresh_token&client_id=spa&refresh_token=R&scope=a", null) to
                "400 invalid_scope scope-not-allowed",
            Pair(jwt, null) to "400 invalid_request parameter-missing",
            Pair("$jwt&intent=create", null) to "400 invalid_request intent-unsupported",
            Pair("$jwt&intent=get", null) to "400 invalid_request parameter-missing",
            Pair("${urn}device_code&device_code=", server) to
                "400 invalid_request parameter-missing",
            Pair("${urn}token-exchange&subject_token=a", server) to
                "400 invalid_request parameter-missing",
            Pair("${urn}device_code&device_code=a&device_code=a", server) to
                "400 invalid_request duplicate-parameter"
        )) {
            val (status, error, reason) = refusal.split(' ')
            refused(PROD.decideToken(request.first, request.second), status.toInt(), error, reason)
        }
    }
    tests["parameters of other grants are handed over"] = {
        val urn = "grant_type=urn:ietf:params:oauth:grant-type:"
        val server = basic("server:s")
        equal("D", allowed("${urn}device_code&device_code=D", server).parameter("device_code"))
        val exchange = allowed(
            "${urn}token-exchange&subject_token=S&subject_token_type=T&audience=a&audience=b",
            server
        )
        equal(
            listOf("subject_token", "subject_token_type", "audience", "audience"),
            exchange.otherParameters.map { it.name }
        )
        val refresh = allowed(
            "grant_type=refresh_token&client_id=spa&refresh_token=R&scope=devices",
            null
        )
        equal("devices", refresh.scope)
        equal("R", refresh.refreshToken)
    }
}

private fun appFlip() {
    val uri = "https://oauth-redirect.googleusercontent.com/a/com.example"
    val link = "https://www.example.com/flip?client_id=google&state=STATE&scope=devices" +
        "&redirect_uri=$uri"
    tests["App Flip links"] = {
        check(PROD.decideAppFlip(link) is AppFlipDecision.Allow)
        for ((url, found) in listOf(
            null to "Ignore(reason=link-not-configured)",
            "https://www.example.com/" to "Ignore(reason=link-not-configured)",
            "https://www.example.com/flip" to "NotHandled(reason=redirect-uri-missing)",
            "$link&x=%" to "NotHandled(reason=malformed-request)",
            "$link&state=" to "NotHandled(reason=duplicate-parameter)",
            "${link}x" to "NotHandled(reason=redirect-uri-not-registered)",
            link.replace("/a/com.", "/r/") to "NotHandled(reason=redirect-uri-browser-only)",
            link.replace("state=STATE", "") to "state-missing",
            link.replace("client_id=google", "") to "client-id-missing",
            link.replace("=google", "=x") to "client-unknown",
            link.replace("=devices", "=x") to "scope-not-allowed",
            "$link&code_challenge_method=S256" to "pkce-missing"
        )) {
            val error = "ReturnError(target=[redacted], error=invalid_request, reason=$found)"
            equal(if ("(" in found) found else error, PROD.decideAppFlip(url).toString())
        }
    }
    tests["App Flip results"] = {
        val activity = Activity()
        AppFlipActivitySupport.finish(activity, "C1")
        equal("-1 {AUTHORIZATION_CODE=C1}", activity.answer)
        AppFlipActivitySupport.finish(activity, "")
        val text = AppFlipActivitySupport.Failure.SIGN_IN_FAILED.description
        equal("-2 {ERROR_CODE=16, ERROR_DESCRIPTION=$text, ERROR_TYPE=1}", activity.answer)
        AppFlipActivitySupport.finish(activity, AppFlipActivitySupport.Failure.DENIED, "Not now")
        equal("-2 {ERROR_CODE=13, ERROR_DESCRIPTION=Not now, ERROR_TYPE=2}", activity.answer)
    }
    tests["App Flip intents"] = {
        val caller = Caller("com.example.caller", listOf("AB:".repeat(31) + "AB"))
        val extras = AppFlipExtras("google", uri, listOf("devices"))
        check(PROD.decideAppFlip(caller, extras) is AppFlipResult.Allow)
        check(PROD.decideAppFlip(caller, extras, "com.example.FLIP") is AppFlipResult.Allow)
        equal("link-not-configured", PROD.decideAppFlip(caller, extras, "x").reason)
        val two = caller.copy(certificates = caller.certificates + caller.certificates)
        for (other in listOf(null, two, caller.copy(packageName = "x"))) {
            check(PROD.decideAppFlip(other, extras) is AppFlipResult.Cancelled)
        }
        for ((other, reason) in listOf(
            null to "redirect-uri-missing",
            extras.copy(redirectUri = "x") to "redirect-uri-not-registered",
            extras.copy(clientId = "x") to "client-unknown",
            extras.copy(clientId = null) to "client-id-missing",
            extras.copy(scopes = listOf("x")) to "scope-not-allowed"
        )) {
            val result = PROD.decideAppFlip(caller, other)
            check(result is AppFlipResult.IntentError)
            equal(reason, result.reason)
        }
    }
}

/** `email` and `profile` are equal to their long names on both sides, and to nothing else. */
private fun checkAliases() {
    val prefix = "https://www.googleapis.com/auth/userinfo."
    for (name in listOf("email", "profile")) {
        for (requested in listOf(name, prefix + name)) {
            val set = object : GoogleScopeSet {
                override val scopes = listOf(requested)
            }
            for (granted in listOf(name, prefix + name)) {
                equal(listOf<String>(), set.missing(listOf(granted)))
            }
            for (other in listOf("openid", "Email", "${prefix}openid", "$prefix$name ")) {
                equal(listOf(requested), set.missing(listOf(other)))
            }
        }
    }
}

private fun providers() {
    tests["Google, Firebase and Apple"] = {
        equal(listOf("email", "openid"), GoogleScopes.SIGN_IN.missing(null))
        equal(
            listOf("openid"),
            GoogleScopes.SIGN_IN.missing(listOf("https://www.googleapis.com/auth/userinfo.email"))
        )
        checkAliases()
        val url = "https://app.example.com/finish"
        val action = FirebaseEmailAction.SIGN_IN
        equal(null, FirebaseEmailActions.settings(action, Environment.SANDBOX))
        equal(url, FirebaseEmailActions.continueUrl(action, Environment.PROD))
        for (bad in listOf("", "${url}x", "$url/..", "https://example.com")) {
            check(!FirebaseEmailActions.isContinueUrlAllowed(bad, action, Environment.PROD))
        }
        check(FirebaseEmailActions.isContinueUrlAllowed("$url/a?b", action, Environment.PROD))
        equal("apple.com [name, email] {locale=fr}", AppleSignIn.provider().toString())
        equal(64, AppleNonce().sha256.length)
        val credential = object : AuthCredential() {}
        fun updated(code: String) =
            AppleLinking.updatedCredential(FirebaseAuthUserCollisionException(code, credential))
        check(updated("ERROR_CREDENTIAL_ALREADY_IN_USE") === credential)
        equal(null, updated("ERROR_EMAIL_ALREADY_IN_USE"))
    }
    tests["authorization requests"] = {
        val app = OwnClient.RedirectUri.APP
        val request = OwnClient.request(Environment.PROD, app) ?: error("no request")
        check(request.url.startsWith("https://auth.example.com/authorize?response_type=code&"))
        equal(32, request.state.length)
        equal(43, request.codeVerifier.length)
        equal(
            "http://127.0.0.1:4000/cb",
            OwnClient.request(Environment.PROD, OwnClient.RedirectUri.LOOPBACK, port = 4000)
                ?.redirectUri
        )
        equal(null, OwnClient.request(Environment.SANDBOX, app))
        equal(null, OwnClient.request(Environment.PROD, app, port = 4000))
        equal(null, OwnClient.request(Environment.PROD, app, listOf("x")))
        equal(null, OwnClient.request(Environment.PROD, "com.example:/"))
    }
}

private const val CLIENT =
    """{"policy":"p","client":"spa","client_id":"spa","provider":"generic","type":"web",
    "redirect_uris":["https://app.example.com/cb"],"browser_redirect_uris":[],
    "post_logout_redirect_uris":[],"cors_origins":[],"scopes":["devices"],
    "response_types":["code"],"grant_types":["authorization_code"],"state":"required",
    "pkce":"required","code_challenge_methods":["S256"],"omit_redirect_uri":false,"issuer":null,
    "authorization_endpoint":null,"token_endpoint":null,"token_endpoint_auth":"none",
    "public":true,"assertion_intents":[],"revocation_endpoint":null,
    "end_session_endpoint":null,"code_lifetime":600,"app_flip":{"ios":null,
    "android":{"intent_action":"a","callers":[{"package_name":"c",
    "sha256_cert_fingerprints":["AB"]}]}}}"""

private fun document(clients: String): String =
    """{"schemaVersion":1,"comment":"","policies":["p"],"environments":
    {"prod":{"clients":[$clients]},"sandbox":{"clients":[]}}}"""

private fun digest(bytes: ByteArray): String =
    java.security.MessageDigest.getInstance("SHA-256").digest(bytes)
        .joinToString("") { (it.toInt() and 0xFF).toString(16).padStart(2, '0') }

private fun load(json: String): Allowlist =
    Allowlist.load(json.toByteArray(), digest(json.toByteArray()), Environment.PROD)

private fun loading() {
    tests["a file loads"] = {
        val allowlist = load(document(CLIENT))
        check(allowlist.isRedirectUriAllowed("spa", "https://app.example.com/cb"))
        val client = allowlist.client("spa") ?: error("no client")
        check(client.isPublic && client.requiresPkce && client.requiresState)
    }
    tests["anything unexpected is refused"] = {
        val good = document(CLIENT)
        for ((old, new) in listOf(
            "\"schemaVersion\":1" to "\"schemaVersion\":2",
            "\"schemaVersion\":1" to "\"schemaVersion\":\"1\"",
            "\"schemaVersion\":1" to "\"schemaVersion\":1.0",
            "\"schemaVersion\":1," to "",
            "\"comment\":\"\"," to "\"comment\":\"\",\"comment\":\"\",",
            "\"comment\"" to "\"more\":1,\"comment\"",
            "\"sandbox\"" to "\"test\"",
            "\"issuer\":null," to "",
            "\"issuer\":null" to "\"issuer\":1",
            "\"issuer\":null" to "\"issuer\":\"\\ud800\"",
            "\"type\":\"web\"" to "\"type\":\"app\"",
            "\"required\"" to "\"maybe\"",
            "\"none\"" to "\"basic\"",
            "\"public\":true" to "\"public\":false",
            "[\"devices\"]" to "[1]",
            "[\"devices\"]" to "\"devices\"",
            ":false" to ":0",
            ":600" to ":\"600\"",
            "\"ios\":null," to "",
            "\"callers\"" to "\"caller\"",
            CLIENT to "$CLIENT,$CLIENT",
            good to "",
            good to "$good$good",
            good to "[".repeat(100_000)
        )) {
            check(old in good) { old }
            fails<AllowlistException> { load(good.replace(old, new)) }
        }
        for (sha256 in listOf("", "x", digest(ByteArray(0)))) {
            fails<AllowlistException> {
                Allowlist.load(good.toByteArray(), sha256, Environment.PROD)
            }
        }
        val latin = good.replace("\"spa\"", "\"\u00e9\"").toByteArray(Charsets.ISO_8859_1)
        fails<AllowlistException> { Allowlist.load(latin, digest(latin), Environment.PROD) }
    }
    tests["a failed reload keeps the allowlist"] = {
        val folder = createTempDirectory()
        val file = File(folder, "allowlist.json")
        val checksum = File(folder, "allowlist.json.sha256")
        fun write(json: String) {
            file.writeText(json)
            checksum.writeText(digest(json.toByteArray()) + "  allowlist.json\n")
        }
        fails<AllowlistException> { AllowlistFile(file, Environment.PROD) }
        write(document(CLIENT))
        val loaded = AllowlistFile(file, Environment.PROD)
        val first = loaded.current
        file.writeText(document(""))
        fails<AllowlistException> { loaded.reload() }
        checksum.writeText("0".repeat(63) + "\n")
        fails<AllowlistException> { loaded.reload() }
        checksum.delete()
        fails<AllowlistException> { loaded.reload() }
        check(loaded.current === first)
        write(document(""))
        loaded.reload()
        equal(0, loaded.current.clients.size)
        equal(1, first.clients.size)
        folder.deleteRecursively()
    }
}

private fun createTempDirectory(): File =
    java.nio.file.Files.createTempDirectory("allowlist").toFile()

/** Loads the runtime again, without a class or with a class file that is broken. */
private class Loader(private val target: String, private val isBroken: Boolean) :
    ClassLoader(getPlatformClassLoader()) {
    override fun findClass(className: String): Class<*> {
        if (className == target && !isBroken) throw ClassNotFoundException(className)
        val path = "/" + className.replace('.', '/') + ".class"
        val stream = Loader::class.java.getResourceAsStream(path)
            ?: throw ClassNotFoundException(className)
        val bytes = if (className == target) ByteArray(0) else stream.use { it.readBytes() }
        return defineClass(className, bytes, 0, bytes.size)
    }

    /** The number of clients of an environment. */
    fun count(environment: String): Int = try {
        val type = loadClass("linkpolicy.generated.Environment")
        val allowlist = loadClass("linkpolicy.generated.LinkPolicyAllowlist")
            .getMethod("allowlist", type)
            .invoke(null, type.enumConstants.first { it.toString() == environment })
        (allowlist.javaClass.getMethod("getClients").invoke(allowlist) as List<*>).size
    } catch (thrown: java.lang.reflect.InvocationTargetException) {
        throw thrown.targetException
    }
}

private fun compiledIn() {
    val data = "linkpolicy.generated.LinkPolicyAllowlistData"
    tests["an environment that was left out has no clients"] = {
        equal(0, Loader("$data\$Prod", false).count("PROD"))
        equal(0, Loader("$data\$Sandbox", false).count("SANDBOX"))
        equal(4, Loader("$data\$Sandbox", false).count("PROD"))
    }
    tests["an environment that fails to load is an error each time"] = {
        val loader = Loader("$data\$Prod", true)
        repeat(3) { fails<LinkageError> { loader.count("PROD") } }
        fails<LinkageError> { Loader("linkpolicy.generated.Client", false).count("PROD") }
    }
}

fun main() {
    authorization()
    tokens()
    appFlip()
    providers()
    loading()
    compiledIn()
    var failures = 0
    for ((name, test) in tests) {
        try {
            test()
        } catch (problem: Throwable) {
            failures++
            println("$name: $problem")
        }
    }
    println("${tests.size - failures} passed, $failures failed")
    exitProcess(if (failures == 0) 0 else 1)
}

// Every language reads and writes these.
private const val FULL =
    """{"client_id":"a","redirect_uri":"b:c","code_challenge":"d","code_challenge_method":"S256"}"""
private const val LEAST =
    """{"client_id":"a","redirect_uri":null,"code_challenge":null,"code_challenge_method":null}"""
