package linkpolicy.generated

/**
 * A strict JSON reader (RFC 8259): maps, lists, strings, longs, booleans and null. Repeated names,
 * fractions and deep nesting are errors. All errors are [IllegalArgumentException].
 */
internal class Json private constructor(private val text: String) {
    private var index = 0

    private fun value(depth: Int): Any? {
        if (depth > MAXIMUM_DEPTH) throw malformed()
        skipWhitespace()
        return when (text.getOrNull(index)) {
            '{' -> members(depth)
            '[' -> elements(depth)
            '"' -> string()
            't' -> word("true", true)
            'f' -> word("false", false)
            'n' -> word("null", null)
            else -> integer()
        }
    }

    private fun members(depth: Int): Map<String, Any?> {
        val members = LinkedHashMap<String, Any?>()
        index++
        if (takes('}')) return members
        do {
            skipWhitespace()
            val name = string()
            take(':')
            require(name !in members) { "duplicate key at character $index" }
            members[name] = value(depth + 1)
        } while (takes(','))
        take('}')
        return members
    }

    private fun elements(depth: Int): List<Any?> {
        val elements = ArrayList<Any?>()
        index++
        if (takes(']')) return elements
        do {
            elements.add(value(depth + 1))
        } while (takes(','))
        take(']')
        return elements
    }

    private fun string(): String {
        if (text.getOrNull(index) != '"') throw malformed()
        index++
        val output = StringBuilder()
        while (index < text.length) {
            val char = text[index]
            if (char < ' ') break
            index++
            when (char) {
                '"' -> return output.toString()
                '\\' -> output.append(escaped())
                else -> output.append(char)
            }
        }
        throw malformed()
    }

    private fun escaped(): Char {
        val char = text.getOrNull(index++)
        return when (char) {
            '"', '\\', '/' -> char
            'b' -> '\b'
            'f' -> '\u000C'
            'n' -> '\n'
            'r' -> '\r'
            't' -> '\t'
            'u' -> {
                var unit = 0
                repeat(4) {
                    val digit = text.getOrNull(index++)?.let { hexDigit(it) } ?: -1
                    if (digit < 0) throw malformed()
                    unit = unit * 16 + digit
                }
                unit.toChar()
            }
            else -> throw malformed()
        }
    }

    private fun integer(): Long {
        val start = index
        if (text.getOrNull(index) == '-') index++
        val digits = index
        while (index < text.length && text[index] in '0'..'9') index++
        val count = index - digits
        if (count !in 1..18 || (count > 1 && text[digits] == '0')) throw malformed()
        return text.substring(start, index).toLong()
    }

    private fun word(word: String, value: Any?): Any? {
        if (!text.startsWith(word, index)) throw malformed()
        index += word.length
        return value
    }

    /** Skips a character after whitespace if it is there. */
    private fun takes(char: Char): Boolean {
        skipWhitespace()
        if (text.getOrNull(index) != char) return false
        index++
        return true
    }

    private fun take(char: Char) {
        if (!takes(char)) throw malformed()
    }

    private fun skipWhitespace() {
        while (index < text.length && text[index] in " \t\r\n") index++
    }

    private fun malformed() = IllegalArgumentException("malformed JSON at character $index")

    companion object {
        private const val MAXIMUM_DEPTH = 32

        fun parse(text: String): Any? {
            val json = Json(text)
            val value = json.value(0)
            json.skipWhitespace()
            if (json.index != text.length) throw json.malformed()
            return value
        }

        /** A string literal, or `null`. */
        fun quoted(value: String?): String {
            if (value == null) return "null"
            val output = StringBuilder("\"")
            for (char in value) {
                when (char) {
                    '"', '\\' -> output.append('\\').append(char)
                    in ' '..'~' -> output.append(char)
                    else -> {
                        val digits = (char - '\u0000').toString(16)
                        output.append("\\u").append(digits.padStart(4, '0'))
                    }
                }
            }
            return output.append('"').toString()
        }
    }
}

/** An object with exactly these keys; a member of another type is an [IllegalArgumentException]. */
internal class JsonObject(value: Any?, name: String, keys: Set<String>) {
    private val members: Map<*, *> =
        if (value is Map<*, *> && value.keys == keys) {
            value
        } else {
            throw IllegalArgumentException(
                "$name must be an object with the keys ${keys.sorted()}"
            )
        }

    operator fun get(key: String): Any? = members[key]

    fun text(key: String): String =
        members[key] as? String ?: throw IllegalArgumentException("`$key` must be a string")

    fun optionalText(key: String): String? = if (members[key] == null) null else text(key)

    fun flag(key: String): Boolean =
        members[key] as? Boolean
            ?: throw IllegalArgumentException("`$key` must be true or false")

    fun list(key: String): List<*> =
        members[key] as? List<*> ?: throw IllegalArgumentException("`$key` must be an array")

    fun texts(key: String): List<String> = list(key).map {
        it as? String ?: throw IllegalArgumentException("`$key` must contain strings only")
    }

    /** True for the second value, false for the first. */
    fun choice(key: String, first: String, second: String): Boolean {
        val text = text(key)
        require(text == first || text == second) { "`$key` must be $first or $second" }
        return text == second
    }
}
