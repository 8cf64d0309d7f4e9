import PolicyModel
import PolicyText

extension ClientInvariant {
  /// Checks all selected clients.
  ///
  /// - Parameter scope: the policies that the invariant applies to.
  func check(
    _ policy: CompiledPolicy, _ scope: [PolicyDocument], into result: inout InvariantResult
  ) {
    let names = Set(scope.map(\.name))
    let selected = Environment.allCases.flatMap { environment in
      (policy.clients[environment] ?? []).filter { names.contains($0.policy) && selects($0) }
    }
    guard !selected.isEmpty else { return result.selectsNothing("no client matches `clients`") }
    guard !isEmpty else { return result.selectsNothing("its lists of forbidden values are empty") }
    let declared = Dictionary(
      scope.flatMap { document in
        document.policy.clients.map { (document.anchor($0.id), (document, $0)) }
      }, uniquingKeysWith: { first, _ in first })
    if hasURIPatterns || maximumRedirectURIs != nil {
      result.findEntries = { selected.flatMap { $0.redirectURIs.map(\.anchor) } }
    }
    for client in selected {
      checkRedirectURIs(of: client, into: &result)
      guard let (document, written) = declared[client.anchor] else { continue }
      let check = SettingsCheck(client: client, written: written, document: document)
      check.require(pkce, "pkce", client.requiresPKCE.requirement, written.pkce, &result)
      check.require(state, "state", client.requiresState.requirement, written.state, &result)
      check.require(
        tokenEndpointAuth, "token_endpoint_auth", client.tokenEndpointAuth,
        written.tokenEndpointAuth, &result)
      check.forbid(grantTypes, "grant type", client.grantTypes, written.grantTypes, &result)
      check.forbid(scopes, "scope", client.scopes.map(\.value), written.scopes, &result)
      check.forbid(
        responseTypes, "response type", client.responseTypes, written.responseTypes, &result)
    }
  }

  private func selects(_ client: CompiledClient) -> Bool {
    keys.allows(client.key) && providers.allows(ExactString(client.provider.rawValue))
      && types.allows(ExactString(client.type.rawValue))
      && environments.allows(ExactString(client.environment.rawValue))
  }

  /// True if the invariant doesn't require anything: its lists of forbidden values are empty.
  private var isEmpty: Bool {
    let required = [pkce, state, tokenEndpointAuth].compactMap(\.self)
    let forbidden = [grantTypes, scopes, responseTypes].compactMap(\.self)
    return !hasURIPatterns && required.isEmpty && maximumRedirectURIs == nil
      && forbidden.allSatisfy(\.all.isEmpty)
  }

  private var hasURIPatterns: Bool { schemes != nil || hosts != nil || paths != nil }

  // MARK: redirect URIs

  private func checkRedirectURIs(of client: CompiledClient, into result: inout InvariantResult) {
    let uris = client.redirectURIs
    if hasURIPatterns {
      for uri in uris {
        guard let problem = problem(of: uri.value) else { continue }
        result.add(
          .init(
            message: "\(uri.value.shown) of \(client.key.shown) \(problem)",
            note: problem, anchor: uri.anchor, environment: client.environment))
      }
    }
    if let maximum = maximumRedirectURIs?.value, uris.count > maximum {
      let further = uris[maximum]
      result.add(
        .init(
          message: "\(further.value.shown) of \(client.key.shown) is one too many",
          note: "\(client.key.shown) has \(uris.count) redirect URIs, the maximum is \(maximum)",
          anchor: further.anchor, environment: client.environment))
    }
  }

  /// Why a redirect URI doesn't match; nil if it does.
  ///
  /// Servers parse it by RFC 3986, browsers by the URL standard: the parts must match in both.
  func problem(of uri: ExactString) -> String? {
    if let problem = problem(of: RedirectURIReading(uri), of: "") { return problem }
    guard let href = BrowserURL.href(uri) else { return nil }
    let reading = RedirectURIReading(href)
    return reading.isWeb ? problem(of: reading, of: "in browsers ") : nil
  }

  private func problem(of uri: RedirectURIReading, of reader: String) -> String? {
    for (part, value, patterns) in [
      ("scheme", uri.scheme, schemes?.lowercased), ("host", uri.host, hosts?.lowercased),
      ("path", uri.path, paths),
    ] where !patterns.allows(value) {
      return value.isEmpty ? "\(reader)lacks a \(part)" : "\(reader)has \(part) \(value.shown)"
    }
    return nil
  }
}

/// The parts of a redirect URI that invariants can check.
private struct RedirectURIReading {
  /// ASCII letters in lower case; empty if there is none.
  let scheme: ExactString
  /// ASCII letters in lower case; empty if there is none.
  let host: ExactString
  let path: ExactString

  init(_ uri: ExactString) {
    let parts = URIParts(uri)
    scheme = ASCII.lowercased(parts.scheme.map { parts.text($0) } ?? "")
    host = parts.lowerHost
    let path = parts.text(parts.path)
    let isRoot = path.isEmpty && (scheme == "https" || scheme == "http")
    self.path = isRoot ? "/" : path
  }

  var isWeb: Bool { scheme == "https" || scheme == "http" }
}

/// Compares the effective settings of one client.
private struct SettingsCheck {
  let client: CompiledClient
  let written: Client
  let document: PolicyDocument

  /// - Parameter value: the value as written; nil for a default.
  func require<Value: RawRepresentable<String>>(
    _ patterns: TextPatterns?, _ key: String, _ effective: Value,
    _ value: Located<some Sendable>?, _ result: inout InvariantResult
  ) {
    guard !patterns.allows(ExactString(effective.rawValue)) else { return }
    result.add(
      .init(
        message: "client \(client.key.shown) has `\(key): \(effective.rawValue)`",
        note: value == nil
          ? "`\(key)` is `\(effective.rawValue)` by default" : "`\(key)` is set here",
        anchor: value.map { document.anchor($0) } ?? client.anchor,
        environment: client.environment))
  }

  /// - Parameter list: the list as written; nil for a default.
  func forbid(
    _ patterns: TextPatterns?, _ word: String, _ effective: [ExactString], _ list: [LocatedText]?,
    _ result: inout InvariantResult
  ) {
    guard let patterns else { return }
    for (index, value) in effective.enumerated() {
      // A response type is a set of words, such as `code token`.
      let words = value.utf8.split(separator: 0x20).map { ExactString(decoding: $0) }
      guard patterns.matches(value) || words.contains(where: patterns.matches) else { continue }
      let place = list.flatMap { $0.indices.contains(index) ? $0[index] : nil }
      result.add(
        .init(
          message: "client \(client.key.shown) has \(word) \(value.shown)",
          note: place == nil ? "\(word) \(value.shown) is a default" : "\(word) \(value.shown)",
          anchor: place.map { document.anchor($0) } ?? client.anchor,
          environment: client.environment))
    }
  }
}

extension Bool {
  fileprivate var requirement: Requirement { self ? .required : .optional }
}
