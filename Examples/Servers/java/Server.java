import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executors;
import linkpolicy.generated.Allowlist;
import linkpolicy.generated.AuthorizationDecision;
import linkpolicy.generated.Environment;
import linkpolicy.generated.LinkPolicyAllowlist;
import linkpolicy.generated.Request;
import linkpolicy.generated.TokenDecision;
import linkpolicy.generated.TokenError;

/**
 * An authorization server with the JDK's HTTP server, guarded by the generated allowlist.
 *
 * <p>linkpolicy decides which requests are valid; {@link Store} keeps codes and tokens in memory.
 */
final class Server {
  // From the configuration, never from a request.
  private final Allowlist clients = LinkPolicyAllowlist.allowlist(environment());
  private final Map<String, String> secrets =
      Map.of("partner-prod", System.getenv("PARTNER_SECRET"));
  private final Store store = new Store();

  // A real server asks for a sign-in first, and protects the form against CSRF.
  private static final String PAGE =
      "<form method=post><button name=consent value=yes>Allow</button></form>";

  private static Environment environment() {
    String name = System.getenv().getOrDefault("SHOP_ENVIRONMENT", "prod");
    return switch (name) {
      case "prod" -> Environment.PROD;
      case "sandbox" -> Environment.SANDBOX;
      default -> throw new IllegalArgumentException(name);
    };
  }

  private void authorize(HttpExchange exchange) throws IOException {
    // The query as it arrived: the allowlist decodes it once.
    String query = exchange.getRequestURI().getRawQuery();
    AuthorizationDecision decision = clients.decideAuthorization(query);
    if (decision instanceof AuthorizationDecision.LocalError error) {
      // Never a redirect: the redirect URI is not one of ours.
      System.err.println("refused: " + error.reason());
      send(exchange, 400, Map.of("Content-Type", "text/plain"), error.error());
    } else if (decision instanceof AuthorizationDecision.RedirectError error) {
      redirect(exchange, error.target());
    } else if (decision instanceof AuthorizationDecision.Allow allow) {
      Request request = allow.request();
      if (exchange.getRequestMethod().equals("GET")) {
        send(exchange, 200, Map.of("Content-Type", "text/html"), PAGE);
      } else if (!"yes".equals(parameters(body(exchange)).get("consent"))) {
        redirect(exchange, request.errorUrl("access_denied"));
      } else {
        redirect(exchange, request.successUrl(store.add(request)));
      }
    }
  }

  private void token(HttpExchange exchange) throws IOException {
    boolean isPreflight = exchange.getRequestMethod().equals("OPTIONS");
    String origin = exchange.getRequestHeaders().getFirst("Origin");
    clients.corsHeaders(origin, isPreflight).forEach(exchange.getResponseHeaders()::set);
    if (isPreflight) {
      exchange.sendResponseHeaders(204, -1);
      return;
    }
    String authorization = exchange.getRequestHeaders().getFirst("Authorization");
    TokenDecision decision = clients.decideToken(body(exchange), authorization);
    if (decision instanceof TokenError error) {
      System.err.println("refused: " + error.reason());
      send(exchange, error.status(), error.headers(), error.body());
    } else if (decision instanceof TokenDecision.Allow allow) {
      String secret = secrets.get(allow.request().clientId());
      Store.Response response = store.respond(allow.request(), secret);
      send(exchange, response.status(), response.headers(), response.body());
    }
  }

  private void logout(HttpExchange exchange) throws IOException {
    // A real server ends the session and checks id_token_hint.
    Map<String, String> query = parameters(exchange.getRequestURI().getRawQuery());
    Optional<String> target =
        clients.postLogoutUrl(
            query.get("client_id"), query.get("post_logout_redirect_uri"), query.get("state"));
    if (target.isPresent()) {
      redirect(exchange, target.get());
    } else {
      send(exchange, 200, Map.of(), "signed out");
    }
  }

  private void orders(HttpExchange exchange) throws IOException {
    boolean isAuthorized =
        store.isAuthorized(exchange.getRequestHeaders().getFirst("Authorization"), "orders");
    String body = isAuthorized ? "{\"orders\":[\"1001\"]}" : "{\"error\":\"invalid_token\"}";
    send(exchange, isAuthorized ? 200 : 401, Map.of("Content-Type", "application/json"), body);
  }

  private static void redirect(HttpExchange exchange, String target) throws IOException {
    send(exchange, 303, Map.of("Location", target), "");
  }

  private static void send(
      HttpExchange exchange, int status, Map<String, String> headers, String text)
      throws IOException {
    headers.forEach(exchange.getResponseHeaders()::set);
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  private static byte[] body(HttpExchange exchange) throws IOException {
    byte[] bytes = exchange.getRequestBody().readNBytes(65_537);
    if (bytes.length > 65_536) {
      throw new IOException("the form is too large");
    }
    return bytes;
  }

  private static Map<String, String> parameters(byte[] form) {
    return parameters(new String(form, StandardCharsets.UTF_8));
  }

  private static Map<String, String> parameters(String text) {
    Map<String, String> parameters = new HashMap<>();
    for (String each : text == null ? new String[0] : text.split("&")) {
      String[] parts = each.split("=", 2);
      String value = parts.length == 2 ? parts[1] : "";
      parameters.put(
          URLDecoder.decode(parts[0], StandardCharsets.UTF_8),
          URLDecoder.decode(value, StandardCharsets.UTF_8));
    }
    return parameters;
  }

  private interface Handler {
    void handle(HttpExchange exchange) throws IOException;
  }

  private static void route(HttpServer server, String path, Set<String> methods, Handler handler) {
    server.createContext(
        path,
        exchange -> {
          try (exchange) {
            if (!exchange.getRequestURI().getPath().equals(path)) {
              exchange.sendResponseHeaders(404, -1);
            } else if (!methods.contains(exchange.getRequestMethod())) {
              exchange.sendResponseHeaders(405, -1);
            } else {
              handler.handle(exchange);
            }
          }
        });
  }

  public static void main(String[] arguments) throws IOException {
    int port = Integer.parseInt(System.getenv("PORT"));
    HttpServer http = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 0);
    Server server = new Server();
    route(http, "/authorize", Set.of("GET", "POST"), server::authorize);
    route(http, "/token", Set.of("POST", "OPTIONS"), server::token);
    route(http, "/logout", Set.of("GET"), server::logout);
    route(http, "/orders", Set.of("GET"), server::orders);
    http.setExecutor(Executors.newFixedThreadPool(8));
    http.start();
  }
}
