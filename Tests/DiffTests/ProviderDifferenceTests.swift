import LinkPolicy
import PolicyTestSupport
import PolicyText
import Testing

/// Changes in provider sections and their effect on requests.
struct ProviderDifferenceTests {
  private static let base = Fixtures.policy("providers")

  @Test(arguments: try Fixtures.rows("provider-edits").map { Edit($0, isNamed: false) })
  func `an edit gives the expected changes in both directions`(edit: Edit) throws {
    let parts = Self.base.split(separator: edit.from, omittingEmptySubsequences: false)
    try #require(parts.count == 2, "`\(edit.from)` must occur once")
    let old = Project(policy: Self.base)
    let new = Project(policy: parts.joined(separator: edit.to))
    let there = PolicyDifference(old: old, new: new)
    let back = PolicyDifference(old: new, new: old)
    func lines(_ difference: PolicyDifference, mirrored: Bool) -> [String] {
      difference.changes.map {
        "\((mirrored ? $0.effect.mirrored : $0.effect).rawValue) \($0.kind.rawValue)"
      }.sorted()
    }
    #expect(lines(there, mirrored: false) == edit.changes.sorted())
    #expect(Set(lines(back, mirrored: true)) == Set(edit.changes))
    #expect(there.problems(old: old, new: new) == [])
    #expect(there.changes.allSatisfy { $0.environment == .prod })
  }

  @Test func `an added or removed section is reported part by part`() {
    let lines = Self.base.split(separator: "providers:")
    let without = Project(policy: String(lines[0]))
    let with = Project(policy: Self.base)
    let difference = PolicyDifference(old: without, new: with)
    #expect(difference.problems(old: without, new: with) == [])
    for kind in ["authorized_domain", "apple_services_id", "apple_bundle_id", "hosting_domain"] {
      #expect(difference.summary.contains("widening prod \(kind)"), "\(difference.summary)")
    }
  }

  @Test func `a renamed policy keeps its sections`() {
    let renamed = Self.base.replacing("name: lumen", with: "name: other")
    let difference = PolicyDifference(
      old: Project(policy: Self.base), new: Project(policy: renamed))
    #expect(difference.summary.filter { !$0.hasSuffix("client_key") } == [])
  }
}

/// `diff` reports a change of any value in a policy.
@Suite struct LeafDifferenceTests {
  /// Keys that don't affect platforms or servers, or only findings and tests.
  private static let silent: Set<String> = [
    "linkpolicy", "name", "description", "owner", "comment", "tests", "invariants",
  ]

  /// Values of the same enumeration, which replace each other.
  private static let others = [
    "true": "false", "false": "true", "web": "native", "native": "web", "ios": "tvos",
    "required": "optional", "optional": "required", "post": "basic", "both": "prod",
    "prod": "sandbox", "sandbox": "prod", "hosting_domain": "dynamic_links", "S256": "plain",
    "check": "get", "get": "create", "create": "check", "code": "token", "android": "macos",
    "google-account-linking": "generic", "generic": "google-account-linking",
    "authorization_code": "password", "refresh_token": "password", "600": "601",
    "F4:B8:C0:2D:29:B6:4F:6B:C3:FE:3C:58:13:00:54:47:6F:36:9D:BF":
      "F5:B8:C0:2D:29:B6:4F:6B:C3:FE:3C:58:13:00:54:47:6F:36:9D:BF",
  ]

  @Test func `every value of the example policy is compared`() throws {
    let bytes = try Fixtures.bytes("Policies/acme-home.yaml")
    let source = SourceFile(name: "Policies/acme-home.yaml", bytes: bytes)
    let tree = YAMLReader.read(source, file: FileID(0)).tree
    let old = Project([InputFile(source: source, kind: .policy, isExplicit: true)])
    var leaves: [NodeID] = []
    Self.collect(try #require(tree.root), tree, &leaves)
    #expect(leaves.count > 150)
    var missed: [String] = []
    for leaf in leaves {
      let span = tree.span(leaf)
      let changed =
        bytes[..<span.start] + Array(Self.changed(leaf, tree).utf8) + bytes[span.end...]
      let new = Project([
        InputFile(
          source: SourceFile(name: source.name, bytes: Array(changed)), kind: .policy,
          isExplicit: true)
      ])
      if PolicyDifference(old: old, new: new).changes.isEmpty { missed.append(tree.path(leaf)) }
    }
    #expect(missed == [])
  }

  private static func collect(_ node: NodeID, _ tree: SourceTree, _ leaves: inout [NodeID]) {
    switch tree.kind(node) {
    case .sequence: for item in tree.items(node) { collect(item, tree, &leaves) }
    case .mapping:
      for (key, value) in tree.entries(node) where !silent.contains(tree.text(key).string) {
        collect(value, tree, &leaves)
      }
    case .scalar: leaves.append(node)
    case .alias: break
    }
  }

  /// Returns another value in YAML syntax.
  private static func changed(_ leaf: NodeID, _ tree: SourceTree) -> String {
    let text = tree.text(leaf).string
    let other = others[text] ?? (text.utf8.count == 95 ? flipped(text) : text + "x")
    return tree.style(leaf) == .plain ? other : JSONValue.string(other).text()
  }

  /// Returns another fingerprint.
  private static func flipped(_ text: String) -> String {
    (text.hasPrefix("0") ? "1" : "0") + text.dropFirst()
  }
}
