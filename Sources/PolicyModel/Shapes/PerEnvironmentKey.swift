/// The keys of a value per environment. Every value may stand below them, so the table describes none.
enum PerEnvironmentKey: String, MappingKey {
  case prod
  case sandbox

  static let mapping = MappingShape("value per environment", "", PerEnvironmentKey.self)

  var shape: KeyShape {
    switch self {
    case .prod:
      KeyShape(
        .any, "The value of prod",
        commonMistakes: ["production", "live", "release", "default"])
    case .sandbox:
      KeyShape(
        .any, "The value of sandbox",
        commonMistakes: ["staging", "stage", "test", "dev", "development"])
    }
  }

  /// The rows of the table where it is known what stands below the keys.
  static func rows(of value: Shape) -> [KeyShape] {
    mapping.keys.map { row in
      var row = row
      row.shape = value
      return row
    }
  }
}
