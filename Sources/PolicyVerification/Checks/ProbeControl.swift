import PolicyDecision
import PolicyText

/// A request with an unregistered redirect URI similar to a registered one, to test exact matching.
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

  /// A host that can't exist (RFC 6761 section 6.4).
  static let foreign: ExactString = "https://linkpolicy-probe.invalid/"

  /// At most `RequestLimits.maximumControls` requests.
  static func all(for subject: ProbeSubject) -> [ProbeControl] {
    guard let registered = subject.client.redirectURIs.first(where: { isPlain($0.value) })?.value
    else {
      return []
    }
    let known = Set(subject.client.redirectURIs.map(\.value))
    var controls: [ProbeControl] = []
    func add(
      _ kind: Kind, _ uri: ExactString, isNew: Bool = true, token: Bool = false,
      hasChallenge: Bool = true
    ) {
      guard !isNew || !known.contains(uri), controls.count < RequestLimits.maximumControls else {
        return
      }
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
    if subject.client.requiresPKCE {
      add(.noChallenge, registered, isNew: false, hasChallenge: false)
    }
    return controls
  }

  /// Whether the URI is `https` without query and fragment.
  private static func isPlain(_ uri: ExactString) -> Bool {
    uri.hasPrefix("https://") && !uri.utf8.contains { "?#".utf8.contains($0) }
  }
}

/// The response of an authorization endpoint. Only `Location` is evaluated, never page contents.
struct ProbeResponse {
  let response: ObservedResponse
  /// The `state` in the request.
  let state: ExactString

  init?(_ answer: ObservedResult?) {
    guard let answer, let response = answer.response else { return nil }
    self.response = response
    let parts = URIParts(answer.url)
    state = Self.value("state", in: parts.text(parts.query)) ?? ""
  }

  var location: ExactString? {
    response.isRedirect ? response.header("location").map { ExactString($0) } : nil
  }

  /// Whether the response redirects to a URI, with any parameters.
  func redirects(to uri: ExactString) -> Bool {
    guard let location, location.utf8.starts(with: uri.utf8) else { return false }
    guard let next = location.utf8.dropFirst(uri.utf8.count).first else { return true }
    return "?#&".utf8.contains(next)
  }

  /// A parameter in the query or fragment of `Location`.
  func parameter(_ name: String) -> ExactString? {
    guard let location else { return nil }
    let parts = URIParts(location)
    return Self.value(name, in: parts.text(parts.query))
      ?? Self.value(name, in: parts.text(parts.fragment))
  }

  private static func value(_ name: String, in query: ExactString) -> ExactString? {
    for field in query.utf8.split(separator: UInt8(ascii: "&")) {
      guard field.starts(with: "\(name)=".utf8) else { continue }
      return ExactString(decoding: field.dropFirst(name.utf8.count + 1))
    }
    return nil
  }

  /// Whether two responses are indistinguishable.
  func isSimilar(to other: ProbeResponse) -> Bool {
    func place(_ answer: ProbeResponse) -> ExactString? {
      answer.location.map { location in
        let parts = URIParts(location)
        return ExactString("\(parts.origin.string)\(parts.text(parts.path).string)")
      }
    }
    return response.status == other.response.status && place(self) == place(other)
  }
}
