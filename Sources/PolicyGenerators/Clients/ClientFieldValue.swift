import PolicyText

/// The value of a field of a client.
enum ClientFieldValue: Sendable, Equatable {
  case text(ExactString)
  case texts([ExactString])
  case flag(Bool)
  case callers([ClientCaller])
}
