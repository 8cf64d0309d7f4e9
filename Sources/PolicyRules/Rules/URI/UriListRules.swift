import PolicyModel
import PolicyText

struct UriDuplicate: Rule {
  static let info = RuleInfo(
    "uri-duplicate", .uri, .warning, summary: "Disallow duplicate URIs in a list",
    why: "The second entry has no effect. Usually it should have been a different URI.",
    examples: .policy(
      bad: ExamplePolicy.web(
        prod: ["https://app.acme.example/callback", "⟦https://app.acme.example/callback⟧"]),
      good: ExamplePolicy.web(
        prod: ["https://app.acme.example/callback", "https://www.acme.example/callback"])),
    isFixable: true,
    hides: ["uri-trailing-slash-twin"])

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    context.index.uris.forEachList { uris in
      guard uris.haveEqualLengths else { return }
      var seen: [ExactString: NodeID] = Dictionary(minimumCapacity: uris.count)
      for uri in uris {
        guard let first = seen[uri.text.value] else {
          seen[uri.text.value] = uri.node
          continue
        }
        let place = uri.environment.map { " in \($0)" } ?? ""
        findings.report(
          uri.node, in: uri.environment, "duplicate URI \(uri.text.value.quoted)\(place)",
          help: "remove one of the two entries",
          notes: [findings.note("first listed here", at: first)],
          fixes: context.removing(uri.node, "remove the second entry", isSafe: true))
      }
    }
  }
}

extension ArraySlice<URIEntry> {
  /// Whether two URIs have the same length, so they may be equal.
  fileprivate var haveEqualLengths: Bool { Set(map(\.text.value.utf8.count)).count < count }
}

struct UriCaseTwin: Rule {
  static let info = RuleInfo(
    "uri-case-twin", .uri, .warning, summary: "Disallow URIs that differ only in case",
    why:
      "Paths are case-sensitive, so these are two different URIs. Usually one of them is a typo.",
    examples: .policy(
      bad: ExamplePolicy.web(
        prod: ["https://app.acme.example/callback", "⟦https://app.acme.example/Callback⟧"]),
      good: ExamplePolicy.web(prod: "https://app.acme.example/callback")))

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    context.index.uris.forEachList { uris in
      guard uris.contains(where: { $0.text.value.holdsOne(from: 0x41, count: 26) }),
        uris.haveEqualLengths
      else { return }
      var seen: [ExactString: LocatedText] = Dictionary(minimumCapacity: uris.count)
      for uri in uris {
        let text = uri.text.value
        let key = ASCII.lowercased(text)
        guard let first = seen[key] else {
          seen[key] = uri.text
          continue
        }
        // `uri-upper-host` reports the case of scheme and host.
        let start = uri.isWeb ? LocatedURI(uri).parts.path.lowerBound : 0
        guard first.value != text,
          !text.utf8.dropFirst(start).elementsEqual(first.value.utf8.dropFirst(start))
        else { continue }
        findings.report(
          uri.node, in: uri.environment,
          "\(first.value.quoted) and \(text.quoted) differ only in case",
          help: "keep the URI that the client sends",
          notes: [findings.note("the other spelling", at: first.node)])
      }
    }
  }
}

struct UriTrailingSlashTwin: Rule {
  static let info = RuleInfo(
    "uri-trailing-slash-twin", .uri, .warning,
    summary: "Disallow listing a URI with and without a final slash",
    why: "These are two different URIs. Clients send only one of them, and the other widens the "
      + "list for no reason.",
    examples: .policy(
      bad: ExamplePolicy.web(
        prod: ["https://app.acme.example/callback", "⟦https://app.acme.example/callback/⟧"]),
      good: ExamplePolicy.web(prod: "https://app.acme.example/callback")))

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    context.index.uris.forEachList { uris in
      guard uris.contains(where: \.hasFinalSlash) else { return }
      var seen: [ExactString: NodeID] = [:]
      for uri in uris.map(LocatedURI.init) {
        // The slash ends the path; a query may follow.
        let end = uri.parts.path.upperBound
        let hasSlash = uri.path.last == UInt8(ascii: "/")
        let stem = hasSlash ? ExactString(uri.removing((end - 1)..<end)) : uri.text
        let twin = hasSlash ? stem : ExactString(uri.replacing(end..<end, by: "/".utf8))
        if let first = seen[twin] {
          findings.report(
            uri.node, in: uri.environment,
            "\(stem.quoted) is listed with and without a final `/`, which are different URIs",
            help: "keep the URI that the client sends",
            notes: [findings.note("the other spelling", at: first)])
        }
        if seen[uri.text] == nil { seen[uri.text] = uri.node }
      }
    }
  }
}

struct UriListMissing: Rule {
  static let info = RuleInfo(
    "uri-list-missing", .uri, .error,
    summary: "Require redirect URIs in each environment of a client",
    why: "Without a redirect URI, the server rejects every authorization request of the client, "
      + "and App Flip can't return a code. The rule skips clients whose `grant_types` need no "
      + "redirect.",
    examples: .policy(
      bad: example(", sandbox: app-sandbox", "⟦redirect_uris⟧"),
      good: example("", "redirect_uris")),
    references: ["RFC 6749 section 3.1.2.2"])

  private static func example(_ sandbox: String, _ key: String) -> String {
    ExamplePolicy.client(
      id: "{ prod: app-prod\(sandbox) }",
      settings: "client_secret: { env: APP_SECRET }",
      "\(key): { prod: [https://app.acme.example/callback] }")
  }

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    for client in context.policy.clients {
      let missing = Environment.allCases.filter { Self.isMissing(for: client, in: $0) }
      guard let first = missing.first, let uris = client.redirectURIs,
        Self.isReadable(uris.node, context.tree)
      else { continue }
      // `grant-type-unused` reports an empty list if `grant_types` is declared.
      if client.grantTypes != nil, uris.values.allSatisfy({ $0.value.isEmpty }) { continue }
      let isOne = missing.count == 1 && client.clientID?[first.other] != nil
      findings.report(
        isOne
          ? context.place(of: uris, first) : context.tree.key(of: uris.node) ?? uris.node,
        in: isOne ? first : nil,
        "client \(client.id.value.quoted) has a client ID\(isOne ? " in \(first)" : "") but no "
          + "redirect URI\(isOne ? " there" : "")",
        help: isOne
          ? "add `\(first): […]`, or remove its client ID"
          : "add the URI where your app receives the response, such as "
            + "`https://app.acme.example/callback`")
    }
  }

  /// Whether the lists have the expected types and environment names; other rules report those mistakes.
  static func isReadable(_ node: NodeID, _ tree: SourceTree) -> Bool {
    guard tree.kind(node) == .mapping else { return isList(node, tree) }
    return tree.entries(node).allSatisfy { key, value in
      tree.text(key).hasPrefix("x-")
        || Environment(rawValue: tree.text(key).string) != nil && isList(value, tree)
    }
  }

  private static func isList(_ node: NodeID, _ tree: SourceTree) -> Bool {
    tree.kind(node) == .sequence
      && tree.items(node).allSatisfy { tree.string($0) != nil || tree.isUnknown($0) }
  }

  /// Whether a client exists in an environment and lacks a redirect URI that it needs there.
  static func isMissing(for client: Client, in environment: Environment) -> Bool {
    client.clientID?[environment] != nil && usesRedirects(client)
      && (client.redirectURIs.map { ($0[environment] ?? []).isEmpty } ?? false)
  }

  /// Whether a client sends users to the authorization endpoint.
  private static func usesRedirects(_ client: Client) -> Bool {
    guard let types = client.grantTypes, !types.isEmpty else { return true }
    return types.contains { $0.value == "authorization_code" || $0.value == "implicit" }
  }
}
