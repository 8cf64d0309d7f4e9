import Foundation
import PolicyText
import PolicyGenerators
import PolicyModel
import PolicyTestSupport
import ProjectTestSupport
import Testing

/// The generated entitlements and `Info.plist`.
struct AppleAppTests {
  /// Returns the files of targets by path.
  static func files(
    _ workspace: Workspace, _ targets: [String]
  ) throws -> [String: GeneratedFile] {
    #expect(workspace.structureFindings.map(\.message) == [])
    let files = try GeneratorRegistry.files(for: GeneratorInput(workspace), targets: targets)
    return Dictionary(uniqueKeysWithValues: files.map { ($0.path, $0) })
  }

  /// Everything in the policy language about apps, for both environments.
  static let workspace = Workspace(texts: [
    HostTests.policy(
      "one",
      """
        m: { platform: macos, bundle_id: example.Mac, team_id: R7KM2QX94T, app_id_prefix: 00AA11BB22 }
        idle: { platform: ios, bundle_id: example.idle, team_id: R7KM2QX94T }
      domains:
        www.h.example:
          links: [{ apps: [i], rules: [{ path: /a }] }, { apps: [i, two/i], rules: [{ path: /b }] }]
          credentials: [m, i]
          handoff: [i]
          app_clips: [m]
        a.h.example: { environment: both, links: [{ apps: [i, s], rules: [{ path: /a }] }] }
        s.h.example: { environment: sandbox, credentials: [i] }
      clients:
        cli:
          provider: generic
          type: native
          client_id: { prod: cli, sandbox: cli-s }
          redirect_uris:
            prod: ["http://127.0.0.1/cb", "Example.One:/cb", "example.one:/other", "example.mac.oauth:/cb", "example.other:/cb"]
            sandbox: ["example.one.sandbox:/cb"]
        web: { provider: generic, type: web, client_id: web, redirect_uris: ["example.one.web:/cb"] }
      providers:
        google_sign_in:
          ios:
            app: i
            client_id: { prod: 123456789012-ABCDEFghij0123456789klmnopqrstuv.apps.googleusercontent.com, sandbox: 210987654321-abcdefghij0123456789klmnopqrstuv.apps.googleusercontent.com }
            server_client_id: { prod: 123456789012-serverghij0123456789klmnopqrstuv.apps.googleusercontent.com }
            url_schemes: { prod: [extra.scheme] }
        firebase:
          project_id: { prod: Acme-One, sandbox: acme-one-sbx }
          email_actions:
            sign_in: { url: "https://h.example", handle_code_in_app: true, ios: i }
            reset_password: { url: "https://h.example", ios: m }
        apple: { platforms: [ios], bundle_apps: { prod: [i, m], sandbox: [s] } }
      """),
    HostTests.policy("two", "providers: { apple: { platforms: [web], bundle_apps: [i] } }"),
  ])

  @Test func `the entitlements of an app are those of its environment in the policies`() throws {
    let files = try Self.files(Self.workspace, ["entitlements"])
    #expect(
      Set(files.keys) == [
        "prod/apps/one/i/i.entitlements", "prod/apps/m/m.entitlements",
        "prod/apps/two/i/i.entitlements", "sandbox/apps/one/i/i.entitlements",
        "sandbox/apps/one/s/s.entitlements",
      ])
    func read(_ path: String) throws -> PropertyListFile {
      try Reading.propertyList(try #require(files[path]))
    }
    let one = try read("prod/apps/one/i/i.entitlements")
    #expect(
      one.domains == [
        "applinks:a.h.example", "applinks:acme-one.firebaseapp.com", "applinks:www.h.example",
        "webcredentials:www.h.example", "activitycontinuation:www.h.example",
      ])
    #expect(one.signInWithApple == ["Default"] && one.keys.count == 2)
    let mac = try read("prod/apps/m/m.entitlements")
    #expect(mac.domains == ["webcredentials:www.h.example", "appclips:www.h.example"])
    #expect(mac.signInWithApple == ["Default"])
    let two = try read("prod/apps/two/i/i.entitlements")
    #expect(two.domains == ["applinks:www.h.example"] && two.signInWithApple == nil)
    let sandbox = try read("sandbox/apps/one/i/i.entitlements")
    #expect(
      sandbox.domains == [
        "applinks:a.h.example", "applinks:acme-one-sbx.firebaseapp.com",
        "webcredentials:s.h.example",
      ])
    #expect(sandbox.signInWithApple == nil)
    let only = try read("sandbox/apps/one/s/s.entitlements")
    #expect(only.domains == ["applinks:a.h.example"] && only.signInWithApple == ["Default"])
  }

  @Test func `the URL schemes of an app are those of Google and its own private-use ones`() throws {
    let files = try Self.files(Self.workspace, ["info-plist"])
    #expect(
      Set(files.keys) == [
        "prod/apps/one/i/Info.plist", "prod/apps/m/Info.plist", "sandbox/apps/one/i/Info.plist",
        "sandbox/apps/one/s/Info.plist",
      ])
    func read(_ path: String) throws -> PropertyListFile {
      try Reading.propertyList(try #require(files[path]))
    }
    let prod = try read("prod/apps/one/i/Info.plist")
    #expect(
      prod.clientID
        == "123456789012-ABCDEFghij0123456789klmnopqrstuv.apps.googleusercontent.com")
    #expect(
      prod.serverClientID
        == "123456789012-serverghij0123456789klmnopqrstuv.apps.googleusercontent.com")
    #expect(
      prod.urlTypes == [
        ["CFBundleURLSchemes": ["extra.scheme"]], ["CFBundleURLSchemes": ["example.one"]],
      ])
    #expect(prod.keys.count == 3)
    let mac = try read("prod/apps/m/Info.plist")
    #expect(mac.urlTypes == [["CFBundleURLSchemes": ["example.mac.oauth"]]] && mac.keys.count == 1)
    let sandbox = try read("sandbox/apps/one/i/Info.plist")
    #expect(
      sandbox.urlTypes == [
        [
          "CFBundleURLSchemes": [
            "com.googleusercontent.apps.210987654321-abcdefghij0123456789klmnopqrstuv"
          ]
        ]
      ])
    #expect(sandbox.serverClientID == nil)
    // The longest bundle ID that fits has the scheme.
    let own = try read("sandbox/apps/one/s/Info.plist")
    #expect(own.urlTypes == [["CFBundleURLSchemes": ["example.one.sandbox"]]])
  }

  @Test(.enabled(if: Tool.path("plutil") != nil, "plutil is not installed"))
  func `property lists have the layout of plutil`() throws {
    let plutil = try #require(Tool.path("plutil"))
    let files = try Self.files(Self.workspace, ["entitlements", "info-plist"])
    #expect(files.count == 9)
    for (path, file) in files {
      try Tool.withTemporaryDirectory { directory in
        let url = directory.appending(path: "file.plist")
        try Data(file.bytes).write(to: url)
        let result = try Tool.run(plutil, ["-convert", "xml1", "-o", "-", url.path])
        #expect(result.status == 0, "\(path): \(result.output)")
        // `plutil` drops comments.
        let lines = String(decoding: file.bytes, as: UTF8.self).split(
          separator: "\n", omittingEmptySubsequences: false)
        #expect(lines[2].hasPrefix("<!-- Generated by linkpolicy from "))
        #expect(result.output == (lines[..<2] + lines[3...]).joined(separator: "\n"), "\(path)")
      }
    }
  }

  @Test func `keys used in several policies get a folder below the policy's`() throws {
    let alone = Workspace(texts: [
      HostTests.policy("one", "domains: { h.example: { credentials: [i, a, s] } }")
    ])
    let files = try Self.files(alone, ["entitlements", "android-manifest"])
    #expect(Set(files.keys) == ["prod/apps/i/i.entitlements"])
    let clash = Workspace(texts: [
      HostTests.policy(
        "one",
        """
          I: { platform: ios, bundle_id: example.other, team_id: R7KM2QX94T }
        domains: { h.example: { credentials: [i, I] } }
        """)
    ])
    let error = #expect(throws: GeneratorError.self) {
      try Self.files(clash, ["entitlements"])
    }
    #expect(error?.anchor.flatMap { clash.source(of: $0)?.path } == "apps.I")
    #expect(error?.target == "entitlements")
  }

  @Test func `no file has the path of a required folder`() throws {
    let app = "apps: { Info.plist: { platform: ios, bundle_id: example.x, team_id: R7KM2QX94T } }"
    let input = GeneratorInput(
      Workspace(texts: [
        ("one.yaml", "linkpolicy: 1\nname: folder\n\(app)\n"),
        ("two.yaml", "linkpolicy: 1\nname: two\n\(app)\n"),
        (
          "three.yaml",
          """
          linkpolicy: 1
          name: three
          apps: { folder: { platform: ios, bundle_id: example.folder, team_id: R7KM2QX94T } }
          domains: { h.example: { credentials: [folder/Info.plist] } }
          providers: { google_sign_in: { ios: { app: folder, client_id: c } } }
          """
        ),
      ]))
    let error = #expect(throws: GeneratorError.self) { try GeneratorRegistry.files(for: input) }
    #expect(error?.message.contains("must be a folder for") == true)
  }
}
