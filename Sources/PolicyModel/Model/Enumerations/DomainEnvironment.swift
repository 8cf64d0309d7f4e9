package import PolicyText

/// Where a host belongs.
package enum DomainEnvironment: String, DocumentedEnumeration {
  case prod
  case sandbox
  case both

  /// What the value means.
  package var summary: String {
    switch self {
    case .prod: "The files stand in the prod tree"
    case .sandbox: "The files stand in the sandbox tree"
    case .both: "One file, written into both trees"
    }
  }

  /// The environments of the host.
  package var environments: [Environment] {
    switch self {
    case .prod: [.prod]
    case .sandbox: [.sandbox]
    case .both: [.prod, .sandbox]
    }
  }

  /// What people write instead.
  package var commonMistakes: [String] {
    switch self {
    case .prod: ["production", "live"]
    case .sandbox: ["dev", "development", "staging", "stage", "test", "testing"]
    case .both: ["all", "any", "*"]
    }
  }
}
