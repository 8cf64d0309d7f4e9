/// `linkpolicy.yaml`, the configuration of a repository.
package enum ConfigurationShape {
  /// The configuration file.
  package static let root = MappingShape(
    "configuration", "Configuration of linkpolicy for a repository",
    keys: [
      KeyShape(
        "linkpolicy_config", .integer(1...1), "Version of the format; marks a configuration",
        need: .required),
      KeyShape(
        "policies", .texts, "Files and directories of the workspace", standard: "[Policies/]",
        mistakenAs: ["paths"]),
      KeyShape("exclude", .texts, "Glob patterns of files to leave out", mistakenAs: ["ignore"]),
      KeyShape(
        "severities", severities, "Severity of each rule that shall differ", mistakenAs: ["rules"]),
      KeyShape("overrides", .list(.mapping(override)), "Other severities for some of the files"),
      KeyShape("baseline", .text, "File of known findings that are not reported"),
      KeyShape(
        "generate",
        .mapping(
          MappingShape(
            "generation", "Defaults of `linkpolicy generate`",
            keys: [
              KeyShape("output", .text, "Directory of the artifacts", standard: "generated/"),
              KeyShape("targets", .texts, "Targets to generate", standard: "all"),
            ])), "Defaults of `linkpolicy generate`"),
    ])

  private static let severities = Shape.dictionary(
    key: StringShape(),
    value: .enumeration([
      Word("error", "Fails the run"), Word("warning", "Likely a mistake"),
      Word("note", "Worth knowing"), Word("off", "Not reported"),
    ]))

  private static let override = MappingShape(
    "override", "Severities for some of the files",
    keys: [
      KeyShape("paths", .texts, "Glob patterns of the files", need: .required),
      KeyShape("environment", PolicyShape.environment, "Only findings of this environment"),
      KeyShape("severities", severities, "Severity by rule", need: .required),
    ])
}
