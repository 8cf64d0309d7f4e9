import PolicyText

extension RuleRegistry {
  /// Rules of `import`.
  static let importTable: [RuleInfo] = [
    RuleInfo(
      "import-unknown-format", .import, .error, summary: "Disallow files of unknown format",
      why: "The policy would silently lack the file's content.",
      examples: .importedFiles(
        bad: #"""
          # linkpolicy import settings.json
          ⟦⟧{"colour": "blue"}
          """#,
        good: ImportExample.appleFile())),
    RuleInfo(
      "import-syntax", .import, .error, summary: "Require imported files to parse completely",
      why: "linkpolicy can't read past the error, so the policy may lack the rest of the file.",
      examples: .importedFiles(
        bad: ImportExample.entitlements("webcredentials:www.acme.example").replacing(
          "</array>", with: "⟦</arry⟧>"),
        good: ImportExample.entitlements("webcredentials:www.acme.example"))),
    RuleInfo(
      "import-wildcard", .import, .error, summary: "Disallow wildcards in imported redirect URIs",
      why: """
        Policies have no wildcards: anyone who can place a page under the wildcard receives \
        authorization codes. Import leaves the wildcard out and reports what it allowed. To find \
        the redirect URIs that clients send, run `linkpolicy replay`.
        """,
      examples: .importedFiles(
        bad: ImportExample.realm(and: #"⟦"https://app.acme.example/*"⟧"#),
        good: ImportExample.realm()),
      references: ["RFC 9700 section 4.1.3"]),
    RuleInfo(
      "import-wildcard-host", .import, .error, summary: "Disallow wildcard hosts in imported files",
      why: "Each host serves its own association files, so a policy lists every host.",
      examples: .importedFiles(
        bad: ImportExample.entitlements("⟦applinks:*.acme.example⟧"),
        good: ImportExample.entitlements("applinks:www.acme.example"))),
    RuleInfo(
      "import-unresolved", .import, .error, summary: "Disallow unresolved build variables",
      why: """
        A policy can't contain build variables. Import the built file, or pass the value with \
        `--define`.
        """,
      examples: .importedFiles(
        bad: ImportExample.assetLinks(package: #"⟦"${applicationId}"⟧"#),
        good: ImportExample.assetLinks())),
    RuleInfo(
      "import-environment-unknown", .import, .error,
      summary: "Require an environment for every imported value",
      why: """
        A value in the wrong environment mixes sandbox and production. Import leaves out values \
        of unknown environment until you pass `--environment` or `--map`.
        """,
      examples: .importedFiles(
        bad: ImportExample.appleFile("--host www.acme.example", isMarked: true),
        good: ImportExample.appleFile())),
    RuleInfo(
      "import-conflict", .import, .error, summary: "Report values on which sources disagree",
      why: "linkpolicy can't tell which source is correct, so it imports none of the values.",
      examples: .importedFiles(
        bad: #"""
          # linkpolicy import --environment prod a.json b.json
          # file: a.json
          {"client_id": ⟦"web"⟧, "application_type": "web", "grant_types": ["authorization_code"],
            "redirect_uris": ["https://app.acme.example/callback"]}
          # file: b.json
          {"client_id": "web", "application_type": "native", "grant_types": ["authorization_code"],
            "redirect_uris": ["https://app.acme.example/callback"]}
          """#,
        good: #"""
          # linkpolicy import --environment prod a.json
          # file: a.json
          {"client_id": "web", "application_type": "web", "grant_types": ["authorization_code"],
            "redirect_uris": ["https://app.acme.example/callback"]}
          """#)),
    RuleInfo(
      "import-host-unknown", .import, .warning,
      summary: "Require a host for every association file",
      why: """
        An association file doesn't name its host. Pass `--host`, put the file in a folder named \
        after the host, or import entitlements that name it; otherwise the policy lacks its \
        links.
        """,
      examples: .importedFiles(
        bad: ImportExample.appleFile("--environment prod").replacing("\n{", with: "\n⟦⟧{"),
        good: ImportExample.appleFile())),
    RuleInfo(
      "import-paths-unknown", .import, .warning,
      summary: "Report Android hosts without known paths",
      why: """
        If `assetlinks.json` has no dynamic rules, the app's manifest decides which paths open \
        it. Import allows every path until you import the manifest too.
        """,
      examples: .importedFiles(
        bad: ImportExample.assetLinks(isMarked: true),
        good: ImportExample.assetLinks(relation: "get_login_creds"))),
    RuleInfo(
      "import-rules-unknown", .import, .warning,
      summary: "Report Apple hosts without known link rules",
      why: "Entitlements only list hosts. The paths are in each host's association file.",
      examples: .importedFiles(
        bad: ImportExample.entitlements("applinks:⟦www.acme.example⟧"),
        good: ImportExample.entitlements("webcredentials:www.acme.example"))),
    RuleInfo(
      "import-pattern", .import, .warning,
      summary: "Report link patterns without an exact equivalent",
      why: """
        Import leaves such a pattern out or writes the closest rule. The finding has an example \
        link for which the two differ.
        """,
      examples: .importedFiles(
        bad: ImportExample.appleFile(and: #"⟦{"?": "id=*"}⟧"#),
        good: ImportExample.appleFile(and: #"{"?": {"id": "*"}}"#))),
    RuleInfo(
      "import-play-keys", .import, .warning,
      summary: "Require all three Google Play app signing certificates",
      why: """
        With quantum-ready signing, devices up to Android 16 and devices with Android 17 or \
        later check different certificates. Links and sign-in fail on devices whose certificate \
        is missing.
        """,
      examples: .importedFiles(
        bad: #"""
          # linkpolicy import fingerprints.txt
          App signing key certificate
          SHA-256 certificate fingerprint: ⟦14:6D:E9:83:C5:73:06:50:D8:EE:B9:95:2F:34:FC:64:16:A0:83:42:E6:1D:BE:A8:8A:04:96:B2:3F:CF:44:E5⟧
          """#,
        good: #"""
          # linkpolicy import fingerprints.txt
          Upload key certificate
          SHA-256 certificate fingerprint: 14:6D:E9:83:C5:73:06:50:D8:EE:B9:95:2F:34:FC:64:16:A0:83:42:E6:1D:BE:A8:8A:04:96:B2:3F:CF:44:E5
          """#)),
    RuleInfo(
      "import-secret-name", .import, .note,
      summary: "Report secrets that are replaced by references",
      why: """
        A policy contains no secrets. Store the secret at the reference, and rotate it if it was \
        ever committed.
        """,
      examples: .importedFiles(
        bad: #"""
          # linkpolicy import --environment prod realm-export.json
          {"realm": "acme", "clients": [{"clientId": "web", "publicClient": false,
            "secret": ⟦"k2Jd8fQz"⟧, "redirectUris": ["https://app.acme.example/callback"]}]}
          """#,
        good: ImportExample.realm())),
    RuleInfo(
      "import-environment", .import, .note, summary: "Report why a value belongs to an environment",
      why: "You can review how import assigned each value to prod or sandbox.",
      examples: .importedFiles(
        bad: ImportExample.appleFile("--host staging.acme.example", isMarked: true),
        good: #"""
          # linkpolicy import apple-app-site-association
          {"applinks": {}}
          """#)),
    RuleInfo(
      "import-dropped", .import, .note, summary: "Report source values that a policy can't express",
      why: """
        Import never drops a value silently: either the policy contains it, or a finding names \
        it.
        """,
      examples: .importedFiles(
        bad: #"""
          # linkpolicy import --environment prod --host www.acme.example assetlinks.json
          [{"include": ⟦"https://acme.example/.well-known/assetlinks.json"⟧}]
          """#,
        good: ImportExample.assetLinks(relation: "get_login_creds"))),
    RuleInfo(
      "import-shadowed", .import, .note, summary: "Report imported values that are overridden",
      why: "The value looks active but has no effect.",
      examples: .importedFiles(
        bad: #"""
          # linkpolicy import --environment prod --host www.acme.example apple-app-site-association
          {"applinks": {"details": [{
            "appIDs": ["A1B2C3D4E5.com.acme.home"],
            "appID": ⟦"A1B2C3D4E5.com.acme.other"⟧,
            "components": [{"/": "/orders/*"}]
          }]}}
          """#,
        good: ImportExample.appleFile())),
    RuleInfo(
      "import-http", .import, .error,
      summary: "Require https or loopback for imported redirect URIs",
      why: """
        Anyone on the network can read an authorization code sent over http. Import leaves the \
        URI out unless you pass `--keep-invalid`.
        """,
      examples: .importedFiles(
        bad: #"""
          # linkpolicy import --environment prod client.json
          {"client_id": "web", "token_endpoint_auth_method": "client_secret_basic",
            "redirect_uris": [⟦"http://app.acme.example/callback"⟧]}
          """#,
        good: #"""
          # linkpolicy import --environment prod client.json
          {"client_id": "web", "token_endpoint_auth_method": "client_secret_basic",
            "redirect_uris": ["https://app.acme.example/callback"]}
          """#),
      references: ["RFC 9700 section 2.6"]),
  ]
}

/// Files in the examples of `import`, each after the command line that imports it.
private enum ImportExample {
  /// - Parameters:
  ///   - component: a second component.
  ///   - isMarked: true to mark the entry of the app.
  static func appleFile(
    _ options: String = "--environment prod --host www.acme.example", and component: String? = nil,
    isMarked: Bool = false
  ) -> String {
    #"""
    # linkpolicy import \#(options) apple-app-site-association
    {"applinks": {"details": [\#(isMarked ? "⟦" : ""){
      "appIDs": ["A1B2C3D4E5.com.acme.home"],
      "components": [{"/": "/orders/*"}\#(component.map { ", " + $0 } ?? "")]
    }\#(isMarked ? "⟧" : "")]}}
    """#
  }

  static func entitlements(_ domain: String) -> String {
    """
    # linkpolicy import --environment prod App.entitlements
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0"><dict>
      <key>application-identifier</key><string>A1B2C3D4E5.com.acme.home</string>
      <key>com.apple.developer.associated-domains</key>
      <array><string>\(domain)</string></array>
    </dict></plist>
    """
  }

  /// - Parameters:
  ///   - package: the package name in quotes.
  ///   - isMarked: true to mark the statement.
  static func assetLinks(
    relation: String = "handle_all_urls", package: String = #""com.acme.home""#,
    isMarked: Bool = false
  ) -> String {
    #"""
    # linkpolicy import --environment prod --host www.acme.example assetlinks.json
    [\#(isMarked ? "⟦" : ""){"relation": ["delegate_permission/common.\#(relation)"],
      "target": {"namespace": "android_app", "package_name": \#(package),
        "sha256_cert_fingerprints": []}}\#(isMarked ? "⟧" : "")]
    """#
  }

  /// - Parameter uri: a second redirect URI.
  static func realm(and uri: String? = nil) -> String {
    #"""
    # linkpolicy import --environment prod realm-export.json
    {"realm": "acme", "clients": [{"clientId": "web", "publicClient": true,
      "redirectUris": ["https://app.acme.example/callback"\#(uri.map { ", " + $0 } ?? "")]}]}
    """#
  }
}
