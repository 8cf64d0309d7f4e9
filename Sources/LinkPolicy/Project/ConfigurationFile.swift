package import PolicyModel
public import PolicyText

/// A `linkpolicy.yaml` that was found or named.
package struct ConfigurationFile: Sendable {
  /// The default name.
  package static let fileName = "linkpolicy.yaml"

  /// The path as it was opened.
  package let name: String
  package let configuration: Configuration
  /// The number of directories between the working directory and the one that paths are relative
  /// to.
  private let levels: Int
  private let tree: SourceTree

  /// Finds the nearest configuration, from the working directory up to the root of the repository.
  /// Outside of a repository, looks in the working directory only.
  package static func find(
    _ directory: WorkingDirectory, in fileSystem: any FileSystem, access: InputAccess = .standard
  ) throws(ConfigurationError) -> ConfigurationFile? {
    for level in 0...(directory.levelsToRepository ?? 0) {
      let name = WorkingDirectory.up(level) + fileName
      let place = fileSystem.kind(of: name)
      // A broken link isn't a missing configuration: `read` reports it.
      guard place == .file || place == nil && fileSystem.isSymbolicLink(name) else { continue }
      let tree = try read(name) { () throws(FileSystemError) in
        try fileSystem.read(found: name, below: directory.root, within: access)
      }
      // A policy may have this name, too, but not `linkpolicy: 1` above settings.
      let kind = PolicyDocument.kind(of: tree.tree)
      let root = tree.tree.root
      let isNamed =
        root.map { tree.tree.value(of: PolicyKey.name.rawValue, in: $0) != nil } ?? false
      if kind == .policy, !isNamed {
        throw ConfigurationError(
          "\(DisplayText.visible(name)) is neither a configuration nor a policy: write "
            + "`linkpolicy_config: 1` instead of `linkpolicy: 1`, or add the policy's `name`")
      }
      if kind == .policy || kind == .tests { continue }
      return try ConfigurationFile(tree, name: name, levels: level, in: fileSystem)
    }
    return nil
  }

  /// Opens a configuration that the user names. Its paths are relative to the working directory.
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

  /// Throws for paths that the file system can't reach, such as those outside of a web
  /// application's workspace.
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

  /// A path of the configuration, relative to the working directory.
  package func path(_ text: String) -> String {
    text.utf8.first == UInt8(ascii: "/") ? text : WorkingDirectory.up(levels) + text
  }

  /// The components of a path as the configuration's patterns match it; nil for files outside of
  /// its directory.
  package func components(of name: String, _ directory: WorkingDirectory) -> [String]? {
    directory.components(of: name, below: levels)
  }

  /// `linkpolicy.yaml:3:5`.
  package func origin<Value>(_ leaf: Located<Value>) -> String {
    let position = tree.source.position(of: tree.span(leaf.node).start)
    return "\(DisplayText.visible(name)):\(position.line):\(position.column)"
  }

  // MARK: settings

  /// The severities and overrides with rule IDs; throws for unknown names.
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

  /// The base URL of rule pages; nil if not configured.
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

/// Why a configuration can't be used.
public struct ConfigurationError: LinkPolicyError {
  /// The findings of an invalid file; empty for other reasons.
  public var findings: Report
  /// A message on one line, lower case, without a period.
  public var message: String

  init(findings: Report = Report(sources: [], diagnostics: []), message: String) {
    self.findings = findings
    self.message = message
  }

  init(_ message: String) { self.init(message: message) }
}
