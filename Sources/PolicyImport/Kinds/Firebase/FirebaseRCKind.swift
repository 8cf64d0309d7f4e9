import PolicyText
import PolicyModel

/// `.firebaserc`: which projects a repository is deployed to.
///
/// The alias `default` says nothing about production: many teams develop with it.
package enum FirebaseRCKind: ImportKind {
  package static let name = "firebaserc"
  package static let summary = ".firebaserc, the projects that a repository is deployed to"
  package static let usualNames = [".firebaserc"]

  package static func recognize(_ source: ImportSource) -> ImportRecognition {
    guard source.firstByte == UInt8(ascii: "{"), source.mentions("\"projects\""),
      let root = source.commentedJSON.tree.root
    else { return .no }
    let tree = source.commentedJSON.tree
    guard let projects = tree.value(of: "projects", in: root), tree.kind(projects) == .mapping,
      tree.entries(projects).allSatisfy({ tree.kind($0.value) == .scalar })
    else { return .no }
    let known = ["projects", "targets", "etags", "dataconnectEmulatorConfig"]
    return tree.entries(root).allSatisfy { known.contains(tree.text($0.key).string) } ? .yes : .no
  }

  /// The project that a site belongs to: the one that says so, or the only one.
  static func project(ofSite site: ExactString, in source: ImportSource) -> ExactString? {
    let tree = source.commentedJSON.tree
    guard let root = tree.root else { return nil }
    if let targets = tree.value(of: "targets", in: root) {
      for (project, kinds) in tree.entries(targets) {
        guard let hosting = tree.value(of: "hosting", in: kinds) else { continue }
        for (_, sites) in tree.entries(hosting)
        where tree.items(sites).contains(where: { tree.text($0) == site }) {
          return tree.text(project)
        }
      }
    }
    guard let projects = tree.value(of: "projects", in: root) else { return nil }
    let all = Set(tree.entries(projects).map { tree.text($0.value) })
    return all.count == 1 ? all.first : nil
  }

  package static func read(_ source: ImportSource, into facts: inout ImportFacts) {
    guard let tree = facts.usable(source.commentedJSON), let root = tree.root else { return }
    if let projects = tree.value(of: "projects", in: root) {
      for (alias, project) in tree.entries(projects) where !tree.text(project).isEmpty {
        facts.add(
          .firebase(project: tree.text(project)), FirebaseKey.projectID,
          is: .text(tree.text(project)), at: tree.location(project),
          in: FactContext(
            [EnvironmentHint(.alias, tree.text(alias))], project: tree.text(project)))
      }
    }
    guard let targets = tree.value(of: "targets", in: root) else { return }
    for (project, kinds) in tree.entries(targets) {
      guard let hosting = tree.value(of: "hosting", in: kinds) else { continue }
      for (_, sites) in tree.entries(hosting) {
        for site in tree.items(sites) where !tree.text(site).isEmpty {
          facts.addHostingSite(site, in: tree, project: tree.text(project))
        }
      }
    }
  }
}

extension ImportFacts {
  /// A site of Firebase Hosting serves `<site>.web.app`.
  mutating func addHostingSite(_ site: NodeID, in tree: SourceTree, project: ExactString?) {
    add(
      .firebase(project: project), FirebaseKey.hostingDomains,
      is: .text(ExactString(tree.text(site).string + ".web.app")), at: tree.location(site),
      in: FactContext(project: project))
  }
}
