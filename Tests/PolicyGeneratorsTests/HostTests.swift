import AssociationFiles
import PolicyDecision
import PolicyText
import PolicyGenerators
import PolicyModel
import ProjectTestSupport
import Testing

/// The hosts of several policies and their files.
struct HostTests {
  static let fingerprint =
    "3B:7E:91:0C:55:AD:12:F8:60:4D:E3:27:9A:BC:08:71:D6:2F:84:19:C0:5E:A7:33:F1:68:0B:D2:94:47:EE:1A"

  /// A policy with an iOS app `i`, an Android app `a`, and more YAML.
  static func policy(_ name: String, _ rest: String) -> (name: String, text: String) {
    (
      "Policies/\(name).yaml",
      """
      linkpolicy: 1
      name: \(name)
      apps:
        i: { platform: ios, bundle_id: example.\(name), team_id: R7KM2QX94T }
        a: { platform: android, package_name: example.\(name), sha256_cert_fingerprints: ["\(fingerprint)"] }
        s: { platform: ios, bundle_id: example.\(name).sandbox, team_id: R7KM2QX94T, environments: [sandbox] }
      \(rest)
      """
    )
  }

  static func workspace(_ policies: (name: String, text: String)...) -> Workspace {
    let workspace = Workspace(texts: policies)
    #expect(workspace.structureFindings.isEmpty)
    return workspace
  }

  func host(
    _ workspace: Workspace, _ name: ExactString = "h.example", _ environment: Environment = .prod
  ) throws -> CompiledHost {
    try #require(HostFiles(workspace).host(name, in: environment))
  }

  @Test func `links of a host follow the order of policies, and apps are merged`() throws {
    let host = try host(
      Self.workspace(
        Self.policy(
          "b",
          "domains: { h.example: { links: [{ apps: [i], rules: [{ path: /b }] }], credentials: [i], handoff: [i] } }"
        ),
        Self.policy(
          "a",
          "domains: { H.example: { links: [{ apps: [i], rules: [{ path: /a }] }], credentials: [i, b/i] } }"
        )))
    let file = try #require(host.apple)
    #expect(
      file.applinks?.details.map(\.appIDs) == [["R7KM2QX94T.example.a"], ["R7KM2QX94T.example.b"]])
    #expect(file.webcredentials?.apps == ["R7KM2QX94T.example.a", "R7KM2QX94T.example.b"])
    #expect(file.activitycontinuation?.apps == ["R7KM2QX94T.example.b"])
    #expect(file.appclips == nil && host.android == nil && host.anchors.count == 2)
  }

  @Test func `every rule has the location of its line`() throws {
    let workspace = Self.workspace(
      Self.policy(
        "a",
        """
        domains:
          h.example:
            links:
              - apps: [i, a]
                rules:
                  - { path: /x/*, exclude: true }
                  - { path: /y }
              - apps: [a]
                rules:
                  - { path: /z }
        """))
    let host = try host(workspace)
    let apple = AppleLinkMatcher(try #require(host.apple), domain: host.host)
    let android = AndroidLinkMatcher(try #require(host.android), host: host.host)
    func line(_ anchor: SourceAnchor?) -> String? {
      anchor.flatMap { workspace.source(of: $0) }?.path
    }
    let rules = #"domains["h.example"].links"#
    let x = apple.answer("https://h.example/x/1").decision("R7KM2QX94T.example.a")
    #expect(line(host.source(of: x)) == "\(rules)[0].rules[0]")
    let y = apple.answer("https://h.example/y").decision("R7KM2QX94T.example.a")
    #expect(line(host.source(of: y)) == "\(rules)[0].rules[1]")
    for (path, expected) in [
      ("x", "[0].rules[0]"), ("x/1", "[0].rules[0]"), ("y/", "[0].rules[1]"), ("z", "[1].rules[0]"),
    ] {
      let answer = android.answer(ExactString("https://h.example/\(path)"), package: "example.a")
      let decision = try #require(answer.decisions.first)
      #expect(line(host.source(of: decision)) == rules + expected)
    }
    let other = try #require(
      android.answer("https://h.example/other", package: "example.a").decisions.first)
    #expect(other.outcome == .exclude && host.source(of: other) == nil)
  }

  @Test func `an app that is not in the host's environment is left out`() throws {
    let workspace = Self.workspace(
      Self.policy(
        "a",
        "domains: { h.example: { environment: both, links: [{ apps: [i, s], rules: [{ path: /a }] }, { apps: [s], rules: [{ path: /s }] }] } }"
      ))
    #expect(
      try host(workspace).apple?.applinks?.details.map(\.appIDs) == [["R7KM2QX94T.example.a"]])
    #expect(
      try host(workspace, "h.example", .sandbox).apple?.applinks?.details.map(\.appIDs) == [
        ["R7KM2QX94T.example.a", "R7KM2QX94T.example.a.sandbox"], ["R7KM2QX94T.example.a.sandbox"],
      ])
  }

  @Test func `a host exists only in its environment`() {
    let files = HostFiles(
      Self.workspace(
        Self.policy(
          "a",
          "domains: { p.example: { credentials: [i] }, s.example: { environment: sandbox, credentials: [i] } }"
        )))
    #expect(
      files.hosts.map { "\($0.environment.rawValue) \($0.host)" } == [
        "prod p.example", "sandbox s.example",
      ])
    #expect(
      files.host("P.EXAMPLE", in: .prod) != nil && files.host("p.example", in: .sandbox) == nil)
  }

  @Test func `shared credentials alone create no app link`() throws {
    let host = try host(
      Self.workspace(Self.policy("a", "domains: { h.example: { credentials: [a] } }")))
    #expect(host.apple == nil)
    #expect(host.android?.statements.map(\.relations) == [[AssetLinks.getLoginCredentials]])
  }

  @Test func `an app without a certificate has no statement`() throws {
    let workspace = Self.workspace(
      (
        "Policies/a.yaml",
        """
        linkpolicy: 1
        name: a
        apps: { a: { platform: android, package_name: example.a } }
        domains: { h.example: { links: [{ apps: [a], rules: [{ path: /a }] }] } }
        """
      ))
    #expect(try host(workspace).android == nil)
  }

  // MARK: checks before generation

  static func flip(_ rules: String) -> Workspace {
    workspace(
      policy(
        "a",
        """
        domains: { h.example: { links: [{ apps: [i], rules: [\(rules)] }] } }
        clients:
          google:
            provider: google-account-linking
            type: web
            client_id: c
            redirect_uris: [https://oauth-redirect.googleusercontent.com/r/p]
            app_flip: { ios: { app: i, universal_link: https://h.example/flip } }
        """))
  }

  @Test(arguments: ["{ path: /flip }", "{ path: /flip/* }", "{ path: /f* }"])
  func `an App Flip link that opens its app is generated`(rules: String) throws {
    let files = try GeneratorRegistry.files(
      for: GeneratorInput(Self.flip(rules)), targets: ["aasa"])
    #expect(files.map(\.path) == ["prod/hosts/h.example/.well-known/apple-app-site-association"])
  }

  @Test(arguments: ["{ path: /other }", "{ path: /flip, exclude: true }, { path: /* }"])
  func `an App Flip link that does not open its app stops generation`(rules: String) throws {
    let input = GeneratorInput(Self.flip(rules))
    let error = #expect(throws: GeneratorError.self) {
      try GeneratorRegistry.files(for: input, targets: ["aasa"])
    }
    #expect(
      error?.description
        == "aasa: `https://h.example/flip` must open `R7KM2QX94T.example.a` in prod, "
        + "but no rule of its host does")
    #expect(error?.anchor != nil)
  }

  @Test func `an invalid host stops generation`() throws {
    let workspace = Self.workspace(
      Self.policy("a", "domains: { \"../../etc\": { credentials: [i] } }"))
    let error = #expect(throws: GeneratorError.self) {
      try GeneratorRegistry.files(for: GeneratorInput(workspace))
    }
    #expect(error?.message.contains("found `../../etc`") == true)
  }

  @Test func `only the requested environments are generated`() throws {
    let workspace = Self.workspace(
      Self.policy("a", "domains: { h.example: { environment: both, credentials: [i, a] } }"))
    let files = try GeneratorRegistry.files(
      for: GeneratorInput(workspace, environments: [.sandbox]))
    #expect(Set(files.compactMap(\.environment)) == [.sandbox])
    #expect(files.contains { $0.path == "allowlist.json" && $0.environment == nil })
  }

  // MARK: portability

  func findings(_ apps: String, _ rule: String) -> [(Severity, String)] {
    let workspace = Self.workspace(
      Self.policy("a", "domains: { h.example: { links: [{ apps: \(apps), rules: [\(rule)] }] } }"))
    return workspace.policies.flatMap { $0.portabilityFindings(in: workspace) }.map { finding in
      (finding.severity, workspace.source(of: finding.anchor)?.path ?? "")
    }
  }

  @Test(
    arguments: [
      ("{ path: /a }", nil, ""), ("{ path: /a/* }", nil, ""),
      ("{ path: /a, query: { b: \"?*\" } }", nil, ""),
      ("{ path: /a/*/c }", Severity.warning, ".path"),
      ("{ path: /a/*/c, exclude: true }", Severity.error, ".path"),
      ("{ path: /$(lang)/a }", Severity.warning, ".path"),
      ("{ path: /a, case_sensitive: false }", Severity.warning, ""),
    ] as [(String, Severity?, String)])
  func `rules that Android can't express are found in entries for both platforms`(
    rule: String, severity: Severity?, part: String
  ) {
    let found = findings("[i, a]", rule)
    #expect(found.map(\.0) == (severity.map { [$0] } ?? []))
    #expect(found.allSatisfy { $0.1 == #"domains["h.example"].links[0].rules[0]"# + part })
    #expect(findings("[i]", rule).isEmpty && findings("[a]", rule).isEmpty)
  }
}
