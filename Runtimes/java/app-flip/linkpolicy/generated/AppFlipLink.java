package linkpolicy.generated;

import java.util.List;

/** The checks of App Flip links. */
final class AppFlipLink {
  private AppFlipLink() {}

  static AppFlipDecision decide(List<Client> clients, String url) {
    int mark = url == null ? -1 : url.indexOf('?');
    String link = mark < 0 ? url : url.substring(0, mark);
    List<Client> candidates =
        clients.stream()
            .filter(client -> link != null && link.equals(client.universalLink))
            .toList();
    if (candidates.isEmpty()) {
      return new AppFlipDecision.Ignore("link-not-configured");
    }
    try {
      return decide(candidates, Parameters.link(mark < 0 ? "" : url.substring(mark + 1)));
    } catch (Parameters.Unreadable unreadable) {
      return new AppFlipDecision.NotHandled(unreadable.reason);
    }
  }

  private static AppFlipDecision decide(List<Client> candidates, Parameters parameters) {
    String requested = parameters.value("redirect_uri");
    if (requested == null) {
      return new AppFlipDecision.NotHandled("redirect-uri-missing");
    }
    Client client = AppFlipClients.named(parameters.value("client_id"), candidates);
    List<Client> owners = client == null ? candidates : List.of(client);
    Client owner = AppFlipClients.owner(requested, owners);
    if (owner == null) {
      return new AppFlipDecision.NotHandled(AppFlipClients.mismatch(requested, owners));
    }
    String problem = problem(client, parameters);
    if (problem != null) {
      String error = "invalid_request";
      String url =
          ResponseUrl.error(requested, error, null, parameters.value("state"), owner.issuer);
      return new AppFlipDecision.ReturnError(url, error, problem);
    }
    List<String> scopes = client.requested(parameters.value("scope"));
    return new AppFlipDecision.Allow(
        new Request(client, requested, scopes, parameters), client.allowance(requested));
  }

  /** The reason to refuse a request; null if it is allowed. */
  private static String problem(Client client, Parameters parameters) {
    if (parameters.value("state") == null && (client == null || client.requiresState)) {
      return "state-missing";
    }
    if (client == null) {
      return parameters.value("client_id") == null ? "client-id-missing" : "client-unknown";
    }
    if (!client.takesCodes()) {
      return "grant-type-not-allowed";
    }
    if (client.requested(parameters.value("scope")) == null) {
      return "scope-not-allowed";
    }
    return client.challengeProblem(parameters);
  }
}
