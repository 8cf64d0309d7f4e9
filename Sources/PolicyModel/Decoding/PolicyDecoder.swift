import PolicyDiagnostics
package import PolicySourceTree
import PolicyText

extension Policy {
  /// Decodes what can be read; never fails.
  package init(decoding tree: SourceTree) {
    let root = Fields(tree, tree.root)
    name = root.text("name")
    description = root.text("description")
    owner = root.text("owner")
    apps = root.entries("apps").map { App(id: $0.key, Fields(tree, $0.value), $0.value) }
    domains = root.entries("domains").map { Domain(host: $0.key, Fields(tree, $0.value), $0.value) }
    authorizationServer = root.mapping("authorization_server").map(AuthorizationServer.init)
    clients = root.entries("clients").map { Client(id: $0.key, Fields(tree, $0.value), $0.value) }
    let providers = root.mapping("providers")
    googleSignIn = providers?.mapping("google_sign_in").flatMap(GoogleSignIn.init)
    firebase = providers?.mapping("firebase").flatMap(Firebase.init)
    apple = providers?.mapping("apple").flatMap(AppleSignIn.init)
  }
}

extension App {
  fileprivate init(id: LocatedText, _ fields: Fields, _ node: NodeID) {
    self.init(
      id: id, platform: fields.word("platform"), bundleID: fields.text("bundle_id"),
      teamID: fields.text("team_id"), appIDPrefix: fields.text("app_id_prefix"),
      appStoreID: fields.text("app_store_id"), firebaseAppID: fields.text("firebase_app_id"),
      packageName: fields.text("package_name"),
      sha256Fingerprints: fields.textsPerEnvironment("sha256_cert_fingerprints"),
      sha1Fingerprints: fields.textsPerEnvironment("sha1_cert_fingerprints"),
      linkActivity: fields.text("link_activity"),
      environments: fields.value("environments").flatMap { list in
        fields.tree.kind(list) == .sequence
          ? fields.tree.items(list).compactMap { fields.word($0) } : nil
      },
      node: node)
  }
}

extension Domain {
  fileprivate init(host: LocatedText, _ fields: Fields, _ node: NodeID) {
    self.init(
      host: host, environment: fields.word("environment") ?? Located(.prod, host.node),
      links: fields.mappings("links").compactMap(LinkEntry.init),
      credentials: fields.texts("credentials") ?? [], appClips: fields.texts("app_clips") ?? [],
      handoff: fields.texts("handoff") ?? [],
      variables: fields.entries("variables").map { ($0.key, fields.texts($0.value) ?? []) },
      node: node)
  }
}

extension LinkEntry {
  fileprivate init?(_ fields: Fields) {
    guard let node = fields.node else { return nil }
    self.init(
      apps: fields.texts("apps") ?? [],
      rules: fields.mappings("rules").compactMap(LinkRuleEntry.init), node: node)
  }
}

extension LinkRuleEntry {
  fileprivate init?(_ fields: Fields) {
    guard let node = fields.node else { return nil }
    self.init(
      path: fields.text("path"),
      query: fields.entries("query").compactMap { entry in
        fields.text(entry.value).map { (entry.key, $0) }
      },
      fragment: fields.text("fragment"), exclude: fields.boolean("exclude")?.value ?? false,
      comment: fields.text("comment"),
      caseSensitive: fields.boolean("case_sensitive")?.value ?? true,
      percentEncoded: fields.boolean("percent_encoded")?.value ?? true, node: node)
  }
}

extension AuthorizationServer {
  init(_ fields: Fields) {
    let endpoints = fields.mapping("endpoints")
    self.init(
      issuer: fields.textPerEnvironment("issuer"),
      authorizationEndpoint: endpoints?.textPerEnvironment("authorization"),
      tokenEndpoint: endpoints?.textPerEnvironment("token"),
      codeLifetime: fields.integer("code_lifetime"),
      codeChallengeMethods: fields.texts("code_challenge_methods"))
  }
}

extension PolicyTest {
  /// The entries of a `tests:` list.
  static func list(_ fields: Fields) -> [PolicyTest] {
    fields.mappings("tests").compactMap { test in
      test.node.map { node in
        PolicyTest(
          name: test.text("name"), request: test.mapping("request")?.node,
          expect: test.mapping("expect")?.node, node: node)
      }
    }
  }
}
