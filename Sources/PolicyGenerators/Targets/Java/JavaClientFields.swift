import PolicyText

/// The fields of the Java class `Client` and the methods that set them.
enum JavaClientFields {
  /// What fields with the same kind of declaration have in common.
  private enum Kind {
    case id, list, listWithDefault, flag, text, callers
  }

  private static func kind(_ field: ClientField) -> Kind {
    switch field.type {
    case .text: .id
    case .optionalText: .text
    case .flag: .flag
    case .texts(let defaultValue?) where !defaultValue.isEmpty: .listWithDefault
    case .texts: .list
    case .callers: .callers
    }
  }

  private static func fields(_ kinds: [Kind]) -> [ClientField] {
    kinds.flatMap { kind in ClientField.allCases.filter { self.kind($0) == kind } }
  }

  private static func name(_ field: ClientField) -> Code<JavaLanguage> {
    NamingStyle.camelCase.code(field.rawValue)
  }

  /// The method that sets a field; that of a flag sets what is not the default and is named after it.
  static func setter(_ field: ClientField) -> Code<JavaLanguage> {
    switch field {
    case .allowsOmittedRedirectURI: "mayOmitRedirectUri"
    case .requiresState: "stateIsOptional"
    case .requiresPKCE: "pkceIsOptional"
    case .callers: "caller"
    default: name(field)
    }
  }

  /// The fields, with their defaults.
  static var declarations: [Code<JavaLanguage>] {
    fields([.id, .list, .callers, .listWithDefault, .flag, .text]).map { field in
      let name = Self.name(field)
      return switch field.type {
      case .text: "final String \(name);"
      case .optionalText: "String \(name);"
      case .flag(true): "boolean \(name) = true;"
      case .flag(false): "boolean \(name);"
      case .texts(let defaultValue?) where !defaultValue.isEmpty:
        "List<String> \(name) = List.of(\(.joined(defaultValue.map { "\(literal: $0.string)" }, by: ", ")));"
      case .texts: "final List<String> \(name) = new ArrayList<>();"
      case .callers: "final List<Caller> \(name) = new ArrayList<>();"
      }
    }
  }

  /// The methods that set the fields, which return the client.
  static var setters: Code<JavaLanguage> {
    let setters = fields([.list, .listWithDefault, .flag, .text, .callers]).map(method)
    return .joined(setters, by: "\n\n")
  }

  private static func method(_ field: ClientField) -> Code<JavaLanguage> {
    let name = Self.name(field)
    let parameters: Code<JavaLanguage>
    let statement: Code<JavaLanguage>
    switch field.type {
    case .text, .optionalText:
      parameters = "String value"
      statement = "\(name) = value;"
    case .flag(let defaultValue):
      parameters = ""
      statement = "\(name) = \(!defaultValue);"
    case .texts(let defaultValue?) where !defaultValue.isEmpty:
      parameters = "String... values"
      statement = "\(name) = List.of(values);"
    case .texts:
      parameters = "String... values"
      statement = "Collections.addAll(\(name), values);"
    case .callers:
      parameters = "String packageName, String... certificates"
      statement = "\(name).add(new Caller(packageName, List.of(certificates)));"
    }
    return """
      Client \(setter(field))(\(parameters)) {
        \(statement)
        return this;
      }
      """
  }
}
