package linkpolicy.generated

import java.nio.ByteBuffer
import java.nio.CharBuffer
import java.nio.charset.CharacterCodingException
import java.security.MessageDigest

/** `A-Z a-z 0-9 - . _ ~` (RFC 3986 section 2.3). */
internal fun isUnreserved(char: Char): Boolean = when (char) {
    in 'A'..'Z', in 'a'..'z', in '0'..'9', '-', '.', '_', '~' -> true
    else -> false
}

/** The value of an ASCII hexadecimal digit, or -1. */
internal fun hexDigit(char: Char): Int = when (char) {
    in '0'..'9' -> char - '0'
    in 'A'..'F' -> char - 'A' + 10
    in 'a'..'f' -> char - 'a' + 10
    else -> -1
}

/** The UTF-8 of a string; unpaired surrogates are a [CharacterCodingException]. */
internal fun utf8(text: String): ByteArray {
    val encoded = Charsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text))
    return ByteArray(encoded.remaining()).also { encoded.get(it) }
}

/** The text of UTF-8; malformed bytes are a [CharacterCodingException]. */
internal fun text(utf8: ByteArray, start: Int = 0, end: Int = utf8.size): String =
    Charsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(utf8, start, end - start)).toString()

/** Decodes the percent escapes of bytes from [start] up to [end]. */
internal fun decoded(bytes: ByteArray, start: Int, end: Int, plusIsSpace: Boolean): String {
    val output = ByteArray(end - start)
    var count = 0
    var index = start
    while (index < end) {
        val char = bytes[index].toInt().toChar()
        output[count++] = when {
            char == '%' -> {
                val high = if (index + 2 < end) hexDigit(bytes[index + 1].toInt().toChar()) else -1
                val low = if (index + 2 < end) hexDigit(bytes[index + 2].toInt().toChar()) else -1
                if (high < 0 || low < 0) throw CharacterCodingException()
                index += 2
                (high * 16 + low).toByte()
            }
            char == '+' && plusIsSpace -> 0x20
            else -> bytes[index]
        }
        index++
    }
    return text(output, 0, count)
}

private const val HEX_DIGITS = "0123456789ABCDEF"

/** Escapes everything but unreserved characters. */
internal fun percentEncoded(text: String): String {
    val output = StringBuilder()
    for (byte in text.toByteArray()) {
        val octet = byte.toInt() and 0xFF
        val char = octet.toChar()
        if (isUnreserved(char)) {
            output.append(char)
        } else {
            output.append('%').append(HEX_DIGITS[octet shr 4]).append(HEX_DIGITS[octet and 0xF])
        }
    }
    return output.toString()
}

internal fun sha256(bytes: ByteArray): ByteArray =
    MessageDigest.getInstance("SHA-256").digest(bytes)

/** Lower-case hexadecimal digits. */
internal fun hex(bytes: ByteArray): String = bytes.joinToString("") {
    (it.toInt() and 0xFF).toString(16).padStart(2, '0')
}

internal const val BASE64_URL =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

/** Base64url without padding; `java.util.Base64` needs Android 8. */
internal fun base64Url(bytes: ByteArray): String {
    val output = StringBuilder()
    var buffer = 0
    var bits = 0
    for (byte in bytes) {
        buffer = (buffer shl 8) or (byte.toInt() and 0xFF)
        bits += 8
        while (bits >= 6) {
            bits -= 6
            output.append(BASE64_URL[(buffer shr bits) and 63])
        }
        buffer = buffer and ((1 shl bits) - 1)
    }
    if (bits > 0) output.append(BASE64_URL[(buffer shl (6 - bits)) and 63])
    return output.toString()
}

/** The bytes of padded, canonical Base64; null for everything else. */
internal fun fromBase64(text: String): ByteArray? {
    if (text == "" || text.length % 4 != 0) return null
    val padding = text.takeLast(2).count { it == '=' }
    val output = ByteArray(text.length / 4 * 3 - padding)
    var count = 0
    var buffer = 0
    var bits = 0
    for (char in text.dropLast(padding)) {
        val value = when (char) {
            '+' -> 62
            '/' -> 63
            '-', '_' -> -1
            else -> BASE64_URL.indexOf(char)
        }
        if (value < 0) return null
        buffer = (buffer shl 6) or value
        bits += 6
        if (bits < 8) continue
        bits -= 8
        output[count++] = (buffer shr bits).toByte()
        buffer = buffer and ((1 shl bits) - 1)
    }
    // The unused bits are zero in the canonical form.
    return if (bits < 6 && buffer == 0) output else null
}

/** Compares in constant time. */
internal fun areEqual(left: String, right: String): Boolean =
    MessageDigest.isEqual(left.toByteArray(), right.toByteArray())

/** The printed form of a value that no log may contain. */
internal fun redacted(value: String?): String = if (value == null) "null" else "[redacted]"
