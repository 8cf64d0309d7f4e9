import PolicyDiagnostics
package import PolicySourceTree
import PolicyText

extension Policy {
  /// Decodes what can be read; never fails.
  package init(decoding tree: SourceTree) {
    let root = Fields<PolicyKey>(tree, tree.root)
    name = root.text(.name)
    description = root.text(.description)
    owner = root.text(.owner)
    apps = root.entries(.apps).map { App(id: $0.key, Fields(tree, $0.value), $0.value) }
    domains = root.entries(.domains).map { Domain(host: $0.key, Fields(tree, $0.value), $0.value) }
    authorizationServer = root.mapping(.authorizationServer).map(AuthorizationServer.init)
    clients = root.entries(.clients).map { Client(id: $0.key, Fields(tree, $0.value), $0.value) }
    let providers: Fields<ProviderKey>? = root.mapping(.providers)
    googleSignIn = providers?.mapping(.googleSignIn).flatMap(GoogleSignIn.init)
    firebase = providers?.mapping(.firebase).flatMap(Firebase.init)
    apple = providers?.mapping(.apple).flatMap(AppleSignIn.init)
  }
}

extension App {
  fileprivate init(id: LocatedText, _ fields: Fields<AppKey>, _ node: NodeID) {
    self.init(
      id: id, platform: fields.enumeration(.platform), bundleID: fields.text(.bundleID),
      teamID: fields.text(.teamID), appIDPrefix: fields.text(.appIDPrefix),
      appStoreID: fields.text(.appStoreID), firebaseAppID: fields.text(.firebaseAppID),
      packageName: fields.text(.packageName),
      sha256Fingerprints: fields.textsPerEnvironment(.sha256CertFingerprints),
      sha1Fingerprints: fields.textsPerEnvironment(.sha1CertFingerprints),
      linkActivity: fields.text(.linkActivity),
      environments: fields.value(.environments).flatMap { list in
        fields.tree.kind(list) == .sequence
          ? fields.tree.items(list).compactMap { fields.enumeration($0) } : nil
      },
      node: node)
  }
}

extension Domain {
  fileprivate init(host: LocatedText, _ fields: Fields<DomainKey>, _ node: NodeID) {
    self.init(
      host: host,
      environment: fields.enumeration(.environment)
        // One that cannot be read is an error; it must not make the host foreign to anybody.
        ?? Located(fields.value(.environment) == nil ? Defaults.environment : .both, host.node),
      links: fields.mappings(.links, LinkEntry.init),
      credentials: fields.texts(.credentials) ?? [], appClips: fields.texts(.appClips) ?? [],
      handoff: fields.texts(.handoff) ?? [],
      variables: fields.entries(.variables).map { ($0.key, fields.texts($0.value) ?? []) },
      node: node)
  }
}

extension LinkEntry {
  fileprivate init?(_ fields: Fields<LinkEntryKey>) {
    guard let node = fields.node else { return nil }
    self.init(
      apps: fields.texts(.apps) ?? [],
      rules: fields.mappings(.rules, LinkRuleEntry.init), node: node)
  }
}

extension LinkRuleEntry {
  fileprivate init?(_ fields: Fields<LinkRuleKey>) {
    guard let node = fields.node else { return nil }
    self.init(
      path: fields.text(.path),
      query: fields.entries(.query).compactMap { entry in
        fields.text(entry.value).map { (entry.key, $0) }
      },
      fragment: fields.text(.fragment),
      exclude: fields.boolean(.exclude)?.value ?? Defaults.exclude,
      comment: fields.text(.comment),
      caseSensitive: fields.boolean(.caseSensitive)?.value ?? Defaults.caseSensitive,
      percentEncoded: fields.boolean(.percentEncoded)?.value ?? Defaults.percentEncoded, node: node)
  }
}

extension AuthorizationServer {
  init(_ fields: Fields<AuthorizationServerKey>) {
    let endpoints: Fields<AuthorizationServerKey.Endpoints>? = fields.mapping(.endpoints)
    self.init(
      issuer: fields.textPerEnvironment(.issuer),
      authorizationEndpoint: endpoints?.textPerEnvironment(.authorization),
      tokenEndpoint: endpoints?.textPerEnvironment(.token),
      revocationEndpoint: endpoints?.textPerEnvironment(.revocation),
      endSessionEndpoint: endpoints?.textPerEnvironment(.endSession),
      codeLifetime: fields.integer(.codeLifetime),
      codeChallengeMethods: fields.texts(.codeChallengeMethods))
  }
}

extension PolicyTest {
  /// An entry of a `tests:` list.
  init?(_ fields: Fields<TestKey>) {
    guard let node = fields.node else { return nil }
    let expectation: Fields<ExpectationKey>? = fields.mapping(.expect)
    self.init(
      name: fields.text(.name), request: fields.mappingNode(.request), expect: expectation?.node,
      node: node)
  }
}
