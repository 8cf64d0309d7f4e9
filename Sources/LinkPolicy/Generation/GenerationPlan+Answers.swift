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

  /// Does it: removes, then writes, the manifest last, so that a run that is cut off is mended by the
  /// next. Files that are as they must be are not touched.
  public func apply(to fileSystem: any FileSystem) throws(FileSystemError) {
    for step in steps where step.action == .remove {
      try fileSystem.remove(path(of: step), upTo: directory)
    }
    for step in steps {
      guard step.action == .create || step.action == .update, let new = step.new else { continue }
      try fileSystem.write(new, to: path(of: step))
    }
  }

  private func path(of step: Step) -> String { OutputDirectory.join(directory, step.path) }
}
