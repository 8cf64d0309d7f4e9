package import PolicyText
import PolicyModel

/// A policy made of facts, and what could not become a part of it.
package struct PolicyDraft: Sendable {
  /// The policy.
  package private(set) var root: DraftNode
  /// Its name.
  package let name: ExactString
  /// What import says, about places in the sources.
  package private(set) var findings: [Diagnostic]
  /// Places in the sources that are never printed.
  package let secrets: [SourceLocation]

  /// What nothing decides: values with the path of their source, and files whose host is not known.
  package let undecided: [(path: String, texts: [ExactString])]
  package let unserved: [String]
  /// Something in the sources is of sandbox by itself.
  package let speaksOfSandbox: Bool

  /// True where nothing of the sources is in the policy.
  package var isEmpty: Bool { root.entries.count <= 2 }

  /// Joins the facts of all sources.
  package init(_ facts: ImportFacts, _ library: ImportLibrary) {
    let resolution = FactResolution(facts.sorted(by: library), library)
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
      + facts.skippedNotes
    secrets = facts.secrets
    undecided = decisions.notes.questions.map { (library.sources[$0.file.index].path, $0.texts) }
    unserved = resolution.hosts.unserved
    speaksOfSandbox = decisions.speaksOfSandbox
  }

  /// Takes a value out of the draft and says why: its one finding.
  package mutating func remove(_ path: [Int], saying finding: Diagnostic) {
    guard let left = root.removing(path) else { return }
    root = left
    findings.append(finding)
  }

  /// The text of the draft.
  package var written: WrittenPolicy { PolicyWriter.write(root) }

  /// False for a value that a policy cannot do without, and for rules about links: without an exclude more
  /// links open an app.
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

extension ImportFacts {
  /// One note for each file and reason: things that are none of the policy's business.
  fileprivate var skippedNotes: [Diagnostic] {
    var groups: [(reason: String, things: [SkippedThing])] = []
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
      let shown = things.prefix(8).map { UTF8Text.quoted($0.name.string) }.joined(separator: ", ")
      return Diagnostic(
        rule: ImportRule.dropped.id, severity: ImportRule.dropped.severity,
        message: "left out, \(reason): \(shown)"
          + (things.count > 8 ? " and \(things.count - 8) more" : ""),
        location: first.location,
        notes: things.dropFirst().map {
          .init("\(UTF8Text.quoted($0.name.string)) too", at: $0.location, isFurther: true)
        })
    }
  }
}
