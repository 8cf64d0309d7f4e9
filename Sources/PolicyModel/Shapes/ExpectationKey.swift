/// The fields of the answer that a test may expect.
enum ExpectationKey: String, MappingKey {
  case decision
  case channel
  case target
  case error
  case reason
  case message
  case next
  case confidence
  case result

  static let mapping = MappingShape("expectation", "Fields of the answer", ExpectationKey.self)

  var shape: KeyShape {
    switch self {
    case .decision:
      KeyShape(
        .enumeration([
          EnumerationValue("allow", "It goes through"), EnumerationValue("deny", "It is refused"),
          EnumerationValue("ignore", "It is not for us"),
        ]), "The decision")
    case .channel: KeyShape(.nullable(.text), "How the answer travels")
    case .target: KeyShape(.nullable(.text), "Where the user is sent")
    case .error: KeyShape(.nullable(.text), "The error code")
    case .reason: KeyShape(.text, "The reason; `linkpolicy rules --reasons` lists them")
    case .message: KeyShape(.text, "The explanation")
    case .next: KeyShape(.nullable(.text), "What the user of the app sees next")
    case .confidence:
      KeyShape(
        .enumeration([
          EnumerationValue("certain", "From a specification or the source"),
          EnumerationValue("inferred", "Concluded"),
        ]), "How sure the answer is")
    case .result: KeyShape(.any, "Answer of the kind, compared key by key")
    }
  }
}
