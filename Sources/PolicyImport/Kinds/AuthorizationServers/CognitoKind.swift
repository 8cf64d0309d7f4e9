import PolicyText
import PolicyModel

/// App clients of Amazon Cognito: what `describe-user-pool-client` answers, inputs of the AWS CLI, and
/// CloudFormation templates in JSON.
package enum CognitoKind: ImportKind {
  package static let name = "cognito"
  package static let summary = "app clients of Amazon Cognito"
  package static let usualNames = ["*cognito*.json", "*user-pool-client*.json"]

  private static let resourceType: ExactString = "AWS::Cognito::UserPoolClient"

  package static func recognize(_ source: ImportSource) -> ImportRecognition {
    guard source.looksLikeJSON, source.mentions("UserPoolClient"), let root = source.json.tree.root
    else { return .no }
    let tree = source.json.tree
    let found = clients(root, tree)
    guard !found.isEmpty else { return .no }
    let isClient = found.contains { client in
      ["CallbackURLs", "AllowedOAuthFlowsUserPoolClient", "ClientId"].contains {
        tree.value(of: $0, in: client.node) != nil
      }
    }
    return isClient ? .yes : .nearly(missing: "CallbackURLs")
  }

  package static func read(_ source: ImportSource, into facts: inout ImportFacts) {
    guard let tree = facts.usable(source.json), let root = tree.root else { return }
    for client in clients(root, tree) { read(client.node, client.name, tree, &facts) }
  }

  private static func clients(
    _ root: NodeID, _ tree: SourceTree
  ) -> [(node: NodeID, name: SourceText?)] {
    if let client = tree.value(of: "UserPoolClient", in: root) { return [(client, nil)] }
    if let list = tree.value(of: "UserPoolClients", in: root) {
      return tree.items(list).map { ($0, nil) }
    }
    if let resources = tree.value(of: "Resources", in: root) {
      return tree.entries(resources).compactMap { entry in
        guard tree.sourceText("Type", in: entry.value)?.value == resourceType,
          let properties = tree.value(of: "Properties", in: entry.value)
        else { return nil }
        return (properties, SourceText(tree.text(entry.key), at: tree.location(entry.key)))
      }
    }
    return tree.value(of: "AllowedOAuthFlowsUserPoolClient", in: root) != nil ? [(root, nil)] : []
  }

  private static func read(
    _ node: NodeID, _ resource: SourceText?, _ tree: SourceTree, _ facts: inout ImportFacts
  ) {
    var client = SourceClient(at: tree.location(node))
    client.id = tree.sourceText("ClientId", in: node)
    client.name = tree.sourceText("ClientName", in: node) ?? resource
    guard tree.sourceFlag("AllowedOAuthFlowsUserPoolClient", in: node) == true else {
      let name = (client.id ?? client.name)?.value ?? "a client"
      facts.skip(
        name, because: "`AllowedOAuthFlowsUserPoolClient` is not true, so it has no OAuth",
        at: client.location)
      return
    }
    client.secret = tree.value(of: "ClientSecret", in: node).map { tree.location($0) }
    client.isPublic = client.secret == nil && tree.sourceFlag("GenerateSecret", in: node) != true
    client.redirectURIs = literals("CallbackURLs", node, tree, &facts)
    client.postLogoutRedirectURIs = literals("LogoutURLs", node, tree, &facts)
    client.scopes = literals("AllowedOAuthScopes", node, tree, &facts)
    flows(literals("AllowedOAuthFlows", node, tree, &facts), &client)
    let omitted = tree.sourceText("DefaultRedirectURI", in: node)
    if let omitted, client.redirectURIs.count == 1, client.redirectURIs[0].value == omitted.value {
      client.omitsRedirectURI = omitted.location
    } else if let omitted {
      facts.leaveOut(
        .dropped,
        "\(UTF8Text.quoted(omitted.value.string)) is the default of several: a policy lets an address be left out only where there is one",
        at: omitted.location)
    }
    client.state(into: &facts)
  }

  /// `code` and `implicit` as grant types and response types.
  static func flows(_ flows: [SourceText], _ client: inout SourceClient) {
    var grants: [SourceText] = []
    var responses: [SourceText] = []
    for flow in flows {
      switch flow.value {
      case "code":
        grants += [GrantType.authorizationCode, .refreshToken].map {
          SourceText($0.name, at: flow.location)
        }
        responses.append(flow)
      case "implicit":
        grants.append(SourceText(GrantType.implicit.name, at: flow.location))
        responses += ["token", "id_token"].map { SourceText($0, at: flow.location) }
      default: grants.append(flow)
      }
    }
    client.grantTypes = grants.isEmpty ? nil : grants
    client.responseTypes = responses
  }

  /// The texts of a list; functions of CloudFormation are none.
  private static func literals(
    _ key: String, _ node: NodeID, _ tree: SourceTree, _ facts: inout ImportFacts
  ) -> [SourceText] {
    guard let list = tree.value(of: key, in: node) else { return [] }
    let items = tree.kind(list) == .sequence ? Array(tree.items(list)) : [list]
    return items.compactMap { item in
      guard tree.kind(item) == .scalar else {
        let function =
          tree.entries(item).first { _ in true }.map { tree.text($0.key).string } ?? "value"
        facts.leaveOut(
          .unresolved, "\(UTF8Text.quoted(function)) is not literal", at: tree.location(item),
          help: "import what `aws cognito-idp describe-user-pool-client` answers")
        return nil
      }
      return tree.sourceText(item)
    }
  }
}
