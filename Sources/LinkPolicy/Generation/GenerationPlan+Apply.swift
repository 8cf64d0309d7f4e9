public import PolicyText

extension GenerationPlan {
  /// The steps that change a file.
  public var changes: [Step] { steps.filter { $0.action != .unchanged } }

  /// True if a run wouldn't change anything, as `--check` requires.
  public var isFresh: Bool { changes.isEmpty }

  /// The number of files with an action, without `manifest.json`.
  public func count(_ action: Action) -> Int {
    steps.dropLast().reduce(0) { $0 + ($1.action == action ? 1 : 0) }
  }

  /// All changes as one unified diff.
  public var diff: String { changes.map(\.diff).joined() }

  /// One line per file for `--dry-run`: the action and the path.
  public var listing: String {
    steps.map { step in
      let action = step.action.rawValue
      let gap = String(repeating: " ", count: max(1, 10 - action.utf8.count))
      return action + gap + step.path + "\n"
    }.joined()
  }

  /// Writes the files. Doesn't touch unchanged files, and doesn't write anything if there are
  /// conflicts or if a file has changed since the plan was made.
  ///
  /// The manifest always lists every file that exists: after an interrupted run, each file is old
  /// or new, and the next run completes the rest.
  ///
  /// - Parameter lock: the directory's lock under which the plan was made; nil to take it now.
  public func apply(
    to fileSystem: any FileSystem, holding lock: (any DirectoryLock)? = nil
  ) throws(FileSystemError) {
    try checkConflicts()
    var lock = lock
    if lock == nil { lock = try fileSystem.lock(directory) {} }
    defer { withExtendedLifetime(lock) {} }
    try checkFiles(in: OutputDirectory(path: directory, fileSystem: fileSystem))
    fileSystem.removeLeftovers(
      beside: paths.map { OutputDirectory.join(directory, $0) }, upTo: directory)
    guard !isFresh, let manifest = steps.last else { return }
    let before = try manifest.oldContent?.bytes()
    if let journal, journal != before {
      try fileSystem.write(journal, to: path(of: manifest))
    }
    for step in steps where step.action == .remove {
      try fileSystem.remove(path(of: step), upTo: directory)
    }
    // Remove directories that an interrupted run created for files it didn't write.
    for path in gone {
      let path = OutputDirectory.join(directory, path)
      if fileSystem.kind(of: path) == nil { try fileSystem.remove(path, upTo: directory) }
    }
    for step in steps.dropLast() {
      guard step.action == .create || step.action == .update, let new = step.newContent else {
        continue
      }
      var offset = 0
      try fileSystem.write(to: path(of: step)) { () throws(FileSystemError) in
        guard offset < new.count else { return nil }
        let piece = try new.piece(at: offset)
        offset += piece.count
        return piece
      }
    }
    if let new = try manifest.newContent?.bytes(), new != journal ?? before {
      try fileSystem.write(new, to: path(of: manifest))
    }
  }

  /// Throws if a file may not have been written by linkpolicy.
  package func checkConflicts() throws(FileSystemError) {
    let errors = conflicts.map { conflict in
      FileSystemError(
        path: OutputDirectory.join(directory, conflict.path), reason: conflict.cause.words)
    }
    guard var first = errors.first else { return }
    first.others = Array(errors.dropFirst())
    throw first
  }

  /// Throws if a file has changed since the plan was made.
  private func checkFiles(in place: OutputDirectory) throws(FileSystemError) {
    for step in changes {
      let path = OutputDirectory.join(directory, step.path)
      do throws(GenerationRefusal) {
        switch (try place.open(step.path), step.oldHash) {
        case (nil, nil): continue
        case (let now?, let old?): if (try? ContentStore.hash(now)) == old { continue }
        default: break
        }
      } catch {
        throw FileSystemError(path: path, reason: "has changed while linkpolicy was running")
      }
      throw FileSystemError(path: path, reason: "has changed while linkpolicy was running")
    }
  }

  private func path(of step: Step) -> String { OutputDirectory.join(directory, step.path) }
}

extension GenerationPlan.Conflict.Cause {
  fileprivate var words: String {
    switch self {
    case .foreign: "was not generated; --replace overwrites it"
    case .edited: "has been changed since it was generated; --replace overwrites it"
    case .leftOver:
      "is no longer generated, and has been changed since it was; remove it, "
        + "or pass --replace to keep it as your own file"
    }
  }
}
