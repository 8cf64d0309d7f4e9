extension Project {
  /// Reads files and directories as the command line does: those that the paths name, or without
  /// any those of the configuration, or else `Policies/`.
  ///
  /// - Parameters:
  ///   - paths: policies, test files, association files and directories of them.
  ///   - configuration: where severities, overrides and exclusions come from.
  ///   - fileSystem: where everything is read.
  ///   - access: what may be opened, and how much is read.
  ///   - workingDirectory: its absolute path, from which a configuration is searched upwards.
  /// - Throws: `FileSystemError` and `ConfigurationError`; whatever is wrong with the policies
  ///   themselves is in the report.
  public init(
    paths: [String] = [], configuration: ProjectConfiguration.Source = .discovered,
    in fileSystem: any FileSystem = LocalFileSystem(),
    workingDirectory: String? = LocalFileSystem.workingDirectory,
    access: InputAccess = .standard
  ) throws {
    self = try ProjectConfiguration(
      configuration, workingDirectory: workingDirectory, in: fileSystem, access: access
    ).project(at: paths).project
  }

  /// Reads, checks and decodes files under a configuration.
  public init(_ files: [InputFile], configuration: ProjectConfiguration) {
    self.init(files, settings: configuration.settings)
  }

  /// The same, after an earlier check: files that did not change are not decoded again.
  package init(_ files: [InputFile], configuration: ProjectConfiguration, after former: Project?) {
    self.init(files, settings: configuration.settings, after: former)
  }
}
