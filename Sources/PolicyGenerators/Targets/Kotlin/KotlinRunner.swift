extension KotlinTarget {
  /// The program that runs `vectors.json` against the generated code.
  static func runner(_ header: GeneratedHeader) -> Code<KotlinLanguage> {
    #"""
    // \#(header)
    //
    // Runs vectors.json against the allowlist:
    //   kotlinc LinkPolicyAllowlist.kt Tests/RunVectors.kt -include-runtime -d run-vectors.jar
    //   java -jar run-vectors.jar vectors.json

    import java.io.File
    import java.io.IOException
    import java.io.PrintStream
    import kotlin.system.exitProcess
    import linkpolicy.generated.LinkPolicyAllowlist
    import linkpolicy.generated.LinkPolicyAllowlist.AppFlipDecision
    import linkpolicy.generated.LinkPolicyAllowlist.AppFlipExtras
    import linkpolicy.generated.LinkPolicyAllowlist.AppFlipResult
    import linkpolicy.generated.LinkPolicyAllowlist.AuthorizationDecision
    import linkpolicy.generated.LinkPolicyAllowlist.Caller
    import linkpolicy.generated.LinkPolicyAllowlist.Environment
    import linkpolicy.generated.LinkPolicyAllowlist.IssuedCode
    import linkpolicy.generated.LinkPolicyAllowlist.TokenDecision

    /** Exit status 0: all agree; 1: some do not; 2: there is nothing to run. */
    fun main(arguments: Array<String>) {
        val output = PrintStream(System.out, true, "UTF-8")
        val vectors = arguments.singleOrNull()?.let { vectors(it) }.orEmpty()
        if (vectors.isEmpty()) {
            output.println("usage: run-vectors vectors.json")
            exitProcess(2)
        }
        var failures = 0
        for (vector in vectors) {
            val expected = vector.text("expect")
            val actual = answer(vector)
            if (actual == expected) continue
            failures += 1
            output.println("${vector.text("id")}: expected $expected, not $actual")
        }
        output.println("${vectors.size - failures} of ${vectors.size} vectors agree")
        exitProcess(if (failures == 0) 0 else 1)
    }

    private fun vectors(file: String): List<Fields> = try {
        Fields(Json(File(file).readText()).document()).list("vectors").map { Fields(it) }
    } catch (unreadable: IOException) {
        emptyList()
    } catch (unreadable: IllegalArgumentException) {
        emptyList()
    }

    private fun answer(vector: Fields): String {
        val environment = when (vector.text("environment")) {
            "prod" -> Environment.PROD
            "sandbox" -> Environment.SANDBOX
            else -> return "no environment ${vector.text("environment")}"
        }
        return when (vector.text("kind")) {
            "redirect_uri" -> {
                val isAllowed = LinkPolicyAllowlist.isRedirectUriAllowed(
                    vector.text("client_id"),
                    environment,
                    vector.text("redirect_uri")
                )
                if (isAllowed) "allow" else "deny"
            }
            "post_logout_redirect_uri" -> {
                val isAllowed = LinkPolicyAllowlist.isPostLogoutRedirectUriAllowed(
                    vector.text("client_id"),
                    environment,
                    vector.text("redirect_uri")
                )
                if (isAllowed) "allow" else "deny"
            }
            "cors_origin" -> {
                val isAllowed = LinkPolicyAllowlist.isCorsOriginAllowed(
                    vector.text("client_id"),
                    environment,
                    vector.text("origin")
                )
                if (isAllowed) "allow" else "deny"
            }
            "grant_type" -> {
                val isAllowed = LinkPolicyAllowlist.isGrantTypeAllowed(
                    vector.text("client_id"),
                    environment,
                    vector.text("grant_type")
                )
                if (isAllowed) "allow" else "deny"
            }
            "authorize" ->
                show(LinkPolicyAllowlist.decideAuthorization(vector.text("query"), environment))
            "app_flip_ios" -> show(LinkPolicyAllowlist.decideAppFlip(vector.text("url"), environment))
            "app_flip_android" -> {
                val caller = vector.fields("caller")
                val extras = vector.fields("extras")
                show(
                    LinkPolicyAllowlist.decideAppFlip(
                        Caller(caller.text("package"), caller.texts("certs")),
                        AppFlipExtras(
                            extras.optional("client_id"),
                            extras.optional("redirect_uri"),
                            extras.texts("scopes")
                        ),
                        environment,
                        vector.text("action")
                    )
                )
            }
            "success_url" -> LinkPolicyAllowlist.successUrl(
                vector.text("redirect_uri"),
                vector.text("code"),
                vector.optional("state")
            )
            "error_url" -> LinkPolicyAllowlist.errorUrl(
                vector.text("redirect_uri"),
                vector.text("error"),
                vector.optional("state"),
                description = vector.optional("error_description")
            )
            "token" -> showToken(vector, environment)
            else -> "no kind ${vector.text("kind")}"
        }
    }

    /** The answer to a client that has the right secret and its verifier. */
    private fun showToken(vector: Fields, environment: Environment): String {
        val decision = LinkPolicyAllowlist.decideToken(
            vector.text("form"),
            vector.optional("authorization"),
            environment
        )
        val issued = vector.optionalFields("issued")?.let {
            IssuedCode(
                it.text("client_id"),
                it.optional("redirect_uri"),
                it.optional("code_challenge"),
                it.optional("code_challenge_method")
            )
        }
        return when (decision) {
            is TokenDecision.Error ->
                "error ${decision.status} ${decision.error}" +
                    if (decision.asksForBasic) " basic" else ""
            is TokenDecision.Allow -> {
                val request = decision.request
                val isAccepted = request.code == null || request.accepts(issued)
                if (isAccepted) "allow" else "error 400 invalid_grant"
            }
        }
    }

    private fun show(decision: AuthorizationDecision): String = when (decision) {
        is AuthorizationDecision.Allow -> "allow ${decision.request.successUrl("C1")}"
        is AuthorizationDecision.RedirectError -> "redirect ${decision.url}"
        is AuthorizationDecision.LocalError -> "local ${decision.error}"
    }

    private fun show(decision: AppFlipDecision): String = when (decision) {
        is AppFlipDecision.Allow -> "allow ${decision.request.successUrl("C1")}"
        is AppFlipDecision.ReturnError -> "redirect ${decision.url}"
        is AppFlipDecision.NotHandled -> "not-handled"
        is AppFlipDecision.Ignore -> "ignore"
    }

    private fun show(result: AppFlipResult): String = when (result) {
        is AppFlipResult.Allow -> "allow ${result.request.redirectUri}"
        is AppFlipResult.Error -> "error ${result.type} ${result.code} ${result.description}"
        is AppFlipResult.Cancelled -> "cancelled"
        is AppFlipResult.Ignore -> "ignore"
    }

    /** The members of an object, by the type they must have. */
    private class Fields(value: Any?) {
        private val members = value as? Map<*, *> ?: throw IllegalArgumentException("not an object")

        fun optional(name: String): String? = members[name]?.let { it as String }

        fun text(name: String): String = requireNotNull(optional(name)) { "$name is missing" }

        fun list(name: String): List<Any?> = requireNotNull(members[name] as? List<*>) { name }

        fun texts(name: String): List<String> = list(name).map { it as String }

        fun fields(name: String): Fields = Fields(members[name])

        fun optionalFields(name: String): Fields? = members[name]?.let { Fields(it) }
    }

    /** The JSON (RFC 8259) that vector files hold: objects, arrays, strings, integers and null. */
    private class Json(private val text: String) {
        private var place = 0

        fun document(): Any? {
            val value = value()
            if (next() != null) throw malformed()
            return value
        }

        private fun value(): Any? = when (next()) {
            '{' -> {
                val members = HashMap<String, Any?>()
                elements('}') {
                    next()
                    val name = string()
                    take(':')
                    if (name in members) throw malformed()
                    members[name] = value()
                }
                members
            }
            '[' -> {
                val values = ArrayList<Any?>()
                elements(']') { values.add(value()) }
                values
            }
            '"' -> string()
            'n' -> "null".forEach { take(it) }.let { null }
            else -> {
                val digits = text.substring(place).takeWhile { it in '0'..'9' }
                place += digits.length
                digits.toInt()
            }
        }

        private fun elements(close: Char, element: () -> Unit) {
            place += 1
            if (next() == close) {
                place += 1
                return
            }
            while (true) {
                element()
                if (next() == close) break
                take(',')
            }
            place += 1
        }

        private fun string(): String {
            take('"')
            val output = StringBuilder()
            while (true) {
                when (val char = character()) {
                    '"' -> return output.toString()
                    '\\' -> output.append(escaped())
                    in '\u0000'..'\u001F' -> throw malformed()
                    else -> output.append(char)
                }
            }
        }

        private fun escaped(): Char = when (val char = character()) {
            '"', '\\', '/' -> char
            'b' -> '\b'
            'f' -> '\u000C'
            'n' -> '\n'
            'r' -> '\r'
            't' -> '\t'
            'u' -> String(CharArray(4) { character() }).toInt(16).toChar()
            else -> throw malformed()
        }

        private fun character(): Char {
            val char = text.getOrNull(place) ?: throw malformed()
            place += 1
            return char
        }

        private fun take(char: Char) {
            if (next() != char) throw malformed()
            place += 1
        }

        /** What comes after white space; null at the end. */
        private fun next(): Char? {
            while (place < text.length && text[place] in " \t\r\n") place += 1
            return text.getOrNull(place)
        }

        private fun malformed() = IllegalArgumentException("malformed JSON at character $place")
    }
    """#
  }
}
