/// Secrets that are recognized by their content, and secrets in files other than policies.
package enum SecretSpellings {
  /// A secret that is recognized by its content: its lines, and the part that must not be printed.
  package struct Content: Sendable {
    package var name: String
    package var lines: [String]
    package var body: String
    /// The lines as one, with line breaks as escapes.
    package var line: String { lines.joined(separator: "\\n") }
  }

  private static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")

  private static func text(_ count: Int, _ random: inout SeededRandom) -> String {
    String((0..<count).map { _ in random.one(of: digits) })
  }

  /// One secret of each type: the first bytes of a real key, followed by random ones.
  package static func contents(_ random: inout SeededRandom) -> [Content] {
    let heads = [
      ("PKCS#8 P-256", "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg"),
      ("PKCS#8 Ed25519", "MC4CAQAwBQYDK2VwBCIEI"),
      ("PKCS#8 RSA", "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQ"),
      ("PKCS#1", "MIIEpAIBAAKCAQEA"), ("SEC 1", "MHcCAQEEI"),
      ("encrypted PKCS#8", "MIHsMFcGCSqGSIb3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAg"),
    ]
    var contents = heads.map { name, head in
      let body = text(48, &random)
      return Content(name: "bare \(name)", lines: [head + body], body: body)
    }
    for label in ["", "EC ", "RSA ", "ENCRYPTED ", "OPENSSH "] {
      let body = text(64, &random)
      contents.append(
        Content(
          name: "PEM \(label)",
          lines: [
            "-----BEGIN \(label)PRIVATE KEY-----", body, "-----END \(label)PRIVATE KEY-----",
          ],
          body: body))
    }
    let cut = text(64, &random)
    contents.append(
      Content(name: "PEM without its end", lines: ["-----BEGIN PRIVATE KEY-----", cut], body: cut))
    let encoded = text(40, &random)
    contents.append(
      Content(
        name: "base64 of PEM",
        lines: ["LS0tLS1CRUdJTiBQUklWQVRFIEtFWS0tLS0tCk1JR0hBZ0VB" + encoded],
        body: encoded))
    let google = text(28, &random)
    contents.append(
      Content(name: "client secret of Google", lines: ["GOCSPX-\(google)"], body: google))
    let token = text(40, &random)
    contents.append(Content(name: "access token", lines: ["ya29.\(token)"], body: token))
    let signature = text(43, &random)
    contents.append(
      Content(
        name: "signed JWT", lines: ["eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJhIn0.\(signature)"],
        body: signature))
    return contents
  }

  /// All contents in the full form, three random ones in the short form.
  package static func someContents(_ random: inout SeededRandom) -> [Content] {
    let all = contents(&random)
    return TestForm.isFull ? all : (0..<3).map { _ in random.one(of: all) }
  }

  /// Lines of a policy of `SecretForms` with a secret recognized by its content, `§`.
  package static let lines = [
    "x-a: §", "x-a: \"§\"", "x-a: '§'", "x-a: [b, \"§\"]", "x-a: { b: { c: \"§\" } }", "notes: §",
    "description: \"see § here\"", "client_secret: { env: § }", "client_secret: { file: \"§\" }",
    "client_secret: { secret: § }", "client_secret: §", "scopes: [\"§\"]",
    "redirect_uris: { prod: [\"https://lumen.example/cb?x=§\"] }", "client_id: { prod: \"§\" }",
    "# §", "name: lumen # §", "\"§\": x", "x-\"§\": y", "&a x-b: §", "x-a: &s §", "owner: \"§\"",
  ]

  /// Source files: a name, and contents with `§` for the secret.
  package static let sources: [(name: String, text: String)] = [
    (".env", "CLIENT_ID=a\nCLIENT_SECRET=§\n"), (".env", "export CLIENT_SECRET='§'\n"),
    ("a.properties", "client.secret = §\n"), ("a.properties", "app.password:§\n"),
    ("local.xcconfig", "CLIENT_SECRET = §\n"), ("a.ini", "[a]\nclient_secret = \"§\"\n"),
    ("build.gradle", "buildConfigField \"String\", \"CLIENT_SECRET\", \"\\\"§\\\"\"\n"),
    ("build.gradle", "manifestPlaceholders = [clientSecret: '§']\n"),
    ("build.gradle", "resValue(\"string\", \"client_secret\", \"§\")\n"),
    ("build.gradle.kts", "manifestPlaceholders[\"clientSecret\"] = \"§\"\n"),
    ("gradle.properties", "signing.keyPassword=§\n"),
    (
      "Info.plist",
      "<plist version=\"1.0\"><dict>\n<key>CLIENT_SECRET</key>\n<string>§</string>\n</dict></plist>\n"
    ),
    (
      "Info.plist",
      "<plist version=\"1.0\"><dict><key>ClientSecret</key><string>§</string></dict></plist>\n"
    ),
    (
      "a.entitlements",
      "<plist version=\"1.0\"><dict><key>api-token</key><array><string>§</string></array></dict></plist>"
    ),
    (
      "AndroidManifest.xml",
      "<manifest package=\"a.b\"><application>\n<meta-data android:name=\"CLIENT_SECRET\" android:value=\"§\"/>\n</application></manifest>"
    ),
    (
      "AndroidManifest.xml",
      "<manifest package=\"a.b\">\n<meta-data\n  android:name=\"com.a.CLIENT_SECRET\"\n  android:value=\"§\" />\n</manifest>"
    ),
    (
      "strings.xml", "<resources>\n<string name=\"client_secret\">§</string>\n</resources>\n"
    ),
    ("a.xml", "<a>\n<clientSecret>§</clientSecret>\n</a>\n"),
    (
      "client.json",
      "{\"client_id\":\"a\",\"client_secret\":\"§\",\"redirect_uris\":[\"https://a.example/cb\"]}"
    ),
    ("client.json", "{\"client_id\":\"a\",\n\"client_secret\": \"§\",\n\"redirect_uris\":[1]}"),
    ("realm.json", "{\"realm\":\"a\",\"clients\":[{\"clientId\":\"a\",\"secret\":\"§\"}]}"),
    ("env.json", "{\"env\":[{\"name\":\"CLIENT_SECRET\",\"value\":\"§\"}]}"),
    ("jwk.json", "{\"keys\":[{\"kty\":\"EC\",\"crv\":\"P-256\",\"d\":\"§\"}]}"),
    ("broken.json", "{\"client_secret\": \"§\"\n"),
    ("broken.json", "{\"a\": [{\"password\":\n\"§\"\n"),
    (
      "dex.yaml", "staticClients:\n- id: a\n  secret: §\n  redirectURIs: ['https://a.example/cb']\n"
    ),
    ("deployment.yaml", "env:\n- name: CLIENT_SECRET\n  value: §\n"),
    ("broken.yaml", "client_secret: §\n]\n"),
    ("clients.csv", "client_id,client_secret,redirect_uri\na,§,https://a.example/cb\n"),
    ("clients.csv", "uid;secret\na;\"§\"\n"),
    ("clients.tf", "resource \"okta_app_oauth\" \"a\" {\n  client_secret = \"§\"\n}\n"),
    ("settings.py", "CLIENT_SECRET = '§'\n"), ("a.log", "GET /cb?access_token=§ 200\n"),
  ]

  /// Queries with `§` for the value that must be hidden.
  package static let queries = [
    "state=§", "code=§", "client_secret=§", "access_token=§", "access_token[]=§", "a[code]=§",
    "code[0]=§", "code[a][b]=§", "code =§", "code%20=§", "code+=§", "code%00=§", "a.code=§",
    "a.b.code=§", "%63ode=§", "code%5B%5D=§", "device_code=§", "user_code=§",
    "authorization_code=§", "logout_hint=§", "username=§", "login_hint=§", "CODE=§", "Code=§",
    "x=%26code%3D§", "x=https%3A%2F%2Fu:§@b.example%2F", "code_verifier=§", "assertion=§",
    "id_token_hint=§", "refresh%5Ftoken=§", "password=§", "_code_=§", "code%09=§", "x=1;code=§",
    "x=1#access_token=§", "SAMLResponse=§", "RelayState=§", "oobCode=§", "oob_code=§",
  ]
}
