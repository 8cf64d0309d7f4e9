/// `linkpolicy.yaml`, the configuration of a repository.
package enum ConfigurationShape {
  /// The configuration file.
  package static let root = MappingShape(
    "configuration", "Configuration of linkpolicy for a repository",
    keys: [
      KeyShape(
        "linkpolicy_config", .integer(1...1), "Version of the format; marks a configuration",
        presence: .required),
      KeyShape(
        "policies", .texts, "Files and directories of the workspace", defaultValue: "[Policies/]",
        commonMistakes: ["paths"]),
      KeyShape(
        "exclude", .texts, "Glob patterns of files to leave out", commonMistakes: ["ignore"]),
      KeyShape(
        "severities", severities, "Severity of each rule that shall differ",
        commonMistakes: ["rules"]),
      KeyShape("overrides", .list(.mapping(override)), "Other severities for some of the files"),
      KeyShape("baseline", .text, "File of known findings that are not reported"),
      KeyShape(
        "generate",
        .mapping(
          MappingShape(
            "generation", "Defaults of `linkpolicy generate`",
            keys: [
              KeyShape("output", .text, "Directory of the artifacts", defaultValue: "generated/"),
              KeyShape("targets", .texts, "Targets to generate", defaultValue: "all"),
            ])), "Defaults of `linkpolicy generate`"),
    ])

  private static let severities = Shape.dictionary(
    key: StringShape(),
    value: .enumeration([
      EnumerationValue("error", "Fails the run"), EnumerationValue("warning", "Likely a mistake"),
      EnumerationValue("note", "Worth knowing"), EnumerationValue("off", "Not reported"),
    ]))

  private static let override = MappingShape(
    "override", "Severities for some of the files",
    keys: [
      KeyShape("paths", .texts, "Glob patterns of the files", presence: .required),
      KeyShape("environment", PolicyShape.environment, "Only findings of this environment"),
      KeyShape("severities", severities, "Severity by rule", presence: .required),
    ])
}
