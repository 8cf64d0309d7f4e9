package linkpolicy.generated;

import java.util.List;

/** Lookups among the clients of an App Flip link or action. */
final class AppFlipClients {
  private AppFlipClients() {}

  /** The client with an ID; null if there is none. */
  static Client named(String id, List<Client> clients) {
    return clients.stream().filter(client -> client.id.equals(id)).findFirst().orElse(null);
  }

  /** The first client that may use a redirect URI in App Flip; null if there is none. */
  static Client owner(String requested, List<Client> clients) {
    return clients.stream()
        .filter(
            client ->
                client.target(requested) != null
                    && !client.browserRedirectUris.contains(requested))
        .findFirst()
        .orElse(null);
  }

  /** The reason why no client may use a redirect URI. */
  static String mismatch(String requested, List<Client> clients) {
    return clients.stream().anyMatch(client -> client.target(requested) != null)
        ? "redirect-uri-browser-only"
        : "redirect-uri-not-registered";
  }
}
