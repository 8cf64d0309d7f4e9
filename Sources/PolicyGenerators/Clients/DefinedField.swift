/// A field with what is known of it, looked up once for all clients.
///
/// A class, since each client of each language has one of these for each of its fields.
final class DefinedField: Sendable {
  /// Its place among all fields, where tables of names have its name.
  let number: Int
  let field: ClientField
  /// The value that is not written.
  let defaultValue: ClientFieldValue?
  let isOpenList: Bool
  /// Where its value comes from.
  let definition: ClientFieldDefinition

  /// A field at its place.
  init(number: Int, field: ClientField) {
    self.number = number
    self.field = field
    definition = field.definition
    defaultValue = definition.type.defaultValue
    isOpenList = definition.type.isOpenList
  }
}
