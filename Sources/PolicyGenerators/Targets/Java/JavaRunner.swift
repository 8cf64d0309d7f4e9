extension JavaTarget {
  /// The program that runs `vectors.json` against the generated code.
  static func runner(_ header: GeneratedHeader) -> Code<JavaLanguage> {
    #"""
    // \#(header)
    //
    // Runs vectors.json against the allowlist:
    //   javac -d run linkpolicy/generated/LinkPolicyAllowlist.java Tests/RunVectors.java
    //   java -cp run RunVectors vectors.json

    import java.io.IOException;
    import java.io.PrintStream;
    import java.nio.charset.StandardCharsets;
    import java.nio.file.Files;
    import java.nio.file.Path;
    import java.util.ArrayList;
    import java.util.HashMap;
    import java.util.List;
    import java.util.Locale;
    import java.util.Map;
    import linkpolicy.generated.LinkPolicyAllowlist;
    import linkpolicy.generated.LinkPolicyAllowlist.AppFlipDecision;
    import linkpolicy.generated.LinkPolicyAllowlist.AppFlipExtras;
    import linkpolicy.generated.LinkPolicyAllowlist.AppFlipResult;
    import linkpolicy.generated.LinkPolicyAllowlist.AuthorizationDecision;
    import linkpolicy.generated.LinkPolicyAllowlist.Caller;
    import linkpolicy.generated.LinkPolicyAllowlist.Environment;
    import linkpolicy.generated.LinkPolicyAllowlist.IssuedCode;
    import linkpolicy.generated.LinkPolicyAllowlist.TokenDecision;
    import linkpolicy.generated.LinkPolicyAllowlist.TokenRequest;

    /** Asks every question of a vector file and compares the answers. */
    public final class RunVectors {
      private RunVectors() {}

      /** Exit status 0: all agree; 1: some do not; 2: there is nothing to run. */
      public static void main(String[] arguments) {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        List<?> vectors = arguments.length == 1 ? vectors(arguments[0]) : List.of();
        if (vectors.isEmpty()) {
          out.println("usage: RunVectors vectors.json");
          System.exit(2);
        }
        int failures = 0;
        for (Object element : vectors) {
          Fields vector = new Fields(element);
          String expected = vector.text("expect");
          String actual = answer(vector);
          if (!actual.equals(expected)) {
            failures++;
            out.println(vector.text("id") + ": expected " + expected + ", not " + actual);
          }
        }
        int agreeing = vectors.size() - failures;
        out.println(agreeing + " of " + vectors.size() + " vectors agree");
        System.exit(failures == 0 ? 0 : 1);
      }

      private static List<?> vectors(String file) {
        try {
          return new Fields(new Json(Files.readString(Path.of(file))).document()).list("vectors");
        } catch (IOException | IllegalArgumentException unreadable) {
          return List.of();
        }
      }

      private static String answer(Fields vector) {
        String name = vector.text("environment");
        if (!name.equals("prod") && !name.equals("sandbox")) {
          return "no environment " + name;
        }
        Environment environment = Environment.valueOf(name.toUpperCase(Locale.ROOT));
        switch (vector.text("kind")) {
          case "redirect_uri":
            boolean isAllowed =
                LinkPolicyAllowlist.isRedirectUriAllowed(
                    vector.text("client_id"), environment, vector.text("redirect_uri"));
            return isAllowed ? "allow" : "deny";
          case "post_logout_redirect_uri":
            return LinkPolicyAllowlist.isPostLogoutRedirectUriAllowed(
                    vector.text("client_id"), environment, vector.text("redirect_uri"))
                ? "allow"
                : "deny";
          case "cors_origin":
            return LinkPolicyAllowlist.isCorsOriginAllowed(
                    vector.text("client_id"), environment, vector.text("origin"))
                ? "allow"
                : "deny";
          case "grant_type":
            return LinkPolicyAllowlist.isGrantTypeAllowed(
                    vector.text("client_id"), environment, vector.text("grant_type"))
                ? "allow"
                : "deny";
          case "authorize":
            return show(LinkPolicyAllowlist.decideAuthorization(vector.text("query"), environment));
          case "app_flip_ios":
            return show(LinkPolicyAllowlist.decideAppFlip(vector.text("url"), environment));
          case "app_flip_android":
            Fields caller = vector.fields("caller");
            Fields extras = vector.fields("extras");
            return show(
                LinkPolicyAllowlist.decideAppFlip(
                    new Caller(caller.text("package"), caller.texts("certs")),
                    new AppFlipExtras(
                        extras.text("client_id"), extras.text("redirect_uri"), extras.texts("scopes")),
                    environment,
                    vector.text("action")));
          case "success_url":
            return LinkPolicyAllowlist.successUrl(
                vector.text("redirect_uri"), vector.text("code"), vector.text("state"));
          case "error_url":
            return LinkPolicyAllowlist.errorUrl(
                vector.text("redirect_uri"),
                vector.text("error"),
                vector.text("state"),
                null,
                vector.text("error_description"));
          case "token":
            return showToken(
                LinkPolicyAllowlist.decideToken(
                    vector.text("form"), vector.text("authorization"), environment),
                vector);
          default:
            return "no kind " + vector.text("kind");
        }
      }

      /** The answer to a client that has the right secret and its verifier. */
      private static String showToken(TokenDecision decision, Fields vector) {
        if (decision instanceof TokenDecision.Error) {
          TokenDecision.Error error = (TokenDecision.Error) decision;
          String ending = error.asksForBasic() ? " basic" : "";
          return "error " + error.status() + " " + error.error() + ending;
        }
        TokenRequest request = ((TokenDecision.Allow) decision).request();
        IssuedCode issued = null;
        if (vector.has("issued")) {
          Fields fields = vector.fields("issued");
          issued =
              new IssuedCode(
                  fields.text("client_id"),
                  fields.text("redirect_uri"),
                  fields.text("code_challenge"),
                  fields.text("code_challenge_method"));
        }
        boolean isAccepted = request.code() == null || request.accepts(issued);
        return isAccepted ? "allow" : "error 400 invalid_grant";
      }

      private static String show(AuthorizationDecision decision) {
        if (decision instanceof AuthorizationDecision.Allow) {
          return "allow " + ((AuthorizationDecision.Allow) decision).request().successUrl("C1");
        }
        if (decision instanceof AuthorizationDecision.RedirectError) {
          return "redirect " + ((AuthorizationDecision.RedirectError) decision).url();
        }
        return "local " + ((AuthorizationDecision.LocalError) decision).error();
      }

      private static String show(AppFlipDecision decision) {
        if (decision instanceof AppFlipDecision.Allow) {
          return "allow " + ((AppFlipDecision.Allow) decision).request().successUrl("C1");
        }
        if (decision instanceof AppFlipDecision.ReturnError) {
          return "redirect " + ((AppFlipDecision.ReturnError) decision).url();
        }
        return decision instanceof AppFlipDecision.NotHandled ? "not-handled" : "ignore";
      }

      private static String show(AppFlipResult result) {
        if (result instanceof AppFlipResult.Allow) {
          return "allow " + ((AppFlipResult.Allow) result).request().redirectUri();
        }
        if (result instanceof AppFlipResult.Error) {
          AppFlipResult.Error error = (AppFlipResult.Error) result;
          return "error " + error.type() + " " + error.code() + " " + error.description();
        }
        return result instanceof AppFlipResult.Cancelled ? "cancelled" : "ignore";
      }

      /** The members of an object, by the type they must have. */
      private static final class Fields {
        private final Map<?, ?> members;

        Fields(Object value) {
          members = (Map<?, ?>) value;
        }

        String text(String name) {
          return (String) members.get(name);
        }

        boolean has(String name) {
          return members.get(name) != null;
        }

        List<?> list(String name) {
          return (List<?>) members.get(name);
        }

        List<String> texts(String name) {
          List<String> texts = new ArrayList<>();
          for (Object element : list(name)) {
            texts.add((String) element);
          }
          return texts;
        }

        Fields fields(String name) {
          return new Fields(members.get(name));
        }
      }

      /** The JSON (RFC 8259) that vector files hold: objects, arrays, strings, integers and null. */
      private static final class Json {
        private final String text;
        private int place;

        Json(String text) {
          this.text = text;
        }

        Object document() {
          Object value = value();
          if (next() != 0) {
            throw malformed();
          }
          return value;
        }

        private Object value() {
          switch (next()) {
            case '{':
              Map<String, Object> members = new HashMap<>();
              for (boolean more = open('}'); more; more = goesOn('}')) {
                if (next() != '"') {
                  throw malformed();
                }
                String name = string();
                take(':');
                if (members.containsKey(name)) {
                  throw malformed();
                }
                members.put(name, value());
              }
              return members;
            case '[':
              List<Object> elements = new ArrayList<>();
              for (boolean more = open(']'); more; more = goesOn(']')) {
                elements.add(value());
              }
              return elements;
            case '"':
              return string();
            case 'n':
              if (!text.startsWith("null", place)) {
                throw malformed();
              }
              place += 4;
              return null;
            default:
              int start = place;
              while (place < text.length() && Character.digit(text.charAt(place), 10) >= 0) {
                place++;
              }
              return Integer.valueOf(text.substring(start, place));
          }
        }

        private String string() {
          take('"');
          StringBuilder output = new StringBuilder();
          while (place < text.length()) {
            char c = text.charAt(place++);
            if (c == '"') {
              return output.toString();
            }
            if (c < ' ') {
              break;
            }
            output.append(c == '\\' ? escaped() : c);
          }
          throw malformed();
        }

        private char escaped() {
          char c = place < text.length() ? text.charAt(place++) : 0;
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
              place += 4;
              if (place > text.length()) {
                throw malformed();
              }
              return (char) Integer.parseUnsignedInt(text, place - 4, place, 16);
            default:
              throw malformed();
          }
        }

        /** Takes the bracket; true unless the other one follows. */
        private boolean open(char close) {
          place++;
          if (next() != close) {
            return true;
          }
          place++;
          return false;
        }

        /** Takes a comma (true) or the closing bracket (false). */
        private boolean goesOn(char close) {
          if (next() == ',') {
            place++;
            return true;
          }
          take(close);
          return false;
        }

        private void take(char c) {
          if (next() != c) {
            throw malformed();
          }
          place++;
        }

        /** What comes after white space; 0 at the end. */
        private char next() {
          while (place < text.length() && " \t\r\n".indexOf(text.charAt(place)) >= 0) {
            place++;
          }
          return place < text.length() ? text.charAt(place) : 0;
        }

        private IllegalArgumentException malformed() {
          return new IllegalArgumentException("malformed JSON at character " + place);
        }
      }
    }
    """#
  }
}
