import AssociationFiles
import Foundation
import PolicyDecision
import PolicyText
import PolicyGenerators
import PolicyModel
import ProjectTestSupport
import Testing

/// The generated manifests of Android apps.
struct AndroidManifestTests {
  static func filters(_ workspace: Workspace, _ path: String) throws -> [IntentFilter] {
    let files = try AppleAppTests.files(workspace, ["android-manifest"])
    return try Reading.intentFilters(try #require(files[path], "no \(path)"))
  }

  static let browsable = [
    "android.intent.category.DEFAULT", "android.intent.category.BROWSABLE",
  ]

  @Test func `links, App Flip, email links and redirect URIs have intent filters`() throws {
    let workspace = Workspace(texts: [
      HostTests.policy(
        "one",
        """
          w: { platform: android, package_name: example.w, sha256_cert_fingerprints: ["\(HostTests.fingerprint)"], link_activity: .Links }
        domains:
          h.example: { links: [{ apps: [a, w], rules: [{ path: /flip/debug/*, exclude: true }, { path: /flip }, { path: /o/*, query: { id: "?*" } }, { path: "/v?/*.html" }] }] }
          b.example: { environment: both, links: [{ apps: [w], rules: [{ path: /* }] }] }
          never.example: { links: [{ apps: [a], rules: [{ path: /x, exclude: true }] }] }
        clients:
          google: &google
            provider: google-account-linking
            type: web
            client_id: { prod: g }
            redirect_uris: [https://oauth-redirect.googleusercontent.com/r/p]
            app_flip: { android: { app: a, intent_action: example.FLIP, callers: [{ package_name: com.g, sha256_cert_fingerprints: ["\(HostTests.fingerprint)"] }] } }
          other:
            provider: google-account-linking
            type: web
            client_id: { prod: o }
            redirect_uris: [https://oauth-redirect.googleusercontent.com/r/p]
            app_flip: { android: { app: w, intent_action: example.LINK, activity: .Links, callers: [{ package_name: com.g, sha256_cert_fingerprints: ["\(HostTests.fingerprint)"] }] } }
          native:
            provider: generic
            type: native
            client_id: { prod: native }
            redirect_uris: ["Example.One:/cb", "example.one:/other", "example.one.deep://Host.example/cb?x", "http://127.0.0.1/"]
        providers:
          firebase:
            project_id: { prod: acme, sandbox: acme-sbx }
            email_actions: { sign_in: { url: "https://h.example", handle_code_in_app: true, android: { app: w } } }
        """)
    ])
    let view = ["android.intent.action.VIEW"]
    func link(_ activity: String, _ host: String, _ paths: [[String: String]]) -> IntentFilter {
      IntentFilter(
        activity: activity, exported: "true", autoVerify: "true", actions: view,
        categories: Self.browsable, data: [["scheme": "https"], ["host": host]] + paths)
    }
    func redirect(_ data: [String: String]) -> IntentFilter {
      IntentFilter(
        activity: ".MainActivity", exported: "true", autoVerify: nil, actions: view,
        categories: Self.browsable, data: [data])
    }
    func flip(_ activity: String, _ action: String) -> IntentFilter {
      IntentFilter(
        activity: activity, exported: "true", autoVerify: nil, actions: [action],
        categories: ["android.intent.category.DEFAULT"], data: [])
    }
    let paths = [
      ["path": "/flip"], ["path": "/flip/"], ["path": "/o"], ["pathPrefix": "/o/"],
      ["pathPattern": #"/v./.*\.html"#], ["pathPattern": #"/v./.*\.html/"#],
    ]
    #expect(
      try Self.filters(workspace, "prod/apps/a/AndroidManifest.xml") == [
        link(".MainActivity", "h.example", paths), redirect(["scheme": "example.one"]),
        redirect(["scheme": "example.one.deep", "host": "host.example", "path": "/cb"]),
        flip(".AppFlipActivity", "example.FLIP"),
      ])
    #expect(
      try Self.filters(workspace, "prod/apps/w/AndroidManifest.xml") == [
        link(".Links", "acme.firebaseapp.com", [["pathPrefix": "/__/auth/links"]]),
        link(".Links", "b.example", []), link(".Links", "h.example", paths),
        flip(".Links", "example.LINK"),
      ])
    #expect(
      try Self.filters(workspace, "sandbox/apps/w/AndroidManifest.xml") == [
        link(".Links", "acme-sbx.firebaseapp.com", [["pathPrefix": "/__/auth/links"]]),
        link(".Links", "b.example", []),
      ])
  }

  /// Links in all forms. Android can't express the second entry completely.
  static let shapes = Workspace(texts: [
    HostTests.policy(
      "one",
      """
      domains:
        plain.example: { links: [{ apps: [a], rules: [{ path: /a }, { path: /b/* }, { path: /c* }, { path: "/d/?" }, { path: "/e/%C3%A9" }] }] }
        glob.example: { links: [{ apps: [a], rules: [{ path: "/a/*/c" }, { path: "*.html" }, { path: "/b?d/*" }] }] }
        narrow.example: { links: [{ apps: [a], rules: [{ path: /a/b/*, exclude: true }, { path: /a/*, query: { id: "?*" } }, { path: /d, fragment: x }, { path: /d/c }] }] }
        all.example: { links: [{ apps: [a], rules: [{ path: /a, exclude: true }, { path: /* }] }] }
        query.example: { links: [{ apps: [a], rules: [{ query: { id: "7" } }] }] }
      """)
  ])

  @Test func `a manifest covers the links that the engine opens`() throws {
    let workspace = Self.shapes
    let filters = try Self.filters(workspace, "prod/apps/a/AndroidManifest.xml")
    #expect(filters.count == 5)
    let policy = CompiledPolicy(workspace)
    let segments = ["a", "b", "c", "d", "e", "%C3%A9", "x.html", "bxd", ""].map { "/" + $0 }
    let pairs = segments.flatMap { start in segments.map { start + $0 } }
    let paths = [""] + segments + pairs + pairs.flatMap { ["/a" + $0, $0 + "/c"] }
    var missed: [String] = []
    var tooMuch: [String] = []
    var opened = 0
    var narrowed = 0
    for filter in filters {
      let host = try #require(filter.data("host").first)
      let covers = Self.coverage(filter, host)
      for url in paths.flatMap({ path in
        ["", "?id=7", "?id=", "#x"].map { "https://\(host)\(path)\($0)" }
      }) {
        let decision = policy.decide(
          AppLinkRequest(
            context: RequestContext(environment: .prod), url: ExactString(url), app: "example.one"))
        let isCovered = covers(url)
        let opens = decision.outcome == .allow
        if opens { opened += 1 } else if isCovered { narrowed += 1 }
        if opens && !isCovered { missed.append(url) }
        if isCovered && !opens && ["plain.example", "glob.example"].contains(host) {
          tooMuch.append(url)
        }
      }
    }
    #expect(missed == [] && tooMuch == [])
    #expect(opened > 500 && narrowed > 100)
  }

  /// Returns a filter's matching function. Manifests and `assetlinks.json` use the same patterns,
  /// so it uses the matcher of Android's dynamic rules.
  static func coverage(_ filter: IntentFilter, _ host: String) -> (String) -> Bool {
    let paths =
      filter.data("path") + filter.data("pathPrefix").map { $0 + "*" }
      + filter.data("pathPattern").map { pattern in
        // `.*` matches any string, `.` any character, and a backslash escapes the next character.
        pattern.replacing(#/\\(.)|\.\*|\./#) { match in
          match.output.1.map(String.init) ?? (match.output.0 == ".*" ? "*" : "?")
        }
      }
    let statement = AssetStatement(
      relations: [AssetLinks.handleAllURLs],
      target: .androidApp(
        package: "p",
        fingerprints: [Fingerprint(ExactString(HostTests.fingerprint))].compactMap { $0 }),
      dynamicRules: paths.isEmpty
        ? nil : DynamicRules(paths.map { DynamicRule(path: ExactString($0)) }))
    let matcher = AndroidLinkMatcher(AssetLinks([statement]), host: ExactString(host))
    return { matcher.answer(ExactString($0), package: "p").opens == ["p"] }
  }

  @Test func `a filter has a comment if older versions open more links`() throws {
    let files = try AppleAppTests.files(Self.shapes, ["android-manifest"])
    let file = try #require(files["prod/apps/a/AndroidManifest.xml"])
    let text = String(decoding: file.bytes, as: UTF8.self)
    let blocks = text.components(separatedBy: "</intent-filter>")
    for (host, isNarrowed) in [
      ("plain", false), ("glob", false), ("narrow", true), ("all", true), ("query", true),
    ] {
      let block = try #require(blocks.first { $0.contains("\"\(host).example\"") })
      #expect(block.contains("older versions open them all") == isNarrowed, "\(host)")
    }
  }

  @Test func `a path below a prefix has no line of its own`() throws {
    let workspace = Workspace(texts: [
      HostTests.policy(
        "one",
        """
        domains:
          h.example: { links: [{ apps: [a], rules: [{ path: /ab }, { path: /a* }, { path: /b }, { path: /b/c }, { path: /b/* }, { path: /b/c/* }, { path: /c }, { path: /0 }] }] }
        """)
    ])
    let filters = try Self.filters(workspace, "prod/apps/a/AndroidManifest.xml")
    #expect(
      filters.first.map { Array($0.data.dropFirst(2)) } == [
        ["pathPrefix": "/a"], ["path": "/b"], ["pathPrefix": "/b/"], ["pathPrefix": "/b/c/"],
        ["path": "/c"], ["path": "/c/"], ["path": "/0"], ["path": "/0/"],
      ])
  }
}
