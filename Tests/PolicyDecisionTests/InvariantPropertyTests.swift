import AssociationFiles
import PolicyDecision
import PolicyModel
import PolicyTestSupport
import PolicyText
import Testing

/// Compares random invariants with a check of every value and every short link.
@Suite struct InvariantPropertyTests {
  private static func results(_ text: String) -> (Workspace, [InvariantResult]) {
    let source = SourceFile(name: "p.yaml", bytes: Array(text.utf8))
    let document = PolicyDocument(YAMLReader.read(source, file: FileID(0)))
    let workspace = Workspace(sources: [source], documents: [document])
    #expect(document.diagnostics.filter { $0.severity == .error }.isEmpty, "\(text)")
    return (workspace, InvariantResult.all(in: workspace)[FileID(0)] ?? [])
  }

  /// Matches `*` and `?` by backtracking.
  private static func matches(_ pattern: Substring, _ text: Substring) -> Bool {
    guard let first = pattern.first else { return text.isEmpty }
    if first == "*" {
      return matches(pattern.dropFirst(), text)
        || !text.isEmpty && matches(pattern, text.dropFirst())
    }
    return !text.isEmpty && (first == "?" || first == text.first)
      && matches(pattern.dropFirst(), text.dropFirst())
  }

  // MARK: clients

  @Test func `an invariant about clients agrees with a check of every redirect URI`() {
    var random = SeededRandom(seed: 37)
    let schemes = ["https", "http", "com.a"]
    let hosts = ["a.example", "b.a.example", "a.example.b", ""]
    let paths = ["/cb", "/cb/x", "/"]
    var states: [InvariantResult.State: Int] = [:]
    for _ in 0..<TestForm.size(400, full: 20_000) {
      func pick(_ values: [String]) -> String { values[Int(random.next() % UInt64(values.count))] }
      let uris = (0..<(1 + Int(random.next() % 3))).map { _ in
        (scheme: pick(schemes), host: pick(hosts), path: pick(paths))
      }
      let scheme = pick(["https", "http*", "*", "com.?"])
      let host = pick(["*.a.example", "*a.example", "a.example*", "?.a.example", "*"])
      let path = pick(["/cb", "/cb*", "*/x", "/*", "?"])
      let maximum = Int(random.next() % 4)
      let list = uris.map { uri in
        "\"\(uri.scheme):\(uri.host.isEmpty ? "" : "//\(uri.host)")\(uri.path)\""
      }
      let (_, results) = Self.results(
        """
        linkpolicy: 1
        name: p
        clients:
          c:
            provider: generic
            type: web
            client_id: { prod: c }
            client_secret: { env: C }
            redirect_uris: { prod: [\(list.joined(separator: ", "))] }
        invariants:
          - name: random rule
            clients: {}
            redirect_uris: { scheme: "\(scheme)", host: "\(host)", path: "\(path)" }
            max_redirect_uris: \(maximum)

        """)
      let holds =
        uris.count <= maximum
        && uris.allSatisfy { uri in
          // Browsers parse `https:/path` as a URL whose host is the first segment.
          let isWeb = uri.scheme != "com.a"
          let segments = uri.path.split(separator: "/").map(String.init)
          let readings: [(host: String, path: String)] =
            isWeb && uri.host.isEmpty && !segments.isEmpty
            ? [("", uri.path), (segments[0], "/" + segments.dropFirst().joined(separator: "/"))]
            : [(uri.host, uri.path)]
          return readings.allSatisfy { reading in
            [(scheme, uri.scheme), (host, reading.host), (path, reading.path)].allSatisfy {
              Self.matches($0.0[...], $0.1[...])
            }
          }
        }
      #expect(results.count == 1)
      guard let state = results.first?.state else { continue }
      states[state, default: 0] += 1
      #expect(
        state == (holds ? .holds : .violated), "\(list) \(scheme) \(host) \(path) \(maximum)")
    }
    #expect((states[.holds] ?? 0) > 10 && (states[.violated] ?? 0) > 10, "\(states)")
  }

  // MARK: links

  /// All links up to a length over a small alphabet.
  private static let links: [ExactString] = {
    var paths = [""]
    var last = [""]
    for _ in 0..<4 {
      last = last.flatMap { start in ["a", "b", "/"].map { start + $0 } }
      paths += last
    }
    return ([""] + paths.map { "/" + $0 }).flatMap { path in
      ["", "?a=b", "?b=a", "#a"].map { ExactString("https://h.example\(path)\($0)") }
    }
  }()

  @Test func `an invariant about links agrees with the matchers on every short link`() throws {
    var random = SeededRandom(seed: 38)
    let patterns = ["/a", "/a/*", "/*", "/a*b", "/b/?", "*b", "/ab*", "/?*/a"]
    var counts: [String: Int] = [:]
    for _ in 0..<TestForm.size(60, full: 1_000) {
      func pick(_ values: [String]) -> String { values[Int(random.next() % UInt64(values.count))] }
      func rules() -> String {
        (0..<(1 + Int(random.next() % 3))).map { _ in
          let query = Int(random.next() % 4) == 0 ? ", query: { a: \"?*\" }" : ""
          let exclude = Int(random.next() % 3) == 0 ? ", exclude: true" : ""
          return "{ path: \"\(pick(patterns))\"\(query)\(exclude) }"
        }.joined(separator: ", ")
      }
      let condition = pick([
        "open: [i]", "open_only: [i]", "never_open: true", "never_open_except: [i]",
        "open_only: [i, j]", "open: [d]", "never_open_except: [d, i, j]", "open_only: [d]",
      ])
      let path = pick(patterns)
      let text =
        Self.host([("i, d", rules()), ("j", rules()), ("e", rules())])
          + """
          invariants:
            - name: random rule
              links: { path: "\(path)" }
              \(condition)

          """
      let (workspace, results) = Self.results(text)
      let result = try #require(results.first)
      let policy = CompiledPolicy(workspace)
      // A rule for the same path opens the selected links.
      let selector = CompiledPolicy(
        Self.results(Self.host([("i, d", "{ path: \"\(path)\" }")])).0)
      let isPortable = PortableRule(LinkRule(path: ExactString(path))).difference == nil
      func breaks(_ link: ExactString) -> Bool {
        Self.breaks(policy, selector, link, condition, isPortable: isPortable)
      }
      let broken = Self.links.filter(breaks)
      counts[result.state.rawValue, default: 0] += 1
      switch result.state {
      case .holds: #expect(broken.isEmpty, "\(text) \(broken.first ?? "")")
      case .violated:
        // The message's link is not longer than the shortest one found by enumeration.
        let message = try #require(result.violations.first?.message)
        let link = ExactString(String(message.split(separator: "`")[0]))
        #expect(
          broken.allSatisfy { Self.length(link) <= Self.length($0) },
          "\(text) \(message) \(broken)")
        #expect(breaks(link), "\(text) \(message)")
      case .undecided, .selectsNothing: Issue.record("\(result.state): \(text)")
      }
    }
    #expect((counts["holds"] ?? 0) > 3 && (counts["violated"] ?? 0) > 10, "\(counts)")
  }

  /// The length of a link. An empty path has the length of `/`, because iOS treats them as equal.
  private static func length(_ link: ExactString) -> Int {
    let hasPath = link.string.split(separator: "/", omittingEmptySubsequences: false).count > 3
    return link.utf8.count + (hasPath ? 0 : 1)
  }

  private static func host(_ entries: [(apps: String, rules: String)]) -> String {
    let fingerprint = Array(repeating: "A1", count: 32).joined(separator: ":")
    return """
      linkpolicy: 1
      name: p
      apps:
        i: { platform: ios, bundle_id: com.a.i, team_id: R7KM2QX94T }
        j: { platform: ios, bundle_id: com.a.j, team_id: R7KM2QX94T }
        d: { platform: android, package_name: com.a.d, sha256_cert_fingerprints: ["\(fingerprint)"] }
        e: { platform: android, package_name: com.a.e, sha256_cert_fingerprints: ["\(fingerprint)"] }
      domains:
        h.example:
          links:

      """
        + entries.map { "      - { apps: [\($0.apps)], rules: [\($0.rules)] }\n" }.joined()
  }

  /// Whether a selected link violates the condition on a platform.
  ///
  /// - Parameter isPortable: whether the selector has the same meaning on Android and iOS. If not,
  ///   iOS decides what is selected.
  private static func breaks(
    _ policy: CompiledPolicy, _ selector: CompiledPolicy, _ link: ExactString, _ condition: String,
    isPortable: Bool
  ) -> Bool {
    let context = RequestContext(environment: .prod)
    func opened(_ policy: CompiledPolicy, isApple: Bool) -> Set<String> {
      let decision =
        isApple
        ? policy.decide(UniversalLinkRequest(context: context, url: link))
        : policy.decide(AppLinkRequest(context: context, url: link))
      guard case .array(let opens)? = decision.result?["opens"] else { return [] }
      return Set(opens.compactMap { $0.stringValue?.split(separator: ".").last.map(String.init) })
    }
    let list = condition.split(separator: "[").last?.split { "], ".contains($0) } ?? []
    return [true, false].contains { isApple in
      guard !opened(selector, isApple: isApple || !isPortable).isEmpty else { return false }
      let opens = opened(policy, isApple: isApple)
      let own = Set(list.map(String.init)).intersection(isApple ? ["i", "j"] : ["d", "e"])
      if condition.hasPrefix("open:") { return !own.isSubset(of: opens) }
      let others = !opens.subtracting(condition.hasPrefix("never_open:") ? [] : own).isEmpty
      return others
        || condition.hasPrefix("open_only") && !own.isEmpty && own.isDisjoint(with: opens)
    }
  }
}
