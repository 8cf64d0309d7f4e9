package linkpolicy.generated;

import java.util.Arrays;
import java.util.List;

/** The checks of App Flip intents. */
final class AppFlipIntent {
  private AppFlipIntent() {}

  static AppFlipResult decide(
      List<Client> clients, Caller caller, AppFlipExtras givenExtras, String action) {
    AppFlipExtras extras =
        givenExtras == null ? new AppFlipExtras(null, null, List.of()) : givenExtras;
    List<Client> candidates =
        clients.stream()
            .filter(
                client ->
                    client.intentAction != null
                        && (action == null || action.equals(client.intentAction)))
            .toList();
    if (candidates.isEmpty()) {
      return new AppFlipResult.Ignore("link-not-configured");
    }
    Client client = AppFlipClients.named(extras.clientId(), candidates);
    List<Client> owners = client == null ? candidates : List.of(client);
    if (caller == null || owners.stream().noneMatch(owner -> isCaller(caller, owner))) {
      return new AppFlipResult.Cancelled("caller-unknown");
    }
    String requested = extras.redirectUri();
    if (requested == null || requested.isEmpty()) {
      return invalid("Invalid redirect URI", "redirect-uri-missing");
    }
    if (AppFlipClients.owner(requested, owners) == null) {
      return invalid("Invalid redirect URI", AppFlipClients.mismatch(requested, owners));
    }
    if (client == null) {
      boolean isMissing = extras.clientId() == null || extras.clientId().isEmpty();
      return invalid("Invalid client", isMissing ? "client-id-missing" : "client-unknown");
    }
    if (!client.takesCodes()) {
      return invalid("Invalid request", "grant-type-not-allowed");
    }
    boolean areScopesAllowed =
        extras.scopes().stream()
            .allMatch(scope -> scope != null && client.scopes.contains(scope));
    if (!areScopesAllowed) {
      return invalid("Invalid scope", "scope-not-allowed");
    }
    // An intent has no code challenge.
    if (client.requiresPkce) {
      return invalid("Invalid request", "pkce-missing");
    }
    // The activity returns its result to its caller, so it doesn't need a state.
    return new AppFlipResult.Allow(new Request(client, requested, extras.scopes()), "allowed");
  }

  private static AppFlipResult invalid(String description, String reason) {
    return new AppFlipResult.IntentError(3, 1, description, reason);
  }

  /** Compares the package name, and the only certificate by the bytes of its hash. */
  private static boolean isCaller(Caller caller, Client client) {
    if (caller.certificates().size() != 1) {
      return false;
    }
    byte[] certificate = hash(caller.certificates().get(0));
    return certificate != null
        && client.callers.stream()
            .filter(known -> known.packageName().equals(caller.packageName()))
            .flatMap(known -> known.certificates().stream())
            .anyMatch(known -> Arrays.equals(hash(known), certificate));
  }

  /** The 32 bytes of a SHA-256 in hex, with a colon between every two digits or with none. */
  private static byte[] hash(String text) {
    if (text == null || (text.length() != 64 && text.length() != 95)) {
      return null;
    }
    int step = text.length() == 64 ? 2 : 3;
    byte[] bytes = new byte[32];
    for (int i = 0; i < bytes.length; i++) {
      int high = Encoding.hexDigit(text.charAt(i * step));
      int low = Encoding.hexDigit(text.charAt(i * step + 1));
      boolean isSeparated = step == 2 || i == 31 || text.charAt(i * step + 2) == ':';
      if (high < 0 || low < 0 || !isSeparated) {
        return null;
      }
      bytes[i] = (byte) (high << 4 | low);
    }
    return bytes;
  }
}
