package com.example;

import static com.example.Checks.check;
import static com.example.Checks.equal;
import static com.example.Checks.fails;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import linkpolicy.generated.Allowlist;
import linkpolicy.generated.AllowlistException;
import linkpolicy.generated.AllowlistFile;
import linkpolicy.generated.ClientView;
import linkpolicy.generated.Environment;

/** Loading and reloading of {@code allowlist.json}. */
final class LoadingTests {
  static final String CLIENT =
      """
      {"policy":"p","client":"spa","client_id":"spa","provider":"generic","type":"web",
      "redirect_uris":["https://app.example.com/cb"],"browser_redirect_uris":[],
      "post_logout_redirect_uris":[],"cors_origins":["https://app.example.com"],
      "scopes":["devices"],"response_types":["code"],
      "grant_types":["authorization_code"],"state":"required","pkce":"required",
      "code_challenge_methods":["S256"],"omit_redirect_uri":false,"issuer":null,
      "authorization_endpoint":null,"token_endpoint":"https://auth.example.com/token",
      "token_endpoint_auth":"none","public":true,"revocation_endpoint":null,
      "end_session_endpoint":null,
      "code_lifetime":600,"assertion_intents":[],"app_flip":{"ios":null,
      "android":{"intent_action":"a","callers":[{"package_name":"c",
      "sha256_cert_fingerprints":["AB"]}]}}}""";

  private LoadingTests() {}

  private static String document(String prodClients) {
    return "{\"schemaVersion\":1,\"comment\":\"\",\"policies\":[\"p\"],\"environments\":{"
        + "\"prod\":{\"clients\":["
        + prodClients
        + "]},\"sandbox\":{\"clients\":[]}}}";
  }

  private static String sha256(byte[] bytes) throws Exception {
    return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
  }

  private static Allowlist load(String json) throws Exception {
    byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
    return Allowlist.load(bytes, sha256(bytes), Environment.PROD);
  }

  static void addTo(Map<String, Checks.Action> tests) {
    tests.put(
        "a file loads",
        () -> {
          Allowlist allowlist = load(document(CLIENT));
          check(allowlist.isRedirectUriAllowed("spa", "https://app.example.com/cb"), "redirect");
          ClientView client = allowlist.client("spa").orElseThrow();
          check(client.isPublic() && client.requiresPkce() && client.requiresState(), "flags");
          equal(List.of("authorization_code"), client.grantTypes());
          byte[] bytes = document(CLIENT).getBytes(StandardCharsets.UTF_8);
          equal(
              List.of(),
              Allowlist.load(bytes, sha256(bytes), Environment.SANDBOX).clients());
        });
    tests.put(
        "anything unexpected is refused",
        () -> {
          String good = document(CLIENT);
          for (String bad :
              List.of(
                  "",
                  "[]",
                  good + "x",
                  good + good,
                  good.replace("\"schemaVersion\":1", "\"schemaVersion\":2"),
                  good.replace("\"schemaVersion\":1", "\"schemaVersion\":\"1\""),
                  good.replace("\"schemaVersion\":1", "\"schemaVersion\":1.0"),
                  good.replace("\"schemaVersion\":1,", ""),
                  good.replace("\"schemaVersion\":1", "\"schemaVersion\":null"),
                  good.replace("\"comment\":\"\",", "\"comment\":\"\",\"comment\":\"\","),
                  good.replace("\"comment\"", "\"more\":1,\"comment\""),
                  good.replace("\"sandbox\"", "\"test\""),
                  good.replace("\"issuer\":null,", ""),
                  good.replace("\"issuer\":null", "\"issuer\":1"),
                  good.replace("\"issuer\":null", "\"issuer\":\"\\ud800\""),
                  good.replace("\"type\":\"web\"", "\"type\":\"app\""),
                  good.replace("\"required\"", "\"maybe\""),
                  good.replace("\"none\"", "\"basic\""),
                  good.replace("\"public\":true", "\"public\":false"),
                  good.replace("[\"devices\"]", "[1]"),
                  good.replace("[\"devices\"]", "\"devices\""),
                  good.replace(":false", ":0"),
                  good.replace(":600", ":\"600\""),
                  good.replace("\"ios\":null,", ""),
                  good.replace("\"callers\"", "\"caller\""),
                  document(CLIENT + "," + CLIENT),
                  "[".repeat(100_000))) {
            check(!bad.equals(good), "the change applies");
            fails(AllowlistException.class, () -> load(bad));
          }
          byte[] bytes = good.getBytes(StandardCharsets.UTF_8);
          for (String sha256 : new String[] {null, "", "x", sha256(new byte[0])}) {
            fails(
                AllowlistException.class, () -> Allowlist.load(bytes, sha256, Environment.PROD));
          }
          byte[] latin =
              good.replace("\"spa\"", "\"\u00e9\"").getBytes(StandardCharsets.ISO_8859_1);
          fails(
              AllowlistException.class,
              () -> Allowlist.load(latin, sha256(latin), Environment.PROD));
        });
    tests.put(
        "a failed reload keeps the allowlist",
        () -> {
          Path path = Files.createTempDirectory("allowlist").resolve("allowlist.json");
          Path checksum = Path.of(path + ".sha256");
          fails(AllowlistException.class, () -> new AllowlistFile(path, Environment.PROD));
          write(path, checksum, document(CLIENT));
          AllowlistFile file = new AllowlistFile(path, Environment.PROD);
          Allowlist first = file.current();
          Files.writeString(path, document(""));
          fails(AllowlistException.class, file::reload);
          check(file.current() == first, "wrong checksum");
          Files.writeString(checksum, "0".repeat(63) + "\n");
          fails(AllowlistException.class, file::reload);
          Files.delete(checksum);
          fails(AllowlistException.class, file::reload);
          check(file.current() == first, "no checksum");
          write(path, checksum, document(""));
          file.reload();
          equal(List.of(), file.current().clients());
          equal(1, first.clients().size());
        });
    tests.put(
        "threads see whole allowlists during reloads",
        () -> {
          Path path = Files.createTempDirectory("allowlist").resolve("allowlist.json");
          Path checksum = Path.of(path + ".sha256");
          write(path, checksum, document(CLIENT));
          AllowlistFile file = new AllowlistFile(path, Environment.PROD);
          Thread reader =
              new Thread(
                  () -> {
                    for (int i = 0; i < 10_000; i++) {
                      equal(1, file.current().clients().size());
                    }
                  });
          Throwable[] failure = new Throwable[1];
          reader.setUncaughtExceptionHandler((thread, thrown) -> failure[0] = thrown);
          reader.start();
          for (int i = 0; i < 50; i++) {
            file.reload();
          }
          reader.join();
          equal(null, failure[0]);
        });
  }

  private static void write(Path path, Path checksum, String json) throws Exception {
    Files.writeString(path, json);
    String hash = sha256(json.getBytes(StandardCharsets.UTF_8));
    Files.writeString(checksum, hash + "  allowlist.json\n");
  }
}
