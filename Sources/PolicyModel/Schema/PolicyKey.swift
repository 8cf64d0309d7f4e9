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
  case invariants

  package static let mapping = MappingShape(
    "policy", "Sign-in and app link policy, checked by linkpolicy", PolicyKey.self)

  package var shape: KeyShape {
    switch self {
    case .linkpolicy:
      KeyShape(
        .integer(1...1), "Version of the policy language; required in every policy file",
        presence: .required)
    case .name:
      KeyShape(
        .string(StringShape(.identifier, example: "acme-home")),
        "Name of the policy, unique in the workspace", presence: .required)
    case .description: KeyShape(.prose, "What the policy is for")
    case .owner:
      KeyShape(
        .string(StringShape(.prose, example: "identity@acme.example")), "Owner of the policy")
    case .apps:
      KeyShape(
        .dictionary(key: StringShape(.identifier), value: .mapping(AppKey.mapping)),
        "Apps by an ID of your choice, which other sections refer to")
    case .domains:
      KeyShape(
        .dictionary(
          key: StringShape(
            whereToFind: "the settings of the server that serves the site's association files"),
          value: .mapping(DomainKey.mapping)),
        "Hosts that serve association files; `TODO` for one that isn't known yet",
        commonMistakes: ["hosts"])
    case .authorizationServer:
      KeyShape(
        .mapping(AuthorizationServerKey.mapping),
        "Your OAuth server; defaults for all clients of this policy",
        commonMistakes: ["server", "auth_server", "oauth_server"])
    case .clients:
      KeyShape(
        .dictionary(key: StringShape(.identifier), value: .mapping(ClientKey.mapping)),
        "OAuth clients of your authorization server, by an ID of your choice")
    case .providers:
      KeyShape(.mapping(ProviderKey.mapping), "Sign-in providers that your apps use")
    case .tests:
      KeyShape(
        .list(.mapping(TestKey.mapping)),
        "Requests and their expected decisions, for `linkpolicy test`")
    case .invariants:
      KeyShape(
        .list(.mapping(InvariantKey.mapping)),
        "Properties that all clients, or all links of the hosts of this policy, must have")
    }
  }
}

/// The sections of providers.
package enum ProviderKey: String, MappingKey {
  case googleSignIn = "google_sign_in"
  case firebase
  case apple

  package static let mapping = MappingShape(
    "providers", "Sign-in providers that your apps use", ProviderKey.self)

  package var shape: KeyShape {
    switch self {
    case .googleSignIn: KeyShape(.mapping(GoogleSignInKey.mapping), "Google Sign-In")
    case .firebase: KeyShape(.mapping(FirebaseKey.mapping), "Firebase Authentication")
    case .apple: KeyShape(.mapping(AppleSignInKey.mapping), "Sign in with Apple")
    }
  }
}
