/// The keys of a policy file.
package enum PolicyKey: String, MappingKey {
  case linkpolicy
  case name
  case description
  case owner
  case apps
  case domains
  case authorizationServer = "authorization_server"
  case clients
  case providers
  case tests

  package static let mapping = MappingShape(
    "policy", "A linkpolicy policy: who may sign in where, in one place", PolicyKey.self)

  package var shape: KeyShape {
    switch self {
    case .linkpolicy:
      KeyShape(
        .integer(1...1), "Version of the policy language; marks a policy file", presence: .required)
    case .name:
      KeyShape(
        .string(StringShape(.identifier, example: "acme-home")),
        "Name of the policy, unique in the workspace", presence: .required)
    case .description: KeyShape(.prose, "What the policy is for")
    case .owner:
      KeyShape(
        .string(StringShape(.prose, example: "identity@acme.example")), "Whom to ask about it")
    case .apps:
      KeyShape(
        .dictionary(key: StringShape(.identifier), value: .mapping(AppKey.mapping)),
        "Apps by an id of your choice, used by the other sections")
    case .domains:
      KeyShape(
        .dictionary(key: StringShape(), value: .mapping(DomainKey.mapping)),
        "Hosts on which association files are deployed", commonMistakes: ["hosts"])
    case .authorizationServer:
      KeyShape(
        .mapping(AuthorizationServerKey.mapping),
        "Our OAuth server: defaults for all clients of this policy")
    case .clients:
      KeyShape(
        .dictionary(key: StringShape(.identifier), value: .mapping(ClientKey.mapping)),
        "OAuth clients of our authorization server, by an id of your choice")
    case .providers: KeyShape(.mapping(ProviderKey.mapping), "Services where we are the client")
    case .tests:
      KeyShape(
        .list(.mapping(TestKey.mapping)),
        "Requests with the answers they must get; `linkpolicy test` runs them")
    }
  }
}
