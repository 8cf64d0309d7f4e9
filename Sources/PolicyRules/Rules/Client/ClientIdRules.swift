import PolicyModel
import PolicyText

struct ClientIdCharacter: Rule {
  static let info = RuleInfo(
    "client-id-character", .client, .error, summary: "Require printable ASCII in client IDs",
    why: "RFC 6749 limits client IDs to the characters from space to tilde. Servers and proxies "
      + "strip or reject a control character, or split a log line or header at it, and consoles "
      + "don't show it. Letters beyond ASCII arrive in more than one encoding (a warning).",
    examples: .policy(
      bad: ExamplePolicy.linking(clientID: "\"google⟦\\t⟧client\""),
      good: ExamplePolicy.linking(clientID: "\"google-client\"")),
    references: ["RFC 6749 appendix A.1"])

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    for client in context.policy.clients {
      for (environment, id) in client.clientID?.distinct ?? [] {
        guard !id.value.allBytes(satisfy: { (0x20...0x7E).contains($0) }) else { continue }
        check(id, environment, &findings)
      }
    }
  }

  /// Reports the first control character or non-ASCII character.
  private func check(
    _ id: LocatedText, _ environment: Environment?, _ findings: inout Findings
  ) {
    var found: (scalar: Unicode.Scalar, range: Range<Int>)?
    var offset = 0
    for scalar in id.value.string.unicodeScalars {
      let range = offset..<(offset + UTF8.width(scalar))
      offset = range.upperBound
      if scalar.properties.generalCategory == .control {
        found = (scalar, range)
        break
      }
      if !scalar.isASCII, found == nil { found = (scalar, range) }
    }
    guard let (scalar, range) = found else { return }
    let isControl = scalar.properties.generalCategory == .control
    findings.report(
      id.node, text: range, in: environment, severity: isControl ? nil : .warning,
      "client ID must be printable ASCII (RFC 6749), found \(scalar.codePoint) at byte "
        + "\(range.lowerBound)",
      help: isControl ? "remove the character" : "register a client ID in printable ASCII")
  }
}

struct ClientIdDuplicate: Rule {
  static let info = RuleInfo(
    "client-id-duplicate", .client, .error,
    summary: "Disallow duplicate client IDs in an environment",
    why: "A request identifies its client only by this ID. If two clients share it, the server may "
      + "apply the redirect URIs of the wrong one. The rule compares all policies in the "
      + "workspace.",
    examples: .policy(bad: two("⟦acme⟧"), good: two("acme-two")),
    references: ["RFC 6749 section 2.2"],
    hides: ["environment-client-shared"])

  private static func two(_ id: String) -> String {
    """
    linkpolicy: 1
    name: example
    clients:
      one:
        provider: generic
        type: web
        client_id: { prod: acme }
        client_secret: { env: ONE_SECRET }
        redirect_uris: { prod: ["https://one.acme.example/callback"] }
      two:
        provider: generic
        type: web
        client_id: { prod: \(id) }
        client_secret: { env: TWO_SECRET }
        redirect_uris: { prod: ["https://two.acme.example/callback"] }

    """
  }

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    for client in context.policy.clients {
      guard let id = client.clientID else { continue }
      for (environment, text) in id.values {
        guard let first = context.workspaceIndex.clientIDs.first(text.value, in: environment),
          first.file != context.tree.file || first.node != text.node,
          let document = context.workspaceIndex.document(first.file)
        else { continue }
        findings.report(
          text.node, in: id.isShared ? nil : environment,
          "duplicate client ID \(text.value.quoted)",
          help: "register a separate client ID for client \(client.id.value.quoted)",
          notes: [
            findings.note("also used by client \(first.key.quoted)", at: first.node, of: document)
          ])
        // A value for both environments is one mistake.
        if id.isShared { break }
      }
    }
  }
}

struct ClientIdFormat: Rule {
  static let info = RuleInfo(
    "client-id-format", .client, .error, summary: "Require the format of Google client IDs",
    why: "A Google client ID looks like `NUMBER-LETTERS.apps.googleusercontent.com`. Anything else "
      + "was copied from the wrong field, such as the reversed ID or a project number, and every "
      + "sign-in fails. Your own server's client IDs can have any format.",
    examples: .policy(bad: google("⟦581370246913-web⟧"), good: google(GoogleClientIDs.web)),
    references: ["Google: OpenID Connect"])

  private static func google(_ id: String) -> String {
    """
    linkpolicy: 1
    name: example
    providers:
      google_sign_in:
        web:
          client_id: { prod: \(id) }

    """
  }

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    if let google = context.policy.googleSignIn {
      for values in [google.ios?.clientID, google.ios?.serverClientID, google.web?.clientID] {
        for (environment, id) in values?.distinct ?? [] { check(id, environment, &findings) }
      }
      for (environment, ids) in google.android?.clientIDs?.distinct ?? [] {
        for id in ids { check(id, environment, &findings) }
      }
    }
    for client in context.policy.clients {
      if let id = client.streamlinedLinking?.googleClientID { check(id, nil, &findings) }
    }
  }

  private func check(
    _ id: LocatedText, _ environment: Environment?, _ findings: inout Findings
  ) {
    switch GoogleClientID(id.value) {
    case .current: break
    case .legacy:
      findings.report(
        id.node, in: environment, severity: .warning,
        "client ID \(id.value.quoted) has the old format of digits only",
        help: "check that it is a client ID and not a project number")
    // `client-id-reversed` reports it.
    case .reversed: break
    case nil:
      findings.report(
        id.node, in: environment,
        "\(id.value.quoted) is not a Google client ID",
        help: "copy the client ID from the Google Cloud console > Credentials; it ends in "
          + "`.apps.googleusercontent.com`")
    }
  }
}
