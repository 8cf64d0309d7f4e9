package import PolicyGenerators
import PolicyText
import PolicyModel

extension ProjectConfiguration {
  /// An effective setting and its location.
  package struct Setting: Sendable, Equatable {
    /// The key: `exclude`, `overrides[0].paths`, …
    package var name: String
    /// The value as a string.
    package var value: String
    /// `linkpolicy.yaml:3:5`, or `defaultOrigin`.
    package var origin: String

    /// The origin of defaults.
    package static let defaultOrigin = "default"
  }

  /// The effective default paths.
  package var policySettings: [Setting] {
    guard let file, let policies = file.configuration.policies else {
      return defaultPaths.map {
        Setting(name: "policies", value: $0, origin: Setting.defaultOrigin)
      }
    }
    return policies.map {
      Setting(name: "policies", value: file.path($0.value.string), origin: file.origin($0))
    }
  }

  /// The configuration's settings other than policies; empty without a file.
  package var checkSettings: [Setting] {
    guard let file else { return [] }
    var settings: [Setting] = []
    func add(_ name: String, _ value: String, _ origin: String) {
      settings.append(Setting(name: name, value: value, origin: origin))
    }
    let configuration = file.configuration
    for pattern in configuration.exclude {
      add("exclude", pattern.value.string, file.origin(pattern))
    }
    if let baseline = configuration.baseline {
      add("baseline", file.path(baseline.value.string), file.origin(baseline))
    }
    for entry in configuration.severities {
      add("severities.\(entry.rule.value)", Self.word(entry.weight), file.origin(entry.rule))
    }
    for (index, override) in configuration.overrides.enumerated() {
      let name = "overrides[\(index)]"
      for path in override.paths { add("\(name).paths", path.value.string, file.origin(path)) }
      if let environment = override.environment, let first = override.paths.first {
        add("\(name).environment", environment.rawValue, file.origin(first))
      }
      for entry in override.severities {
        add(
          "\(name).severities.\(entry.rule.value)", Self.word(entry.weight), file.origin(entry.rule)
        )
      }
    }
    if let output = configuration.output {
      add("generate.output", file.path(output.value.string), file.origin(output))
    }
    for target in configuration.targets ?? [] {
      add("generate.targets", target.value.string, file.origin(target))
    }
    if let base = configuration.docsBase {
      add("docs_base", base.value.string, file.origin(base))
    }
    return settings
  }

  /// The configuration's settings of `generate`, which the command line overrides.
  public struct GenerationSettings: Sendable, Equatable {
    /// The output directory relative to the working directory, without a trailing slash; nil for
    /// the default.
    package var output: String?
    /// The targets with their locations, in the order of the file; nil for all.
    package var targets: [Setting]?
    /// The targets that have options, with their locations.
    package var targetsWithOptions: [Setting] = []
    /// The options of code targets.
    package var options: [String: CodeOptions] = [:]

    /// Writes code to `code/<target>` with the file names of the runtimes.
    package mutating func useDefaultPaths() {
      for target in options.keys { options[target]?.usesDefaultPaths = true }
    }

    /// The defaults.
    public init() {}
  }

  /// The section `generate`.
  public var generationSettings: GenerationSettings {
    guard let file else { return GenerationSettings() }
    let configuration = file.configuration
    var settings = GenerationSettings()
    settings.output = configuration.output.map { leaf in
      guard !leaf.value.isEmpty else { return "" }
      var path = file.path(leaf.value.string)
      while path.utf8.count > 1, path.utf8.last == UInt8(ascii: "/") { path.removeLast() }
      return path
    }
    settings.targets = configuration.targets?.map {
      Setting(name: "generate.targets", value: $0.value.string, origin: file.origin($0))
    }
    for options in configuration.codeOptions {
      let target = options.target
      settings.targetsWithOptions.append(
        Setting(name: "generate.options", value: target.value.string, origin: file.origin(target)))
      settings.options[target.value.string] = CodeOptions(options)
    }
    return settings
  }

  private static func word(_ weight: Configuration.Weight) -> String {
    switch weight {
    case .off: "off"
    case .severity(let severity): severity.rawValue
    }
  }
}

extension CodeOptions {
  fileprivate init(_ options: Configuration.CodeOptions) {
    self.init()
    name = options.name?.value.string
    project = options.project?.value.string
    access = options.access?.value.string
    output = options.output?.value.string
    environments = options.environments
    clients = options.clients?.map(\.value.string)
    license = options.license?.value.string
  }
}
