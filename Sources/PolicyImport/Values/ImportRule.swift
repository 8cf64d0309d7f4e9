package import PolicyText

/// The rules of import findings; `PolicyRules` has their pages.
package enum ImportRule: String, Sendable, CaseIterable {
  case unknownFormat = "import-unknown-format"
  case syntax = "import-syntax"
  case wildcard = "import-wildcard"
  case wildcardHost = "import-wildcard-host"
  case unresolved = "import-unresolved"
  case environmentUnknown = "import-environment-unknown"
  case conflict = "import-conflict"
  case http = "import-http"
  case hostUnknown = "import-host-unknown"
  case pathsUnknown = "import-paths-unknown"
  case rulesUnknown = "import-rules-unknown"
  case pattern = "import-pattern"
  case playKeys = "import-play-keys"
  case secretName = "import-secret-name"
  case environment = "import-environment"
  case dropped = "import-dropped"
  case shadowed = "import-shadowed"

  package var id: RuleID { RuleID(rawValue: rawValue) }

  package var severity: Severity {
    switch self {
    case .unknownFormat, .syntax, .wildcard, .wildcardHost, .unresolved, .environmentUnknown,
      .conflict, .http:
      .error
    case .hostUnknown, .pathsUnknown, .rulesUnknown, .pattern, .playKeys: .warning
    case .secretName, .environment, .dropped, .shadowed: .note
    }
  }

  /// A finding of the rule.
  func finding(
    _ message: String, at location: SourceLocation, help: String?, notes: [Diagnostic.Note] = [],
    severity: Severity? = nil
  ) -> Diagnostic {
    Diagnostic(
      rule: id, severity: severity ?? self.severity, message: message, help: help,
      location: location, notes: notes)
  }
}
