package import PolicyGenerators
import PolicyText

extension Project {
  /// The map of the report as an SVG file, with links such as `Policies/acme.yaml#L12`; nil without clients.
  package var map: String? { pictures.map?.file }

  /// The paths of each host, and the apps that open them.
  package var linkTrees: [LinkTree] { pictures.linkTrees }

  /// What pictures show, with the paths of this run.
  private var pictures: GeneratorInput {
    var files: [ExactString: ReportFile] = [:]
    for source in report.sources {
      let name = ExactString(source.name)
      let url = RelativeURL(up: 0, down: source.name.split(separator: "/").map(String.init))
      files[name] = ReportFile(name: name, url: url)
    }
    let policy = compiled
    return GeneratorInput(
      policy: policy, hosts: policy.hosts, apps: [], files: [],
      report: ReportInput(workspace: workspace, files: files))
  }
}
