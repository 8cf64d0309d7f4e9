/// Positions at which a character can occur in reviewed files, with `◊` for the character.
struct HiddenPosition {
  var name: String
  var file: String
  var text: String
  /// Only people read the string, so typographic spaces are allowed.
  var isForPeople = false

  static let all: [HiddenPosition] = policies + tests + configurations + appleFiles + assetFiles

  private static let policyHead = "linkpolicy: 1\nname: lumen\n"

  private static func client(
    id: String = "lumen-web", uri: String = "https://lumen.example/callback",
    scopes: String = "[devices]", line: String = ""
  ) -> String {
    policyHead + """
      clients:
        website:
          provider: generic
          type: web
          client_id: { prod: \(id) }
          client_secret: { env: LUMEN_WEB_SECRET }
          redirect_uris:
            prod:
              - \(uri)
          scopes: \(scopes)
      \(line)
      """
  }

  private static func policy(
    _ name: String, _ text: String, isForPeople: Bool = false
  ) -> HiddenPosition {
    HiddenPosition(
      name: "policy: \(name)", file: "policy.yaml", text: text, isForPeople: isForPeople)
  }

  private static let policies: [HiddenPosition] = [
    policy("a comment of its own", client(line: "# a ◊note"), isForPeople: true),
    policy("the end of a comment", client(line: "# note◊"), isForPeople: true),
    policy(
      "a comment that hides an entry", client(line: "# note◊        - https://evil.example/"),
      isForPeople: true),
    policy(
      "a comment behind a value", client(uri: "https://lumen.example/cb # a◊b"),
      isForPeople: true),
    policy("a comment behind a key", policyHead + "clients: # a◊b\n", isForPeople: true),
    policy(
      "a comment in a list", client(scopes: "[\n      devices, # a◊b\n      x]"),
      isForPeople: true),
    policy("the first comment", "# a◊b\n" + client(), isForPeople: true),
    policy(
      "a suppression", client(line: "# linkpolicy: ignore-file[uri-http] a◊b"),
      isForPeople: true),
    policy(
      "a suppression of this rule",
      client(line: "# linkpolicy: ignore-file[character-invisible] a◊b"), isForPeople: true),
    policy("a description", policyHead + "description: a◊b\n", isForPeople: true),
    policy("a quoted description", policyHead + "description: \"a◊b\"\n", isForPeople: true),
    policy(
      "a description in a block", policyHead + "description: |\n  a\n  b◊c\n",
      isForPeople: true),
    policy("the header of a block", policyHead + "description: | # a◊b\n  c\n", isForPeople: true),
    policy("an owner", policyHead + "owner: a◊b\n", isForPeople: true),
    policy(
      "the remark of a rule",
      """
      linkpolicy: 1
      name: lumen
      apps:
        lumen-ios: { platform: ios, bundle_id: com.lumen.home, team_id: A1B2C3D4E5 }
      domains:
        www.lumen.example:
          links: [{ apps: [lumen-ios], rules: [{ path: /flip, comment: a◊b }] }]

      """, isForPeople: true),
    policy(
      "the name of a test",
      policyHead + """
        tests:
          - name: a◊b
            request: { kind: authorize, query: client_id=x }
            expect: { decision: deny }

        """, isForPeople: true),
    policy("the marker of a policy", "link◊policy: 1\nname: lumen\n"),
    policy("a key", "linkpolicy: 1\nname: lumen\ndes◊cription: a\n"),
    policy("the end of a key", "linkpolicy: 1\nname: lumen\ndescription◊: a\n"),
    policy("a quoted key", "linkpolicy: 1\nname: lumen\n\"des◊cription\": a\n"),
    policy("a key in braces", client(id: "a, sand◊box: b")),
    policy("a free key", policyHead + "clients:\n  web◊site: {}\n"),
    policy("an id", "linkpolicy: 1\nname: lu◊men\n"),
    policy("before a key", policyHead + "◊owner: a\n"),
    policy(
      "before an item", client(uri: "https://lumen.example/cb\n      ◊- https://a.example/cb")),
    policy("a redirect URI", client(uri: "https://lumen.example/call◊back")),
    policy("the host of a redirect URI", client(uri: "https://lu◊men.example/callback")),
    policy("the end of a redirect URI", client(uri: "https://lumen.example/callback◊")),
    policy("the start of a redirect URI", client(uri: "◊https://lumen.example/callback")),
    policy("a redirect URI in quotes", client(uri: "\"https://lumen.example/call◊back\"")),
    policy("a redirect URI in single quotes", client(uri: "'https://lumen.example/call◊back'")),
    policy(
      "a redirect URI in a block", client(uri: ">-\n          https://lumen.example/call◊back")),
    policy("a literal redirect URI", client(uri: "|-\n          https://lumen.example/call◊back")),
    policy("before the comment of a redirect URI", client(uri: "https://lumen.example/cb◊# x")),
    policy(
      "a suppressed redirect URI",
      client(uri: "https://lumen.example/a◊b # linkpolicy: ignore[uri-invisible] reason")),
    policy("a client ID", client(id: "lumen◊web")),
    policy("a quoted client ID", client(id: "\"lumen◊web\"")),
    policy("a scope", client(scopes: "[dev◊ices]")),
    policy("a key of nobody", client(line: "x-notes: a◊b")),
    policy("the reference to a secret", client(line: "").replacing("LUMEN_WEB", with: "LUMEN◊WEB")),
  ]

  private static let tests: [HiddenPosition] = [
    ("a comment", "linkpolicy_tests: 1 # a◊b\ntests: []\n", true),
    (
      "a name",
      "linkpolicy_tests: 1\ntests:\n  - name: a◊b\n    request: { kind: authorize, query: a=b }\n"
        + "    expect: { decision: deny }\n", true
    ),
    (
      "a query",
      "linkpolicy_tests: 1\ntests:\n  - name: a\n    request: { kind: authorize, query: a=b◊c }\n"
        + "    expect: { decision: deny }\n", false
    ),
    ("a key", "linkpolicy_tests: 1\nte◊sts: []\n", false),
  ].map {
    HiddenPosition(name: "tests: \($0.0)", file: "tests.yaml", text: $0.1, isForPeople: $0.2)
  }

  private static let configurations: [HiddenPosition] = [
    ("a comment", "linkpolicy_config: 1 # a◊b\n", true),
    (
      "a comment that hides a weight", "linkpolicy_config: 1\n# a◊severities: { uri-http: off }\n",
      true
    ),
    ("a value", "linkpolicy_config: 1\nbaseline: a◊b.json\n", false),
    ("a key", "linkpolicy_config: 1\nba◊seline: b.json\n", false),
    ("a pattern", "linkpolicy_config: 1\nexclude: [\"a◊b\"]\n", false),
  ].map {
    HiddenPosition(
      name: "configuration: \($0.0)", file: "settings.yaml", text: $0.1, isForPeople: $0.2)
  }

  private static let appleFiles: [HiddenPosition] = [
    ("a remark", aasa(component: #"{ "/": "/a/*", "comment": "a◊b" }"#), true),
    ("a path", aasa(component: #"{ "/": "/a◊b/*" }"#), false),
    ("a parameter", aasa(component: #"{ "/": "/a", "?": { "comment": "a◊b" } }"#), false),
    ("a key", aasa(component: #"{ "/": "/a", "ex◊clude": true }"#), false),
    ("an app ID", aasa(component: #"{ "/": "/a" }"#, app: "A1B2C3D4E5.com.lu◊men.home"), false),
    ("between values", aasa(component: #"{ "/":◊ "/a" }"#), false),
    ("the end", aasa(component: #"{ "/": "/a" }"#) + "◊", false),
  ].map {
    HiddenPosition(
      name: "Apple: \($0.0)", file: "apple-app-site-association", text: $0.1, isForPeople: $0.2)
  }

  private static func aasa(
    component: String, app: String = "A1B2C3D4E5.com.lumen.home"
  ) -> String {
    """
    {
      "applinks": {
        "details": [
          {
            "appIDs": ["\(app)"],
            "components": [\(component)]
          }
        ]
      }
    }

    """
  }

  private static let assetFiles: [HiddenPosition] = [
    ("a package", assetLinks(package: "com.lu◊men.home"), false),
    ("a relation", assetLinks(relation: "delegate_permission/common.handle◊_all_urls"), false),
    ("a fingerprint", assetLinks(fingerprint: "14:6D◊"), false),
    ("a key", assetLinks().replacing("target", with: "tar◊get"), false),
    ("between values", assetLinks().replacing("[{", with: "[◊{"), false),
    (
      "a further key",
      assetLinks().replacing("\"target\"", with: "\"note\": \"a◊b\",\n  \"target\""), false
    ),
  ].map {
    HiddenPosition(name: "Android: \($0.0)", file: "assetlinks.json", text: $0.1, isForPeople: $0.2)
  }

  private static func assetLinks(
    package: String = "com.lumen.home",
    relation: String = "delegate_permission/common.handle_all_urls", fingerprint: String = "14:6D"
  ) -> String {
    """
    [{
      "relation": ["\(relation)"],
      "target": {
        "namespace": "android_app",
        "package_name": "\(package)",
        "sha256_cert_fingerprints": ["\(fingerprint)"]
      }
    }]

    """
  }
}
