package linkpolicy.generated;

import java.nio.charset.CharacterCodingException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The parameters of a request. One without a value counts as omitted (RFC 6749 section 3.1).
 *
 * <p>A malformed escape, malformed UTF-8 or a repeated parameter refuses the whole request, because
 * two parsers would see two requests.
 */
final class Parameters {
  /** Thrown for a request that can't be read. */
  static final class Unreadable extends Exception {
    private static final long serialVersionUID = 1L;
    final String reason;

    Unreadable(String reason) {
      super(reason, null, false, false);
      this.reason = reason;
    }
  }

  private static final Set<String> AUTHORIZATION =
      Set.of(
          "client_id",
          "redirect_uri",
          "response_type",
          "scope",
          "state",
          "code_challenge",
          "code_challenge_method",
          "user_locale");

  private static final Set<String> TOKEN =
      Set.of(
          "grant_type",
          "client_id",
          "client_secret",
          "code",
          "redirect_uri",
          "code_verifier",
          "refresh_token",
          "intent",
          "assertion",
          "scope",
          "response_type",
          "device_code",
          "subject_token",
          "subject_token_type");

  /** Known parameters that the allowlist doesn't interpret. */
  private static final Set<String> HANDED_OVER =
      Set.of("user_locale", "device_code", "subject_token", "subject_token_type");

  private final Map<String, String> values = new HashMap<>();
  private final List<Parameter> others = new ArrayList<>();

  private Parameters() {}

  /** The query of a request to the authorization endpoint. */
  static Parameters authorization(byte[] query) throws Unreadable {
    return read(query, true, AUTHORIZATION);
  }

  /** The query of an app link, in which a {@code +} isn't a space. */
  static Parameters link(String query) throws Unreadable {
    return read(bytes(query), false, AUTHORIZATION);
  }

  /** The body of a token request. */
  static Parameters token(byte[] form) throws Unreadable {
    return read(form, true, TOKEN);
  }

  /** The bytes of a request up to a {@code #}; none for null. */
  static byte[] bytes(String request) throws Unreadable {
    int end = request == null ? 0 : request.indexOf('#');
    try {
      return request == null
          ? new byte[0]
          : Encoding.utf8(end < 0 ? request : request.substring(0, end));
    } catch (CharacterCodingException malformed) {
      throw new Unreadable("malformed-request");
    }
  }

  private static Parameters read(byte[] bytes, boolean plusIsSpace, Set<String> known)
      throws Unreadable {
    Parameters parameters = new Parameters();
    boolean hasDuplicate = false;
    int end = indexOf('#', bytes, 0, bytes.length);
    try {
      for (int start = 0; start < end; ) {
        int stop = indexOf('&', bytes, start, end);
        int mark = indexOf('=', bytes, start, stop);
        if (start < stop) {
          String name = Encoding.decoded(bytes, start, mark, plusIsSpace);
          String value =
              mark == stop ? "" : Encoding.decoded(bytes, mark + 1, stop, plusIsSpace);
          if (known.contains(name)) {
            hasDuplicate |= parameters.values.put(name, value) != null;
          }
          if (!value.isEmpty() && (!known.contains(name) || HANDED_OVER.contains(name))) {
            parameters.others.add(new Parameter(name, value));
          }
        }
        start = stop + 1;
      }
    } catch (CharacterCodingException malformed) {
      throw new Unreadable("malformed-request");
    }
    if (hasDuplicate) {
      throw new Unreadable("duplicate-parameter");
    }
    return parameters;
  }

  private static int indexOf(char c, byte[] bytes, int start, int end) {
    int i = start;
    while (i < end && bytes[i] != c) {
      i++;
    }
    return i;
  }

  /** The value of a known parameter; null if there is none. */
  String value(String name) {
    String value = values.get(name);
    return value == null || value.isEmpty() ? null : value;
  }

  /** The parameters that the allowlist doesn't interpret, in order. */
  List<Parameter> others() {
    return List.copyOf(others);
  }
}
