package linkpolicy.generated;

import java.util.List;

/** The checks of authorization requests. */
final class AuthorizationEndpoint {
  private AuthorizationEndpoint() {}

  static AuthorizationDecision decide(Allowlist allowlist, byte[] query)
      throws Parameters.Unreadable {
    Parameters parameters = Parameters.authorization(query);
    String id = parameters.value("client_id");
    if (id == null) {
      return new AuthorizationDecision.LocalError("invalid_request", "client-id-missing");
    }
    Client client = allowlist.find(id);
    if (client == null) {
      return new AuthorizationDecision.LocalError("invalid_client", "client-unknown");
    }
    String requested = parameters.value("redirect_uri");
    String redirectUri = client.target(requested);
    if (redirectUri == null) {
      return new AuthorizationDecision.LocalError(
          "invalid_request",
          requested == null ? "redirect-uri-missing" : "redirect-uri-not-registered");
    }
    String problem = problem(client, parameters);
    if (problem != null) {
      String error = error(problem);
      String url =
          ResponseUrl.error(redirectUri, error, null, parameters.value("state"), client.issuer);
      return new AuthorizationDecision.RedirectError(url, error, problem);
    }
    List<String> scopes = client.requested(parameters.value("scope"));
    return new AuthorizationDecision.Allow(
        new Request(client, redirectUri, scopes, parameters), client.allowance(requested));
  }

  /** The reason to refuse a request of a client; null if it is allowed. */
  private static String problem(Client client, Parameters parameters) {
    String responseType = parameters.value("response_type");
    if (responseType == null) {
      return "response-type-missing";
    }
    if (!client.responseTypes.contains(responseType)) {
      return "response-type-unsupported";
    }
    if (!client.mayReceive(responseType)) {
      return "grant-type-not-allowed";
    }
    if (parameters.value("state") == null && client.requiresState) {
      return "state-missing";
    }
    if (client.requested(parameters.value("scope")) == null) {
      return "scope-not-allowed";
    }
    return client.challengeProblem(parameters);
  }

  /** The error of a reason (RFC 6749 section 4.1.2.1). */
  private static String error(String reason) {
    return switch (reason) {
      case "response-type-unsupported" -> "unsupported_response_type";
      case "grant-type-not-allowed" -> "unauthorized_client";
      case "scope-not-allowed" -> "invalid_scope";
      default -> "invalid_request";
    };
  }
}
