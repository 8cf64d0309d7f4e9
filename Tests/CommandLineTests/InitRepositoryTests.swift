import Foundation
import LinkPolicyCLI
import ProjectTestSupport
import Testing

/// `init` in repositories whose facts are in several files.
@Suite struct InitRepositoryTests {
  /// The policy that `init` writes, which has no errors.
  static func policy(
    _ repository: [String: String], _ arguments: [String] = [],
    _ location: Testing.SourceLocation = #_sourceLocation
  ) -> String {
    let files = MemoryFileSystem(repository, hasRoot: true)
    let run = CommandLineRun(["init", "--yes"] + arguments, files: files)
    #expect(run.status == .clean, "\(run.output)\(run.errors)", sourceLocation: location)
    #expect(run.output.split(separator: "\n").count <= 25, sourceLocation: location)
    let check = CommandLineRun(["validate"], files: files)
    #expect(check.status == .clean, "\(check.output)", sourceLocation: location)
    let format = CommandLineRun(["fmt", "--diff"], files: files)
    #expect(format.status == .clean, "\(format.output)", sourceLocation: location)
    return files.files[files.writes.first ?? ""] ?? ""
  }

  static func manifest(_ data: String) -> String {
    """
    <manifest xmlns:android="http://schemas.android.com/apk/res/android"><application>
      <activity android:name=".Main"><intent-filter android:autoVerify="true">
        <action android:name="android.intent.action.VIEW"/>
        <category android:name="android.intent.category.DEFAULT"/>
        <category android:name="android.intent.category.BROWSABLE"/>
        \(data)
      </intent-filter></activity></application></manifest>
    """
  }

  static let app = "plugins { id(\"com.android.application\") }\n"
  static let link = "<data android:scheme=\"https\" android:host=\"www.acme.example\"/>"

  @Test(arguments: [
    // A constant of the file, in both languages.
    ["build.gradle": "def APP = 'com.acme.home'\nandroid { defaultConfig { applicationId APP } }"],
    [
      "build.gradle.kts":
        "private val app: String = \"com.acme.home\"\nandroid { defaultConfig { applicationId = app } }"
    ],
    // Properties and scripts of the directories above.
    [
      "build.gradle.kts":
        "android { defaultConfig { applicationId = project.property(\"app.id\") as String } }",
      "../gradle.properties": "# IDs\napp.id = com.acme.home\n",
    ],
    [
      "build.gradle": "android { defaultConfig { applicationId rootProject.ext.appID } }",
      "../shared.gradle": "ext {\n  appID = 'com.acme.home'\n}\n",
    ],
    [
      "build.gradle.kts":
        "android { defaultConfig { applicationId = project.property(\"app\").toString() } }",
      "../shared.gradle.kts": "project.apply { extra.apply { set(\"app\", \"com.acme.home\") } }",
    ],
    // The namespace of an app, and a convention plug-in.
    ["build.gradle.kts": app + "android { namespace = \"com.acme.home\" }"],
    [
      "build.gradle.kts":
        "plugins { alias(libs.plugins.acme.android.application) }\nandroid { namespace = \"com.acme.code\" }",
      "../build-logic/convention/src/main/kotlin/App.kt": """
      private const val ID = "com.acme.home"
      class App { fun apply() { defaultConfig { applicationId = ID } } }
      """,
    ],
    // A build of any usual name, a version catalog, and the default of a setting.
    [
      "build.gradle.kts": "android { defaultConfig { applicationId = BuildSettings.APP_ID } }",
      "../plugins/src/main/kotlin/BuildSettings.kt":
        "object BuildSettings { const val APP_ID = \"com.acme.home\" }",
    ],
    [
      "build.gradle.kts":
        "android { defaultConfig { applicationId = libs.versions.app.id.get() } }",
      "../gradle/libs.versions.toml":
        "[versions]\napp-id = \"com.acme.home\"\n[libraries]\napp-id = \"com.acme.other\"\n",
    ],
    [
      "build.gradle":
        "def app = config.getOrDefault(\"ID\", \"com.acme.home\")\nandroid { defaultConfig { applicationId app } }"
    ],
    [
      "build.gradle.kts":
        "android { defaultConfig { applicationId = findProperty(\"app\") as String? ?: \"com.acme.other\" } }",
      "../gradle.properties": "app=com.acme.home\n",
    ],
  ])
  func `a build file names the app, also indirectly`(build: [String: String]) {
    var files = ["app/src/main/AndroidManifest.xml": Self.manifest(Self.link)]
    for (name, text) in build {
      files[name.hasPrefix("../") ? String(name.dropFirst(3)) : "app/\(name)"] = text
    }
    let policy = Self.policy(files)
    #expect(policy.contains("package_name: com.acme.home\n"), "\(policy)")
    #expect(policy.contains("  www.acme.example:\n"), "\(policy)")
  }

  @Test func `two values of a constant name no app`() {
    let files = [
      "app/src/main/AndroidManifest.xml": Self.manifest(Self.link),
      "app/build.gradle":
        "def id = 'a.b'\nid = 'c.d'\nandroid { defaultConfig { applicationId id } }",
    ]
    let run = CommandLineRun(["init"], files: MemoryFileSystem(files, hasRoot: true))
    #expect(run.status == .findings)
    #expect(run.output.contains("--define applicationId=ID"), "\(run.output)")
  }

  @Test func `a library is no app, and its links are those of the app`() {
    let policy = Self.policy([
      "app/src/main/AndroidManifest.xml": Self.manifest("<data android:scheme=\"acme\"/>"),
      "app/build.gradle.kts": Self.app + "android { namespace = \"com.acme.home\" }",
      "links/src/main/AndroidManifest.xml": Self.manifest(
        "<data android:scheme=\"https\" android:host=\"@string/host\"/>"),
      "links/src/main/res/values/hosts.xml":
        "<resources><string name=\"host\">www.acme.example</string></resources>",
      "links/build.gradle.kts":
        "plugins { id(\"com.android.library\") }\nandroid { namespace = \"com.acme.links\" }",
    ])
    #expect(!policy.contains("com.acme.links"), "\(policy)")
    #expect(policy.contains("  www.acme.example:\n"), "\(policy)")
  }

  @Test func `scheme, host and path of a filter are a possible redirect URI`() {
    let policy = Self.policy([
      "app/src/main/AndroidManifest.xml": Self.manifest(
        "<data android:scheme=\"acme\" android:host=\"home\" android:path=\"/cb\"/>"),
      "app/build.gradle.kts": Self.app + "android { namespace = \"com.acme.home\" }",
    ])
    #expect(policy.contains("#       - acme://home/cb\n"), "\(policy)")
  }

  @Test func `a bundle ID without a part is unknown`() {
    let project = """
      // !$*UTF8*$!
      { archiveVersion = 1; objects = {
        P = { isa = PBXProject; buildConfigurationList = L; targets = (T, U); };
        L = { isa = XCConfigurationList; buildConfigurations = (C); };
        C = { isa = XCBuildConfiguration; name = Release; buildSettings = { PREFIX = ""; ROOT = com.acme; }; };
        T = { isa = PBXNativeTarget; name = A; productType = "com.apple.product-type.application"; buildConfigurationList = M; };
        M = { isa = XCConfigurationList; buildConfigurations = (D); };
        D = { isa = XCBuildConfiguration; name = Release; buildSettings = { PRODUCT_BUNDLE_IDENTIFIER = "$(PREFIX).Home"; }; };
        U = { isa = PBXNativeTarget; name = B; productType = "com.apple.product-type.application"; buildConfigurationList = N; };
        N = { isa = XCConfigurationList; buildConfigurations = (E); };
        E = { isa = XCBuildConfiguration; name = Release; buildSettings = { PRODUCT_BUNDLE_IDENTIFIER = $ROOT.home; }; };
      }; rootObject = P; }
      """
    // Git has the project also if a pattern of .gitignore fits.
    let policy = Self.policy([
      "Acme.xcodeproj/project.pbxproj": project, ".gitignore": "*.xcodeproj\n",
    ])
    let ids = policy.split(separator: "\n").filter { $0.contains("bundle_id:") }
    #expect(
      ids.map { $0.trimmingPrefix(while: \.isWhitespace) } == ["bundle_id: com.acme.home"],
      "\(policy)")
  }

  @Test func `keywords of Auth0 have the values of each environment`() {
    let policy = Self.policy([
      "auth0/tenant.yaml": """
      clients:
        - name: Shop
          client_id: shop
          app_type: spa
          callbacks: @@CALLBACKS@@
          allowed_logout_urls: ["https://##HOST##/bye"]
      tenant: {}
      """,
      "auth0/config/prod.json": """
      { "AUTH0_KEYWORD_REPLACE_MAPPINGS": { "HOST": "shop.acme.example",
        "CALLBACKS": ["https://shop.acme.example/cb", "https://www.acme.example/cb"] } }
      """,
      "auth0/config/staging.json": """
      { "AUTH0_KEYWORD_REPLACE_MAPPINGS": { "HOST": "shop.acme-staging.example",
        "CALLBACKS": ["https://shop.acme-staging.example/cb"] } }
      """,
    ])
    #expect(
      policy.contains(
        """
            redirect_uris:
              prod:
                - https://shop.acme.example/cb
                - https://www.acme.example/cb
              sandbox:
                - https://shop.acme-staging.example/cb
            post_logout_redirect_uris:
              prod:
                - https://shop.acme.example/bye
              sandbox:
                - https://shop.acme-staging.example/bye

        """), "\(policy)")
  }

  @Test(arguments: [
    "export default { expo: { slug: 'home', name, ios: { bundleIdentifier: 'com.acme.home' } } };",
    "module.exports = {\n  slug: \"home\", ios: { bundleIdentifier: \"com.acme.home\" } };",
    """
    import { ExpoConfig } from "expo/config";
    const config: ExpoConfig = { slug: "home", version: process.env.V, ios: { bundleIdentifier: "com.acme.home" } };
    export default config;
    """,
    """
    export default ({ config }: ConfigContext): ExpoConfig => ({
      ...config, slug: "home", ios: { bundleIdentifier: "com.acme.home" },
    })
    """,
  ])
  func `a script of Expo is read if it is one object`(script: String) {
    let policy = Self.policy(["app.config.ts": script])
    #expect(policy.contains("bundle_id: com.acme.home\n"), "\(policy)")
  }

  @Test func `a script of Expo with statements isn't read`() {
    let script = """
      export default ({ config }) => { const id = "com.acme.home"; return { slug: "home", expo: { ios: { bundleIdentifier: id } } }; };
      """
    let run = CommandLineRun(
      ["init"], files: MemoryFileSystem(["app.config.ts": script], hasRoot: true))
    #expect(run.status == .findings)
    #expect(run.output.contains("npx expo config --json"), "\(run.output)")
  }

  @Test func `the settings of an Angular app are not those of Expo`() {
    let script = """
      import { ApplicationConfig } from '@angular/core';
      import { provideRouter } from '@angular/router';
      export const appConfig: ApplicationConfig = { providers: [provideRouter(routes)] };
      """
    let run = CommandLineRun(
      ["init"], files: MemoryFileSystem(["src/app/app.config.ts": script], hasRoot: true))
    #expect(run.status == .findings)
    #expect(!(run.output + run.errors).contains("Expo"), "\(run.output)\(run.errors)")
  }

  @Test func `a site's own directory names its host`() {
    let policy = Self.policy([
      "apps/web/public/.well-known/apple-app-site-association":
        "{\"applinks\":{\"details\":[{\"appIDs\":[\"ABCDE12345.com.acme.home\"],\"components\":[{\"/\":\"/x\"}]}]}}",
      "apps/web/package.json": "{\n  \"homepage\": \"https://www.acme.example/\"\n}",
      "package.json": "{\n  \"homepage\": \"https://acme.example\"\n}",
    ])
    #expect(policy.contains("  www.acme.example:\n"), "\(policy)")
  }

  @Test func `a client without a redirect URI has TODO, also in import`() {
    let settings = """
      { "OpenIddict": { "Applications": { "Web": { "ClientId": "Web", "RootUrl": "https://localhost:44308" } } } }
      """
    let policy = Self.policy(["appsettings.json": settings])
    #expect(policy.contains("client_id: { sandbox: Web }"), "\(policy)")
    #expect(policy.contains("redirect_uris: [TODO]"), "\(policy)")
    let realm = """
      { "realm": "shop", "clients": [{ "clientId": "web", "protocol": "openid-connect", "secret": "**********",
      "standardFlowEnabled": true, "redirectUris": ["http://localhost/cb"], "publicClient": false }] }
      """
    let files = MemoryFileSystem(["realm.json": realm, "appsettings.json": settings])
    for name in ["realm.json", "appsettings.json"] {
      let run = CommandLineRun(
        ["import", name, "--environment", "prod", "--output", "Policies/\(name).yaml"],
        files: files)
      #expect(run.errors.contains("missing-key") == false, "\(run.output)\(run.errors)")
      let policy = files.files["Policies/\(name).yaml"] ?? ""
      #expect(policy.contains("TODO"), "\(policy)\(run.output)\(run.errors)")
      let check = CommandLineRun(["validate", "Policies/\(name).yaml"], files: files)
      #expect(check.status == .clean, "\(check.output)")
    }
  }

  @Test func `a Firebase project has one question`() {
    let run = CommandLineRun(
      ["init", "--yes"],
      files: MemoryFileSystem(
        [
          "app/google-services.json": """
          { "project_info": { "project_number": "123456789012", "project_id": "acme-home" },
            "client": [{ "client_info": { "mobilesdk_app_id": "1:123456789012:android:0123456789abcdef",
              "android_client_info": { "package_name": "com.acme.home" } },
              "oauth_client": [{ "client_id": "123456789012-abcdefghijklmnopqrstuvwxyz012345.apps.googleusercontent.com",
                "client_type": 3 }], "api_key": [] }], "configuration_version": "1" }
          """
        ], hasRoot: true))
    #expect(run.output.contains("--map 'acme-home=prod|sandbox|both|drop' (now prod)"))
    #expect(!run.output.contains("googleusercontent"), "\(run.output)")
  }

  @Test func `a client's ID is evidence before folders, and a numbered stage is none`() {
    func realm(_ id: String) -> String {
      """
      { "realm": "acme", "clients": [{ "clientId": "\(id)", "protocol": "openid-connect", "publicClient": true,
      "standardFlowEnabled": true, "redirectUris": ["https://app.acme.example/\(id)"] }] }
      """
    }
    let policy = Self.policy([
      "tf-stage2/a.json": realm("shop"), "staging/b.json": realm("shop-production"),
      "c.json": realm("shop-staging"),
    ])
    for line in ["prod: shop ", "prod: shop-production ", "sandbox: shop-staging "] {
      #expect(policy.contains("client_id: { \(line)}"), "\(policy)")
    }
  }

  @Test func `a file whose name says example is not read`() {
    let files = [
      "app/mock-GoogleService-Info.plist":
        "<plist><dict><key>GOOGLE_APP_ID</key><string>1:123456789012:ios:0123456789abcdef</string><key>BUNDLE_ID</key><string>com.acme.home</string><key>PROJECT_ID</key><string>acme</string></dict></plist>"
    ]
    let run = CommandLineRun(["init"], files: MemoryFileSystem(files, hasRoot: true))
    #expect(run.status == .findings)
    #expect(run.output.contains("google-service-info with `mock` in its name"), "\(run.output)")
  }
}
