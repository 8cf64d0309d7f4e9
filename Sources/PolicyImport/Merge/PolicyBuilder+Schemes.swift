import PolicyModel
import PolicyText

/// Custom URL schemes of apps that no client uses.
extension PolicyBuilder {
  /// A scheme and the apps that register it.
  struct UnusedScheme {
    var scheme: CustomScheme
    var apps: [AppReference]
  }

  func unusedSchemes() -> [UnusedScheme] {
    var used: Set<ExactString> = []
    for value in values {
      guard case .client = value.subject, let text = value.text else { continue }
      used.insert(URIParts(text).lowerScheme)
    }
    var found: [UnusedScheme] = []
    for scheme in resolution.schemes where !used.contains(ASCII.lowercased(scheme.scheme)) {
      let index = found.firstIndex {
        $0.scheme.location == scheme.location && $0.scheme.scheme == scheme.scheme
          && $0.scheme.uri == scheme.uri
      }
      if let index {
        if !found[index].apps.contains(scheme.app) { found[index].apps.append(scheme.app) }
      } else {
        found.append(UnusedScheme(scheme: scheme, apps: [scheme.app]))
      }
    }
    return found
  }

  func finding(_ unused: UnusedScheme) -> Diagnostic {
    let apps = unused.apps.map { DisplayText.quoted($0.identifier?.string ?? "") }.unique
    return ImportRule.dropped.finding(
      "no imported client uses the scheme "
        + "\(DisplayText.quoted(unused.scheme.scheme.string)) of \(apps.joined(separator: " and "))",
      at: unused.scheme.location,
      help: "add the complete redirect URI to the native client in the policy")
  }

  /// Adds a client with the URIs of apps that receive a sign-in. Other schemes become comments;
  /// without any URI, the client itself does.
  func appClient(_ unused: [UnusedScheme], beside clients: [DraftEntry]) -> [DraftEntry] {
    // Schemes of other services belong to their SDKs.
    let unused = unused.filter { !$0.scheme.scheme.hasPrefix("com.googleusercontent.apps.") }
    let named = unused.flatMap(\.apps).compactMap { app in
      appIDs[app].map { (id: $0, length: app.identifier?.utf8.count ?? 0) }
    }
    let apps = Set(named.map(\.id)).sorted()
    // One client for all platforms and builds: `acme` for `com.acme.ios` and `com.acme.ios.dev`.
    let first = named.min { ($0.length, $0.id) < ($1.length, $1.id) }
    guard options.completes, let app = first?.id else { return [] }
    let name = ExactString(app.string.split(separator: "-").dropLast().joined(separator: "-"))
    let complete = Set(unused.filter { $0.scheme.uri != nil }.map(\.scheme.scheme))
    let isRedirect = unused.contains(where: \.scheme.isRedirect)
    var uris: [ExactString: DraftNode] = [:]
    for scheme in unused.map(\.scheme) where scheme.uri != nil || !complete.contains(scheme.scheme)
    {
      let uri = scheme.uri ?? ExactString("\(scheme.scheme.string):/path")
      var node = DraftNode.text(uri, from: [scheme.location] + (uris[uri]?.origins ?? []))
      if isRedirect, !scheme.isRedirect { node.question = "does a client redirect to this URI?" }
      uris[uri] = node
    }
    // Comments come last.
    let items = uris.sorted {
      ($0.value.isParked ? 1 : 0, $0.key) < ($1.value.isParked ? 1 : 0, $1.key)
    }
    var node = DraftNode(
      .mapping([
        DraftEntry("provider", .text("generic")), DraftEntry("type", .text("native")),
        DraftEntry("client_id", .text(ExactString(UnknownValue.text))),
        DraftEntry("redirect_uris", DraftNode(.list(items.map(\.value)))),
      ]), origins: unused.map(\.scheme.location))
    if !isRedirect {
      node.question =
        "\(apps.map(\.string).joined(separator: ", ")) \(apps.count == 1 ? "opens" : "open") these schemes: does a client redirect to them?"
    }
    return [DraftEntry(name.isEmpty || clients.contains { $0.key == name } ? app : name, node)]
  }
}
