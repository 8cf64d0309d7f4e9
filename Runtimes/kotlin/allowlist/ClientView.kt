package linkpolicy.generated

import java.util.Collections

/** A registered client, read-only. */
class ClientView internal constructor(client: Client) {
    /** The `client_id`. */
    val clientId: String = client.id

    /** The client's key in the policy. */
    val key: String = client.key

    /** `generic` or `google-account-linking`. */
    val provider: String =
        if (client.isGoogleAccountLinking) "google-account-linking" else "generic"

    /** `web` or `native`. */
    val type: String = if (client.isNative) "native" else "web"

    /** True for a client without a secret. */
    val isPublic: Boolean = client.isPublic

    /** `none`, `client_secret_basic` or `client_secret_post`. */
    val tokenEndpointAuth: String = when {
        client.isPublic -> "none"
        client.authenticatesByHeader -> "client_secret_basic"
        else -> "client_secret_post"
    }

    /** The allowed values of `grant_type`. */
    val grantTypes: List<String> = readOnly(client.grantTypes)

    /** The allowed values of `response_type`. */
    val responseTypes: List<String> = readOnly(client.responseTypes)

    /** The scopes that the client may request. */
    val scopes: List<String> = readOnly(client.scopes)

    /** The registered redirect URIs. */
    val redirectUris: List<String> = readOnly(client.redirectUris)

    /** The registered post-logout redirect URIs. */
    val postLogoutRedirectUris: List<String> = readOnly(client.postLogoutRedirectUris)

    /** The origins whose scripts may read responses to the client. */
    val corsOrigins: List<String> = readOnly(client.corsOrigins)

    /** True if an authorization request needs a code challenge (RFC 7636). */
    val requiresPkce: Boolean = client.requiresPkce

    /** True if an authorization request needs `state`. */
    val requiresState: Boolean = client.requiresState

    /** The `iss` of responses (RFC 9207). */
    val issuer: String? = client.issuer

    override fun toString(): String = "ClientView(clientId=$clientId, key=$key)"
}

/** A view that throws if a cast makes it a mutable list. */
internal fun <T> readOnly(list: List<T>): List<T> = Collections.unmodifiableList(list)
