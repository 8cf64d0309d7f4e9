import LinkPolicy
import PolicyDiagnostics
import PolicyModel
import PolicyText

/// `validate --show-config`: every setting that is in force and where it comes from.
struct ConfigurationListing {
  let setup: RunSetup
  let command: ValidateCommand

  private static let standard = "default"
  private static let option = "command line"

  /// One setting per line: name, value, origin.
  var text: String {
    var rows: [(name: String, value: String, origin: String)] = []
    func add(_ name: String, _ value: String, _ origin: String) {
      rows.append((name, UTF8Text.visible(value), origin))
    }
    let file = setup.file
    let configuration = file?.configuration ?? Configuration()
    add("configuration", file?.name ?? "none", command.config == nil ? "searched" : Self.option)
    if !command.paths.isEmpty {
      for path in command.paths { add("policies", path, Self.option) }
    } else if let file, let policies = configuration.policies {
      for path in policies { add("policies", file.path(path.value.string), file.origin(path)) }
    } else {
      for path in setup.defaultPaths { add("policies", path, Self.standard) }
    }
    for name in command.select { add("select", name, Self.option) }
    for name in command.ignore { add("ignore", name, Self.option) }
    add(
      "fail-on", command.failOn?.rawValue ?? "never",
      command.failOn == .error ? Self.standard : Self.option)
    if let file { addConfigured(file, add) }
    return lay(rows)
  }

  private func addConfigured(
    _ file: ConfigurationFile, _ add: (String, String, String) -> Void
  ) {
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
  }

  private static func word(_ weight: Configuration.Weight) -> String {
    switch weight {
    case .off: "off"
    case .severity(let severity): severity.rawValue
    }
  }

  private func lay(_ rows: [(name: String, value: String, origin: String)]) -> String {
    func width(_ text: String) -> Int { text.unicodeScalars.count }
    let first = rows.map { width($0.name) }.max() ?? 0
    let second = rows.map { min(40, width($0.value)) }.max() ?? 0
    func pad(_ text: String, _ columns: Int) -> String {
      text + String(repeating: " ", count: max(0, columns - width(text)) + 2)
    }
    return rows.map { pad($0.name, first) + pad($0.value, second) + $0.origin + "\n" }.joined()
  }
}
