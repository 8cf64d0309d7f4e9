import PolicyModel
import PolicyText

/// `.firebaserc`: the Firebase projects of a repository.
///
/// The alias `default` doesn't mean production: many teams use it for development.
package enum FirebaseRCFormat: ImportFormat {
  package static let name = "firebaserc"
  package static let summary = ".firebaserc, the Firebase projects of a repository"
  package static let usualNames = [".firebaserc"]

  package static func recognize(_ source: ImportSource) -> ImportRecognition {
    guard source.firstByte == UInt8(ascii: "{"), source.mentions("\"projects\""),
      let root = source.commentedJSON.tree.rootObject, let projects = root["projects"],
      projects.isMapping, projects.members.allSatisfy(\.isScalar)
    else { return .no }
    let known: [ExactString] = ["projects", "targets", "etags", "dataconnectEmulatorConfig"]
    return root.entries.map(\.key.text.value).allSatisfy(known.contains) ? .yes : .no
  }

  /// The sites of all projects that the file lists.
  private static func sites(
    _ root: SourceObject
  ) -> [(project: ExactString, site: SourceObject)] {
    (root["targets"]?.entries ?? []).flatMap { project, targets in
      (targets["hosting"]?.members ?? []).flatMap(\.items).map { (project.text.value, $0) }
    }
  }

  /// The project of a Hosting site: the one that lists it, or the only one.
  static func project(ofSite site: ExactString, in source: ImportSource) -> ExactString? {
    guard let root = source.commentedJSON.tree.rootObject else { return nil }
    if let found = sites(root).first(where: { $0.site.text.value == site }) {
      return found.project
    }
    let all = Set((root["projects"]?.members ?? []).map(\.text.value))
    return all.count == 1 ? all.first : nil
  }

  package static func read(_ source: ImportSource, into imported: inout ImportedValues) {
    guard let root = imported.root(of: source.commentedJSON) else { return }
    for (alias, node) in root["projects"]?.entries ?? [] {
      guard let project = node.text.nonEmpty else { continue }
      imported.add(
        .firebase(project: project.value), FirebaseKey.projectID, from: project,
        in: EnvironmentContext(
          [EnvironmentHint(.alias, alias.text.value)], project: project.value))
    }
    for (project, site) in sites(root) {
      guard let site = site.string?.nonEmpty else { continue }
      imported.addHostingSite(site, project: project)
    }
  }
}

extension ImportedValues {
  /// Adds the domain of a Firebase Hosting site, `<site>.web.app`.
  mutating func addHostingSite(_ site: SourceString, project: ExactString?) {
    add(
      .firebase(project: project), FirebaseKey.hostingDomains,
      from: site.replaced(by: ExactString(site.value.string + ".web.app")),
      in: EnvironmentContext(project: project))
  }
}
