package linkpolicy.generated;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Compares the decisions of the allowlist with {@code vectors.json}:
 *
 * <pre>{@code
 * javac -d run $(find ../../code/java/linkpolicy linkpolicy -name '*.java')
 * java -cp run linkpolicy.generated.RunVectors ../vectors.json [--load allowlist.json]
 * }</pre>
 */
public final class RunVectors {
  private final Map<Environment, Allowlist> loaded = new EnumMap<>(Environment.class);

  private RunVectors() {}

  /** Exit status 0: all vectors agree; 1: some don't; 2: there is nothing to run. */
  public static void main(String[] arguments) {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    try {
      RunVectors run = new RunVectors();
      if (arguments.length == 3 && arguments[1].equals("--load")) {
        run.load(Path.of(arguments[2]));
      } else if (arguments.length > 1) {
        throw new IllegalArgumentException("usage: RunVectors [vectors.json [--load FILE]]");
      }
      Path path = Path.of(arguments.length == 0 ? "../vectors.json" : arguments[0]);
      Object document = Json.parse(Files.readString(path));
      if (!(document instanceof Map<?, ?> map)
          || !(map.get("vectors") instanceof List<?> vectors)
          || vectors.isEmpty()) {
        throw new IllegalArgumentException(path + " has no vectors");
      }
      int failures = 0;
      for (Object element : vectors) {
        Vector vector = new Vector(element);
        String actual = run.answer(vector);
        if (!actual.equals(vector.expected())) {
          failures++;
          out.println(vector.id() + ": expected " + vector.expected() + ", not " + actual);
        }
      }
      out.println(vectors.size() - failures + " of " + vectors.size() + " vectors agree");
      System.exit(failures == 0 ? 0 : 1);
    } catch (IOException | IllegalArgumentException | AllowlistException problem) {
      out.println(problem);
      System.exit(2);
    }
  }

  private void load(Path path) throws AllowlistException {
    for (Environment environment : Environment.values()) {
      loaded.put(environment, new AllowlistFile(path, environment).current());
    }
  }

  private String answer(Vector vector) {
    Optional<Environment> environment = vector.environment();
    if (environment.isEmpty()) {
      return "unknown environment";
    }
    Allowlist allowlist =
        loaded.getOrDefault(
            environment.get(), LinkPolicyAllowlist.allowlist(environment.get()));
    String clientId = vector.text("client_id");
    return switch (vector.text("kind")) {
      case "redirect_uri" ->
          show(allowlist.isRedirectUriAllowed(clientId, vector.text("redirect_uri")));
      case "post_logout_redirect_uri" ->
          show(allowlist.isPostLogoutRedirectUriAllowed(clientId, vector.text("redirect_uri")));
      case "cors_origin" -> show(allowlist.isCorsOriginAllowed(clientId, vector.text("origin")));
      case "grant_type" -> show(allowlist.isGrantTypeAllowed(clientId, vector.text("grant_type")));
      case "authorize" -> show(vector, allowlist.decideAuthorization(vector.text("query")));
      case "app_flip_ios", "app_flip_android" -> AppFlipVectors.answer(allowlist, vector);
      case "success_url" ->
          LinkPolicyAllowlist.successUrl(
              vector.text("redirect_uri"), vector.text("code"), vector.text("state"));
      case "error_url" ->
          LinkPolicyAllowlist.errorUrl(
              vector.text("redirect_uri"),
              vector.text("error"),
              vector.text("state"),
              null,
              vector.text("error_description"));
      case "token" ->
          show(
              vector, allowlist.decideToken(vector.text("form"), vector.text("authorization")));
      default -> "unknown kind";
    };
  }

  private static String show(boolean isAllowed) {
    return isAllowed ? "allow" : "deny";
  }

  private static String show(Vector vector, AuthorizationDecision decision) {
    String answer;
    if (decision instanceof AuthorizationDecision.Allow allow) {
      answer = "allow " + allow.request().successUrl("C1");
    } else if (decision instanceof AuthorizationDecision.RedirectError error) {
      answer = "redirect " + error.target();
    } else {
      answer = "local " + ((AuthorizationDecision.LocalError) decision).error();
    }
    return vector.withReason(answer, decision.reason());
  }

  /** The response to a client that sends the right secret. */
  private static String show(Vector vector, TokenDecision decision) {
    if (decision instanceof TokenDecision.Allow allow) {
      TokenRequest request = allow.request();
      String secret = request.clientSecret().orElse(null);
      Optional<TokenError> error = request.verify(secret, vector.issued());
      return error
          .map(refused -> show(vector, refused))
          .orElseGet(() -> vector.withReason("allow", decision.reason()));
    }
    TokenError error = (TokenError) decision;
    String ending = error.headers().containsKey("WWW-Authenticate") ? " basic" : "";
    return vector.withReason(
        "error " + error.status() + " " + error.error() + ending, error.reason());
  }

  /** An entry of the file. */
  record Vector(Map<?, ?> members) {
    Vector(Object value) {
      this((Map<?, ?>) value);
    }

    String id() {
      return text("id");
    }

    String expected() {
      return withReason(text("expect"), text("reason"));
    }

    /** The decision, with its reason if the vector has one. */
    String withReason(String answer, String reason) {
      return members.get("reason") != null ? answer + " (" + reason + ")" : answer;
    }

    Optional<Environment> environment() {
      return switch (text("environment")) {
        case "prod" -> Optional.of(Environment.PROD);
        case "sandbox" -> Optional.of(Environment.SANDBOX);
        default -> Optional.empty();
      };
    }

    String text(String name) {
      return (String) members.get(name);
    }

    List<String> texts(String name) {
      return ((List<?>) members.get(name)).stream().map(String.class::cast).toList();
    }

    Vector nested(String name) {
      return new Vector(members.get(name));
    }

    IssuedCode issued() {
      if (members.get("issued") == null) {
        return null;
      }
      Vector issued = nested("issued");
      return new IssuedCode(
          issued.text("client_id"),
          issued.text("redirect_uri"),
          issued.text("code_challenge"),
          issued.text("code_challenge_method"));
    }
  }
}
