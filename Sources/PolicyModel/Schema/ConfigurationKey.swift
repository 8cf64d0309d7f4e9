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
      KeyShape(
        .integer(1...1), "Version of the format; required in every configuration",
        presence: .required)
    case .policies:
      KeyShape(
        .texts, "Files and directories to check",
        defaultValue: .texts(Configuration.Defaults.policies), commonMistakes: ["paths", "policy"])
    case .exclude:
      KeyShape(.texts, "Glob patterns of files to exclude", commonMistakes: ["ignore"])
    case .severities:
      KeyShape(
        .severities, "Severities of rules that differ from the default", commonMistakes: ["rules"])
    case .overrides:
      KeyShape(
        .list(.mapping(ConfigurationKey.Override.mapping)),
        "Severities that apply to some files only")
    case .baseline: KeyShape(.text, "File of known findings, which aren't reported")
    case .generate:
      KeyShape(.mapping(ConfigurationKey.Generation.mapping), "Defaults of `linkpolicy generate`")
    case .docsBase:
      KeyShape(
        .text, "URL of your documentation site, used in links to rules",
        commonMistakes: ["docs", "docs.base"])
    }
  }

  /// The keys of the defaults of `linkpolicy generate`.
  enum Generation: String, MappingKey {
    case output
    case targets
    case options

    static let mapping = MappingShape(
      "generation", "Defaults of `linkpolicy generate`", Generation.self)

    var shape: KeyShape {
      switch self {
      case .output:
        KeyShape(
          .text, "Output directory", defaultValue: .text(Configuration.Defaults.output))
      case .targets:
        KeyShape(
          .texts, "Targets to generate",
          defaultValue: .described("all but those of authorization servers"))
      case .options:
        KeyShape(
          .dictionary(
            key: StringShape(), value: .mapping(ConfigurationKey.CodeOptions.mapping)),
          "Options of code targets, by target")
      }
    }
  }

  /// The options of a code target.
  enum CodeOptions: String, MappingKey {
    case name
    case project
    case access
    case output
    case environments
    case clients
    case license

    static let mapping = MappingShape(
      "code options", "Options of a code target", CodeOptions.self)

    var shape: KeyShape {
      switch self {
      case .name:
        KeyShape(
          .text, "Package, module, namespace or type name of the code, by language",
          commonMistakes: ["package", "module", "namespace"])
      case .project:
        KeyShape(
          .text,
          "Name of the generated project file: module path in `go.mod`, or name in `package.json`, "
            + "`pyproject.toml`, `Package.swift` or `CMakeLists.txt`",
          defaultValue: .described("no project file"))
      case .access:
        KeyShape(
          .enumeration([
            EnumerationValue("public", "Visible to other modules"),
            EnumerationValue("package", "Visible in the package (Swift)"),
            EnumerationValue("internal", "Visible in the module"),
          ]), "Access level of the code (Swift, Kotlin)", defaultValue: .text("public"))
      case .output:
        KeyShape(
          .text, "Directory of the code, relative to the output directory",
          defaultValue: .described("`code/<target>`"))
      case .environments:
        KeyShape(
          .list(.environment), "Environments whose clients the code contains",
          defaultValue: .described("both"))
      case .clients:
        KeyShape(
          .texts, "Glob patterns of client keys; the code contains only these clients",
          defaultValue: .described("all"))
      case .license: KeyShape(.text, "Comment at the top of each file")
      }
    }
  }

  /// The keys of an override.
  enum Override: String, MappingKey {
    case paths
    case environment
    case severities

    static let mapping = MappingShape(
      "override", "Severities that apply to some files only", Override.self)

    var shape: KeyShape {
      switch self {
      case .paths: KeyShape(.texts, "Glob patterns of the files", presence: .required)
      case .environment: KeyShape(.environment, "Apply to findings of this environment only")
      case .severities: KeyShape(.severities, "Severities by rule ID", presence: .required)
      }
    }
  }
}

extension Shape {
  fileprivate static let severities = Shape.dictionary(
    key: StringShape(),
    value: .enumeration(
      Severity.allCases.reversed().map {
        EnumerationValue($0.rawValue, $0.summary, commonMistakes: $0.commonMistakes)
      } + [
        EnumerationValue(
          Configuration.off.string, "Not reported",
          commonMistakes: ["none", "ignore", "disable", "disabled", "false", "never"])
      ]))
}

extension Severity {
  fileprivate var commonMistakes: [String] {
    switch self {
    case .error: ["fatal", "critical", "true"]
    case .warning: ["warn"]
    case .note: ["info", "information", "notice", "hint"]
    }
  }

  fileprivate var summary: String {
    switch self {
    case .error: "Exits with status 1"
    case .warning: "Likely a mistake"
    case .note: "For information"
    }
  }
}
