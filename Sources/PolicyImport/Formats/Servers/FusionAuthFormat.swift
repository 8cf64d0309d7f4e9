import PolicyText

/// Applications in a FusionAuth kickstart file.
package enum FusionAuthFormat: ClientTableFormat {
  package static let name = "fusionauth"
  package static let summary = "FusionAuth kickstart with applications"
  package static let usualNames = ["kickstart*.json"]

  static let sign = "oauthConfiguration"
  static let path = "requests"
  static let keys = ClientKeys()

  static func isClient(_ object: SourceObject) -> Bool {
    let isApplication = object.string("url")?.value.hasPrefix("/api/application") ?? false
    return isApplication && object["body"]?["application"]?.has("oauthConfiguration") == true
  }

  static func complete(
    _ client: SourceClient, _ object: SourceObject, in document: SettingsDocument,
    _ imported: inout ImportedValues
  ) -> SourceClient? {
    guard let application = object["body"]?["application"],
      let settings = application["oauthConfiguration"], let url = object.string("url")
    else { return nil }
    let variables = document.root?["variables"]
    func expanded(_ string: SourceString) -> SourceString {
      let expansion = SourceVariable.expand(string.value) { variables?.string($0.string)?.value }
      if case .text(let text) = expansion { return string.replaced(by: text) }
      return string
    }
    let keys = ClientKeys(
      secret: "clientSecret", redirectURIs: "authorizedRedirectURLs",
      postLogoutRedirectURIs: "logoutURL|logoutUrl", corsOrigins: "authorizedOriginURLs",
      grantTypes: "enabledGrants")
    var client = SourceClient(settings, keys)
    client.name = application.string("name").map(expanded)
    let path = expanded(url).value.parts(separator: "/")
    // `#{UUID()}` is a new ID in each run.
    if path.count > 2, SourceVariable.first(in: expanded(url).value) == nil {
      client.id = url.replaced(by: path[2])
    }
    let policies = ["clientAuthenticationPolicy", "proofKeyForCodeExchangePolicy"]
    if imported.leavesOutComputed(settings, policies, of: client.name ?? client.id) { return nil }
    client.isPublic = settings.string(policies[0])?.value == "NotRequired"
    if let required = settings.string(policies[1]), required.value == "Required" {
      client.requiresPKCE = required.location
    }
    client.redirectURIs = client.redirectURIs.map(expanded)
    client.postLogoutRedirectURIs = client.postLogoutRedirectURIs.map(expanded)
    client.corsOrigins = client.corsOrigins.map(expanded)
    if settings.string("authorizedURLValidationPolicy")?.value == "AllowWildcards" {
      client.wildcards = .stars
    }
    return client
  }
}
