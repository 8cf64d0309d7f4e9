package import PolicyText

/// The environments of a host.
package enum DomainEnvironment: String, DocumentedEnumeration {
  case prod
  case sandbox
  case both

  package var summary: String {
    switch self {
    case .prod: "Files are written for prod"
    case .sandbox: "Files are written for sandbox"
    case .both: "One file is written for both environments"
    }
  }

  package var environments: [Environment] {
    switch self {
    case .prod: [.prod]
    case .sandbox: [.sandbox]
    case .both: [.prod, .sandbox]
    }
  }

  package var commonMistakes: [String] {
    switch self {
    case .prod: ["production", "live"]
    case .sandbox: ["dev", "development", "staging", "stage", "test", "testing"]
    case .both: ["all", "any", "*"]
    }
  }
}

extension Environment: DocumentedEnumeration {
  package var summary: String {
    switch self {
    case .prod: "Production"
    case .sandbox: "Testing of integrations"
    }
  }

  package var commonMistakes: [String] {
    switch self {
    case .prod: ["production", "live"]
    case .sandbox: ["dev", "development", "staging", "stage", "test", "testing"]
    }
  }
}
