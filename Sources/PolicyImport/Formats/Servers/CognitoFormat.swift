import PolicyModel
import PolicyText

/// Amazon Cognito app clients: output of `describe-user-pool-client`, AWS CLI input, and CloudFormation templates.
package enum CognitoFormat: ImportFormat {
  package static let name = "cognito"
  package static let summary = "Amazon Cognito app clients"
  package static let usualNames = ["*cognito*.json", "*user-pool-client*.json"]

  private static let type = "AWS::Cognito::UserPoolClient"
  private static let keys = ClientKeys(id: "ClientId", name: "ClientName", secret: "ClientSecret")

  package static func recognize(_ source: ImportSource) -> ImportRecognition {
    guard let root = form(of: source)?.tree.rootObject else { return .no }
    let found = clients(root)
    guard !found.isEmpty else { return .no }
    let signs = ["CallbackURLs", "AllowedOAuthFlowsUserPoolClient", "ClientId"]
    return found.contains { client in signs.contains { client.object.has($0) } }
      ? .yes : .nearly(missing: "CallbackURLs")
  }

  package static func read(_ source: ImportSource, into imported: inout ImportedValues) {
    guard let form = form(of: source), let root = imported.root(of: form) else { return }
    for client in clients(root) { read(client.object, client.name, into: &imported) }
  }

  /// Only templates can be YAML.
  private static func form(of source: ImportSource) -> ImportSource.Form? {
    guard source.mentions("UserPoolClient") else { return nil }
    if source.looksLikeJSON { return source.json }
    return source.mentions(type) ? source.withoutTagFindings(source.yaml) : nil
  }

  private static func clients(_ root: SourceObject) -> [(object: SourceObject, name: SourceString?)]
  {
    if let client = root["UserPoolClient"] { return [(client, nil)] }
    if let list = root["UserPoolClients"] { return list.items.map { ($0, nil) } }
    if let resources = root["Resources"] {
      return resources.entries.compactMap { key, resource in
        guard resource.string("Type")?.value == ExactString(type),
          let properties = resource["Properties"]
        else { return nil }
        return (properties, key.string)
      }
    }
    return root.has("AllowedOAuthFlowsUserPoolClient") ? [(root, nil)] : []
  }

  private static func read(
    _ object: SourceObject, _ resource: SourceString?, into imported: inout ImportedValues
  ) {
    var client = SourceClient(object, keys)
    client.name = object.string(keys.name) ?? resource
    client.resource = resource
    guard object.flag("AllowedOAuthFlowsUserPoolClient") == true else {
      imported.skip(
        (client.id ?? client.name)?.value ?? "a client",
        because: "clients without `AllowedOAuthFlowsUserPoolClient: true`",
        at: client.location)
      return
    }
    client.isPublic = client.secret == nil && object.flag("GenerateSecret") != true
    client.redirectURIs = literals("CallbackURLs", object, &imported)
    client.postLogoutRedirectURIs = literals("LogoutURLs", object, &imported)
    client.scopes = literals("AllowedOAuthScopes", object, &imported)
    setFlows(literals("AllowedOAuthFlows", object, &imported), of: &client)
    if let uri = object.string("DefaultRedirectURI") {
      if client.redirectURIs.map(\.value) == [uri.value] {
        client.omitsRedirectURI = uri.location
      } else {
        imported.leaveOut(
          .dropped,
          "\(uri.quoted) is the default of several URIs; a policy allows a default only for a single URI",
          at: uri.location, help: "send `redirect_uri` in every request")
      }
    }
    client.add(to: &imported)
  }

  /// Translates `code` and `implicit` to grant types and response types.
  static func setFlows(_ flows: [SourceString], of client: inout SourceClient) {
    for flow in flows {
      switch flow.value {
      case "code":
        client.grantTypes += [.authorizationCode, .refreshToken].map { (type: GrantType) in
          type.found(at: flow.location)
        }
        client.responseTypes.append(flow)
      case "implicit":
        client.grantTypes.append(GrantType.implicit.found(at: flow.location))
        client.responseTypes += ["token", "id_token"].map { flow.replaced(by: $0) }
      default: client.grantTypes.append(flow)
      }
    }
  }

  /// The strings of a list; CloudFormation functions are reported.
  private static func literals(
    _ key: String, _ object: SourceObject, _ imported: inout ImportedValues
  ) -> [SourceString] {
    (object[key]?.itemsOrSelf ?? []).compactMap { item in
      if let text = item.string { return text }
      let function = item.entries.first?.key.text.value.string ?? "value"
      imported.leaveOut(
        .unresolved, "\(DisplayText.quoted(function)) in `\(key)` is not a literal value",
        at: item.location,
        help: "import the output of `aws cognito-idp describe-user-pool-client`")
      return nil
    }
  }
}
