import PolicyText

/// A redirect URI that nobody registered, close to one that is: whether matching is exact shows only there.
struct ProbeControl: Sendable {
  enum Kind: String, Sendable, CaseIterable {
    case open = "foreign host"
    case longer = "longer path"
    case query = "query added"
    case slash = "final slash"
    case upperCase = "upper case"
    case http = "http"
    case environment = "other environment"
    case token = "response type token"
    case noChallenge = "no code challenge"
  }

  let kind: Kind
  let uri: ExactString
  let request: ObservedRequest

  /// A host that does not exist and never will (RFC 6761 section 6.4).
  static let foreign: ExactString = "https://linkpolicy-probe.invalid/"

  /// At most `RequestLimits.controls`.
  static func all(for subject: ProbeSubject) -> [ProbeControl] {
    guard let registered = subject.redirectURIs.first(where: { isPlain($0.value) })?.value else {
      return []
    }
    let known = Set(subject.redirectURIs.map(\.value))
    var controls: [ProbeControl] = []
    func add(
      _ kind: Kind, _ uri: ExactString, isNew: Bool = true, token: Bool = false,
      hasChallenge: Bool = true
    ) {
      guard !isNew || !known.contains(uri), controls.count < RequestLimits.controls else { return }
      controls.append(
        ProbeControl(
          kind: kind, uri: uri,
          request: subject.request(
            redirectURI: uri, responseType: token ? "token" : "code", hasChallenge: hasChallenge)))
    }
    let text = registered.string
    add(.open, foreign)
    add(
      .longer,
      ExactString(text.hasSuffix("/") ? "\(text)linkpolicy-probe" : "\(text)/linkpolicy-probe"))
    add(.query, ExactString("\(text)?x=1"))
    add(.slash, ExactString(text.hasSuffix("/") ? String(text.dropLast()) : "\(text)/"))
    let parts = URIParts(registered)
    let path = parts.text(parts.path).string
    let upper = path.uppercased()
    if ExactString(upper) != ExactString(path) {
      add(.upperCase, ExactString("\(parts.origin.string)\(upper)"))
    }
    add(.http, ExactString("http\(text.dropFirst(5))"))
    if let foreign = subject.foreignURI { add(.environment, foreign.value) }
    if !subject.client.responseTypes.contains("token") {
      add(.token, registered, isNew: false, token: true)
    }
    if subject.requiresPKCE { add(.noChallenge, registered, isNew: false, hasChallenge: false) }
    return controls
  }

  /// `https`, and no query that an altered one would have to merge with.
  private static func isPlain(_ uri: ExactString) -> Bool {
    uri.hasPrefix("https://") && !uri.utf8.contains { "?#".utf8.contains($0) }
  }
}
