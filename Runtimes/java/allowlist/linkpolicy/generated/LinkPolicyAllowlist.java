package linkpolicy.generated;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Decisions on sign-in requests, by the clients that are compiled in.
 *
 * <pre>{@code
 * AuthorizationDecision decision = decideAuthorization(request.getQueryString(), PROD);
 * if (decision instanceof AuthorizationDecision.Allow allow) {
 *   // Authenticate the user and get their consent to allow.request().scopes(), then redirect to
 *   // allow.request().successUrl(code) or allow.request().errorUrl("access_denied").
 * } else if (decision instanceof AuthorizationDecision.RedirectError error) {
 *   // Authenticate the user, then redirect to error.target().
 * } else {
 *   // Show an error page of your own.
 * }
 * }</pre>
 *
 * <p>The server still has to limit the lifetime of codes and let each be used once, revoke the
 * tokens of a code that is used twice, look up refresh tokens, and verify assertions.
 *
 * <p>To build an artifact without an environment, leave out its class files: {@code
 * LinkPolicyAllowlistData$Prod*.class} or {@code LinkPolicyAllowlistData$Sandbox*.class}. Its
 * requests are then refused, because it has no clients.
 */
public final class LinkPolicyAllowlist extends AppFlipFunctions {
  private LinkPolicyAllowlist() {}

  /** The production clients, loaded when they are first used. */
  private static final class Prod {
    static final Allowlist ALLOWLIST =
        compiledIn(
            "linkpolicy.generated.LinkPolicyAllowlistData$Prod",
            clients -> LinkPolicyAllowlistData.Prod.addTo(clients));
  }

  /** The sandbox clients, loaded when they are first used. */
  private static final class Sandbox {
    static final Allowlist ALLOWLIST =
        compiledIn(
            "linkpolicy.generated.LinkPolicyAllowlistData$Sandbox",
            clients -> LinkPolicyAllowlistData.Sandbox.addTo(clients));
  }

  private static Allowlist compiledIn(String dataClass, Consumer<List<ClientBuilder>> addAll) {
    try {
      Class.forName(dataClass, false, LinkPolicyAllowlist.class.getClassLoader());
    } catch (ClassNotFoundException leftOut) {
      return new Allowlist(List.of());
    }
    // Outside of the try statement: incomplete data must be an error.
    List<ClientBuilder> builders = new ArrayList<>();
    addAll.accept(builders);
    return new Allowlist(builders.stream().map(ClientBuilder::build).toList());
  }

  /** The clients that are compiled in for an environment. */
  public static Allowlist allowlist(Environment environment) {
    return switch (environment) {
      case PROD -> Prod.ALLOWLIST;
      case SANDBOX -> Sandbox.ALLOWLIST;
    };
  }

  /** See {@link Allowlist#isRedirectUriAllowed}. */
  public static boolean isRedirectUriAllowed(
      String clientId, Environment environment, String redirectUri) {
    return allowlist(environment).isRedirectUriAllowed(clientId, redirectUri);
  }

  /** See {@link Allowlist#isPostLogoutRedirectUriAllowed}. */
  public static boolean isPostLogoutRedirectUriAllowed(
      String clientId, Environment environment, String uri) {
    return allowlist(environment).isPostLogoutRedirectUriAllowed(clientId, uri);
  }

  /** See {@link Allowlist#isCorsOriginAllowed}. */
  public static boolean isCorsOriginAllowed(
      String clientId, Environment environment, String origin) {
    return allowlist(environment).isCorsOriginAllowed(clientId, origin);
  }

  /** See {@link Allowlist#isGrantTypeAllowed}. */
  public static boolean isGrantTypeAllowed(
      String clientId, Environment environment, String grantType) {
    return allowlist(environment).isGrantTypeAllowed(clientId, grantType);
  }

  /** See {@link Allowlist#decideAuthorization(String)}. */
  public static AuthorizationDecision decideAuthorization(
      String rawQuery, Environment environment) {
    return allowlist(environment).decideAuthorization(rawQuery);
  }

  /** See {@link Allowlist#decideToken(String, String)}. */
  public static TokenDecision decideToken(
      String rawForm, String authorization, Environment environment) {
    return allowlist(environment).decideToken(rawForm, authorization);
  }

  /**
   * The URL to send the user to with a code. {@link Request#successUrl} adds the issuer, too.
   *
   * @param redirectUri that of an allowed request, never the parameter of the request itself
   * @param state the state of the request; null if it has none
   */
  public static String successUrl(String redirectUri, String code, String state) {
    return successUrl(redirectUri, code, state, null);
  }

  /**
   * The same with an issuer.
   *
   * @param issuer the {@code iss} of the server (RFC 9207); null for none
   */
  public static String successUrl(String redirectUri, String code, String state, String issuer) {
    return ResponseUrl.success(redirectUri, code, state, issuer);
  }

  /**
   * The URL to send the user to with an error. {@link Request#errorUrl} adds the issuer, too.
   *
   * @param redirectUri that of an allowed request, never the parameter of the request itself
   * @param state the state of the request; null if it has none
   */
  public static String errorUrl(String redirectUri, String error, String state) {
    return errorUrl(redirectUri, error, state, null);
  }

  /**
   * The same with an issuer.
   *
   * @param issuer the {@code iss} of the server (RFC 9207); null for none
   */
  public static String errorUrl(String redirectUri, String error, String state, String issuer) {
    return errorUrl(redirectUri, error, state, issuer, null);
  }

  /**
   * The same with a description.
   *
   * @param description the {@code error_description}, which people read; null for none
   */
  public static String errorUrl(
      String redirectUri, String error, String state, String issuer, String description) {
    return ResponseUrl.error(redirectUri, error, description, state, issuer);
  }
}
