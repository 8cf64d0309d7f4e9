import PolicyText
import ProjectTestSupport
import Testing

/// Every command escapes invisible characters in every output format.
struct HiddenOutputTests {
  private static let hidden =
    "\u{7F}\u{85}\u{9B}31m\u{A0}\u{AD}\u{61C}\u{200B}\u{200D}\u{2028}\u{2029}\u{202E}\u{2066}\u{2800}"
    + "\u{3164}\u{FE0F}\u{FEFF}\u{E0041}"
  private static let escaped =
    "\\x7F\\x85\\x9B31m\\xA0\\xAD\\u061C\\u200B\\u200D\\u2028\\u2029\\u202E\\u2066\\u2800\\u3164\\uFE0F"
    + "\\uFEFF\\U000E0041"

  /// The invisible characters that YAML allows in scalars.
  private static let shown = String(
    String.UnicodeScalarView(
      hidden.unicodeScalars.filter {
        HiddenCharacter($0) != .control && HiddenCharacter($0) != .lineBreak
      }))

  /// A policy with invisible characters in every string, escaped if YAML requires it.
  private static let policy = """
    linkpolicy: 1
    name: "lu\(escaped)men"
    description: a\(shown)b
    clients:
      "web\(escaped)site":
        provider: "a\(escaped)"
        type: web
        client_id: { prod: "lumen\(escaped)web" }
        client_secret: { env: LUMEN_WEB_SECRET }
        redirect_uris: { prod: ["https://lumen.example/\(escaped)cb"] }
        scopes: ["dev\(escaped)ices"]
    tests:
      - name: "a\(escaped)b"
        request: { kind: authorize, query: "client_id=a\(escaped)" }
        expect: { decision: allow, reason: "b\(escaped)" }

    """

  private static let files: [String: String] = [
    "Policies/a\(hidden)b.yaml": policy,
    "clean/p.yaml": cleanPolicy,
    "apple-app-site-association": """
    {"applinks": {"details": [{"appIDs": ["A1B2C3D4E5.com.a\(hidden)b"],
      "components": [{"/": "/a\(hidden)/*", "comment": "a\(hidden)b"}, {"x\(hidden)": 1}]}]}}
    """,
    "assetlinks.json": """
    [{"relation": ["a\(hidden)/b"], "target": {"namespace": "android_app",
      "package_name": "com.a\(hidden)b", "sha256_cert_fingerprints": ["a\(hidden)"]}}]
    """,
  ]

  private static func check(_ arguments: [String], input: String = "") {
    let run = CommandLineRun(arguments, files: MemoryFileSystem(files), input: input)
    for text in [run.output, run.errors] {
      let found = text.unicodeScalars.filter { HiddenCharacter($0) != nil }
      #expect(
        found.map(\.codePoint) == [], "\(arguments): \(DisplayText.visible(text).prefix(400))")
    }
    #expect(!run.output.isEmpty || !run.errors.isEmpty, "\(arguments)")
  }

  @Test(arguments: [
    "text", "json", "sarif", "github", "gitlab", "junit", "checkstyle", "oneline", "xcode",
  ])
  func `no format of validate prints one unescaped`(format: String) {
    Self.check(["validate", ".", "--format", format])
    Self.check(["validate", "Policies", "--format", format, "--quiet"])
    Self.check(["validate", "apple-app-site-association", "--format", format])
  }

  @Test func `no diff of fixes prints one unescaped`() {
    Self.check(["validate", ".", "--diff", "--unsafe-fixes"])
    Self.check(["fmt", "--check", "Policies"])
  }

  @Test(arguments: ["text", "json"])
  func `no result of simulate prints one unescaped`(format: String) {
    let uri = "https://lumen.example/\(Self.hidden)"
    let clean = ["--policy", "clean"]
    Self.check(
      ["simulate", "authorize", "--client", "website", "--redirect-uri", uri, "--format", format]
        + clean)
    Self.check(
      ["simulate", "authorize", "--query", "client_id=\(Self.hidden)", "--format", format] + clean)
    Self.check(["who-allows", uri, "--format", format] + clean)
    Self.check(["flow", "Policies", "--format", format])
    Self.check(["test", "Policies", "clean", "--format", format])
    Self.check(["diff", "clean", "Policies", "--format", format])
  }

  @Test func `no page or summary prints one unescaped`() {
    Self.check(["diff", "clean", "Policies", "--format", "markdown"])
    Self.check(["test", "Policies", "clean", "--format", "junit"])
    Self.check(["explain", "a\(Self.hidden)"])
    Self.check(["validate", "missing\(Self.hidden)"])
    Self.check([
      "match", "--aasa", "apple-app-site-association", "--domain", "lumen.example",
      "https://lumen.example/a\(Self.hidden)/b",
    ])
    for summary in ["text", "json", "markdown"] {
      Self.check(
        ["replay", "--policy", "clean", "--summary", summary],
        input:
          #"{"client_id":"\#(Self.hidden)","redirect_uri":"https://a.example/\#(Self.hidden)"}"#
          + "\n")
    }
  }
}
