import LinkPolicyCLI
import ProjectTestSupport
import Testing

/// What `init` makes of names around a value, files of a site, and values with errors.
@Suite struct InitEvidenceTests {
  private static func policy(_ repository: [String: String]) -> String {
    InitRepositoryTests.policy(repository)
  }

  private static func entitlements(_ host: String) -> String {
    """
    <plist><dict><key>com.apple.developer.associated-domains</key>
    <array><string>applinks:\(host)</string><string>webcredentials:\(host)</string></array></dict></plist>
    """
  }

  /// An Xcode project with an app that has another ID in each configuration.
  static func project(_ configurations: [(name: String, id: String, file: String)])
    -> String
  {
    let names = configurations.indices.map { "C\($0)" }.joined(separator: ", ")
    let blocks = configurations.enumerated().map { index, configuration in
      """
      C\(index) = { isa = XCBuildConfiguration; name = "\(configuration.name)"; buildSettings = {
        PRODUCT_BUNDLE_IDENTIFIER = \(configuration.id); SDKROOT = iphoneos; DEVELOPMENT_TEAM = ABCDE12345;
        CODE_SIGN_ENTITLEMENTS = \(configuration.file); }; };
      """
    }.joined(separator: "\n")
    return """
      // !$*UTF8*$!
      { archiveVersion = 1; rootObject = P; objects = {
      P = { isa = PBXProject; buildConfigurationList = PL; targets = (T); };
      PL = { isa = XCConfigurationList; buildConfigurations = (); };
      T = { isa = PBXNativeTarget; name = Home; productType = "com.apple.product-type.application"; buildConfigurationList = L; };
      L = { isa = XCConfigurationList; buildConfigurations = (\(names)); };
      \(blocks) }; }
      """
  }

  @Test func `a host of debug and release builds has both environments`() {
    let policy = Self.policy([
      "Home.xcodeproj/project.pbxproj": Self.project([
        ("Debug", "com.acme.home", "HomeDebug.entitlements"),
        ("Release", "com.acme.home", "Home.entitlements"),
      ]),
      "Home.entitlements": Self.entitlements("www.acme.example"),
      "HomeDebug.entitlements": Self.entitlements("www.acme.example"),
    ])
    #expect(policy.contains("www.acme.example:\n    environment: both"), "\(policy)")
  }

  @Test func `a configuration's environment is stronger than its build type`() {
    let policy = Self.policy([
      "Home.xcodeproj/project.pbxproj": Self.project([
        ("DebugProd", "com.acme.home", "A.entitlements"),
        ("ReleaseProd", "com.acme.home", "A.entitlements"),
        ("DebugDev", "com.acme.home.dev", "A.entitlements"),
        ("Release-dev", "com.acme.home.dev", "A.entitlements"),
      ])
    ])
    let apps = policy.split(separator: "bundle_id: ")
    #expect(apps.count == 3, "\(policy)")
    for app in apps.dropFirst() {
      let environment = app.hasPrefix("com.acme.home.dev") ? "sandbox" : "prod"
      #expect(app.contains("environments: [\(environment)]"), "\(policy)")
    }
  }

  private static func services(_ project: String, number: String = "123456789012") -> String {
    """
    { "project_info": { "project_number": "\(project.isEmpty ? "" : number)", "project_id": "\(project)" },
      "client": [{ "client_info": { "mobilesdk_app_id": "\(project.isEmpty ? "" : "1:\(number):android:0123456789abcdef")",
        "android_client_info": { "package_name": "com.acme.home" } }, "oauth_client": [], "api_key": [] }],
      "configuration_version": "1" }
    """
  }

  @Test func `a Firebase project of debug and release builds has both environments`() {
    let services = Self.services("acme-home")
    let policy = Self.policy([
      "app/google-services.json": services, "app/src/debug/google-services.json": services,
    ])
    #expect(policy.contains("project_id: acme-home\n"), "\(policy)")
  }

  @Test func `an app in two projects has its ID in that of prod`() {
    let policy = Self.policy([
      "app/src/main/google-services.json": Self.services("acme-home"),
      "app/src/dev/google-services.json": Self.services("acme-home-dev", number: "210987654321"),
    ])
    #expect(
      policy.contains("firebase_app_id: 1:123456789012:android:0123456789abcdef"), "\(policy)")
    #expect(policy.contains("sandbox: acme-home-dev"), "\(policy)")
    #expect(!policy.contains("TODO"), "\(policy)")
  }

  @Test func `a file of Firebase with empty values says nothing`() {
    let policy = Self.policy([
      "app/google-services.json": Self.services(""),
      "app/build.gradle.kts":
        InitRepositoryTests.app + "android { defaultConfig { applicationId = \"com.acme.home\" } }",
      "app/src/main/AndroidManifest.xml": InitRepositoryTests.manifest(InitRepositoryTests.link),
    ])
    #expect(policy.contains("package_name: com.acme.home\n"), "\(policy)")
    #expect(!policy.contains("firebase"), "\(policy)")
  }

  @Test func `pages on the developer's machine are sandbox`() {
    let policy = Self.policy([
      "realm.json": """
      { "realm": "acme", "clients": [{ "clientId": "shop", "protocol": "openid-connect", "publicClient": true,
      "standardFlowEnabled": true, "redirectUris": ["http://localhost:5173/cb", "http://localhost:5173/*"] }] }
      """
    ])
    #expect(policy.contains("client_id: { sandbox: shop }"), "\(policy)")
    #expect(!policy.contains("prod"), "\(policy)")
  }

  @Test func `browser schemes of an app are no redirect URI`() {
    let policy = Self.policy([
      "Info.plist": """
      <plist><dict><key>CFBundleIdentifier</key><string>com.acme.home</string><key>CFBundleURLTypes</key><array><dict>
      <key>CFBundleURLSchemes</key><array><string>https</string><string>acme-home</string><string>msauth</string></array>
      </dict></array></dict></plist>
      """
    ])
    #expect(policy.contains("acme-home:/path"), "\(policy)")
    #expect(!policy.contains("https:/path") && !policy.contains("msauth"), "\(policy)")
  }

  /// A version 2 index with entries of empty files.
  private static func index(_ paths: [String]) -> String {
    func number(_ value: Int) -> String {
      String(decoding: [0, 0, 0, UInt8(value)], as: UTF8.self)
    }
    let zeros = { String(repeating: "\0", count: $0) }
    return paths.reduce("DIRC" + number(2) + number(paths.count)) { text, path in
      let size = 62 + path.utf8.count
      return text + zeros(61) + number(path.utf8.count).suffix(1) + path + zeros(8 - size % 8)
    }
  }

  @Test func `files that Git tracks are read even if a pattern names them`() {
    let file = "app/src/prod/google-services.json"
    var repository = [
      file: Self.services("acme-home"), ".gitignore": "google-services.json\n",
      "README.md": "Home\n",
    ]
    let run = CommandLineRun(
      ["init"], files: MemoryFileSystem(repository, hasRoot: true))
    #expect(run.status == .findings)
    #expect(run.output.contains("\(file): `.gitignore` names it"), "\(run.output)")
    repository[".git/index"] = Self.index([".gitignore", "README.md", file])
    #expect(Self.policy(repository).contains("acme-home"))
    // Damaged files are no evidence.
    repository[".git/index"] = String(Self.index([file, file]).dropLast(40))
    #expect(Self.policy(repository).contains("acme-home"))
    repository[".git/index"] = "DIRC"
    let damaged = CommandLineRun(["init"], files: MemoryFileSystem(repository, hasRoot: true))
    #expect(damaged.status == .findings)
  }

  @Test(arguments: [
    ("sitemap.xml", "<urlset><url><loc>https://www.acme.test-site.com/</loc></url></urlset>"),
    ("../index.html", "<link rel=\"canonical\" href=\"https://www.acme.test-site.com/\" />"),
  ])
  func `pages of a site name its host`(name: String, text: String) {
    let association =
      "{\"applinks\":{\"details\":[{\"appIDs\":[\"ABCDE12345.com.acme.home\"],\"components\":[{\"/\":\"/x\"}]}]}}"
    let path = name.hasPrefix("../") ? String(name.dropFirst(3)) : "public/\(name)"
    let file = "public/.well-known/apple-app-site-association"
    let policy = Self.policy([file: association, path: text])
    #expect(policy.contains("  www.acme.test-site.com:\n"), "\(policy)")
    // A template says nothing.
    let template = text.split(separator: "www.acme.test-site.com").joined(
      separator: "yourdomain.com")
    let other = Self.policy([file: association, path: template])
    #expect(!other.contains("yourdomain.com"), "\(other)")
    // The sitemaps of an index can be on another host.
    let index = text.replacing("urlset>", with: "sitemapindex>").replacing("url>", with: "sitemap>")
    guard index != text else { return }
    let unnamed = Self.policy([file: association, path: index])
    #expect(unnamed.contains("  TODO:\n"), "\(unnamed)")
  }

  @Test func `a file of a site has the host of the other`() {
    let policy = Self.policy([
      "web/.well-known/apple-app-site-association":
        "{\"applinks\":{\"details\":[{\"appIDs\":[\"ABCDE12345.com.acme.ios\"],\"components\":[{\"/\":\"/x\"}]}]}}",
      "web/.well-known/assetlinks.json": """
      [{ "relation": ["delegate_permission/common.handle_all_urls"],
        "target": { "namespace": "android_app", "package_name": "com.acme.home", "sha256_cert_fingerprints": [
          "3A:5F:11:D2:9C:4E:87:B0:6A:F3:25:C8:1E:90:7D:44:B2:69:0F:E1:58:A7:33:CC:06:D4:7B:92:EE:15:60:8F"] } }]
      """,
      "app/build.gradle.kts":
        InitRepositoryTests.app + "android { defaultConfig { applicationId = \"com.acme.home\" } }",
      "app/src/main/AndroidManifest.xml": InitRepositoryTests.manifest(InitRepositoryTests.link),
    ])
    #expect(!policy.contains("can't tell"), "\(policy)")
    #expect(policy.contains("apps: [acme-ios]"), "\(policy)")
  }

  @Test func `files in hidden directories are named`() {
    let files = MemoryFileSystem([".config/google-services.json": "{}"], hasRoot: true)
    let run = CommandLineRun(["init"], files: files)
    #expect(run.status == .findings)
    #expect(run.output.contains(".config/google-services.json: hidden directory"), "\(run.output)")
  }

  @Test func `an extension is no app, also if it has the entitlements of the app`() {
    let project = Self.project([("Release", "com.acme.home", "A.entitlements")])
    let ofExtension = """
      W = { isa = PBXNativeTarget; name = Widget; productType = "com.apple.product-type.app-extension"; buildConfigurationList = WL; };
      WL = { isa = XCConfigurationList; buildConfigurations = (WC); };
      WC = { isa = XCBuildConfiguration; name = Release; buildSettings = {
        PRODUCT_BUNDLE_IDENTIFIER = com.acme.home.widget; CODE_SIGN_ENTITLEMENTS = FILE; }; };
      P = {
      """
    for file in ["A.entitlements", "W.entitlements"] {
      let blocks = ofExtension.split(separator: "FILE").joined(separator: file)
      let text = project.split(separator: "targets = (T)").joined(separator: "targets = (T, W)")
        .split(separator: "P = {").joined(separator: blocks)
      let policy = Self.policy([
        "Home.xcodeproj/project.pbxproj": text,
        "A.entitlements": Self.entitlements("www.acme.example"),
        "W.entitlements": Self.entitlements("widget.acme.example"),
      ])
      #expect(policy.contains("credentials: [home-ios]"), "\(policy)")
      #expect(!policy.contains("widget"), "\(policy)")
    }
  }

  @Test func `an extension with an ID of its own is no app`() {
    let policy = InitRepositoryTests.policy([
      "Share/Info.plist": """
      <plist><dict><key>CFBundleIdentifier</key><string>com.acme.home.share</string>
      <key>NSExtension</key><dict/></dict></plist>
      """,
      "Home/Info.plist": """
      <plist><dict><key>CFBundleIdentifier</key><string>com.acme.home</string></dict></plist>
      """,
    ])
    #expect(policy.contains("bundle_id: com.acme.home\n"), "\(policy)")
    #expect(!policy.contains("com.acme.home.share"), "\(policy)")
  }

  @Test func `schemes of files and messages are no question`() {
    let policy = InitRepositoryTests.policy([
      "app/build.gradle": InitRepositoryTests.app
        + "android { defaultConfig { applicationId = \"com.acme.home\" } }\n",
      "app/src/main/AndroidManifest.xml": InitRepositoryTests.manifest(
        """
        <data android:scheme="content"/><data android:scheme="file"/>
        <data android:scheme="mailto"/><data android:scheme="home"/>
        """),
    ])
    // What is commented out can be used by removing one `#` from each line.
    #expect(
      policy.hasSuffix(
        """

        # clients:
        #   # home-android opens these schemes: does a client redirect to them? (from app/src/main/AndroidManifest.xml)
        #   home:
        #     provider: generic
        #     type: native
        #     client_id: TODO
        #     redirect_uris:
        #       - home:/path

        """), "\(policy)")
  }

  @Test func `a service account in a file of Firebase is no client`() {
    let policy = InitRepositoryTests.policy([
      "app/google-services.json": """
      { "project_info": { "project_id": "acme-home", "project_number": "123456789012" },
        "client": [{ "client_info": { "android_client_info": { "package_name": "com.acme.home" } },
          "oauth_client": [{ "client_id": "104857600123456789012", "client_type": 3 }] }] }
      """
    ])
    #expect(!policy.contains("google_sign_in"), "\(policy)")
  }

  private static func firebase(_ project: String, _ number: Int, _ app: String) -> String {
    """
    { "project_info": { "project_id": "\(project)", "project_number": "\(number)" },
      "client": [{ "client_info": { "mobilesdk_app_id": "1:\(number):android:0a1b",
        "android_client_info": { "package_name": "\(app)" } } }] }
    """
  }

  @Test func `two projects of one environment are named where the ID is missing`() {
    let policy = InitRepositoryTests.policy([
      "app/src/debug/google-services.json": Self.firebase("acme-dev", 123_456_789_012, "com.acme"),
      "app/src/free/google-services.json": Self.firebase("acme-free", 223_456_789_012, "com.acme"),
      "app/src/paid/google-services.json": Self.firebase("acme-paid", 323_456_789_012, "com.acme"),
    ])
    #expect(
      policy.contains(
        """
            # sources disagree about `project_id`, so it is left out: `acme-free`, `acme-paid`
            project_id: { sandbox: acme-dev }

        """), "\(policy)")
  }

  @Test func `the project beside one of production is sandbox`() {
    let policy = InitRepositoryTests.policy([
      "app/src/alpha/google-services.json": Self.firebase("acme", 123_456_789_012, "com.acme.dev"),
      "app/src/release/google-services.json":
        Self.firebase("acme-production", 223_456_789_012, "com.acme"),
    ])
    #expect(
      policy.contains("project_id: { prod: acme-production, sandbox: acme }"), "\(policy)")
  }

  @Test func `a module whose application ID has a suffix is an app`() {
    let manifest = InitRepositoryTests.manifest(InitRepositoryTests.link)
    let policy = InitRepositoryTests.policy([
      "app/build.gradle.kts": """
      plugins { android }
      android { namespace = "com.acme.home"
        buildTypes { getByName("debug") { applicationIdSuffix = ".debug" } } }
      """,
      "app/src/main/AndroidManifest.xml": manifest,
      "other/build.gradle.kts": InitRepositoryTests.app
        + "android { defaultConfig { applicationId = \"com.acme.other\" } }\n",
      "other/src/main/AndroidManifest.xml":
        "<manifest xmlns:android=\"http://schemas.android.com/apk/res/android\"/>",
    ])
    #expect(policy.contains("package_name: com.acme.home\n"), "\(policy)")
    #expect(policy.contains("- apps: [home-android]\n"), "\(policy)")
  }

  private static func dex(_ host: String) -> String {
    """
    issuer: https://sso.acme.dev
    staticClients:
      - { id: shop, name: Shop, secret: s, redirectURIs: [https://\(host)/cb] }
    """
  }

  @Test(arguments: [
    ("clusters/acme.dev/dex.yaml", "shop.acme.dev", "prod"),
    ("clusters/dex_acme_dev.yaml", "shop.acme.dev", "prod"),
    ("clusters/dev/dex.yaml", "shop.acme.dev", "sandbox"),
    ("clusters/dev.acme.dev/dex.yaml", "shop.acme.dev", "sandbox"),
    ("clusters/acme.dev/dex.yaml", "shop.dev.acme.dev", "sandbox"),
    ("clusters/acme.dev/dex.yaml", "shop.acme.example", "sandbox"),
  ])
  func `a domain in the name of a folder says nothing about the environment`(
    path: String, host: String, environment: String
  ) {
    let policy = InitRepositoryTests.policy([path: Self.dex(host)])
    #expect(policy.contains("client_id: { \(environment): shop }"), "\(policy)")
  }

  @Test func `a secret is of the environment of its client's URIs`() {
    let policy = InitRepositoryTests.policy([
      "dev/dex.yaml": """
      staticClients:
        - { id: old, name: Old, secret: s, redirectURIs: [https://old.staging.acme.example/cb] }
        - { id: shop, name: Shop, secret: s, redirectURIs: [https://shop.acme.example/cb] }
      """
    ])
    #expect(
      policy.contains("client_secret: { prod: { env: SHOP_SECRET } }"), "\(policy)")
  }

  @Test func `a site in docs is read if it is published`() {
    let association =
      "{\"applinks\":{\"details\":[{\"appIDs\":[\"ABCDE12345.com.acme.home\"],\"components\":[{\"/\":\"/x\"}]}]}}"
    let files = ["docs/.well-known/apple-app-site-association": association]
    let run = CommandLineRun(["init"], files: MemoryFileSystem(files, hasRoot: true))
    #expect(run.status == .findings)
    #expect(run.output.contains("aasa below `docs/`"), "\(run.output)")
    let site = files.merging(["docs/CNAME": "www.acme.test-site.com\n"]) { $1 }
    #expect(Self.policy(site).contains("  www.acme.test-site.com:\n"))
  }

  @Test func `an error in links leaves those of other apps`() {
    let policy = Self.policy([
      "public/.well-known/apple-app-site-association":
        "{\"applinks\":{\"details\":[{\"appIDs\":[\"ABCDE12345.com.acme.home\"],\"components\":[{\"/\":\"/x\"}]}]}}",
      "public/.well-known/assetlinks.json": """
      [{ "relation": ["delegate_permission/common.handle_all_urls"],
        "target": { "namespace": "android_app", "package_name": "com.acme.home", "sha256_cert_fingerprints": [
          "3A:5F:11:D2:9C:4E:87:B0:6A:F3:25:C8:1E:90:7D:44:B2:69:0F:E1:58:A7:33:CC:06:D4:7B:92:EE:15:60:8F"] },
        "relation_extensions": { "delegate_permission/common.handle_all_urls": { "dynamic_app_link_components": [
          { "/": "*/terms/*", "exclude": true }, { "/": "*" }] } } }]
      """,
      "public/sitemap.xml":
        "<urlset><url><loc>https://www.acme.test-site.com/</loc></url></urlset>",
      "app/build.gradle.kts":
        InitRepositoryTests.app + "android { defaultConfig { applicationId = \"com.acme.home\" } }",
      "app/src/main/AndroidManifest.xml": InitRepositoryTests.manifest(
        "<data android:scheme=\"https\" android:host=\"www.acme.test-site.com\"/>"),
    ])
    let lines = policy.split(separator: "\n").filter { !$0.contains("# ") }
    #expect(lines.contains { $0.contains("apps: [home-ios]") }, "\(policy)")
    // Neither the entry with the error, nor the one that would open what it excludes.
    #expect(!lines.contains { $0.contains("apps: [home-android]") }, "\(policy)")
    #expect(policy.contains("# - apps: [home-android]"), "\(policy)")
  }

  @Test(arguments: [
    // `debug` and `release` exist even if the file names only one of them.
    ("debug", "www.acme.test-site.com", "staging.acme.test-site.com"),
    ("release", "staging.acme.test-site.com", "www.acme.test-site.com"),
  ])
  func `a build type without links of its own has those of the app`(
    type: String, ofApp: String, ofType: String
  ) {
    let policy = Self.policy([
      "app/build.gradle.kts": InitRepositoryTests.app
        + """
        android {
          defaultConfig { applicationId = "com.acme.home"; manifestPlaceholders["host"] = "\(ofApp)" }
          buildTypes { getByName("\(type)") { manifestPlaceholders["host"] = "\(ofType)" } }
        }
        """,
      "app/src/main/AndroidManifest.xml": InitRepositoryTests.manifest(
        "<data android:scheme=\"https\" android:host=\"${host}\"/>"),
    ])
    #expect(policy.contains("  www.acme.test-site.com:\n    environment: prod\n"), "\(policy)")
    #expect(
      policy.contains("  staging.acme.test-site.com:\n    environment: sandbox\n"), "\(policy)")
  }
}
