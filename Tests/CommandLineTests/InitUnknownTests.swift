import LinkPolicyCLI
import ProjectTestSupport
import Testing

/// What `init` writes for values that no file has, and for several apps, clients and files of one thing.
@Suite struct InitUnknownTests {
  private static func policy(_ repository: [String: String]) -> String {
    InitRepositoryTests.policy(repository)
  }

  /// An Xcode project with an app for each ID.
  private static func project(_ apps: [(id: String, configuration: String, plist: String)])
    -> String
  {
    let targets = apps.indices.map { index in
      """
      T\(index) = { isa = PBXNativeTarget; name = Home; productType = "com.apple.product-type.application";
        buildConfigurationList = L\(index); };
      L\(index) = { isa = XCConfigurationList; buildConfigurations = (C\(index)); };
      C\(index) = { isa = XCBuildConfiguration; name = \(apps[index].configuration); buildSettings = {
        PRODUCT_BUNDLE_IDENTIFIER = \(apps[index].id); SDKROOT = iphoneos; DEVELOPMENT_TEAM = A1B2C3D4E5;
        INFOPLIST_FILE = "\(apps[index].plist)"; CODE_SIGN_ENTITLEMENTS = Home.entitlements; }; };
      """
    }.joined(separator: "\n")
    return """
      // !$*UTF8*$!
      { archiveVersion = 1; rootObject = P; objects = {
      P = { isa = PBXProject; buildConfigurationList = PL; targets = (\(apps.indices.map { "T\($0)" }.joined(separator: ", "))); };
      PL = { isa = XCConfigurationList; buildConfigurations = (); };
      \(targets) }; }
      """
  }

  private static let entitlements = """
    <plist><dict><key>com.apple.developer.associated-domains</key>
    <array><string>applinks:www.acme.example</string></array></dict></plist>
    """

  private static func info(_ scheme: String) -> String {
    """
    <plist><dict><key>CFBundleIdentifier</key><string>$(PRODUCT_BUNDLE_IDENTIFIER)</string>
    <key>CFBundleURLTypes</key><array><dict><key>CFBundleURLSchemes</key>
    <array><string>\(scheme)</string></array></dict></array></dict></plist>
    """
  }

  @Test func `a host without rules is in the policy, and the app claims it`() throws {
    let files = MemoryFileSystem(
      [
        "Home.xcodeproj/project.pbxproj": Self.project([("com.acme.home", "Release", "Info.plist")]
        ),
        "Home.entitlements": Self.entitlements,
      ], hasRoot: true)
    let run = CommandLineRun(["init", "--yes"], files: files)
    #expect(run.output.contains("domains[\"www.acme.example\"].links: see"), "\(run.output)")
    let policy = files.files[files.writes.first ?? ""] ?? ""
    #expect(
      policy.contains(
        """
          www.acme.example:
            environment: prod
            links:
              - { apps: [home-ios], rules: [{ path: TODO }] }

        """), "\(policy)")
    let generated = CommandLineRun(["generate", "--output", "out"], files: files)
    #expect(generated.status == .clean, "\(generated.errors)")
    let written = files.files.first { $0.key.hasSuffix("home-ios.entitlements") }?.value
    #expect(written?.contains("applinks:www.acme.example") == true)
    #expect(!files.files.keys.contains { $0.hasSuffix("apple-app-site-association") })
  }

  @Test func `the host that serves the only site is TODO if no file names it`() {
    let file = """
      {"applinks":{"details":[{"appIDs":["A1B2C3D4E5.com.acme.home"],"components":[{"/":"/orders/*"}]}]}}
      """
    let files = MemoryFileSystem(
      ["web/public/.well-known/apple-app-site-association": file], hasRoot: true)
    let run = CommandLineRun(["init", "--yes"], files: files)
    #expect(run.output.contains("--host HOST  Which host serves"), "\(run.output)")
    #expect(run.output.contains("domains.TODO: see the settings of the server"), "\(run.output)")
    #expect(!run.output.contains("--map"), "\(run.output)")
    let policy = files.files[files.writes.first ?? ""] ?? ""
    #expect(
      policy.contains(
        """
        domains:
          TODO:
            environment: prod
            links:
              - apps: [home-ios]
                rules:
                  - { path: /orders/* }

        """), "\(policy)")
    let generated = CommandLineRun(["generate", "--output", "out"], files: files)
    #expect(generated.status == .clean, "\(generated.errors)")
    #expect(generated.errors.contains("domains.TODO"))
    #expect(
      files.files.keys.contains {
        $0.hasSuffix("hosts/TODO/.well-known/apple-app-site-association")
      })
    // The files of two sites can have different hosts.
    let two = Self.policy([
      "web/public/.well-known/apple-app-site-association": file,
      "shop/public/.well-known/apple-app-site-association": file,
    ])
    #expect(!two.contains("\n  TODO:") && two.contains("# can't tell which host"), "\(two)")
    let named = MemoryFileSystem(
      ["web/public/.well-known/apple-app-site-association": file], hasRoot: true)
    _ = CommandLineRun(["init", "--yes", "--host", "www.acme.example"], files: named)
    #expect(named.files[named.writes.first ?? ""]?.contains("  www.acme.example:\n") == true)
  }

  @Test func `an app of two projects is for iOS, and its Google scheme contains the client ID`() {
    let client = "123456789012-abcdefghijklmnopqrstuvwxyz012345"
    let project = Self.project([("com.acme.home", "Release", "Info.plist")])
    let policy = Self.policy([
      "ios/Home.xcodeproj/project.pbxproj": project,
      "ios/Info.plist": Self.info("com.googleusercontent.apps.\(client)"),
      "macos/Home.xcodeproj/project.pbxproj": project.replacing("iphoneos", with: "macosx"),
      "macos/Info.plist": Self.info("com.googleusercontent.apps.\(client)"),
    ])
    #expect(policy.contains("  home-ios:\n    platform: ios\n"), "\(policy)")
    #expect(!policy.contains("macos\n"), "\(policy)")
    #expect(
      policy.contains("client_id: { prod: \(client).apps.googleusercontent.com }"), "\(policy)")
    let other = Self.policy([
      "Home.xcodeproj/project.pbxproj": project.replacing("iphoneos", with: "macosx"),
      "Info.plist": Self.info("com.googleusercontent.apps.acme"),
    ])
    #expect(other.contains("platform: macos\n") && other.contains("client_id: TODO"), "\(other)")
  }

  @Test func `the ID of a project's template is no ID of an app`() {
    let policy = Self.policy([
      "Home.xcodeproj/project.pbxproj": Self.project([("com.example.home", "Release", "Info.plist")]
      )
    ])
    #expect(
      policy.contains(
        """
            # the project still has its template's ID
            bundle_id: TODO
        """), "\(policy)")
    #expect(!policy.contains("com.example.home"))
  }

  @Test func `a host of a debug app and its release has both environments`() {
    let policy = Self.policy([
      "Home.xcodeproj/project.pbxproj": InitEvidenceTests.project([
        ("Release", "com.acme.home", "Home.entitlements"),
        ("Debug", "com.acme.home.dev", "Home.entitlements"),
      ]),
      "Home.entitlements": Self.entitlements,
    ])
    #expect(policy.contains("www.acme.example:\n    environment: both"), "\(policy)")
    #expect(policy.contains("apps: [home-dev-ios, home-ios]"), "\(policy)")
  }

  @Test func `a property list that no target contains has no app`() {
    let policy = Self.policy([
      "ios/Home.xcodeproj/project.pbxproj": Self.project([
        ("com.acme.home", "Release", "Info.plist")
      ]),
      "ios/Info.plist": Self.info("acme"), "ios/Old-Info.plist": Self.info("acme-old"),
    ])
    #expect(policy.contains("acme:/path"), "\(policy)")
    #expect(!policy.contains("Old-Info.plist") && !policy.contains("acme-old"), "\(policy)")
  }

  @Test(arguments: [
    (
      ["com.acme.home.watchkitapp", "com.acme.home.dev.watchkitapp"], ["home-ios", "home-dev-ios"]
    ),
    (["com.acme.home", "com.beta.home"], ["acme-home-ios", "beta-home-ios"]),
    (["com.acme.mobile.x"], ["acme-x-ios"]), (["com.acme.ios"], ["acme-ios"]),
    (["com.acme.Home-ios"], ["Home-ios"]),
    (["com.acme.home.staging.main", "home"], ["home-staging-ios", "home-ios"]),
  ]) func `apps have the names that people use`(ids: [String], names: [String]) {
    let policy = Self.policy([
      "Home.xcodeproj/project.pbxproj": Self.project(ids.map { ($0, "Release", "Info.plist") })
    ])
    for (id, name) in zip(ids, names) {
      #expect(policy.contains("  \(name):\n    platform: ios\n    bundle_id: \(id)\n"), "\(policy)")
    }
  }

  @Test func `a URI that ends a sign-in is a redirect URI of each flavor`() {
    let filter = """
      <data android:scheme="@string/sso_scheme" android:host="${applicationId}"/>
      """
    let policy = Self.policy([
      "app/src/main/AndroidManifest.xml": InitRepositoryTests.manifest(filter),
      "app/src/main/res/values/strings.xml":
        "<resources><string name=\"sso_scheme\">acme</string></resources>",
      "app/src/x2/AndroidManifest.xml": InitRepositoryTests.manifest(
        "<data android:scheme=\"home\" android:host=\"orders\"/>"),
      "app/build.gradle.kts": InitRepositoryTests.app + """
        android { defaultConfig { applicationId = "com.acme.home" }
          productFlavors { create("full") { }
            create("x2") { applicationId = "com.acme.home.x2" } } }
        """,
    ])
    #expect(
      policy.contains(
        """
          home:
            provider: generic
            type: native
            client_id: TODO
            redirect_uris:
              - acme://com.acme.home
              - acme://com.acme.home.x2
              # does a client redirect to this URI?
              # - home://orders

        """), "\(policy)")
  }

  @Test(arguments: [true, false]) func `flavors of a convention plug-in are those of its modules`(
    isApplied: Bool
  ) {
    let plugin = """
      class FlavorPlugin : Plugin<Project> { override fun apply(target: Project) { with(target) {
        extensions.getByType<ApplicationExtension>().apply { productFlavors {
          create("full") { }
          create("minimal") { applicationIdSuffix = ".minimal" } } } } } }
      """
    let policy = Self.policy([
      "build-logic/src/main/kotlin/FlavorPlugin.kt": plugin,
      "build-logic/build.gradle.kts": """
      gradlePlugin { plugins { register("flavor") {
        id = libs.plugins.acme.flavor.get().pluginId
        implementationClass = "FlavorPlugin"
      } } }
      """,
      "app/build.gradle.kts": InitRepositoryTests.app
        + (isApplied ? "plugins { alias(libs.plugins.acme.flavor) }\n" : "")
        + "android { defaultConfig { applicationId = \"com.acme.home\" } }",
      "app/src/main/AndroidManifest.xml": InitRepositoryTests.manifest(InitRepositoryTests.link),
    ])
    #expect(policy.contains("package_name: com.acme.home\n"), "\(policy)")
    #expect(policy.contains("package_name: com.acme.home.minimal\n") == isApplied, "\(policy)")
  }

  private static func realm(_ uris: [String: String]) -> String {
    let clients = uris.sorted { $0.key < $1.key }.map { id, uri in
      """
      { "clientId": "\(id)", "protocol": "openid-connect", "publicClient": \(id != "grafana"), "standardFlowEnabled": true,
        "redirectUris": ["\(uri)"] }
      """
    }
    return "{ \"realm\": \"acme\", \"clients\": [\(clients.joined(separator: ", "))] }"
  }

  @Test func `a server with a client on a host in prod accepts its loopback clients in prod`() {
    let local = ["grafana": "http://localhost:3000/cb", "kubelogin": "http://localhost:8000"]
    let live = Self.policy([
      "realm.json": Self.realm(
        local.merging(["shop": "https://shop.acme.example/cb"]) { a, _ in a })
    ])
    #expect(!live.contains("sandbox"), "\(live)")
    #expect(live.contains("prod:\n        - http://localhost:8000\n"), "\(live)")
    let staging = Self.policy([
      "realm.json": Self.realm(
        local.merging(["shop": "https://shop.staging.acme.example/cb"]) { a, _ in a })
    ])
    #expect(!staging.contains("prod"), "\(staging)")
  }

  @Test func `a bare keyword of Auth0 is a name`() {
    let tenant = """
      tenant: {}
      clients:
        ## Our own ##
        - name: ##SHOP_NAME##
          app_type: spa
          callbacks: ["https://shop.acme.example/cb"]
      """
    #expect(Self.policy(["tenant.yaml": tenant]).contains("  SHOP_NAME:\n"))
    let known = Self.policy([
      "tenant.yaml": tenant,
      "config/prod.json": "{ \"AUTH0_KEYWORD_REPLACE_MAPPINGS\": { \"SHOP_NAME\": \"Shop\" } }",
    ])
    #expect(known.contains("  Shop:\n"), "\(known)")
  }

  @Test func `a file without values is named beside others`() {
    let files = MemoryFileSystem(
      [
        "realm.json": Self.realm(["shop": "https://shop.acme.example/cb"]),
        "auth0/tenant.yaml": "tenant: {}\nclients:\n  - { name: API, app_type: non_interactive }\n",
      ], hasRoot: true)
    let run = CommandLineRun(["init", "--yes"], files: files)
    #expect(
      run.output.contains(
        "Read, but nothing for the policy:\n  auth0/tenant.yaml: auth0; left out clients"),
      "\(run.output)")
  }

  private static let terraform = """
    resource "auth0_client" "shop" {
      name      = "Shop"
      app_type  = "regular_web"
      callbacks = [
        "https://shop.acme.example/cb",
        "https://${var.hosts["preview"]}/cb",
        local.extra,
      ]
      allowed_logout_urls = [format("https://%s/", var.host)]
      allowed_origins     = [for host in var.all : "https://${host}"]
    }
    """

  @Test
  func `each unknown reference in a list of Terraform is named, and the other items are read`() {
    let files = MemoryFileSystem(["main.tf": Self.terraform], hasRoot: true)
    let run = CommandLineRun(["init", "--yes", "--verbose"], files: files)
    #expect(run.output.contains("--define 'local.extra=VALUE'"), "\(run.output)")
    #expect(run.output.contains("${var.hosts[\"preview\"]}"), "\(run.output)")
    // A definition can't replace a part of a call.
    #expect(run.output.contains("${[format(\"https://%s/\", var.host)]}"), "\(run.output)")
    #expect(run.output.contains("${allowed_origins = …}"), "\(run.output)")
    #expect(!run.output.contains("--define 'callbacks"), "\(run.output)")
    #expect(!run.output.contains("--define 'allowed_logout_urls"), "\(run.output)")
    let policy = Self.policy(["main.tf": Self.terraform])
    #expect(policy.contains("        - https://shop.acme.example/cb\n"), "\(policy)")
    // The questions are below the client, and no section of apps is made for them.
    #expect(!policy.contains("apps:"), "\(policy)")
    let known = InitRepositoryTests.policy(
      ["main.tf": Self.terraform],
      [
        "--define", "local.extra=https://other.acme.example/cb", "--define",
        "var.hosts[\"preview\"]=preview.acme.example",
      ])
    #expect(known.contains("- https://other.acme.example/cb\n"), "\(known)")
    #expect(known.contains("- https://preview.acme.example/cb\n"), "\(known)")
  }

  @Test func `a client whose name is computed has the name of its resource`() {
    let policy = Self.policy([
      "cognito.tf": """
      resource "aws_cognito_user_pool_client" "shop" {
        name                                 = "${var.stage}-client"
        allowed_oauth_flows_user_pool_client = true
        callback_urls                        = ["https://shop.acme.example/cb", var.other]
      }
      """
    ])
    #expect(policy.contains("  shop:\n    provider: generic\n"), "\(policy)")
  }

  @Test(arguments: [
    "[\"${var.a", "[\"${var.a[\"", "[var.a[", "[var.", "[\"$${a.b}\"]", "[\"%{ if a }\"]",
  ])
  func `an expression that isn't a reference is one variable, or ends the file`(value: String) {
    let text = "resource \"auth0_client\" \"a\" {\n  name = \"A\"\n  callbacks = \(value)"
    let files = MemoryFileSystem(["main.tf": text + "\n}\n"], hasRoot: true)
    let run = CommandLineRun(["import", "main.tf", "--environment", "prod"], files: files)
    #expect(run.status != .clean, "\(run.output)\(run.errors)")
    #expect(!run.output.contains("redirect_uris:\n"), "\(run.output)")
  }

  @Test func `a client with computed values only is left out and named`() {
    let files = MemoryFileSystem(
      [
        "main.tf": """
        resource "auth0_client" "shop" {
          name      = var.shop_name
          app_type  = "regular_web"
          callbacks = var.callbacks
        }
        """
      ], hasRoot: true)
    let run = CommandLineRun(["init", "--yes"], files: files)
    #expect(run.status == .findings && files.writes.isEmpty, "\(run.output)")
    #expect(run.output.contains("main.tf"), "\(run.output)")
    let imported = CommandLineRun(["import", "main.tf"], files: files)
    #expect(
      imported.errors.contains("its name and redirect URIs are computed"), "\(imported.errors)")
  }
}
