package import PolicyDiagnostics

extension Environment: DocumentedEnumeration {
  /// What the value means.
  package var summary: String {
    switch self {
    case .prod: "What users run"
    case .sandbox: "Where integrations are tried"
    }
  }
}
