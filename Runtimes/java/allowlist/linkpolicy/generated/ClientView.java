package linkpolicy.generated;

import java.util.List;
import java.util.Optional;

/** A registered client, read-only. */
public sealed interface ClientView permits Client {
  /** The {@code client_id}. */
  String clientId();

  /** The client's key in the policy. */
  String key();

  /** {@code generic} or {@code google-account-linking}. */
  String provider();

  /** {@code web} or {@code native}. */
  String type();

  /** True for a client without a secret. */
  boolean isPublic();

  /** {@code none}, {@code client_secret_basic} or {@code client_secret_post}. */
  String tokenEndpointAuth();

  /** The allowed values of {@code grant_type}. */
  List<String> grantTypes();

  /** The allowed values of {@code response_type}. */
  List<String> responseTypes();

  /** The scopes that the client may request. */
  List<String> scopes();

  /** The registered redirect URIs. */
  List<String> redirectUris();

  /** The registered post-logout redirect URIs. */
  List<String> postLogoutRedirectUris();

  /** The origins whose scripts may read responses to the client. */
  List<String> corsOrigins();

  /** True if an authorization request needs a code challenge (RFC 7636). */
  boolean requiresPkce();

  /** True if an authorization request needs {@code state}. */
  boolean requiresState();

  /** The {@code iss} of responses (RFC 9207). */
  Optional<String> issuer();
}
