extension JavaTarget {
  /// A client, and the clients of an environment.
  static let client: Code<JavaLanguage> = #"""
    /** A client as it exists in one environment; changed only while the tables are built. */
    private static final class Client {
      \#(lines: JavaClientFields.declarations)

      Client(String id) {
        this.id = id;
      }

      \#(JavaClientFields.setters)

      /**
       * Where the answer goes: the registered text of a requested redirect URI, or of the only one
       * where the client may leave it out; null for nowhere.
       */
      String target(String requested) {
        if (requested == null) {
          return allowsOmittedRedirectUri && redirectUris.size() == 1 ? redirectUris.get(0) : null;
        }
        if (redirectUris.contains(requested)) {
          return requested;
        }
        String portless = isNative ? withoutLoopbackPort(requested) : null;
        return portless != null && redirectUris.contains(portless) ? requested : null;
      }

      /**
       * {@code http://127.0.0.1/cb} for {@code http://127.0.0.1:51004/cb} (RFC 8252 section 7.3),
       * with both literal addresses and nothing else; null for all other texts.
       */
      private static String withoutLoopbackPort(String requested) {
        for (String origin : List.of("http://127.0.0.1", "http://[::1]")) {
          if (!requested.startsWith(origin + ":")) {
            continue;
          }
          int start = origin.length() + 1;
          int end = start;
          while (end < requested.length() && isDigit(requested.charAt(end))) {
            end++;
          }
          String port = requested.substring(start, end);
          String rest = requested.substring(end);
          boolean isPort =
              !port.isEmpty()
                  && port.length() <= 5
                  && port.charAt(0) != '0'
                  && Integer.parseInt(port) <= 65_535;
          return isPort && (rest.startsWith("/") || rest.startsWith("?")) ? origin + rest : null;
        }
        return null;
      }

      /** The scopes that are asked for, or null where one is not registered or empty. */
      List<String> requested(String scope) {
        if (scope == null) {
          return List.of();
        }
        List<String> parts = List.of(scope.split(" ", -1));
        return scopes.containsAll(parts) ? parts : null;
      }

      /** True where the secret comes as it must (RFC 6749 section 2.3). */
      boolean authenticates(boolean hasHeader, boolean hasSecret) {
        return isPublic
            ? !hasHeader && !hasSecret
            : hasSecret && hasHeader == authenticatesByHeader;
      }

      /** RFC 7636: an absent method means {@code plain}; a SHA-256 in base64url has 43 characters. */
      boolean accepts(String codeChallenge, String requestedMethod) {
        if (codeChallenge == null) {
          return !requiresPkce && requestedMethod == null;
        }
        String method = requestedMethod == null ? "plain" : requestedMethod;
        boolean isPlain = method.equals("plain");
        int length = codeChallenge.length();
        return codeChallengeMethods.contains(method)
            && length >= 43
            && length <= (isPlain ? 128 : 43)
            && codeChallenge
                .chars()
                .allMatch(c -> isUnreserved(c) && (isPlain || (c != '.' && c != '~')));
      }

      /** The package by its text and its one certificate by the bytes of the hash. */
      boolean accepts(Caller caller) {
        if (caller.certificates.size() != 1) {
          return false;
        }
        byte[] certificate = hash(caller.certificates.get(0));
        for (Caller known : callers) {
          if (certificate != null
              && known.packageName.equals(caller.packageName)
              && known.certificates.stream().anyMatch(it -> Arrays.equals(hash(it), certificate))) {
            return true;
          }
        }
        return false;
      }

      /** The 32 bytes of a SHA-256 in hex, with a colon between every two digits or with none. */
      private static byte[] hash(String text) {
        if (text == null || (text.length() != 64 && text.length() != 95)) {
          return null;
        }
        int step = text.length() == 64 ? 2 : 3;
        byte[] bytes = new byte[32];
        for (int i = 0; i < bytes.length; i++) {
          int high = hexDigit(text.charAt(i * step));
          int low = hexDigit(text.charAt(i * step + 1));
          boolean isSeparated = step == 2 || i == 31 || text.charAt(i * step + 2) == ':';
          if (high < 0 || low < 0 || !isSeparated) {
            return null;
          }
          bytes[i] = (byte) (high << 4 | low);
        }
        return bytes;
      }

      /** The client of that ID, or null. */
      static Client named(String id, List<Client> clients) {
        return clients.stream().filter(client -> client.id.equals(id)).findFirst().orElse(null);
      }

      /** The first client that has the redirect URI for App Flip, or null. */
      static Client owner(String requested, List<Client> clients) {
        return clients.stream()
            .filter(
                client ->
                    client.target(requested) != null
                        && !client.browserRedirectUris.contains(requested))
            .findFirst()
            .orElse(null);
      }
    }

    /** The clients of one environment. */
    private static final class Table {
      static final Table EMPTY = new Table(List.of());

      private final List<Client> clients;
      private final Map<String, Client> byId = new HashMap<>();

      Table(List<Client> clients) {
        this.clients = clients;
        for (Client client : clients) {
          byId.putIfAbsent(client.id, client);
        }
      }

      Client client(String id) {
        return byId.get(id);
      }

      /** True for the grants of all servers, and for what a client lists. */
      boolean offers(String grantType) {
        if (Set.of("authorization_code", "refresh_token", ASSERTION_GRANT).contains(grantType)) {
          return true;
        }
        // The implicit grant is none of the token endpoint (RFC 6749 section 4.2).
        return !grantType.equals("implicit")
            && clients.stream().anyMatch(client -> client.grantTypes.contains(grantType));
      }

      List<Client> clients(Predicate<Client> isWanted) {
        return clients.stream().filter(isWanted).collect(Collectors.toList());
      }
    }
    """#
}
