import PolicyText

extension GenerationPlan {
  /// The steps that change something.
  public var changes: [Step] { steps.filter { $0.action != .unchanged } }

  /// True when a run would change nothing: what `--check` asks.
  public var isFresh: Bool { changes.isEmpty }

  /// How many files have an action; `manifest.json` is not counted.
  public func count(_ action: Action) -> Int {
    steps.dropLast().reduce(0) { $0 + ($1.action == action ? 1 : 0) }
  }

  /// All changes as one unified diff.
  public var diff: String { changes.map(\.diff).joined() }

  /// One line per file, for `--dry-run`: the action and the path.
  public var listing: String {
    steps.map { step in
      let action = step.action.rawValue
      let gap = String(repeating: " ", count: max(1, 10 - action.utf8.count))
      return action + gap + step.path + "\n"
    }.joined()
  }

  /// Does it. Files that are as they must be are not touched.
  ///
  /// The manifest names everything that is there at every moment: a run that is cut off leaves each file
  /// old or new, and the next run, of the same policies or others, mends the rest.
  public func apply(to fileSystem: any FileSystem) throws(FileSystemError) {
    fileSystem.removeLeftovers(
      beside: paths.map { OutputDirectory.join(directory, $0) }, upTo: directory)
    guard !isFresh, let manifest = steps.last else { return }
    if let journal, journal != manifest.old {
      try fileSystem.write(journal, to: path(of: manifest))
    }
    for step in steps where step.action == .remove {
      try fileSystem.remove(path(of: step), upTo: directory)
    }
    // What a run that was cut off only made the directories of.
    let present = Set(steps.map { ExactString($0.path) })
    for path in paths where !present.contains(ExactString(path)) {
      try fileSystem.remove(OutputDirectory.join(directory, path), upTo: directory)
    }
    for step in steps.dropLast() {
      guard step.action == .create || step.action == .update, let new = step.new else { continue }
      try fileSystem.write(new, to: path(of: step))
    }
    if let new = manifest.new, new != journal ?? manifest.old {
      try fileSystem.write(new, to: path(of: manifest))
    }
  }

  private func path(of step: Step) -> String { OutputDirectory.join(directory, step.path) }
}
