package import PolicyText

extension Environment: DocumentedEnumeration {
  /// What the value means.
  package var summary: String {
    switch self {
    case .prod: "What users run"
    case .sandbox: "Where integrations are tried"
    }
  }

  /// What people write instead.
  package var commonMistakes: [String] {
    switch self {
    case .prod: ["production", "live"]
    case .sandbox: ["dev", "development", "staging", "stage", "test", "testing"]
    }
  }
}
