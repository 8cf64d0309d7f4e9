package linkpolicy.generated;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Scopes that are requested from Google together; users can deny each of them. */
public interface GoogleScopeSet {
  /** The scopes, in the order of the policy. */
  List<String> scopes();

  /**
   * The scopes that weren't granted, in order.
   *
   * <p>Scopes are compared exactly, except that Google grants {@code email} and {@code profile}
   * under their long names.
   *
   * @param granted the granted scopes; null if the response has none, so all are missing
   */
  default List<String> missing(Collection<String> granted) {
    Map<String, String> longNames = new HashMap<>();
    for (String scope : List.of("email", "profile")) {
      longNames.put(scope, "https://www.googleapis.com/auth/userinfo." + scope);
    }
    Set<String> known =
        granted == null
            ? Set.of()
            : granted.stream()
                .map(scope -> longNames.getOrDefault(scope, scope))
                .collect(Collectors.toSet());
    return scopes().stream()
        .filter(scope -> !known.contains(longNames.getOrDefault(scope, scope)))
        .toList();
  }
}
