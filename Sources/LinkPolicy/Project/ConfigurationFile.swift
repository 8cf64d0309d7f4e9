package import PolicyModel
public import PolicyText

/// A `linkpolicy.yaml` that was found or named.
package struct ConfigurationFile: Sendable {
  /// The name that is searched for.
  package static let fileName = "linkpolicy.yaml"

  /// As it was opened.
  package let name: String
  /// What it says.
  package let configuration: Configuration
  /// How many directories above the working directory its paths start.
  private let levels: Int
  private let tree: SourceTree

  /// The configuration of the working directory: the nearest file upwards to the root of the
  /// repository; outside of a repository only the working directory is looked at.
  package static func find(
    _ directory: WorkingDirectory, in fileSystem: any FileSystem, access: InputAccess = .standard
  ) throws(ConfigurationError) -> ConfigurationFile? {
    for level in 0...(directory.levelsToRepository ?? 0) {
      let name = WorkingDirectory.up(level) + fileName
      let place = fileSystem.kind(of: name)
      // A broken link isn't an absent configuration: `read` reports it.
      guard place == .file || place == nil && fileSystem.isSymbolicLink(name) else { continue }
      let tree = try read(name) { () throws(FileSystemError) in
        try fileSystem.read(found: name, below: directory.root, within: access)
      }
      // A policy may have this name too.
      let kind = PolicyDocument.kind(of: tree.tree)
      if kind == .policy || kind == .tests { continue }
      return try ConfigurationFile(tree, name: name, levels: level, in: fileSystem)
    }
    return nil
  }

  /// The configuration in a file that the user names; its paths start at the working directory.
  package static func open(
    _ name: String, in fileSystem: any FileSystem, access: InputAccess = .standard
  ) throws(ConfigurationError) -> ConfigurationFile {
    let tree = try read(name) { () throws(FileSystemError) in
      try fileSystem.read(name, within: access)
    }
    return try ConfigurationFile(tree, name: name, levels: 0, in: fileSystem)
  }

  private static func read(
    _ name: String, _ content: () throws(FileSystemError) -> [UInt8]
  ) throws(ConfigurationError) -> ReadResult {
    do throws(FileSystemError) {
      let source = SourceFile(name: name, bytes: try content())
      return YAMLReader.read(source, file: FileID(0))
    } catch {
      throw ConfigurationError(DisplayText.visible(error.description))
    }
  }

  private init(
    _ result: ReadResult, name: String, levels: Int, in fileSystem: any FileSystem
  ) throws(ConfigurationError) {
    let document = PolicyDocument(result)
    tree = document.tree
    self.name = name
    self.levels = levels
    configuration = Configuration(decoding: document.tree)
    let report = Report(
      sources: [document.tree.source], diagnostics: document.diagnostics,
      redactions: document.secrets)
    guard document.kind == .configuration else {
      throw ConfigurationError(
        findings: report,
        message: "\(DisplayText.visible(name)) is not a configuration: "
          + "it lacks `linkpolicy_config: 1`")
    }
    guard report.diagnostics.isEmpty else {
      throw ConfigurationError(
        findings: report, message: "\(DisplayText.visible(name)) cannot be used as configuration")
    }
    try checkReach(fileSystem)
  }

  /// Every path of the file must be one that may be opened: of the workspace, in a web application.
  private func checkReach(_ fileSystem: any FileSystem) throws(ConfigurationError) {
    let paths =
      (configuration.policies ?? []).map { ("policies", $0) }
      + [("baseline", configuration.baseline), ("generate.output", configuration.output)]
      .compactMap { key, leaf in leaf.map { (key, $0) } }
    for (key, leaf) in paths where !fileSystem.reaches(path(leaf.value.string)) {
      throw ConfigurationError(
        "\(origin(leaf)): `\(key)` must name a path inside the workspace, found "
          + DisplayText.quoted(leaf.value.string))
    }
  }

  // MARK: paths

  /// A path of the configuration as the working directory sees it.
  package func path(_ text: String) -> String {
    text.utf8.first == UInt8(ascii: "/") ? text : WorkingDirectory.up(levels) + text
  }

  /// The components of a file as patterns of the configuration see it; nil for files elsewhere.
  package func components(of name: String, _ directory: WorkingDirectory) -> [String]? {
    directory.components(of: name, below: levels)
  }

  /// `linkpolicy.yaml:3:5`.
  package func origin<Value>(_ leaf: Located<Value>) -> String {
    let position = tree.source.position(of: tree.span(leaf.node).start)
    return "\(DisplayText.visible(name)):\(position.line):\(position.column)"
  }

  // MARK: settings

  /// The severities and overrides with ids of rules; an unknown name is a problem.
  package func settings(_ directory: WorkingDirectory) throws(ConfigurationError) -> CheckSettings {
    var settings = CheckSettings()
    settings.weights = try weights(configuration.severities)
    for override in configuration.overrides {
      settings.overrides.append(
        CheckSettings.Override(
          paths: override.paths.map { Glob($0.value) }, environment: override.environment,
          weights: try weights(override.severities)))
    }
    settings.configuredPath = { [self] in components(of: $0, directory) }
    settings.repositoryPath = { directory.repositoryPath($0) }
    return settings
  }

  /// The site that links to rules lead to; nil where the file does not say.
  package func documentation() throws(ConfigurationError) -> DocumentationBase? {
    guard let base = configuration.docsBase else { return nil }
    guard let documentation = DocumentationBase(base.value.string) else {
      throw ConfigurationError(
        "\(origin(base)): `docs_base` must be an http or https URL without user, query and fragment, "
          + "found " + DisplayText.quoted(base.value.string))
    }
    return documentation
  }

  private func weights(
    _ entries: [Configuration.RuleWeight]
  ) throws(ConfigurationError) -> [RuleID: Configuration.Weight] {
    var weights: [RuleID: Configuration.Weight] = [:]
    for entry in entries {
      do throws(RuleName.Problem) {
        let name = entry.rule.value.string
        let ids =
          entry.weight == .severity(.error)
          ? try RuleName.resolve(name) : try RuleName.resolveSilenceable(name)
        for id in ids { weights[id] = entry.weight }
      } catch {
        throw ConfigurationError("\(origin(entry.rule)): \(error.message)")
      }
    }
    return weights
  }
}

/// Why a configuration cannot be used.
public struct ConfigurationError: LinkPolicyError {
  /// The findings of a file that could be read; without diagnostics for other reasons.
  public var findings: Report
  /// One line, lower case, no period.
  public var message: String

  init(findings: Report = Report(sources: [], diagnostics: []), message: String) {
    self.findings = findings
    self.message = message
  }

  init(_ message: String) { self.init(message: message) }
}
