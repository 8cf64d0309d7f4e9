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

  /// The hosts and IDs whose environment is unknown, in the order of the sources.
  package let undecided: [ExactString]
  /// Association files whose host is unknown.
  package let unserved: [String]
  /// Files whose app is unknown.
  package let unbound: [String]
  /// Variables whose value is unknown.
  package let variables: [ExactString]

  /// Whether nothing could be imported.
  package var isEmpty: Bool { root.entries.dropFirst(2).allSatisfy(\.value.isParked) }

  /// Merges the values of all sources.
  package init(_ imported: ImportedValues, _ library: ImportLibrary) {
    var imported = imported
    if library.options.completes { imported.addParked() }
    imported.leaveOutExtensions(
      paths: library.sources.map {
        ExactString(ImportLibrary.normalized($0.path) ?? $0.path)
      })
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
    undecided = decisions.notes.questions.map { text in
      let name = URIOrHost(text)
      return name.isWeb && !name.host.isEmpty ? name.host : text
    }.filter { !$0.isEmpty && $0 != ExactString(UnknownValue.text) }
    unserved = resolution.hosts.unserved
    unbound = resolution.unboundFiles
    variables = resolution.variables.sorted()
    for (path, value) in library.options.fillings { fill(path, value) }
  }

  /// Replaces the `TODO` of a key: `apps.acme-ios.team_id`.
  private mutating func fill(_ path: String, _ value: ExactString) {
    let parts = path.split(separator: ".")
    guard parts.count > 2 else { return }
    let names = [
      parts[0], parts[1..<(parts.count - 1)].joined(separator: ".")[...], parts[parts.count - 1],
    ]
    var indices: [Int] = []
    var node = root
    for name in names {
      guard let index = node.entries.firstIndex(where: { $0.key == ExactString(String(name)) })
      else {
        return
      }
      indices.append(index)
      node = node.entries[index].value
    }
    root = root.changing(indices) { node in
      node.items.isEmpty ? .text(value) : DraftNode(.list([.text(value)]), isFlow: node.isFlow)
    }
  }

  /// Writes a value as a comment with the open question about it. A required value becomes `TODO`.
  package mutating func park(_ path: [Int], asking question: String) {
    if let node = root[path], node.text != nil, path.count > 2, let key = lastKey(of: path),
      Self.required.contains(key), Self.fillable.contains(key)
    {
      root = root.changing(path) { _ in
        var unknown = DraftNode.text(ExactString(UnknownValue.text))
        unknown.comment = "\(DisplayText.quoted(node.text?.string ?? "")): \(question)"
        return unknown
      }
    } else {
      let place = isRemovable(path) ? path : block(of: path)
      root = root.changing(place) { node in
        var node = node
        node.question = question
        return node
      }
    }
  }

  /// The path of an independent part of the policy: the links of an app on a host, or the app, host
  /// or client. A single rule isn't one, because without a rule that excludes links, others open
  /// more.
  package func block(of path: [Int]) -> [Int] {
    guard path.count >= 4, let host = root[path.prefix(2)], root.entries[path[0]].key == "domains",
      host.entries.indices.contains(path[2]), host.entries[path[2]].key == "links",
      host.entries[path[2]].value.items.count > 1
    else { return Array(path.prefix(2)) }
    return Array(path.prefix(4))
  }

  /// The other entries of a host's links that name an app of this one.
  package func sameLinks(as place: [Int]) -> [[Int]] {
    let path = block(of: place)
    func apps(_ path: [Int]) -> Set<ExactString> {
      Set(root[path]?["apps"]?.items.compactMap(\.text) ?? [])
    }
    guard path.count == 4, root.entries[path[0]].key == "domains", let links = root[path.dropLast()]
    else { return [] }
    return links.items.indices.map { path.dropLast() + [$0] }.filter {
      $0 != path && !apps($0).isDisjoint(with: apps(path))
    }
  }

  private func lastKey(of path: [Int]) -> ExactString? {
    root.keys(on: path)?.last { $0 != "prod" && $0 != "sandbox" }
  }

  private static let fillable: Set<ExactString> = [
    "bundle_id", "team_id", "app_id_prefix", "package_name", "client_id", "project_id",
    "universal_link", "intent_action",
  ]

  /// Removes a value and adds the finding that explains it. The last redirect URI of a client
  /// becomes `TODO`.
  package mutating func remove(_ path: [Int], saying finding: Diagnostic) {
    guard var left = root.removing(path) else { return }
    if lastKey(of: path) == "redirect_uris", root.entries[path[0]].key == "clients",
      left[path.prefix(2)]?["redirect_uris"] == nil
    {
      left = root.changing(path) { _ in .text(ExactString(UnknownValue.text)) }
    }
    root = left
    findings.append(finding)
  }

  package var written: WrittenPolicy { PolicyWriter.write(root) }

  /// Whether a value can be removed: false for required values, and for link rules, because more
  /// links open an app without an exclude.
  package func isRemovable(_ path: [Int]) -> Bool {
    guard let keys = root.keys(on: path), let section = keys.first,
      !["linkpolicy", "name"].contains(section), !keys.contains("links")
    else { return false }
    return lastKey(of: path).map { !Self.required.contains($0) } ?? false
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
      return ImportRule.dropped.finding(
        "left out \(reason): \(shown)"
          + (things.count > 8 ? " and \(things.count - 8) more" : ""), at: first.location,
        help: "no action needed, unless the policy should have them",
        notes: things.dropFirst().map {
          .init("also \(DisplayText.quoted($0.name.string))", at: $0.location, isFurther: true)
        })
    }
  }
}
