package linkpolicy.generated

import java.nio.charset.CharacterCodingException

/**
 * A decoded request parameter that the allowlist doesn't interpret.
 *
 * @property name The parameter's name.
 * @property value Its value, never empty.
 */
class Parameter internal constructor(val name: String, val value: String) {
    /** The name only: the value may be a secret. */
    override fun toString(): String = "Parameter(name=$name, value=[redacted])"
}

/** A request that can't be read. */
internal class UnreadableRequest(val reason: String) : Exception(reason)

/**
 * The parameters of a request. One without a value counts as omitted (RFC 6749 section 3.1).
 *
 * A malformed escape, malformed UTF-8 or a repeated parameter refuses the whole request, because
 * two parsers would see two requests.
 *
 * @property others The parameters that the allowlist doesn't interpret, in order.
 */
internal class Parameters private constructor(
    private val values: Map<String, String>,
    val others: List<Parameter>
) {
    /** The value of a known parameter. */
    operator fun get(name: String): String? = values[name]?.takeIf { it.isNotEmpty() }

    companion object {
        private val AUTHORIZATION = setOf(
            "client_id",
            "redirect_uri",
            "response_type",
            "scope",
            "state",
            "code_challenge",
            "code_challenge_method",
            "user_locale"
        )

        private val TOKEN = setOf(
            "grant_type",
            "client_id",
            "client_secret",
            "code",
            "redirect_uri",
            "code_verifier",
            "refresh_token",
            "intent",
            "assertion",
            "scope",
            "response_type",
            "device_code",
            "subject_token",
            "subject_token_type"
        )

        /** Known parameters that the allowlist doesn't interpret. */
        private val HANDED_OVER =
            setOf("user_locale", "device_code", "subject_token", "subject_token_type")

        /** The query of a request to the authorization endpoint. */
        fun authorization(query: ByteArray): Parameters = read(query, true, AUTHORIZATION)

        /** The query of an app link, in which a `+` isn't a space. */
        fun link(query: String): Parameters = read(bytes(query), false, AUTHORIZATION)

        /** The body of a token request. */
        fun token(form: ByteArray): Parameters = read(form, true, TOKEN)

        /** The bytes of a request up to a `#`. */
        fun bytes(request: String): ByteArray = try {
            utf8(request.substringBefore('#'))
        } catch (malformed: CharacterCodingException) {
            throw UnreadableRequest("malformed-request")
        }

        private fun read(bytes: ByteArray, plusIsSpace: Boolean, known: Set<String>): Parameters {
            val values = HashMap<String, String>()
            val others = ArrayList<Parameter>()
            var hasDuplicate = false
            val end = bytes.indexOf('#', 0, bytes.size)
            var start = 0
            while (start < end) {
                val stop = bytes.indexOf('&', start, end)
                val mark = bytes.indexOf('=', start, stop)
                if (start < stop) {
                    val name = part(bytes, start, mark, plusIsSpace)
                    val value =
                        if (mark == stop) "" else part(bytes, mark + 1, stop, plusIsSpace)
                    val isKnown = name in known
                    if (isKnown && values.put(name, value) != null) hasDuplicate = true
                    if (value != "" && (!isKnown || name in HANDED_OVER)) {
                        others.add(Parameter(name, value))
                    }
                }
                start = stop + 1
            }
            if (hasDuplicate) throw UnreadableRequest("duplicate-parameter")
            return Parameters(values, readOnly(others))
        }

        private fun part(bytes: ByteArray, start: Int, end: Int, plusIsSpace: Boolean): String =
            try {
                decoded(bytes, start, end, plusIsSpace)
            } catch (malformed: CharacterCodingException) {
                throw UnreadableRequest("malformed-request")
            }

        /** The index of an ASCII character, or [end]. */
        private fun ByteArray.indexOf(char: Char, start: Int, end: Int): Int =
            (start until end).firstOrNull { this[it].toInt() == char - '\u0000' } ?: end
    }
}
