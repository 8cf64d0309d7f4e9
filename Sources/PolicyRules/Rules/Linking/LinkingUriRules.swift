import PolicyText

struct LinkingHostOnly: URIRule {
  static let info = RuleInfo(
    "linking-host-only", .linking, .error, aliases: ["al-host-only"],
    summary: "Disallow linking URIs that name only a host",
    why: "All Google partners share one host, so `/r/OTHER-PROJECT` belongs to someone else.",
    examples: .linkingURI("⟦https://oauth-redirect.googleusercontent.com⟧"),
    references: ["Google: Google Account Linking API"],
    hides: ["linking-path-malformed", "uri-path-missing", "uri-trailing-slash-twin"])
  static let roles: URIRoles = .linking

  func problem(in uri: LocatedURI) -> URIProblem? {
    guard uri.isOnLinkingHost,
      uri.path.isEmpty || uri.path.elementsEqual("/".utf8)
    else { return nil }
    return URIProblem(
      nil,
      "linking URI must have a path; all Google partners share \(uri.lowerHost.quoted)",
      help: "write the full URI with `/r/PROJECT` or `/a/BUNDLE_ID`")
  }
}

struct LinkingHostUnknown: URIRule {
  static let info = RuleInfo(
    "linking-host-unknown", .linking, .error, aliases: ["al-unknown-host"],
    summary: "Require Google's hosts for account-linking redirect URIs",
    why: "Google receives the code on `oauth-redirect.googleusercontent.com` and "
      + "`oauth-redirect-sandbox.googleusercontent.com`. Any other host hands the account to "
      + "someone else.",
    examples: .linkingURI("https://⟦oauth-redirect.googleuserc0ntent.com⟧/a/com.google.OPA"),
    references: ["Google: App Flip for iOS", "Google: Google Account Linking API"],
    hides: ["linking-path-malformed", "linking-bundle-unknown", "environment-counterpart-missing"],
    traits: .uriPart)
  static let roles: URIRoles = .linking

  func problem(in uri: LocatedURI) -> URIProblem? {
    guard !uri.isOnLinkingHost, uri.parts.scheme != nil else { return nil }
    let near = Nearest.name(
      to: uri.lowerHost.string,
      among: [GoogleLinking.prodHost.string, GoogleLinking.sandboxHost.string])
    return URIProblem(
      uri.parts.host.flatMap { $0.isEmpty ? nil : $0 },
      "\(uri.lowerHost.quoted) is not a Google account-linking host",
      help: near.map { "did you mean `\($0)`?" }
        ?? "move redirect URIs of other services to a client with `provider: generic`")
  }
}

struct LinkingPathMalformed: URIRule {
  static let info = RuleInfo(
    "linking-path-malformed", .linking, .error, aliases: ["al-wrong-shape"],
    summary: "Require `/r/PROJECT` or `/a/BUNDLE_ID` as the path of linking URIs",
    why: "Google uses no other paths on these hosts, so the entry never matches a request from "
      + "Google.",
    examples: .linkingURI("https://oauth-redirect.googleusercontent.com⟦/r/acme/callback⟧"),
    references: ["Google: Google Account Linking API", "Google: App Flip for iOS"],
    traits: .uriPart)
  static let roles: URIRoles = .linking

  func problem(in uri: LocatedURI) -> URIProblem? {
    guard uri.isOnLinkingHost else { return nil }
    if let query = uri.parts.query {
      return URIProblem(
        (query.lowerBound - 1)..<query.upperBound,
        "linking URI must not have a query, because Google sends it without one",
        help: "remove "
          + "\(ExactString(decoding: uri.parts.bytes((query.lowerBound - 1)..<query.upperBound)).quoted)"
      )
    }
    if let port = uri.parts.port, !uri.parts.bytes(port).elementsEqual("443".utf8) {
      return URIProblem(
        (port.lowerBound - 1)..<port.upperBound, "linking URI must not have a port",
        help: "remove \(uri.parts.text((port.lowerBound - 1)..<port.upperBound).quoted)")
    }
    guard GoogleLinking.path(of: uri.parts) == nil else { return nil }
    return URIProblem(
      uri.parts.path,
      "path must be `/r/PROJECT` or `/a/BUNDLE_ID`, found \(uri.parts.text(uri.parts.path).quoted)",
      help: "write `/r/` with your Google project ID, or `/a/` with the bundle ID of a Google app")
  }
}

struct LinkingTestHost: URIRule {
  static let info = RuleInfo(
    "linking-test-host", .linking, .warning, aliases: ["al-test-host"],
    summary: "Disallow `oauth-redirect-test.googleusercontent.com`",
    why: "The host exists, but Google doesn't document who receives requests there.",
    examples: .linkingURI("https://⟦oauth-redirect-test.googleusercontent.com⟧/a/com.google.OPA"),
    references: ["Google: App Flip for iOS"])
  static let roles: URIRoles = .linking

  func problem(in uri: LocatedURI) -> URIProblem? {
    guard uri.lowerHost == GoogleLinking.testHost else { return nil }
    return URIProblem(
      uri.parts.host,
      "Google does not document the host `oauth-redirect-test.googleusercontent.com`",
      help: "remove it unless Google told you to keep it")
  }
}

struct UniversalLinkHasQuery: URIRule {
  static let info = RuleInfo(
    "universal-link-has-query", .linking, .error,
    summary: "Disallow queries in App Flip universal links",
    why: "Google appends its parameters after a `?`, and the part before it is compared byte by "
      + "byte. A link that already has a query doesn't match any request.",
    examples: .policy(
      bad: flip("https://www.acme.example/flip⟦?from=google⟧"),
      good: flip("https://www.acme.example/flip")),
    references: ["Google: App Flip for iOS"], isFixable: true,
    hides: ["link-host-undeclared"])
  static let roles: URIRoles = .universalLink

  private static func flip(_ link: String) -> String {
    ExamplePolicy.flipIOS(link: "{ prod: \"\(link)\" }")
  }

  func problem(in uri: LocatedURI) -> URIProblem? {
    guard let query = uri.parts.query else { return nil }
    let range = (query.lowerBound - 1)..<query.upperBound
    return URIProblem(
      range, "App Flip universal link must not have a query",
      help: "remove \(ExactString(decoding: uri.parts.bytes(range)).quoted)",
      label: query.isEmpty ? "an empty query is not allowed either" : nil,
      replacement: (uri.removing(range), "remove the query", false))
  }
}

struct LinkingBundleUnknown: URIRule {
  static let info = RuleInfo(
    "linking-bundle-unknown", .linking, .warning, aliases: ["al-unknown-bundle"],
    summary: "Require a documented bundle ID after `/a/`",
    why: "Bundle IDs are compared byte by byte, including case. An unknown one never returns to a "
      + "Google app.",
    examples: .linkingURI(
      "https://oauth-redirect.googleusercontent.com/a/⟦com.google.chromecast⟧",
      good: "https://oauth-redirect.googleusercontent.com/a/com.google.Chromecast"),
    references: ["Google: App Flip for iOS"], isFixable: true)
  static let roles: URIRoles = .linking

  func problem(in uri: LocatedURI) -> URIProblem? {
    guard uri.isOnLinkingHost, case .bundle(let bundle)? = GoogleLinking.path(of: uri.parts),
      !GoogleLinking.isDocumented(bundle)
    else { return nil }
    let range = GoogleLinking.name(in: uri)
    let near = Nearest.name(
      to: bundle.string, among: GoogleLinking.documentedBundles.map(\.string).sorted())
    return URIProblem(
      range, "\(bundle.quoted) is not one of Google's six documented bundle IDs",
      help: near.map { "did you mean `\($0)`?" }
        ?? "copy the redirect URI from Google's App Flip documentation",
      replacement: near.map { (uri.replacing(range, by: $0.utf8), "write `\($0)`", false) })
  }
}

extension RuleInfo.Examples {
  /// A URI of account linking other than the project's.
  fileprivate static func linkingURI(_ bad: String, good: String? = nil) -> Self {
    @Sendable func example(_ uri: String?) -> String {
      ExamplePolicy.linking(
        prod: ["https://oauth-redirect.googleusercontent.com/r/acme"] + (uri.map { [$0] } ?? []))
    }
    return .policy(bad: example(bad), good: example(good))
  }
}
