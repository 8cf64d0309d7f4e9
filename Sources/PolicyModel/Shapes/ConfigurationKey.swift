import PolicyDiagnostics
import PolicyText

/// The keys of `linkpolicy.yaml`.
enum ConfigurationKey: String, MappingKey {
  case linkpolicyConfig = "linkpolicy_config"
  case policies
  case exclude
  case severities
  case overrides
  case baseline
  case generate
  case docsBase = "docs_base"

  static let mapping = MappingShape(
    "configuration", "Configuration of linkpolicy for a repository", ConfigurationKey.self)

  var shape: KeyShape {
    switch self {
    case .linkpolicyConfig:
      KeyShape(.integer(1...1), "Version of the format; marks a configuration", presence: .required)
    case .policies:
      KeyShape(
        .texts, "Files and directories of the workspace",
        defaultValue: .texts(Configuration.Defaults.policies), commonMistakes: ["paths"])
    case .exclude:
      KeyShape(.texts, "Glob patterns of files to leave out", commonMistakes: ["ignore"])
    case .severities:
      KeyShape(.severities, "Severity of each rule that shall differ", commonMistakes: ["rules"])
    case .overrides:
      KeyShape(
        .list(.mapping(ConfigurationKey.Override.mapping)), "Other severities for some of the files"
      )
    case .baseline: KeyShape(.text, "File of known findings that are not reported")
    case .generate:
      KeyShape(.mapping(ConfigurationKey.Generation.mapping), "Defaults of `linkpolicy generate`")
    case .docsBase:
      KeyShape(
        .text, "Address of the documentation site that links to rules lead to",
        commonMistakes: ["docs", "docs.base"])
    }
  }

  /// The keys of the defaults of `linkpolicy generate`.
  enum Generation: String, MappingKey {
    case output
    case targets

    static let mapping = MappingShape(
      "generation", "Defaults of `linkpolicy generate`", Generation.self)

    var shape: KeyShape {
      switch self {
      case .output:
        KeyShape(
          .text, "Directory of the artifacts", defaultValue: .text(Configuration.Defaults.output))
      case .targets:
        KeyShape(
          .texts, "Targets to generate",
          defaultValue: .described("all but those of authorization servers"))
      }
    }
  }

  /// The keys of an override.
  enum Override: String, MappingKey {
    case paths
    case environment
    case severities

    static let mapping = MappingShape("override", "Severities for some of the files", Override.self)

    var shape: KeyShape {
      switch self {
      case .paths: KeyShape(.texts, "Glob patterns of the files", presence: .required)
      case .environment: KeyShape(.environment, "Only findings of this environment")
      case .severities: KeyShape(.severities, "Severity by rule", presence: .required)
      }
    }
  }
}

extension Shape {
  /// A severity by rule.
  fileprivate static let severities = Shape.dictionary(
    key: StringShape(),
    value: .enumeration(
      Severity.allCases.reversed().map { EnumerationValue($0.rawValue, $0.summary) }
        + [EnumerationValue(Configuration.off.string, "Not reported")]))
}

extension Severity {
  fileprivate var summary: String {
    switch self {
    case .error: "Fails the run"
    case .warning: "Likely a mistake"
    case .note: "Worth knowing"
    }
  }
}
