package linkpolicy.generated;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;

/** Characters, escapes and hashes. */
final class Encoding {
  private Encoding() {}

  /** {@code A-Z a-z 0-9 - . _ ~} (RFC 3986 section 2.3). */
  static boolean isUnreserved(int c) {
    return (c >= 'A' && c <= 'Z')
        || (c >= 'a' && c <= 'z')
        || isDigit(c)
        || c == '-'
        || c == '.'
        || c == '_'
        || c == '~';
  }

  /** An ASCII digit; {@link Character#isDigit(char)} accepts those of all scripts. */
  static boolean isDigit(int c) {
    return c >= '0' && c <= '9';
  }

  /** The value of an ASCII hexadecimal digit, or -1. */
  static int hexDigit(int c) {
    return HexFormat.isHexDigit(c) ? HexFormat.fromHexDigit(c) : -1;
  }

  /** The UTF-8 of a string; unpaired surrogates are an error. */
  static byte[] utf8(String text) throws CharacterCodingException {
    ByteBuffer encoded = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
    byte[] bytes = new byte[encoded.remaining()];
    encoded.get(bytes);
    return bytes;
  }

  /** The text of UTF-8; malformed bytes are an error. */
  static String text(byte[] utf8) throws CharacterCodingException {
    return text(ByteBuffer.wrap(utf8));
  }

  private static String text(ByteBuffer utf8) throws CharacterCodingException {
    return StandardCharsets.UTF_8.newDecoder().decode(utf8).toString();
  }

  /** Decodes the percent escapes of bytes from {@code start} up to {@code end}. */
  static String decoded(byte[] bytes, int start, int end, boolean plusIsSpace)
      throws CharacterCodingException {
    ByteBuffer output = ByteBuffer.allocate(end - start);
    for (int i = start; i < end; i++) {
      byte octet = bytes[i];
      if (octet == '%') {
        int high = i + 1 < end ? hexDigit(bytes[i + 1]) : -1;
        int low = i + 2 < end ? hexDigit(bytes[i + 2]) : -1;
        if (high < 0 || low < 0) {
          throw new CharacterCodingException();
        }
        output.put((byte) (high << 4 | low));
        i += 2;
      } else {
        output.put(octet == '+' && plusIsSpace ? (byte) ' ' : octet);
      }
    }
    return text(output.flip());
  }

  static byte[] sha256(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every Java platform has SHA-256", impossible);
    }
  }

  static String base64Url(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /** Compares in constant time. */
  static boolean areEqual(String left, String right) {
    return MessageDigest.isEqual(
        left.getBytes(StandardCharsets.UTF_8), right.getBytes(StandardCharsets.UTF_8));
  }

  /** The printed form of a value that no log may contain. */
  static String redacted(String value) {
    return value == null ? "null" : "[redacted]";
  }
}
