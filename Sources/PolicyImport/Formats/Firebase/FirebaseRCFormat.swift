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
      let root = source.commentedJSON.tree.rootObject, let projects = root["projects"]
    else { return .no }
    let tree = root.tree
    guard tree.kind(projects.node) == .mapping,
      tree.entries(projects.node).allSatisfy({ tree.kind($0.value) == .scalar })
    else { return .no }
    let known = ["projects", "targets", "etags", "dataconnectEmulatorConfig"]
    let isKnown = tree.entries(root.node).allSatisfy {
      known.contains(tree.text($0.key).string)
    }
    return isKnown ? .yes : .no
  }

  /// The sites of all projects that the file lists.
  private static func sites(
    _ root: SourceObject
  ) -> [(project: ExactString, site: SourceObject)] {
    let tree = root.tree
    guard let targets = root["targets"] else { return [] }
    return tree.entries(targets.node).flatMap { project, targets in
      guard let hosting = tree.value(of: "hosting", in: targets) else {
        return [(project: ExactString, site: SourceObject)]()
      }
      return tree.entries(hosting).flatMap { entry in
        tree.items(entry.value).map { (tree.text(project), SourceObject($0, in: tree)) }
      }
    }
  }

  /// The project of a Hosting site: the one that lists it, or the only one.
  static func project(ofSite site: ExactString, in source: ImportSource) -> ExactString? {
    guard let root = source.commentedJSON.tree.rootObject else { return nil }
    let tree = root.tree
    if let found = sites(root).first(where: { tree.text($0.site.node) == site }) {
      return found.project
    }
    guard let projects = root["projects"] else { return nil }
    let all = Set(tree.entries(projects.node).map { tree.text($0.value) })
    return all.count == 1 ? all.first : nil
  }

  package static func read(_ source: ImportSource, into imported: inout ImportedValues) {
    guard let root = imported.root(of: source.commentedJSON) else { return }
    let tree = root.tree
    if let projects = root["projects"] {
      for (alias, node) in tree.entries(projects.node) where !tree.text(node).isEmpty {
        let project = tree.text(node)
        imported.add(
          .firebase(project: project), FirebaseKey.projectID, is: .text(project),
          at: tree.location(node),
          in: EnvironmentContext([EnvironmentHint(.alias, tree.text(alias))], project: project))
      }
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
