package linkpolicy.generated;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A strict JSON reader (RFC 8259): maps, lists, strings, longs, booleans and null. Repeated names,
 * fractions and deep nesting are errors. All errors are {@link IllegalArgumentException}.
 */
final class Json {
  private static final int MAXIMUM_DEPTH = 32;

  private final String text;
  private int index;

  private Json(String text) {
    this.text = text;
  }

  static Object parse(String text) {
    Json json = new Json(text);
    Object value = json.value(0);
    json.skipWhitespace();
    if (json.index != text.length()) {
      throw json.malformed();
    }
    return value;
  }

  /** The value as an object with exactly these keys. */
  static Map<String, Object> object(Object value, String name, Set<String> keys) {
    if (!(value instanceof Map<?, ?> map) || !map.keySet().equals(keys)) {
      throw new IllegalArgumentException(name + " must be an object with the keys " + sorted(keys));
    }
    Map<String, Object> members = new LinkedHashMap<>();
    map.forEach((key, member) -> members.put((String) key, member));
    return members;
  }

  private static List<String> sorted(Set<String> keys) {
    return keys.stream().sorted().toList();
  }

  static String text(Map<String, Object> members, String key) {
    if (members.get(key) instanceof String text) {
      return text;
    }
    throw new IllegalArgumentException("`" + key + "` must be a string");
  }

  static String optionalText(Map<String, Object> members, String key) {
    return members.get(key) == null ? null : text(members, key);
  }

  static boolean flag(Map<String, Object> members, String key) {
    if (members.get(key) instanceof Boolean flag) {
      return flag;
    }
    throw new IllegalArgumentException("`" + key + "` must be true or false");
  }

  static List<?> list(Map<String, Object> members, String key) {
    if (members.get(key) instanceof List<?> list) {
      return list;
    }
    throw new IllegalArgumentException("`" + key + "` must be an array");
  }

  static String[] texts(Map<String, Object> members, String key) {
    List<?> list = list(members, key);
    String[] texts = new String[list.size()];
    for (int i = 0; i < texts.length; i++) {
      if (!(list.get(i) instanceof String text)) {
        throw new IllegalArgumentException("`" + key + "` must contain strings only");
      }
      texts[i] = text;
    }
    return texts;
  }

  /** A string literal, or {@code null}. */
  static String quoted(String value) {
    if (value == null) {
      return "null";
    }
    StringBuilder output = new StringBuilder("\"");
    for (char c : value.toCharArray()) {
      if (c == '"' || c == '\\') {
        output.append('\\').append(c);
      } else if (c >= ' ' && c < 0x7F) {
        output.append(c);
      } else {
        output.append(String.format("\\u%04x", (int) c));
      }
    }
    return output.append('"').toString();
  }

  private Object value(int depth) {
    if (depth > MAXIMUM_DEPTH) {
      throw malformed();
    }
    skipWhitespace();
    switch (index < text.length() ? text.charAt(index) : 0) {
      case '{':
        return members(depth);
      case '[':
        return elements(depth);
      case '"':
        return string();
      case 't':
        return word("true", true);
      case 'f':
        return word("false", false);
      case 'n':
        return word("null", null);
      default:
        return integer();
    }
  }

  private Map<String, Object> members(int depth) {
    Map<String, Object> members = new LinkedHashMap<>();
    index++;
    if (takes('}')) {
      return members;
    }
    do {
      skipWhitespace();
      String name = string();
      take(':');
      if (members.containsKey(name)) {
        throw new IllegalArgumentException("duplicate key at character " + index);
      }
      members.put(name, value(depth + 1));
    } while (takes(','));
    take('}');
    return members;
  }

  private List<Object> elements(int depth) {
    List<Object> elements = new ArrayList<>();
    index++;
    if (takes(']')) {
      return elements;
    }
    do {
      elements.add(value(depth + 1));
    } while (takes(','));
    take(']');
    return elements;
  }

  private String string() {
    if (index >= text.length() || text.charAt(index) != '"') {
      throw malformed();
    }
    index++;
    int start = index;
    StringBuilder output = null;
    while (index < text.length()) {
      char c = text.charAt(index);
      if (c < ' ') {
        break;
      }
      index++;
      if (c == '"') {
        String rest = text.substring(start, index - 1);
        return output == null ? rest : output.append(rest).toString();
      }
      if (c == '\\') {
        output = output == null ? new StringBuilder() : output;
        output.append(text, start, index - 1).append(escaped());
        start = index;
      }
    }
    throw malformed();
  }

  private char escaped() {
    char c = index < text.length() ? text.charAt(index++) : 0;
    switch (c) {
      case '"':
      case '\\':
      case '/':
        return c;
      case 'b':
        return '\b';
      case 'f':
        return '\f';
      case 'n':
        return '\n';
      case 'r':
        return '\r';
      case 't':
        return '\t';
      case 'u':
        int unit = 0;
        for (int i = 0; i < 4; i++) {
          int digit = index < text.length() ? Encoding.hexDigit(text.charAt(index++)) : -1;
          if (digit < 0) {
            throw malformed();
          }
          unit = unit << 4 | digit;
        }
        return (char) unit;
      default:
        throw malformed();
    }
  }

  private Long integer() {
    int start = index;
    if (index < text.length() && text.charAt(index) == '-') {
      index++;
    }
    int digits = index;
    while (index < text.length() && Encoding.isDigit(text.charAt(index))) {
      index++;
    }
    boolean hasLeadingZero = index - digits > 1 && text.charAt(digits) == '0';
    if (index == digits || index - digits > 18 || hasLeadingZero) {
      throw malformed();
    }
    return Long.valueOf(text.substring(start, index));
  }

  private Object word(String word, Object value) {
    if (!text.startsWith(word, index)) {
      throw malformed();
    }
    index += word.length();
    return value;
  }

  /** Skips a character after whitespace if it is there. */
  private boolean takes(char c) {
    skipWhitespace();
    if (index < text.length() && text.charAt(index) == c) {
      index++;
      return true;
    }
    return false;
  }

  private void take(char c) {
    if (!takes(c)) {
      throw malformed();
    }
  }

  private void skipWhitespace() {
    while (index < text.length()) {
      char c = text.charAt(index);
      if (c != ' ' && c != '\n' && c != '\r' && c != '\t') {
        return;
      }
      index++;
    }
  }

  private IllegalArgumentException malformed() {
    return new IllegalArgumentException("malformed JSON at character " + index);
  }
}
