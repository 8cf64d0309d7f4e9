import PolicyModel
package import PolicyText

/// A policy made of imported values, with findings about everything else.
package struct PolicyDraft: Sendable {
  package private(set) var root: DraftNode
  package let name: ExactString
  /// Findings about the sources.
  package private(set) var findings: [Diagnostic]
  /// Locations that are never printed.
  package let secrets: [SourceLocation]

  /// Values without an environment, with the paths of their sources.
  package let undecided: [(path: String, texts: [ExactString])]
  /// Association files whose host is unknown.
  package let unserved: [String]
  /// Whether a value in the sources proves to be sandbox.
  package let mentionsSandbox: Bool

  /// Whether nothing could be imported.
  package var isEmpty: Bool { root.entries.count <= 2 }

  /// Merges the values of all sources.
  package init(_ imported: ImportedValues, _ library: ImportLibrary) {
    let resolution = ReferenceResolution(imported.sorted(by: library), library)
    let decisions = EnvironmentDecisions(
      resolution, library.options, paths: library.sources.map { ExactString($0.path) })
    var builder = PolicyBuilder(resolution, decisions, library)
    let sections = builder.sections()
    name = library.options.name ?? builder.proposedName
    root = DraftNode(
      .mapping(
        [DraftEntry("linkpolicy", .plain("1")), DraftEntry("name", .text(name))] + sections))
    findings =
      resolution.findings + decisions.notes.diagnostics + builder.findings
      + imported.skippedNotes
    secrets = imported.secrets
    undecided = decisions.notes.questions.map { (library.sources[$0.file.index].path, $0.texts) }
    unserved = resolution.hosts.unserved
    mentionsSandbox = decisions.mentionsSandbox
  }

  /// Removes a value and adds the finding that says why.
  package mutating func remove(_ path: [Int], saying finding: Diagnostic) {
    guard let left = root.removing(path) else { return }
    root = left
    findings.append(finding)
  }

  package var written: WrittenPolicy { PolicyWriter.write(root) }

  /// Whether a value can be removed: false for required values, and for link rules, because without an exclude more links
  /// open an app.
  package func isRemovable(_ path: [Int]) -> Bool {
    var keys: [ExactString] = []
    var node = root
    for index in path {
      switch node.content {
      case .scalar: return false
      case .list(let items):
        guard items.indices.contains(index) else { return false }
        node = items[index]
      case .mapping(let entries):
        guard entries.indices.contains(index) else { return false }
        keys.append(entries[index].key)
        node = entries[index].value
      }
    }
    guard let section = keys.first, !["linkpolicy", "name"].contains(section),
      !keys.contains("links")
    else { return false }
    let last = keys.last { $0 != "prod" && $0 != "sandbox" }
    return last.map { !Self.required.contains($0) } ?? false
  }

  private static let required: Set<ExactString> = [
    "platform", "bundle_id", "team_id", "app_id_prefix", "package_name", "provider", "type",
    "client_id", "app", "project_id", "environment", "env", "file", "secret", "platforms",
    "universal_link", "intent_action",
  ]
}

extension ImportedValues {
  /// One note for each file and reason.
  fileprivate var skippedNotes: [Diagnostic] {
    var groups: [(reason: String, things: [SkippedName])] = []
    for thing in skipped {
      let index = groups.firstIndex {
        $0.reason == thing.reason && $0.things.first?.location.file == thing.location.file
      }
      if let index {
        groups[index].things.append(thing)
      } else {
        groups.append((thing.reason, [thing]))
      }
    }
    return groups.compactMap { reason, things in
      guard let first = things.first else { return nil }
      let shown = things.prefix(8).map { DisplayText.quoted($0.name.string) }.joined(
        separator: ", ")
      return Diagnostic(
        rule: ImportRule.dropped.id, severity: ImportRule.dropped.severity,
        message: "left out \(reason): \(shown)"
          + (things.count > 8 ? " and \(things.count - 8) more" : ""),
        help: "no action needed, unless the policy should have them", location: first.location,
        notes: things.dropFirst().map {
          .init("also \(DisplayText.quoted($0.name.string))", at: $0.location, isFurther: true)
        })
    }
  }
}
