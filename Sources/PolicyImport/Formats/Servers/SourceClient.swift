import PolicyModel
import PolicyText

/// The keys with a client's properties in a server's export; empty if the server has no such
/// property. `a|b` means the first of the keys that the client has.
struct ClientKeys {
  var id = ""
  var name = ""
  var secret = ""
  var type = ""
  var authenticationMethod = ""
  var redirectURIs = ""
  var postLogoutRedirectURIs = ""
  var corsOrigins = ""
  var scopes = ""
  var grantTypes = ""
  var responseTypes = ""
  /// A flag.
  var isPublic = ""
  /// A flag.
  var requiresPKCE = ""
  /// Whether lists are strings separated by whitespace.
  var listsAreWords = false
}

/// A client of an authorization server. Formats fill it in, and `add(to:)` turns it into values of a policy.
struct SourceClient {
  /// The whole client.
  var location: SourceLocation
  var id: SourceString?
  /// The display name; identifies the client if the file has no ID.
  var name: SourceString?
  /// The name of the client's resource in a template, for a computed name of a client with a known redirect URI.
  var resource: SourceString?
  /// Identifies a client whose ID or name differs in each environment.
  var identity: ExactString?
  /// Nil to derive it from the redirect URIs.
  var type: ClientType?
  var isPublic = false
  /// The token endpoint authentication method, such as `client_secret_basic`; nil if the server accepts all.
  var authenticationMethod: SourceString?
  /// The location of the secret, never its value.
  var secret: SourceLocation?
  /// The reference to a secret store that the source contains.
  var secretReference: (reference: SecretReference, location: SourceLocation)?
  var redirectURIs: [SourceString] = []
  var postLogoutRedirectURIs: [SourceString] = []
  var corsOrigins: [SourceString] = []
  var scopes: [SourceString] = []
  var grantTypes: [SourceString] = []
  var responseTypes: [SourceString] = []
  /// The location of the setting that requires a code challenge.
  var requiresPKCE: SourceLocation?
  /// The location of the setting that allows requests without `redirect_uri`.
  var omitsRedirectURI: SourceLocation?
  /// The wildcards that the server supports in URIs.
  var wildcards = WildcardSyntax.none
  /// Hosts of `http` URIs whose port the server ignores.
  var freePorts: [ExactString] = []
  var context: EnvironmentContext?

  init(at location: SourceLocation) { self.location = location }

  /// Reads the properties that a format names directly.
  init(_ object: SourceObject, _ keys: ClientKeys) {
    func key(_ names: String) -> String { object.key(names) }
    func list(_ names: String) -> [SourceString] {
      keys.listsAreWords ? object.words(key(names)) : object.strings(key(names))
    }
    location = object.location
    id = object.string(key(keys.id))
    name = object.string(key(keys.name))?.nonEmpty
    secret = object[key(keys.secret)]?.location
    authenticationMethod = object.string(key(keys.authenticationMethod))
    isPublic = object.flag(key(keys.isPublic)) ?? (authenticationMethod?.value == "none")
    if object.flag(key(keys.requiresPKCE)) == true {
      requiresPKCE = object[key(keys.requiresPKCE)]?.location
    }
    switch object.string(key(keys.type))?.value {
    case "native": type = .native
    case "web", "browser", "spa", "regular_web": type = .web
    default: break
    }
    redirectURIs = list(keys.redirectURIs)
    postLogoutRedirectURIs = list(keys.postLogoutRedirectURIs)
    corsOrigins = list(keys.corsOrigins)
    scopes = list(keys.scopes)
    grantTypes = list(keys.grantTypes)
    responseTypes = list(keys.responseTypes)
  }

  /// Adds all properties that a policy has keys for, and reports the others.
  func add(to imported: inout ImportedValues) {
    func isComputed(_ text: SourceString) -> Bool { SourceVariable.first(in: text.value) != nil }
    let isNameless = name.map(isComputed) ?? true
    // Without a known URI, the message about the client needs its name.
    let ownIdentity = redirectURIs.allSatisfy(isComputed) ? nil : self.identity
    let name =
      id == nil && isNameless && !redirectURIs.allSatisfy(isComputed) ? resource ?? name : name
    guard let identity = id ?? name else {
      if let secret { imported.hide(secret) }
      imported.leaveOut(
        .dropped, "a client without ID and name can't be imported", at: location,
        help: "add its client ID to the file")
      return
    }
    guard !redirectURIs.isEmpty else {
      if let secret { imported.hide(secret) }
      imported.skip(identity.value, because: "clients without a redirect URI", at: location)
      return
    }
    var type = type
    // Native clients can't keep a secret, so a loopback URI is one of a developer's machine.
    if type == nil, isNative, !isPublic, secret ?? secretReference?.location != nil { type = .web }
    let subject = ImportSubject.client(ownIdentity ?? identity.value)
    imported.mention(subject, at: location, in: context)
    imported.add(subject, ClientKey.clientID, from: id, in: context)
    let isNamed = ownIdentity == nil && (name != nil || id.map(isComputed) == false)
    if let name = isNamed ? name : resource ?? name {
      imported.name(subject, name.value, at: name.location)
    }
    imported.add(
      subject, ClientKey.type, from: type.map { identity.replaced(by: ExactString($0.rawValue)) },
      in: context)
    addSecret(of: subject, to: &imported)
    for (key, uris) in [
      (ClientKey.redirectURIs, redirectURIs), (.postLogoutRedirectURIs, postLogoutRedirectURIs),
      (.corsOrigins, corsOrigins),
    ] {
      for uri in uris { add(uri, as: key, of: subject, named: identity, to: &imported) }
    }
    imported.add(subject, ClientKey.scopes, from: scopes, in: context)
    for (key, values, defaults) in [
      (ClientKey.responseTypes, responseTypes, Client.Defaults.responseTypes),
      (.grantTypes, grantTypes, Client.Defaults.grantTypes),
    ] where Set(values.map(\.value)) != Set(defaults) {
      imported.add(subject, key, from: values, in: context)
    }
    if let requiresPKCE, !isNative, !isPublic {
      let required = SourceString(ExactString(Requirement.required.rawValue), at: requiresPKCE)
      imported.add(subject, ClientKey.pkce, from: required, in: context)
    }
    if let omitsRedirectURI {
      imported.add(
        subject, ClientKey.omitRedirectURI, is: .boolean(true), at: omitsRedirectURI, in: context)
    }
  }

  private var isNative: Bool {
    type.map { $0 == .native } ?? redirectURIs.allSatisfy { NativeURI.isNative($0.value) }
  }

  private func addSecret(of subject: ImportSubject, to imported: inout ImportedValues) {
    if let secret, isPublic || secretReference != nil { imported.hide(secret) }
    if isPublic { return }
    if let (reference, location) = secretReference {
      imported.add(
        subject, ClientKey.clientSecret, is: .secret(reference), at: location, in: context)
    } else {
      // If the secret isn't in the file, no bytes need hiding.
      let start = location.span.start
      let place = secret ?? SourceLocation(file: location.file, span: SourceSpan(start, start))
      imported.add(subject, ClientKey.clientSecret, is: .secret(nil), at: place, in: context)
    }
    let method: TokenEndpointAuthentication =
      authenticationMethod?.value == "client_secret_basic" ? .basic : .post
    guard method != Client.Defaults.tokenEndpointAuth(isPublic: isNative) else { return }
    imported.add(
      subject, ClientKey.tokenEndpointAuth, is: .text(ExactString(method.rawValue)),
      at: authenticationMethod?.location ?? location, in: context)
  }

  private func add(
    _ uri: SourceString, as key: ClientKey, of subject: ImportSubject, named client: SourceString,
    to imported: inout ImportedValues
  ) {
    if let matches = wildcards.description(of: uri.value) {
      imported.leaveOut(
        .wildcard, "\(uri.quoted) of client \(client.quoted) matches \(matches)", at: uri.location,
        help: "list the URIs that apps send; `linkpolicy replay` finds them in logs")
      imported.park(
        subject, key, uri, asking: "matches \(matches): which URIs do apps send?", in: context)
    } else if key == .redirectURIs, let host = NativeURI.remoteHTTPHost(uri.value),
      SourceVariable.first(in: uri.value) == nil
    {
      imported.leaveOut(
        .http,
        "left out \(uri.quoted): \(DisplayText.quoted(host.string)) is not a loopback host (`uri-http`)",
        at: uri.location, help: "register the `https` URI")
      imported.park(
        subject, key, uri, asking: "not encrypted: is there an `https` URI?", in: context)
    } else {
      imported.add(subject, key, from: uri, in: context)
      guard key == .redirectURIs, isNative, !NativeURI.hasFreePort(uri.value),
        let host = NativeURI.httpHost(uri.value), freePorts.contains(host)
      else { return }
      imported.leaveOut(
        .pattern,
        "the server accepts \(uri.quoted) of client \(client.quoted) with any port, the policy doesn't",
        at: uri.location,
        help: "if apps choose the port, register `http://127.0.0.1/…` without a port")
    }
  }
}

extension GrantType {
  /// The grant type as found at a location.
  func found(at location: SourceLocation) -> SourceString { SourceString(name, at: location) }
}
