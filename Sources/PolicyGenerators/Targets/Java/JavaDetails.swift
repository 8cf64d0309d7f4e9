extension JavaTarget {
  /// How requests are read and answers are written.
  static let details: Code<JavaLanguage> = #"""
    /**
     * Appends parameters; the query of the redirect URI stays (RFC 6749 section 3.1.2). Values read
     * the same for form decoders and percent decoders.
     */
    private static String url(
        String redirectUri,
        String name,
        String value,
        String description,
        String state,
        String issuer) {
      StringBuilder output = new StringBuilder(redirectUri);
      if (redirectUri.indexOf('?') < 0) {
        output.append('?');
      } else if (!redirectUri.endsWith("?") && !redirectUri.endsWith("&")) {
        output.append('&');
      }
      output.append(name).append('=');
      appendEncoded(value, output);
      if (description != null) {
        output.append("&error_description=");
        appendEncoded(description, output);
      }
      if (state != null) {
        output.append("&state=");
        appendEncoded(state, output);
      }
      if (issuer != null) {
        output.append("&iss=");
        appendEncoded(issuer, output);
      }
      return output.toString();
    }

    private static void appendEncoded(String value, StringBuilder output) {
      String digits = "0123456789ABCDEF";
      for (byte signed : value.getBytes(StandardCharsets.UTF_8)) {
        int octet = signed & 0xFF;
        if (isUnreserved(octet)) {
          output.append((char) octet);
        } else {
          output.append('%').append(digits.charAt(octet >> 4)).append(digits.charAt(octet & 0xF));
        }
      }
    }

    /** {@code A-Z a-z 0-9 - . _ ~} (RFC 3986 section 2.3). */
    private static boolean isUnreserved(int c) {
      return (c >= 'A' && c <= 'Z')
          || (c >= 'a' && c <= 'z')
          || isDigit(c)
          || c == '-'
          || c == '.'
          || c == '_'
          || c == '~';
    }

    /** An ASCII digit; {@link Character#isDigit(char)} takes those of all scripts. */
    private static boolean isDigit(int c) {
      return c >= '0' && c <= '9';
    }

    /** The value of a hexadecimal digit, or -1. */
    private static int hexDigit(int c) {
      if (isDigit(c)) {
        return c - '0';
      }
      if (c >= 'A' && c <= 'F') {
        return c - 'A' + 10;
      }
      return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
    }

    /**
     * The parameters of a request; null where one is absent or empty (RFC 6749 section 3.1).
     *
     * <p>They are read strictly: a malformed escape, bytes that are no UTF-8, or a known parameter
     * that stands twice refuse the whole request, because two parsers would see two requests.
     */
    private static final class Parameters {
      private static final Set<String> KNOWN =
          Set.of(
              \#(.joined(Code.requestParameters, by: ",\n")));

      static final Set<String> KNOWN_TO_TOKEN =
          Set.of(
              \#(.joined(Code.tokenParameters, by: ",\n")));

      private final Map<String, String> values;
      final String clientId;
      final String redirectUri;
      final String responseType;
      final String scope;
      final String state;
      final String codeChallenge;
      final String codeChallengeMethod;

      private Parameters(Map<String, String> values) {
        values.values().removeIf(String::isEmpty);
        this.values = values;
        clientId = values.get("client_id");
        redirectUri = values.get("redirect_uri");
        responseType = values.get("response_type");
        scope = values.get("scope");
        state = values.get("state");
        codeChallenge = values.get("code_challenge");
        codeChallengeMethod = values.get("code_challenge_method");
      }

      /** The value of a parameter, or null. */
      String value(String name) {
        return values.get(name);
      }

      static Parameters read(String query, boolean plusIsSpace) {
        return read(query, plusIsSpace, KNOWN);
      }

      /** Reads a query up to a {@code #}; null where the request must be refused. */
      static Parameters read(String query, boolean plusIsSpace, Set<String> known) {
        Map<String, String> values = new HashMap<>();
        int fragment = query.indexOf('#');
        int end = fragment < 0 ? query.length() : fragment;
        try {
          for (int start = 0; start < end; ) {
            int next = query.indexOf('&', start);
            int stop = next < 0 || next > end ? end : next;
            String piece = query.substring(start, stop);
            start = stop + 1;
            if (piece.isEmpty()) {
              continue;
            }
            int mark = piece.indexOf('=');
            String name = decoded(mark < 0 ? piece : piece.substring(0, mark), plusIsSpace);
            String value = mark < 0 ? "" : decoded(piece.substring(mark + 1), plusIsSpace);
            if (known.contains(name) && values.put(name, value) != null) {
              return null;
            }
          }
        } catch (CharacterCodingException malformed) {
          return null;
        }
        return new Parameters(values);
      }

      /** The text behind escapes. */
      static String decoded(String text, boolean plusIsSpace)
          throws CharacterCodingException {
        // Coders made here report what is malformed; those of String replace it.
        ByteBuffer encoded = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
        ByteBuffer output = ByteBuffer.allocate(encoded.remaining());
        while (encoded.hasRemaining()) {
          byte octet = encoded.get();
          if (octet == '%') {
            int high = encoded.hasRemaining() ? hexDigit(encoded.get()) : -1;
            int low = encoded.hasRemaining() ? hexDigit(encoded.get()) : -1;
            if (high < 0 || low < 0) {
              throw new CharacterCodingException();
            }
            output.put((byte) (high << 4 | low));
          } else {
            output.put(octet == '+' && plusIsSpace ? (byte) ' ' : octet);
          }
        }
        output.flip();
        return StandardCharsets.UTF_8.newDecoder().decode(output).toString();
      }
    }
    """#
}
