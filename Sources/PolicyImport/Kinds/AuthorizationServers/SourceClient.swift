import PolicyText
import PolicyModel

/// A client as any server has it: its kind fills it in, `state` makes facts of it.
struct SourceClient {
  /// The whole client, for what is said of it as such.
  var location: SourceLocation
  var id: SourceText?
  /// What people call it; its identity where the ID is not in the file.
  var name: SourceText?
  /// Only where the source says it: others follow from the addresses.
  var type: ClientType?
  var isPublic = false
  /// Of the token endpoint: `client_secret_basic` and so on; nil where the server takes all.
  var authenticationMethod: SourceText?
  /// Where the secret stands, never what it is.
  var secret: SourceLocation?
  /// Where the source itself names a place for the secret.
  var secretReference: (reference: SecretReference, location: SourceLocation)?
  var redirectURIs: [SourceText] = []
  var postLogoutRedirectURIs: [SourceText] = []
  var corsOrigins: [SourceText] = []
  var scopes: [SourceText] = []
  /// Nil where the source does not say.
  var grantTypes: [SourceText]?
  /// Nil where the source does not say.
  var responseTypes: [SourceText]?
  /// Where the source says that a code challenge is required.
  var requiresPKCE: SourceLocation?
  /// Where the source says that a request may leave out the address.
  var omitsRedirectURI: SourceLocation?
  /// What the server takes for more than one address.
  var pattern = URIPattern.none
  /// The same for addresses after the sign-out and origins; nil for that of redirect URIs.
  var pattern2: URIPattern?
  /// Hosts of `http` addresses whose port the server does not compare.
  var freePorts: [ExactString] = []
  var context: FactContext?

  init(at location: SourceLocation) { self.location = location }

  /// States what a policy has a key for, and names the rest.
  func state(into facts: inout ImportFacts) {
    guard let identity = id ?? name else {
      if let secret { facts.hide(secret) }
      facts.leaveOut(.dropped, "a client without an ID and a name is nobody", at: location)
      return
    }
    guard !redirectURIs.isEmpty else {
      if let secret { facts.hide(secret) }
      facts.skip(
        identity.value, because: "no redirect URI, so nobody signs in with it", at: location)
      return
    }
    let subject = FactSubject.client(identity.value)
    facts.mention(subject, at: location, in: context)
    if let id {
      facts.add(subject, ClientKey.clientID, is: .text(id.value), at: id.location, in: context)
    }
    if let name { facts.name(subject, name.value, at: name.location) }
    if let type {
      facts.add(
        subject, ClientKey.type, is: .text(ExactString(type.rawValue)), at: identity.location,
        in: context)
    }
    secret(of: subject, &facts)
    for uri in redirectURIs {
      address(uri, .redirectURIs, pattern, identity.value, subject, &facts)
    }
    for uri in postLogoutRedirectURIs {
      address(uri, .postLogoutRedirectURIs, pattern2 ?? pattern, identity.value, subject, &facts)
    }
    for origin in corsOrigins {
      address(origin, .corsOrigins, pattern2 ?? pattern, identity.value, subject, &facts)
    }
    for scope in scopes {
      facts.add(subject, ClientKey.scopes, is: .text(scope.value), at: scope.location, in: context)
    }
    list(responseTypes, .responseTypes, Client.Defaults.responseTypes, subject, &facts)
    list(grantTypes, .grantTypes, Client.Defaults.grantTypes, subject, &facts)
    if let requiresPKCE, !isNative, !isPublic {
      facts.add(
        subject, ClientKey.pkce, is: .text(ExactString(Requirement.required.rawValue)),
        at: requiresPKCE, in: context)
    }
    if let omitsRedirectURI {
      facts.add(
        subject, ClientKey.omitRedirectURI, is: .boolean(true), at: omitsRedirectURI, in: context)
    }
  }

  /// As the source says, else because no address can be one of a web client.
  private var isNative: Bool {
    type.map { $0 == .native } ?? redirectURIs.allSatisfy { NativeAddress.isNative($0.value) }
  }

  private func secret(of subject: FactSubject, _ facts: inout ImportFacts) {
    if isPublic {
      // A secret that nobody asks for.
      if let secret { facts.hide(secret) }
      return
    }
    if let (reference, location) = secretReference {
      facts.add(
        subject, ClientKey.clientSecret, is: .secret(reference), at: location, in: context)
      if let secret { facts.hide(secret) }
    } else {
      // Where it is not in the file, no bytes are those of the secret.
      let start = location.span.start
      let place = secret ?? SourceLocation(file: location.file, span: Span(start, start))
      facts.add(subject, ClientKey.clientSecret, is: .secret(nil), at: place, in: context)
    }
    let method: TokenEndpointAuthentication =
      authenticationMethod?.value == "client_secret_basic" ? .basic : .post
    guard method != Client.Defaults.tokenEndpointAuth(isPublic: isNative) else { return }
    facts.add(
      subject, ClientKey.tokenEndpointAuth, is: .text(ExactString(method.rawValue)),
      at: authenticationMethod?.location ?? location, in: context)
  }

  private func list(
    _ texts: [SourceText]?, _ key: ClientKey, _ defaults: [ExactString], _ subject: FactSubject,
    _ facts: inout ImportFacts
  ) {
    guard let texts, !texts.isEmpty, Set(texts.map(\.value)) != Set(defaults) else { return }
    for text in texts {
      facts.add(subject, key, is: .text(text.value), at: text.location, in: context)
    }
  }

  private func address(
    _ text: SourceText, _ key: ClientKey, _ pattern: URIPattern, _ client: ExactString,
    _ subject: FactSubject, _ facts: inout ImportFacts
  ) {
    let quoted = UTF8Text.quoted(text.value.string)
    if let admitted = pattern.admitted(by: text.value) {
      facts.leaveOut(
        .wildcard, "\(quoted) of client \(UTF8Text.quoted(client.string)) admits \(admitted)",
        at: text.location,
        help: "list the URIs that are sent: `linkpolicy replay` finds them in logs")
    } else if key == .redirectURIs, let host = NativeAddress.remoteHTTPHost(text.value),
      SourceVariable.first(in: text.value) == nil
    {
      facts.leaveOut(
        .http,
        "\(UTF8Text.quoted("http://" + host.string)) is not loopback: \(quoted) is left out (`uri-http`)",
        at: text.location, help: "register the https address")
    } else {
      facts.add(subject, key, is: .text(text.value), at: text.location, in: context)
      guard key == .redirectURIs, isNative, !NativeAddress.hasFreePort(text.value),
        let host = NativeAddress.httpHost(text.value), freePorts.contains(host)
      else { return }
      facts.leaveOut(
        .pattern,
        "\(quoted) of client \(UTF8Text.quoted(client.string)) is accepted with any port there, in a policy only as it is written",
        at: text.location,
        help: "where apps choose the port, register `http://127.0.0.1/…` without one")
    }
  }
}
