import PolicyDecision
import PolicyModel
import PolicyText

/// The definition of a client field: its type and where its value comes from.
struct ClientFieldDefinition: Sendable {
  let type: ClientFieldType
  /// nil for a text that the client does not have.
  let value: @Sendable (CompiledClient) -> ClientFieldValue?

  /// A text that every client has.
  static func text(_ read: @escaping @Sendable (CompiledClient) -> Entry) -> Self {
    Self(type: .text) { .text(read($0).value) }
  }

  /// The same for a text without a location.
  static func requiredText(_ read: @escaping @Sendable (CompiledClient) -> ExactString) -> Self {
    Self(type: .text) { .text(read($0)) }
  }

  /// A text that a client may have.
  static func optionalText(_ read: @escaping @Sendable (CompiledClient) -> Entry?) -> Self {
    Self(type: .optionalText) { read($0).map { .text($0.value) } }
  }

  /// A list that is written for every client.
  static func requiredTexts(_ read: @escaping @Sendable (CompiledClient) -> [ExactString]) -> Self {
    Self(type: .texts(default: nil)) { .texts(read($0)) }
  }

  /// A list that most clients share.
  static func texts(
    default defaultValue: [ExactString],
    _ read: @escaping @Sendable (CompiledClient) -> [ExactString]
  ) -> Self {
    Self(type: .texts(default: defaultValue)) { .texts(read($0)) }
  }

  /// Yes or no.
  static func flag(default defaultValue: Bool, _ read: @escaping @Sendable (CompiledClient) -> Bool)
    -> Self
  {
    Self(type: .flag(default: defaultValue)) { .flag(read($0)) }
  }

  /// Apps with their certificates.
  static func callers(_ read: @escaping @Sendable (CompiledClient) -> [CompiledCaller]) -> Self {
    Self(type: .callers) { .callers(read($0).map(ClientCaller.init)) }
  }
}
