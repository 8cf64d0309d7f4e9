import Foundation
import PolicyText
import PolicyGenerators
import PolicyModel
import PolicyTestSupport
import ProjectTestSupport
import Testing

/// Hostile values of policies, in every file for apps, providers and servers.
struct HostileValueTests {
  /// A key of a policy whose value is in a target's files.
  struct GeneratedValue: CustomTestStringConvertible {
    var name: String
    var target: String
    /// The logical path of the value.
    var path: String
    /// A prefix of the generated string, before the value.
    var prefix = ""
    /// The policy after its name, with `@` for the value.
    var policy: String
    var testDescription: String { "\(target): \(name)" }

    /// Returns true for a value that is not generated literally. Path patterns have wildcards and
    /// their own slashes, and a URI's path ends before a query or fragment.
    func excludes(_ value: String) -> Bool {
      switch name {
      case "path": value.utf8.contains { "?*".utf8.contains($0) } || value == "//"
      case "path of a redirect URI": value.utf8.contains { "?#".utf8.contains($0) }
      default: false
      }
    }
  }

  static let places: [GeneratedValue] = {
    let ios = "apps: { i: { platform: ios, bundle_id: example.one, team_id: R7KM2QX94T } }"
    let android =
      "apps: { a: { platform: android, package_name: example.one, sha256_cert_fingerprints: [\"\(HostTests.fingerprint)\"]"
    func google(_ rest: String) -> String {
      "\(ios)\nproviders: { google_sign_in: { ios: { app: i, \(rest) } } }"
    }
    func flip(_ rest: String) -> String {
      """
      \(android) } }
      clients: { c: { provider: google-account-linking, type: web, client_id: c, redirect_uris: ["https://h.example"], app_flip: { android: { app: a, callers: [], \(rest) } } } }
      """
    }
    func project(_ firebase: String, _ rest: String = "") -> String {
      "providers: { firebase: { project_id: acme\(firebase) }\(rest) }"
    }
    let web = "providers.google_sign_in.web"
    var places = [
      GeneratedValue(
        name: "client ID", target: "info-plist", path: "providers.google_sign_in.ios.client_id",
        policy: google("client_id: @")),
      GeneratedValue(
        name: "server client ID", target: "info-plist",
        path: "providers.google_sign_in.ios.server_client_id",
        policy: google("client_id: c, server_client_id: @")),
      GeneratedValue(
        name: "URL scheme", target: "info-plist",
        path: "providers.google_sign_in.ios.url_schemes[0]",
        policy: google("client_id: c, url_schemes: [@]")),
      GeneratedValue(
        name: "host", target: "entitlements", path: "domains[@]",
        policy: "\(ios)\ndomains:\n  ? @\n  : { credentials: [i] }"),
      GeneratedValue(
        name: "project", target: "entitlements", path: "providers.firebase.project_id",
        policy:
          "\(ios)\nproviders: { firebase: { project_id: @, email_actions: { sign_in: { url: u, handle_code_in_app: true, ios: i } } } }"
      ),
      GeneratedValue(
        name: "host", target: "android-manifest", path: "domains[@]",
        policy:
          "\(android) } }\ndomains:\n  ? @\n  : { links: [{ apps: [a], rules: [{ path: /x }] }] }"),
      GeneratedValue(
        name: "path", target: "android-manifest", path: "domains[\"h.example\"]", prefix: "/",
        policy:
          "\(android) } }\ndomains: { h.example: { links: [{ apps: [a], rules: [{ path: @, percent_encoded: false }] }] } }"
      ),
      GeneratedValue(
        name: "link activity", target: "android-manifest", path: "apps.a.link_activity",
        policy:
          "\(android), link_activity: @ } }\ndomains: { h.example: { links: [{ apps: [a], rules: [{ path: /x }] }] } }"
      ),
      GeneratedValue(
        name: "App Flip activity", target: "android-manifest",
        path: "clients.c.app_flip.android.activity",
        policy: flip("intent_action: example.FLIP, activity: @")),
      GeneratedValue(
        name: "intent action", target: "android-manifest",
        path: "clients.c.app_flip.android.intent_action", policy: flip("intent_action: @")),
      GeneratedValue(
        name: "path of a redirect URI", target: "android-manifest",
        path: "clients.c.redirect_uris[0]", prefix: "example.one://h.example/",
        policy:
          "\(android) } }\nclients: { c: { provider: generic, type: native, client_id: c, redirect_uris: [@] } }"
      ),
      GeneratedValue(
        name: "host", target: "nginx", path: "domains[@]",
        policy: "\(ios)\ndomains:\n  ? @\n  : { credentials: [i] }"),
    ]
    for target in ["firebase", "terraform"] {
      places += [
        GeneratedValue(
          name: "project", target: target, path: "providers.firebase.project_id",
          policy: "providers: { firebase: { project_id: @ } }"),
        GeneratedValue(
          name: "authorized domain", target: target,
          path: "providers.firebase.authorized_domains[0]",
          policy: project(", authorized_domains: [@]")),
        GeneratedValue(
          name: "Google client ID", target: target, path: web + ".client_id",
          policy: project("", ", google_sign_in: { web: { client_id: @ } }")),
        GeneratedValue(
          name: "file of a client secret", target: target, path: web + ".client_secret",
          policy: project(
            "", ", google_sign_in: { web: { client_id: c, client_secret: { file: @ } } }")),
        GeneratedValue(
          name: "Services ID", target: target, path: "providers.apple.services_id",
          policy: project("", ", apple: { platforms: [web], services_id: @ }")),
        GeneratedValue(
          name: "name of a private key", target: target, path: "providers.apple.private_key",
          policy: project(
            "",
            ", apple: { platforms: [web], services_id: s, team_id: t, key_id: k, private_key: { secret: @ } }"
          )),
      ]
    }
    for (key, path) in [
      ("team_id", "team_id: @, key_id: k"), ("key_id", "team_id: t, key_id: @"),
    ] {
      places.append(
        GeneratedValue(
          name: key, target: "firebase", path: "providers.apple.\(key)",
          policy: project(
            "", ", apple: { platforms: [web], services_id: s, \(path), private_key: { secret: p } }"
          )))
    }
    for key in ["callback_uri", "locale"] {
      places.append(
        GeneratedValue(
          name: key, target: "firebase", path: "providers.firebase.email.\(key)",
          policy: project(", email: { \(key): @ }")))
    }
    return places
  }()

  /// Returns for each key a file with a harmless value, and those with hostile values that were not
  /// rejected.
  private static func files(
    _ place: GeneratedValue
  ) throws -> (harmless: GeneratedFile, hostile: [(value: String, file: GeneratedFile)]) {
    func workspace(_ value: String) -> Workspace {
      let scalars = value.unicodeScalars.map { scalar in
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return "\\U" + String(repeating: "0", count: 8 - digits.count) + digits
      }
      let literal = "\"" + place.prefix + scalars.joined() + "\""
      return Workspace(
        "linkpolicy: 1\nname: one\n"
          + place.policy.components(separatedBy: "@").joined(separator: literal) + "\n")
    }
    func file(_ workspace: Workspace) throws(GeneratorError) -> GeneratedFile? {
      try GeneratorRegistry.files(
        for: GeneratorInput(workspace, environments: [.prod]), targets: [place.target]
      ).first
    }
    let harmless = try #require(try file(workspace(marker)))
    var hostile: [(value: String, file: GeneratedFile)] = []
    // A policy can't contain an empty string here.
    for value in CodeTests.hostile where !value.isEmpty && !place.excludes(value) {
      let workspace = workspace(value)
      // Names of secrets can't have several lines.
      guard workspace.structureFindings.isEmpty else {
        #expect(value.utf8.contains(UInt8(ascii: "\n")) && place.path.contains("_"))
        continue
      }
      do throws(GeneratorError) {
        if let file = try file(workspace) {
          hostile.append((value, file))
        } else {
          // On Android, a rule that can't be expressed opens nothing.
          #expect(place.name == "path")
        }
      } catch {
        let anchor = try #require(error.anchor, "\(error)")
        let path = workspace.source(of: anchor)?.path ?? ""
        let expected = place.path.split(separator: "@").map(String.init)
        #expect(
          expected.count > 1
            ? path.hasPrefix(expected[0]) && path.hasSuffix(expected[1]) : path == place.path,
          "\(error) at \(path)")
        #expect(error.target == place.target)
      }
    }
    return (harmless, hostile)
  }

  /// A value that is valid everywhere and isn't part of any other string in the files.
  private static let marker = "harmless-4711.example"

  @Test(.needs("python3"), arguments: places)
  func `a generated value is parsed as itself, or rejected`(place: GeneratedValue) throws {
    let (harmless, hostile) = try Self.files(place)
    let leaves = try HostileReading.leaves([harmless] + hostile.map(\.file), place.target)
    try #require(leaves.count == hostile.count + 1)
    let pattern = leaves[0]
    #expect(pattern.joined().contains(Self.marker))
    for (index, (value, _)) in hostile.enumerated() {
      let expected = pattern.map {
        $0.components(separatedBy: Self.marker).joined(separator: value)
      }
      #expect(
        leaves[index + 1].map { Array($0.utf8) } == expected.map { Array($0.utf8) },
        "\(DisplayText.quoted(value))")
    }
  }

  @Test func `not every value is rejected`() throws {
    for place in Self.places
    where place.name != "host" && place.name != "project" && place.name != "path" {
      #expect(try Self.files(place).hostile.count >= 10, "\(place.testDescription)")
    }
  }
}

/// Reads files as lists of all their strings with their positions.
enum HostileReading {
  static func leaves(_ files: [GeneratedFile], _ target: String) throws -> [[String]] {
    if target == "terraform" { return try TerraformReading.literals(files.map(\.bytes)) }
    let load =
      switch target {
      case "firebase": "json.load(open(path, encoding='utf-8'))"
      case "android-manifest": "element(tree.parse(path).getroot())"
      case "nginx": "open(path, encoding='utf-8', newline='').read()"
      default: "plistlib.load(open(path, 'rb'))"
      }
    let program = """
      import json, plistlib, sys, xml.etree.ElementTree as tree
      def element(each): return [each.tag, each.attrib, [element(child) for child in each]]
      def leaves(value, place):
        if isinstance(value, dict):
          return [leaf for key, each in value.items() for leaf in leaves(each, place + '.' + key)]
        if isinstance(value, list):
          return [leaf for index, each in enumerate(value) for leaf in leaves(each, place + f'[{index}]')]
        return [(place, str(value))]
      for path in sys.argv[1:]: print(json.dumps([text for leaf in leaves(\(load), '') for text in leaf]))
      """
    let output = try Reading.run(program, files.map(\.bytes))
    let lists = try output.split(separator: UInt8(ascii: "\n")).map {
      try JSONDecoder().decode([String].self, from: $0)
    }
    // The positions are between the strings and contain no backslash.
    return target == "android-manifest" ? lists.map { $0.map(IntentFilter.unescaped) } : lists
  }
}
