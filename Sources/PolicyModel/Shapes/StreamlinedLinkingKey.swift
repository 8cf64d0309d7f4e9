/// The keys of Google streamlined linking.
package enum StreamlinedLinkingKey: String, MappingKey {
  case googleClientID = "google_client_id"
  case intents

  package static let mapping = MappingShape(
    "streamlined linking", "Google streamlined linking", StreamlinedLinkingKey.self)

  package var shape: KeyShape {
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
