import PolicyText
import PolicyModel

struct EnvironmentCounterpartMissing: Rule {
  static let info = RuleInfo(
    "environment-counterpart-missing", .environment, .warning, aliases: ["env-gap"],
    summary: "Require the same redirect URIs in both environments",
    why: "A URI that exists only in production was never tested. A URI that exists only in the "
      + "sandbox will be missing after the release.",
    examples: .policy(
      bad: ExamplePolicy.linking(
        prod: [
          "https://oauth-redirect.googleusercontent.com/r/acme",
          "⟦https://oauth-redirect.googleusercontent.com/a/com.google.OPA⟧",
        ],
        sandbox: ["https://oauth-redirect-sandbox.googleusercontent.com/r/acme"]),
      good: ExamplePolicy.linking(
        prod: ["https://oauth-redirect.googleusercontent.com/r/acme"],
        sandbox: ["https://oauth-redirect-sandbox.googleusercontent.com/r/acme"])),
    traits: .uriPart)

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    // Lists of one client are adjacent: prod, then sandbox.
    var start = 0
    let uris = context.uris
    while start < uris.count {
      var end = start + 1
      while end < uris.count, uris[end].role == uris[start].role,
        uris[end].client == uris[start].client
      {
        end += 1
      }
      if URIRoles.redirects.contains(uris[start].role), uris[start].environment != nil,
        existsInBoth(context, uris[start])
      {
        let client = uris[start].client.map { context.policy.clients[$0] }
        compare(uris[start..<end], client, context.tree, &findings)
      }
      start = end
    }
  }

  private func existsInBoth(_ context: RuleContext, _ uri: URIEntry) -> Bool {
    let id =
      uri.client.map { context.policy.clients[$0].clientID }
      ?? context.policy.googleSignIn?.web?.clientID
    return id?.prod != nil && id?.sandbox != nil
  }

  private func compare(
    _ entries: ArraySlice<URIEntry>, _ client: Client?, _ tree: SourceTree,
    _ findings: inout Findings
  ) {
    if isMirrored(entries) { return }
    if let lists = client?.redirectURIs, !UriListMissing.isReadable(lists.node, tree) { return }
    // `uri-list-missing` already reports the whole list.
    if let client, let role = entries.first?.role, [.web, .native, .linking].contains(role),
      Environment.allCases.contains(where: { UriListMissing.isMissing(for: client, in: $0) })
    {
      return
    }
    let uris = entries.map(LocatedURI.init)
    var known: [Environment: Set<ExactString>] = [:]
    for uri in uris {
      if let environment = uri.environment {
        known[environment, default: []].insert(counterpart(uri))
      }
    }
    let missing = uris.filter { uri in
      guard let environment = uri.environment else { return false }
      return !isDevelopment(uri) && known[environment.other]?.contains(counterpart(uri)) != true
        && !isMissedAnyway(uri, client, environment.other)
    }
    var paired: Set<NodeID> = []
    for uri in missing where !paired.contains(uri.node) {
      guard let environment = uri.environment else { continue }
      // Long lists are different on purpose.
      let others =
        missing.count <= 32 ? missing.filter { $0.environment == environment.other } : []
      // An error of either URI is the cause.
      let causes = [uri.node] + others.map(\.node)
      guard
        let near = others.first(where: { !paired.contains($0.node) && isNear(uri, $0) })
      else {
        findings.report(
          uri.node, in: environment,
          "\(environment.other) has no counterpart of \(uri.text.quoted)",
          help: "add a URI with the same path and query to `\(environment.other)`",
          unlessErrorsAt: causes)
        continue
      }
      paired.insert(near.node)
      let (slash, plain) =
        uri.pathAndQuery.count < near.pathAndQuery.count ? (near, uri) : (uri, near)
      let isSlash = slash.pathAndQuery.elementsEqual(plain.pathAndQuery + [UInt8(ascii: "/")])
      let right = plain.parts.text(plain.parts.pathAndQuery).quoted
      findings.report(
        slash.node, text: slash.parts.pathAndQuery, in: slash.environment,
        "path \(counterpart(slash).quoted) "
          + (isSlash ? "ends with `/`" : "differs from \(right)")
          + (isSlash ? ", but its counterpart doesn't" : " in \(plain.environment ?? environment)"),
        help: isSlash
          ? "write \(right) in both environments, if your server doesn't need the slash"
          : "write the same path in both environments",
        notes: [findings.note("the counterpart", at: plain.node)], unlessErrorsAt: causes)
    }
  }

  /// Whether the difference of two paths is probably a mistake.
  private func isNear(_ uri: LocatedURI, _ other: LocatedURI) -> Bool {
    guard uri.role != .linking, uri.parts.path.count > 1, other.parts.path.count > 1 else {
      return false
    }
    let name = counterpart(other).string
    return Nearest.name(to: counterpart(uri).string, among: [name]) != nil
  }

  /// Whether both lists have the same paths and queries in the same order, which is the usual case.
  private func isMirrored(_ uris: ArraySlice<URIEntry>) -> Bool {
    let count = uris.count / 2
    guard uris.count == count * 2 else { return false }
    for offset in 0..<count {
      let prod = uris.startIndex + offset
      let sandbox = prod + count
      guard uris[prod].environment == .prod, uris[sandbox].environment == .sandbox,
        uris[prod].hasPathAndQuery(of: uris[sandbox])
      else { return false }
    }
    return true
  }

  /// The parts that two counterparts have in common: path and query. Hosts and private-use schemes
  /// differ, and `linking-project-mismatch` compares the projects of linking URIs.
  private func counterpart(_ uri: LocatedURI) -> ExactString {
    if uri.role == .linking, case .project = GoogleLinking.path(of: uri.parts) { return "/r/" }
    return uri.parts.text(uri.parts.pathAndQuery)
  }

  /// Whether `linking-web-uri-missing` or `linking-bundle-missing` reports the same in the other
  /// environment's list.
  private func isMissedAnyway(
    _ uri: LocatedURI, _ client: Client?, _ other: Environment
  ) -> Bool {
    guard uri.role == .linking, client?.redirectURIs?[other] != nil else { return false }
    switch GoogleLinking.path(of: uri.parts) {
    case .project: return true
    case .bundle(let bundle):
      return client?.appFlipIOS?.universalLink?[other] != nil
        && GoogleLinking.isDocumented(bundle)
    case nil: return false
    }
  }

  /// Whether this is a developer's machine, which needs no counterpart in production.
  private func isDevelopment(_ uri: LocatedURI) -> Bool {
    uri.environment == .sandbox && uri.isLoopback && uri.role != .native
  }
}
