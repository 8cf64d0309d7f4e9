package linkpolicy.generated;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The data of a client, with its defaults. A list setter adds to its list, except for lists with
 * defaults, which it replaces.
 */
final class ClientBuilder {
  final String id;
  final List<String> redirectUris = new ArrayList<>();
  final List<String> browserRedirectUris = new ArrayList<>();
  final List<String> postLogoutRedirectUris = new ArrayList<>();
  final List<String> corsOrigins = new ArrayList<>();
  final List<String> scopes = new ArrayList<>();
  final List<String> assertionIntents = new ArrayList<>();
  final List<Client.CallingApp> callers = new ArrayList<>();
  List<String> responseTypes = List.of("code");
  List<String> grantTypes = List.of(Grants.AUTHORIZATION_CODE, Grants.REFRESH_TOKEN);
  List<String> codeChallengeMethods = List.of("S256");
  boolean isNative;
  boolean isGoogleAccountLinking;
  boolean allowsOmittedRedirectUri;
  boolean requiresState = true;
  boolean requiresPkce = true;
  boolean isPublic;
  boolean authenticatesByHeader;
  String key;
  String issuer;
  String universalLink;
  String intentAction;

  ClientBuilder(String id) {
    this.id = id;
  }

  ClientBuilder redirectUris(String... values) {
    Collections.addAll(redirectUris, values);
    return this;
  }

  ClientBuilder browserRedirectUris(String... values) {
    Collections.addAll(browserRedirectUris, values);
    return this;
  }

  ClientBuilder postLogoutRedirectUris(String... values) {
    Collections.addAll(postLogoutRedirectUris, values);
    return this;
  }

  ClientBuilder corsOrigins(String... values) {
    Collections.addAll(corsOrigins, values);
    return this;
  }

  ClientBuilder scopes(String... values) {
    Collections.addAll(scopes, values);
    return this;
  }

  ClientBuilder assertionIntents(String... values) {
    Collections.addAll(assertionIntents, values);
    return this;
  }

  ClientBuilder caller(String packageName, String... certificates) {
    callers.add(new Client.CallingApp(packageName, List.of(certificates)));
    return this;
  }

  ClientBuilder responseTypes(String... values) {
    responseTypes = List.of(values);
    return this;
  }

  ClientBuilder grantTypes(String... values) {
    grantTypes = List.of(values);
    return this;
  }

  ClientBuilder codeChallengeMethods(String... values) {
    codeChallengeMethods = List.of(values);
    return this;
  }

  ClientBuilder isNative() {
    isNative = true;
    return this;
  }

  ClientBuilder isGoogleAccountLinking() {
    isGoogleAccountLinking = true;
    return this;
  }

  ClientBuilder mayOmitRedirectUri() {
    allowsOmittedRedirectUri = true;
    return this;
  }

  ClientBuilder mayOmitState() {
    requiresState = false;
    return this;
  }

  ClientBuilder mayOmitPkce() {
    requiresPkce = false;
    return this;
  }

  ClientBuilder isPublic() {
    isPublic = true;
    return this;
  }

  ClientBuilder authenticatesByHeader() {
    authenticatesByHeader = true;
    return this;
  }

  ClientBuilder key(String value) {
    key = value;
    return this;
  }

  ClientBuilder issuer(String value) {
    issuer = value;
    return this;
  }

  ClientBuilder universalLink(String value) {
    universalLink = value;
    return this;
  }

  ClientBuilder intentAction(String value) {
    intentAction = value;
    return this;
  }

  Client build() {
    return new Client(this);
  }
}
