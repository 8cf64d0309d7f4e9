import com.sun.net.httpserver.HttpExchange
import com.sun.net.httpserver.HttpServer
import java.io.IOException
import java.net.InetSocketAddress
import java.net.URLDecoder
import java.util.concurrent.Executors
import linkpolicy.generated.AuthorizationDecision
import linkpolicy.generated.Environment
import linkpolicy.generated.LinkPolicyAllowlist
import linkpolicy.generated.TokenDecision
import linkpolicy.generated.TokenError

/*
 * An authorization server with the JDK's HTTP server, guarded by the generated allowlist.
 *
 * linkpolicy decides which requests are valid; Store keeps codes and tokens in memory.
 */

// From the configuration, never from a request.
private val clients = LinkPolicyAllowlist.allowlist(
    if (System.getenv("SHOP_ENVIRONMENT") == "sandbox") Environment.SANDBOX else Environment.PROD
)
private val secrets = mapOf("partner-prod" to System.getenv("PARTNER_SECRET"))
private val store = Store()

// A real server asks for a sign-in first, and protects the form against CSRF.
private const val PAGE = "<form method=post><button name=consent value=yes>Allow</button></form>"

private fun authorize(exchange: HttpExchange) {
    // The query as it arrived: the allowlist decodes it once.
    when (val decision = clients.decideAuthorization(exchange.requestURI.rawQuery)) {
        is AuthorizationDecision.LocalError -> {
            // Never a redirect: the redirect URI is not one of ours.
            System.err.println("refused: ${decision.reason}")
            send(exchange, 400, mapOf("Content-Type" to "text/plain"), decision.error)
        }
        is AuthorizationDecision.RedirectError -> redirect(exchange, decision.target)
        is AuthorizationDecision.Allow -> {
            val request = decision.request
            when {
                exchange.requestMethod == "GET" ->
                    send(exchange, 200, mapOf("Content-Type" to "text/html"), PAGE)
                parameters(String(body(exchange)))["consent"] != "yes" ->
                    redirect(exchange, request.errorUrl("access_denied"))
                else -> redirect(exchange, request.successUrl(store.add(request)))
            }
        }
    }
}

private fun token(exchange: HttpExchange) {
    val isPreflight = exchange.requestMethod == "OPTIONS"
    val origin = exchange.requestHeaders.getFirst("Origin")
    clients.corsHeaders(origin, isPreflight).forEach(exchange.responseHeaders::set)
    if (isPreflight) return exchange.sendResponseHeaders(204, -1)
    val authorization = exchange.requestHeaders.getFirst("Authorization")
    when (val decision = clients.decideToken(body(exchange), authorization)) {
        is TokenError -> {
            System.err.println("refused: ${decision.reason}")
            send(exchange, decision.status, decision.headers, decision.body)
        }
        is TokenDecision.Allow -> {
            val response = store.respond(decision.request, secrets[decision.request.clientId])
            send(exchange, response.status, response.headers, response.body)
        }
    }
}

private fun logout(exchange: HttpExchange) {
    // A real server ends the session and checks id_token_hint.
    val query = parameters(exchange.requestURI.rawQuery.orEmpty())
    val target = clients.postLogoutUrl(
        query["client_id"], query["post_logout_redirect_uri"], query["state"]
    )
    if (target == null) send(exchange, 200, mapOf(), "signed out") else redirect(exchange, target)
}

private fun orders(exchange: HttpExchange) {
    val isAuthorized =
        store.isAuthorized(exchange.requestHeaders.getFirst("Authorization"), "orders")
    val body = if (isAuthorized) """{"orders":["1001"]}""" else """{"error":"invalid_token"}"""
    val status = if (isAuthorized) 200 else 401
    send(exchange, status, mapOf("Content-Type" to "application/json"), body)
}

private fun redirect(exchange: HttpExchange, target: String) =
    send(exchange, 303, mapOf("Location" to target), "")

private fun send(
    exchange: HttpExchange,
    status: Int,
    headers: Map<String, String>,
    text: String
) {
    headers.forEach(exchange.responseHeaders::set)
    val bytes = text.toByteArray()
    exchange.sendResponseHeaders(status, if (bytes.isEmpty()) -1L else bytes.size.toLong())
    exchange.responseBody.write(bytes)
}

private fun body(exchange: HttpExchange): ByteArray {
    val bytes = exchange.requestBody.readNBytes(65_537)
    if (bytes.size > 65_536) throw IOException("the form is too large")
    return bytes
}

private fun parameters(text: String): Map<String, String> = text.split("&").associate {
    val decoded = it.split("=", limit = 2).map { part -> URLDecoder.decode(part, "UTF-8") }
    decoded[0] to decoded.getOrElse(1) { "" }
}

private fun HttpServer.route(path: String, vararg methods: String, handle: (HttpExchange) -> Unit) {
    createContext(path) { exchange ->
        try {
            when {
                exchange.requestURI.path != path -> exchange.sendResponseHeaders(404, -1)
                exchange.requestMethod !in methods -> exchange.sendResponseHeaders(405, -1)
                else -> handle(exchange)
            }
        } finally {
            exchange.close()
        }
    }
}

fun main() {
    val port = System.getenv("PORT").toInt()
    val server = HttpServer.create(InetSocketAddress("127.0.0.1", port), 0)
    server.route("/authorize", "GET", "POST", handle = ::authorize)
    server.route("/token", "POST", "OPTIONS", handle = ::token)
    server.route("/logout", "GET", handle = ::logout)
    server.route("/orders", "GET", handle = ::orders)
    server.executor = Executors.newFixedThreadPool(8)
    server.start()
}
