package linkpolicy.generated;

import java.nio.charset.CharacterCodingException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads {@code allowlist.json}: every key must be present with its type, and no other one. */
final class AllowlistReader {
  private static final long SCHEMA_VERSION = 1;
  private static final Set<String> KEYS =
      Set.of("schemaVersion", "comment", "policies", "environments");
  private static final Set<String> CLIENT_KEYS =
      Set.of(
          "policy",
          "client",
          "client_id",
          "provider",
          "type",
          "redirect_uris",
          "browser_redirect_uris",
          "post_logout_redirect_uris",
          "cors_origins",
          "scopes",
          "response_types",
          "grant_types",
          "state",
          "pkce",
          "code_challenge_methods",
          "omit_redirect_uri",
          "issuer",
          "authorization_endpoint",
          "token_endpoint",
          "token_endpoint_auth",
          "public",
          "revocation_endpoint",
          "end_session_endpoint",
          "code_lifetime",
          "assertion_intents",
          "app_flip");

  private AllowlistReader() {}

  static Allowlist read(byte[] json, String sha256, Environment environment)
      throws AllowlistException {
    // A copy, which the caller can't change after the check.
    byte[] bytes = json.clone();
    try {
      String actual = HexFormat.of().formatHex(Encoding.sha256(bytes));
      if (!actual.equalsIgnoreCase(sha256)) {
        throw new AllowlistException("the SHA-256 of the allowlist doesn't match");
      }
      Map<String, Object> root = Json.object(Json.parse(Encoding.text(bytes)), "the file", KEYS);
      if (!Long.valueOf(SCHEMA_VERSION).equals(root.get("schemaVersion"))) {
        throw new AllowlistException("`schemaVersion` must be " + SCHEMA_VERSION);
      }
      Json.text(root, "comment");
      Json.texts(root, "policies");
      Map<String, Object> environments =
          Json.object(root.get("environments"), "`environments`", Set.of("prod", "sandbox"));
      Allowlist allowlist = null;
      for (Environment each : Environment.values()) {
        String name = each == Environment.PROD ? "prod" : "sandbox";
        Allowlist read = environment(environments.get(name));
        allowlist = each == environment ? read : allowlist;
      }
      return allowlist;
    } catch (CharacterCodingException malformed) {
      throw new AllowlistException("the allowlist isn't UTF-8", malformed);
    } catch (IllegalArgumentException malformed) {
      throw new AllowlistException(
          "the allowlist is malformed: " + malformed.getMessage(), malformed);
    }
  }

  private static Allowlist environment(Object value) throws CharacterCodingException {
    Map<String, Object> environment = Json.object(value, "an environment", Set.of("clients"));
    List<Client> clients = new ArrayList<>();
    for (Object client : Json.list(environment, "clients")) {
      clients.add(client(Json.object(client, "a client", CLIENT_KEYS)));
    }
    if (clients.stream().map(client -> client.id).distinct().count() != clients.size()) {
      throw new IllegalArgumentException("duplicate `client_id`");
    }
    return new Allowlist(clients);
  }

  private static Client client(Map<String, Object> members) throws CharacterCodingException {
    String id = text(members, "client_id");
    ClientBuilder builder = new ClientBuilder(id);
    text(members, "policy");
    builder.key(text(members, "client"));
    builder.isGoogleAccountLinking =
        choice(members, "provider", "generic", "google-account-linking");
    builder.isNative = choice(members, "type", "web", "native");
    builder.redirectUris(texts(members, "redirect_uris"));
    builder.browserRedirectUris(texts(members, "browser_redirect_uris"));
    builder.postLogoutRedirectUris(texts(members, "post_logout_redirect_uris"));
    builder.corsOrigins(texts(members, "cors_origins"));
    builder.scopes(texts(members, "scopes"));
    builder.responseTypes(texts(members, "response_types"));
    builder.grantTypes(texts(members, "grant_types"));
    builder.requiresState = choice(members, "state", "optional", "required");
    builder.requiresPkce = choice(members, "pkce", "optional", "required");
    builder.codeChallengeMethods(texts(members, "code_challenge_methods"));
    builder.allowsOmittedRedirectUri = Json.flag(members, "omit_redirect_uri");
    builder.issuer(optionalText(members, "issuer"));
    optionalText(members, "authorization_endpoint");
    optionalText(members, "token_endpoint");
    optionalText(members, "revocation_endpoint");
    optionalText(members, "end_session_endpoint");
    switch (text(members, "token_endpoint_auth")) {
      case "none" -> builder.isPublic();
      case "client_secret_basic" -> builder.authenticatesByHeader();
      case "client_secret_post" -> {}
      default -> throw new IllegalArgumentException("unknown `token_endpoint_auth`");
    }
    if (Json.flag(members, "public") != builder.isPublic) {
      throw new IllegalArgumentException("`public` contradicts `token_endpoint_auth`");
    }
    Object lifetime = members.get("code_lifetime");
    if (lifetime != null && !(lifetime instanceof Long)) {
      throw new IllegalArgumentException("`code_lifetime` must be an integer or null");
    }
    builder.assertionIntents(texts(members, "assertion_intents"));
    appFlip(builder, Json.object(members.get("app_flip"), "`app_flip`", Set.of("ios", "android")));
    return builder.build();
  }

  private static void appFlip(ClientBuilder builder, Map<String, Object> appFlip)
      throws CharacterCodingException {
    if (appFlip.get("ios") != null) {
      Map<String, Object> ios = Json.object(appFlip.get("ios"), "`ios`", Set.of("universal_link"));
      builder.universalLink(text(ios, "universal_link"));
    }
    if (appFlip.get("android") == null) {
      return;
    }
    Map<String, Object> android =
        Json.object(appFlip.get("android"), "`android`", Set.of("intent_action", "callers"));
    builder.intentAction(text(android, "intent_action"));
    for (Object value : Json.list(android, "callers")) {
      Map<String, Object> caller =
          Json.object(value, "a caller", Set.of("package_name", "sha256_cert_fingerprints"));
      builder.caller(text(caller, "package_name"), texts(caller, "sha256_cert_fingerprints"));
    }
  }

  /** True for the second value, false for the first. */
  private static boolean choice(
      Map<String, Object> members, String key, String first, String second) {
    String text = Json.text(members, key);
    if (!text.equals(first) && !text.equals(second)) {
      throw new IllegalArgumentException("`" + key + "` must be " + first + " or " + second);
    }
    return text.equals(second);
  }

  private static String text(Map<String, Object> members, String key)
      throws CharacterCodingException {
    String text = Json.text(members, key);
    // An escape can be half of a surrogate pair.
    Encoding.utf8(text);
    return text;
  }

  private static String optionalText(Map<String, Object> members, String key)
      throws CharacterCodingException {
    return members.get(key) == null ? null : text(members, key);
  }

  private static String[] texts(Map<String, Object> members, String key)
      throws CharacterCodingException {
    String[] texts = Json.texts(members, key);
    for (String text : texts) {
      Encoding.utf8(text);
    }
    return texts;
  }
}
