extension KotlinTarget {
  /// Base64 as code challenges have it (RFC 4648 section 5), with the alphabet that it needs.
  static let base64URL: Code<KotlinLanguage> = #"""
    private const val ALPHABET =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

    /** Base64url without padding. */
    private fun base64Url(bytes: ByteArray): String {
        val output = StringBuilder()
        var buffer = 0
        var bits = 0
        for (byte in bytes) {
            buffer = (buffer shl 8) or (byte.toInt() and 0xFF)
            bits += 8
            while (bits >= 6) {
                bits -= 6
                output.append(ALPHABET[(buffer shr bits) and 63])
            }
            buffer = buffer and ((1 shl bits) - 1)
        }
        if (bits > 0) output.append(ALPHABET[(buffer shl (6 - bits)) and 63])
        return output.toString()
    }
    """#
}
