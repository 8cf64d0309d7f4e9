import LinkPolicy
import PolicyText

/// `validate --show-config`: every effective setting and its origin.
struct ConfigurationListing {
  let configuration: ProjectConfiguration
  let command: ValidateCommand
  let documentation: DocumentationBase?

  private static let standard = ProjectConfiguration.Setting.defaultOrigin
  private static let option = "command line"

  /// One setting per line: name, value, origin.
  var text: String {
    var rows: [(name: String, value: String, origin: String)] = []
    func add(_ name: String, _ value: String, _ origin: String) {
      rows.append((name, DisplayText.visible(value), origin))
    }
    add(
      "configuration", configuration.fileName ?? "none",
      command.config == nil ? "searched" : Self.option)
    if !command.paths.isEmpty {
      for path in command.paths { add("policies", path, Self.option) }
    } else {
      for path in configuration.policySettings { add(path.name, path.value, path.origin) }
    }
    for name in command.select { add("select", name, Self.option) }
    for name in command.ignore { add("ignore", name, Self.option) }
    add(
      "fail-on", command.failOn.rawValue,
      command.failOn == .error ? Self.standard : Self.option)
    if let base = documentation { add("docs-base", base.url, Self.option) }
    for setting in configuration.checkSettings { add(setting.name, setting.value, setting.origin) }
    return lay(rows)
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
