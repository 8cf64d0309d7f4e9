extension KotlinTarget {
  /// How requests are read and answers are written.
  static let details: Code<KotlinLanguage> = #"""
    /**
     * Appends parameters; the query of the redirect URI stays (RFC 6749 section 3.1.2). Values read
     * the same for form decoders and percent decoders.
     */
    private fun url(redirectUri: String, parameters: List<Pair<String, String?>>): String {
        val output = StringBuilder(redirectUri)
        var separator = when {
            '?' !in redirectUri -> "?"
            redirectUri.endsWith('?') || redirectUri.endsWith('&') -> ""
            else -> "&"
        }
        for ((name, value) in parameters) {
            if (value == null) continue
            output.append(separator).append(name).append('=')
            separator = "&"
            for (byte in value.toByteArray()) {
                val octet = byte.toInt() and 0xFF
                val char = octet.toChar()
                if (isUnreserved(char)) {
                    output.append(char)
                } else {
                    output.append('%').append(DIGITS[octet shr 4]).append(DIGITS[octet and 0xF])
                }
            }
        }
        return output.toString()
    }

    private const val DIGITS = "0123456789ABCDEF"

    /** `A-Z a-z 0-9 - . _ ~` (RFC 3986 section 2.3). */
    private fun isUnreserved(char: Char): Boolean = when (char) {
        in 'A'..'Z', in 'a'..'z', in '0'..'9', '-', '.', '_', '~' -> true
        else -> false
    }

    /** The value of a hexadecimal digit, or null. */
    private fun hexDigit(char: Char): Int? = when (char) {
        in '0'..'9' -> char - '0'
        in 'A'..'F' -> char - 'A' + 10
        in 'a'..'f' -> char - 'a' + 10
        else -> null
    }

    /**
     * The parameters of a request; null where one is absent or empty (RFC 6749 section 3.1).
     *
     * They are read strictly: a malformed escape, bytes that are no UTF-8, or a known parameter
     * that stands twice refuse the whole request, because two parsers would see two requests.
     */
    private class Parameters private constructor(private val values: Map<String, String>) {
        val clientId: String? get() = value("client_id")
        val redirectUri: String? get() = value("redirect_uri")
        val responseType: String? get() = value("response_type")
        val scope: String? get() = value("scope")
        val state: String? get() = value("state")
        val codeChallenge: String? get() = value("code_challenge")
        val codeChallengeMethod: String? get() = value("code_challenge_method")

        fun value(name: String): String? = values[name]?.takeIf { it.isNotEmpty() }

        companion object {
            private val KNOWN = setOf(
                \#(.joined(Code.requestParameters, by: ",\n"))
            )

            /** Reads a query up to a `#`; null where the request must be refused. */
            fun read(
                query: String,
                plusIsSpace: Boolean,
                known: Set<String> = KNOWN
            ): Parameters? {
                val values = HashMap<String, String>()
                val pieces = query.substringBefore('#').split('&')
                for (piece in pieces.filter { it.isNotEmpty() }) {
                    val name = decoded(piece.substringBefore('='), plusIsSpace) ?: return null
                    val value = decoded(piece.substringAfter('=', ""), plusIsSpace) ?: return null
                    if (name in known && values.put(name, value) != null) return null
                }
                return Parameters(values)
            }

            /** The text behind escapes; null where one or the UTF-8 is malformed. */
            fun decoded(text: String, plusIsSpace: Boolean): String? = try {
                // Coders made like this report what is malformed; those of strings replace it.
                val input = Charsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text))
                val output = ByteArray(input.remaining())
                var count = 0
                while (input.hasRemaining()) {
                    val byte = input.get()
                    output[count++] = when (byte.toInt().toChar()) {
                        '%' -> escaped(input)
                        '+' -> if (plusIsSpace) 0x20 else byte
                        else -> byte
                    }
                }
                Charsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(output, 0, count)).toString()
            } catch (malformed: CharacterCodingException) {
                null
            }

            private fun escaped(input: ByteBuffer): Byte {
                if (input.remaining() < 2) throw CharacterCodingException()
                val high = hexDigit(input.get().toInt().toChar())
                val low = hexDigit(input.get().toInt().toChar())
                if (high == null || low == null) throw CharacterCodingException()
                return (high * 16 + low).toByte()
            }
        }
    }
    """#
}
