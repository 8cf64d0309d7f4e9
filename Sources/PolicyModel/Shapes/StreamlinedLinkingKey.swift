/// The keys of Google streamlined linking.
enum StreamlinedLinkingKey: String, MappingKey {
  case googleClientID = "google_client_id"
  case intents

  static let mapping = MappingShape(
    "streamlined linking", "Google streamlined linking", StreamlinedLinkingKey.self)

  var shape: KeyShape {
    switch self {
    case .googleClientID:
      KeyShape(.text, "Client ID of Sign in with Google: the audience of the assertion")
    case .intents:
      KeyShape(
        .list(
          .enumeration(of: StreamlinedIntent.self)), "Intents that the token endpoint answers")
    }
  }
}
