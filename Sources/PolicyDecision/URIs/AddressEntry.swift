package import PolicyText
package import PolicyModel

/// A policy entry that accepts URIs, origins or domains.
public struct AddressEntry: Sendable {
  /// The part of a URI that an entry is compared with.
  public enum Form: String, Sendable, CaseIterable {
    /// The whole URI, byte by byte.
    case exact
    /// The whole URI except for the port of a loopback redirect URI (RFC 8252 section 7.3).
    case loopback
    /// Scheme, host and port.
    case origin
    /// The host.
    case host
    /// The scheme.
    case scheme
    /// A link rule, as the platform evaluates it.
    case rule
  }

  /// The name of the policy.
  package var policy: ExactString
  /// The key in `clients`; nil for other sections.
  package var client: ExactString?
  package var clientID: ExactString?
  package var environment: Environment
  /// The path of the key without indices: `google_sign_in.web.redirect_uris`.
  package var place: String
  package var entry: Entry
  /// How the entry is compared. `match` finds loopback matches of `exact`.
  package var form: Form
  /// The client that the redirect URI belongs to.
  fileprivate var redirecting: CompiledClient?
  /// Whether the URI may have a query: App Flip adds its parameters there.
  fileprivate var allowsQuery = false

  /// The part that matches a URI; nil if the entry doesn't accept it.
  package func match(_ address: ExactString) -> Form? {
    switch form {
    case .exact, .loopback:
      if let redirecting {
        guard let found = redirecting.redirectURI(matching: address),
          found.entry.anchor == entry.anchor
        else { return nil }
        return found.isLoopback ? .loopback : .exact
      }
      if entry.value == address { return .exact }
      let isFollowed =
        allowsQuery && address.hasPrefix(entry.value.string)
        && address.utf8.dropFirst(entry.value.utf8.count).first == UInt8(ascii: "?")
      return isFollowed ? .exact : nil
    case .origin:
      if entry.value == address { return .origin }
      guard let href = BrowserURL.href(address) else { return nil }
      return URIParts(href).origin == entry.value ? .origin : nil
    case .host:
      if entry.value == address { return .host }
      guard let origin = PageOrigin(address) else { return nil }
      if isCoveringParents { return origin.isCovered(by: entry.value) == .yes ? .host : nil }
      return origin.isWeb && origin.isExactly(entry.value) ? .host : nil
    case .scheme:
      let scheme = URIParts(address).lowerScheme
      return !scheme.isEmpty && scheme == entry.value.asciiLowercased ? .scheme : nil
    case .rule: return nil
    }
  }

  /// True if an authorization server, Google or Apple sends codes or tokens to the URI.
  package var receivesCodes: Bool { AddressPlaces.receivingCodes.contains(place) }

  /// Authorized domains also cover their subdomains; link hosts don't.
  private var isCoveringParents: Bool { place == AddressPlaces.authorizedDomains }
}

/// The keys that accept URIs, origins or domains. Add new ones here.
private struct AddressPlaces {
  static let authorizedDomains = "firebase.authorized_domains"
  static let receivingCodes = [
    "redirect_uris", "google_sign_in.web.redirect_uris", "google_sign_in.ios.url_schemes",
    "apple.return_urls",
  ]

  let lowering: Lowering
  var entries: [AddressEntry] = []

  init(
    _ document: PolicyDocument, _ environment: Environment,
    isUsable: @escaping (SourceAnchor) -> Bool
  ) {
    lowering = Lowering(document: document, environment: environment, isUsable: isUsable)
    for client in lowering.clients { add(client) }
    if let google = document.policy.googleSignIn { add(google) }
    if let firebase = document.policy.firebase { add(firebase) }
    if let apple = document.policy.apple {
      add(
        "apple.return_urls", lowering.entries(apple.returnURLs), .exact,
        clientID: lowering.entry(apple.servicesID))
    }
  }

  private mutating func add(
    _ place: String, _ found: [Entry?], _ form: AddressEntry.Form, clientID: Entry? = nil
  ) {
    for entry in found.compactMap({ $0 }) {
      entries.append(
        AddressEntry(
          policy: lowering.document.name, client: nil, clientID: clientID?.value,
          environment: lowering.environment, place: place, entry: entry, form: form))
    }
  }

  private mutating func add(_ compiled: CompiledClient) {
    func entry(_ place: String, _ entry: Entry) -> AddressEntry {
      AddressEntry(
        policy: compiled.policy, client: compiled.key, clientID: compiled.clientID.value,
        environment: compiled.environment, place: place, entry: entry, form: .exact)
    }
    for list in ClientList.all {
      for value in compiled[list] {
        var found = entry(list.name, value)
        if list.key == .redirectURIs { found.redirecting = compiled }
        if list.isOrigin { found.form = .origin }
        entries.append(found)
      }
    }
    if let link = compiled.flipUniversalLink {
      var found = entry("app_flip.ios.universal_link", link)
      found.allowsQuery = true
      entries.append(found)
    }
  }

  private mutating func add(_ google: GoogleSignIn) {
    let section = "google_sign_in"
    let web = lowering.entry(google.web?.clientID)
    add(
      section + ".web.redirect_uris", lowering.entries(google.web?.redirectURIs), .exact,
      clientID: web)
    add(
      section + ".web.javascript_origins", lowering.entries(google.web?.javascriptOrigins),
      .origin, clientID: web)
    add(
      section + ".ios.url_schemes", lowering.entries(google.ios?.urlSchemes), .scheme,
      clientID: lowering.entry(google.ios?.clientID))
  }

  private mutating func add(_ firebase: Firebase) {
    add(Self.authorizedDomains, lowering.entries(firebase.authorizedDomains), .host)
    add("firebase.auth_domain", [lowering.entry(firebase.authDomain)], .host)
    add("firebase.hosting_domains", lowering.entries(firebase.hostingDomains), .host)
    add("firebase.email.callback_uri", [lowering.entry(firebase.callbackURI)], .exact)
    for action in firebase.emailActions {
      let place = "firebase.email_actions.\(action.name.value.string)"
      add(place + ".url", [lowering.entry(action.url)], .exact)
      add(place + ".link_domain", [lowering.entry(action.linkDomain)], .host)
      add(place + ".dynamic_link_domain", [lowering.entry(action.dynamicLinkDomain)], .host)
    }
  }
}

extension AddressEntry {
  /// The entries of a workspace: prod before sandbox, each in the order of policies and keys.
  package static func all(
    in workspace: Workspace, isUsable: @escaping (SourceAnchor) -> Bool = { _ in true }
  ) -> [AddressEntry] {
    Environment.allCases.flatMap { environment in
      workspace.policies.flatMap {
        AddressPlaces($0, environment, isUsable: isUsable).entries
      }
    }
  }
}
