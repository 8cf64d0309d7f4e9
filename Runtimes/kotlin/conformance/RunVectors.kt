package linkpolicy.generated

import java.io.File
import java.io.IOException
import kotlin.system.exitProcess

/**
 * Compares the decisions of the allowlist with `vectors.json`:
 *
 * ```
 * kotlinc -d run ../../code/kotlin *.kt
 * kotlin -cp run linkpolicy.generated.RunVectorsKt ../vectors.json [--load allowlist.json]
 * ```
 *
 * Exit status 0: all vectors agree; 1: some don't; 2: there is nothing to run.
 */
fun main(arguments: Array<String>) {
    try {
        require(arguments.size < 2 || arguments.size == 3 && arguments[1] == "--load") {
            "usage: RunVectors [vectors.json [--load FILE]]"
        }
        val allowlists = Environment.values().associate { environment ->
            environment to
                if (arguments.size == 3) AllowlistFile(File(arguments[2]), environment).current
                else LinkPolicyAllowlist.allowlist(environment)
        }
        val path = arguments.firstOrNull() ?: "../vectors.json"
        val document = Json.parse(File(path).readText())
        val vectors = ((document as? Map<*, *>)?.get("vectors") as? List<*>).orEmpty()
        require(vectors.isNotEmpty()) { "$path has no vectors" }
        var failures = 0
        for (vector in vectors.map { Vector(it as Map<*, *>) }) {
            val allowlist = allowlists[vector.environment]
            val actual =
                if (allowlist == null) "unknown environment" else answer(allowlist, vector)
            if (actual != vector.expected) {
                failures++
                println("${vector.text("id")}: expected ${vector.expected}, not $actual")
            }
        }
        println("${vectors.size - failures} of ${vectors.size} vectors agree")
        exitProcess(if (failures == 0) 0 else 1)
    } catch (problem: IOException) {
        refuse(problem)
    } catch (problem: IllegalArgumentException) {
        refuse(problem)
    } catch (problem: AllowlistException) {
        refuse(problem)
    }
}

private fun refuse(problem: Exception) {
    println(problem.message)
    exitProcess(2)
}

private fun answer(allowlist: Allowlist, vector: Vector): String {
    val clientId = vector.text("client_id")
    return when (vector.text("kind")) {
        "redirect_uri" ->
            show(allowlist.isRedirectUriAllowed(clientId, vector.text("redirect_uri")))
        "post_logout_redirect_uri" ->
            show(allowlist.isPostLogoutRedirectUriAllowed(clientId, vector.text("redirect_uri")))
        "cors_origin" -> show(allowlist.isCorsOriginAllowed(clientId, vector.text("origin")))
        "grant_type" -> show(allowlist.isGrantTypeAllowed(clientId, vector.text("grant_type")))
        "authorize" -> show(vector, allowlist.decideAuthorization(vector.text("query")))
        "app_flip_ios", "app_flip_android" -> appFlipAnswer(allowlist, vector)
        "success_url" -> LinkPolicyAllowlist.successUrl(
            vector.text("redirect_uri").orEmpty(),
            vector.text("code").orEmpty(),
            vector.text("state")
        )
        "error_url" -> LinkPolicyAllowlist.errorUrl(
            vector.text("redirect_uri").orEmpty(),
            vector.text("error").orEmpty(),
            vector.text("state"),
            description = vector.text("error_description")
        )
        "token" ->
            show(vector, allowlist.decideToken(vector.text("form"), vector.text("authorization")))
        else -> "unknown kind"
    }
}

private fun show(isAllowed: Boolean): String = if (isAllowed) "allow" else "deny"

private fun show(vector: Vector, decision: AuthorizationDecision): String {
    val answer = when (decision) {
        is AuthorizationDecision.Allow -> "allow " + decision.request.successUrl("C1")
        is AuthorizationDecision.RedirectError -> "redirect " + decision.target
        is AuthorizationDecision.LocalError -> "local " + decision.error
    }
    return vector.withReason(answer, decision.reason)
}

/** The response to a client that sends the right secret. */
private fun show(vector: Vector, decision: TokenDecision): String = when (decision) {
    is TokenDecision.Allow -> {
        val request = decision.request
        request.verify(request.clientSecret, vector.issued)?.let { show(vector, it) }
            ?: vector.withReason("allow", decision.reason)
    }
    is TokenError -> {
        val ending = if ("WWW-Authenticate" in decision.headers) " basic" else ""
        vector.withReason("error ${decision.status} ${decision.error}$ending", decision.reason)
    }
}

/** An entry of the file. */
internal class Vector(private val members: Map<*, *>) {
    val environment: Environment? = when (text("environment")) {
        "prod" -> Environment.PROD
        "sandbox" -> Environment.SANDBOX
        else -> null
    }

    val expected: String get() = withReason(text("expect").orEmpty(), text("reason").orEmpty())

    val issued: IssuedCode?
        get() = nested("issued")?.let {
            IssuedCode(
                it.text("client_id").orEmpty(),
                it.text("redirect_uri"),
                it.text("code_challenge"),
                it.text("code_challenge_method")
            )
        }

    /** The decision, with its reason if the vector has one. */
    fun withReason(answer: String, reason: String): String =
        if (members["reason"] == null) answer else "$answer ($reason)"

    fun text(name: String): String? = members[name] as String?

    fun texts(name: String): List<String> = (members[name] as List<*>).map { it as String }

    fun nested(name: String): Vector? = (members[name] as Map<*, *>?)?.let { Vector(it) }
}
