package linkpolicy.generated;

import java.nio.charset.StandardCharsets;

/** URLs of responses. */
final class ResponseUrl {
  private ResponseUrl() {}

  static String success(String redirectUri, String code, String state, String issuer) {
    return with(redirectUri, "code", code, "state", state, "iss", issuer);
  }

  static String error(
      String redirectUri, String error, String description, String state, String issuer) {
    return with(
        redirectUri,
        "error",
        error,
        "error_description",
        description,
        "state",
        state,
        "iss",
        issuer);
  }

  /**
   * Appends parameters, names and values in turn, without those whose value is null. The query of
   * the URI stays (RFC 6749 section 3.1.2). Form decoders and percent decoders read the same
   * values.
   */
  static String with(String uri, String... parameters) {
    StringBuilder output = new StringBuilder(uri);
    boolean isFirst = true;
    for (int i = 0; i < parameters.length; i += 2) {
      String value = parameters[i + 1];
      if (value == null) {
        continue;
      }
      if (!isFirst) {
        output.append('&');
      } else if (uri.indexOf('?') < 0) {
        output.append('?');
      } else if (!uri.endsWith("?") && !uri.endsWith("&")) {
        output.append('&');
      }
      isFirst = false;
      output.append(parameters[i]).append('=');
      appendEncoded(value, output);
    }
    return output.toString();
  }

  private static void appendEncoded(String value, StringBuilder output) {
    String digits = "0123456789ABCDEF";
    for (byte signed : value.getBytes(StandardCharsets.UTF_8)) {
      int octet = signed & 0xFF;
      if (Encoding.isUnreserved(octet)) {
        output.append((char) octet);
      } else {
        output.append('%').append(digits.charAt(octet >> 4)).append(digits.charAt(octet & 0xF));
      }
    }
  }
}
