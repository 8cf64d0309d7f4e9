import ArgumentParser
import LinkPolicy
import PolicyText

/// Options of `import` and `init` about values in the sources.
struct SourceOptions: ParsableArguments {
  @Option(
    help: "Assign all values to this environment (default: what the sources say).")
  var environment: ImportSettings.Destination?

  @Option(
    help: ArgumentHelp(
      "Assign values matching a glob (value, host or source path) to prod, sandbox, both or drop (repeatable).",
      valueName: "glob=where"))
  var map: [String] = []

  @Option(
    help: ArgumentHelp("Assume that this host serves the association files.", valueName: "host"))
  var host: String?

  @Option(
    help: ArgumentHelp(
      "Set the value of a variable in the sources (repeatable).", valueName: "name=value"))
  var define: [String] = []

  @Option(
    help: ArgumentHelp(
      "Read values of variables from JSON, such as Auth0 keyword mappings (repeatable).",
      valueName: "file"))
  var mapFile: [String] = []

  @Flag(help: "Write values that `validate` reports as errors.")
  var keepInvalid = false

  @Option(
    help: ArgumentHelp(
      "Name the policy (default: a name from the sources).", valueName: "name"))
  var name: String?

  func settings(_ console: Console) throws -> ImportSettings {
    var settings = ImportSettings()
    settings.environment = environment
    settings.mappings = try map.map { text in
      guard let mark = text.lastIndex(of: "="), mark > text.startIndex,
        let destination = ImportSettings.Destination(
          rawValue: String(text[text.index(after: mark)...]))
      else {
        throw UsageError(
          "`--map` must be GLOB=prod, sandbox, both or drop, found \(DisplayText.quoted(text))")
      }
      return ImportSettings.Mapping(String(text[..<mark]), to: destination)
    }
    settings.definitions = try define.map { text in
      guard let mark = text.firstIndex(of: "="), mark > text.startIndex else {
        throw UsageError("`--define` must be NAME=VALUE, found \(DisplayText.quoted(text))")
      }
      return (String(text[..<mark]), String(text[text.index(after: mark)...]))
    }
    settings.host = host
    settings.keepsInvalid = keepInvalid
    settings.name = name
    for path in mapFile {
      let file = SourceFile(name: path, bytes: try console.content(of: path))
      try usage { () throws(ImportSettingsError) in try settings.addKeywords(from: file) }
    }
    return settings
  }
}
