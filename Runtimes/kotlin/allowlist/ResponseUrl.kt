package linkpolicy.generated

/**
 * Appends parameters, without those whose value is null. The query of the URI stays (RFC 6749
 * section 3.1.2). Form decoders and percent decoders read the same values.
 */
internal fun urlWith(uri: String, vararg parameters: Pair<String, String?>): String {
    val output = StringBuilder(uri)
    var separator = when {
        '?' !in uri -> "?"
        uri.endsWith('?') || uri.endsWith('&') -> ""
        else -> "&"
    }
    for ((name, value) in parameters) {
        if (value == null) continue
        output.append(separator).append(name).append('=').append(percentEncoded(value))
        separator = "&"
    }
    return output.toString()
}

/** The URL of an error response. */
internal fun errorResponseUrl(
    redirectUri: String,
    error: String,
    description: String?,
    state: String?,
    issuer: String?
): String = urlWith(
    redirectUri,
    "error" to error,
    "error_description" to description,
    "state" to state,
    "iss" to issuer
)
