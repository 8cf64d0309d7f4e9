package import PolicyText
package import PolicyGenerators

/// The changes that `generate` makes to its output directory, determined before writing.
public struct GenerationPlan: Sendable {
  /// The change of a file.
  public enum Action: String, Sendable {
    /// The file doesn't exist yet.
    case create
    /// The file has different contents.
    case update
    /// The file is up to date.
    case unchanged
    /// The file was generated before and no longer is.
    case remove
  }

  /// One file.
  public struct Step: Sendable {
    /// The path below the output directory.
    public var path: String
    /// The change.
    public var action: Action
    let oldContent: ContentStore.Content?
    /// The hash of the current contents if they change.
    let oldHash: String?
    let newContent: ContentStore.Content?
    /// The directory from which unchanged contents are read on demand.
    let place: OutputDirectory

    /// The current contents; nil if the file doesn't exist, exceeds the input limit or can't be
    /// read again.
    public var old: [UInt8]? { bytes(oldContent) }
    /// The new contents; nil if the file is removed or can't be read again.
    public var new: [UInt8]? { bytes(newContent) }

    private func bytes(_ content: ContentStore.Content?) -> [UInt8]? {
      if action == .unchanged, content == nil { return (try? place.read(path)) ?? nil }
      return content.flatMap { try? $0.bytes() }
    }

    /// The change as a unified diff; empty if nothing changes. Binary files have one line, as in
    /// git.
    public var diff: String {
      guard action != .unchanged else { return "" }
      let old = old
      let new = new
      let isLarge = old == nil && oldHash != nil
      let isBinary = isLarge || old?.contains(0) ?? false || new?.contains(0) ?? false
      guard isBinary, isLarge || old != new else {
        return UnifiedDiff.text(path: path, old: old, new: new)
      }
      let path = DisplayText.visible(path)
      return "Binary files \(oldHash == nil ? "/dev/null" : "a/\(path)") and "
        + "\(new == nil ? "/dev/null" : "b/\(path)") differ\n"
    }
  }

  /// The output directory.
  public let directory: String
  /// The steps sorted by path, `manifest.json` last.
  public let steps: [Step]
  /// Files that linkpolicy may not have written. If there are any, `apply` fails.
  public let conflicts: [Conflict]
  /// The paths that this run or an earlier one may have started to write, below the directory.
  let paths: [String]
  /// Generated files that no longer exist; only their directories may be left.
  let gone: [String]
  /// A manifest that also lists the files about to be written, so an interrupted run leaves no
  /// unlisted file; nil if nothing is written.
  let journal: [UInt8]?

  /// A file whose contents weren't written by an earlier run.
  public struct Conflict: Sendable, Equatable {
    /// Why a file conflicts.
    public enum Cause: Sendable {
      /// The manifest doesn't list it.
      case foreign
      /// It was generated and then edited.
      case edited
      /// It is no longer generated, and it was edited.
      case leftOver
    }

    /// The path below the output directory.
    public var path: String
    /// The cause.
    public var cause: Cause
  }

  /// The options of a run.
  package struct Scope: Sendable {
    /// The names of the policies, in byte order.
    package var policies: [String]
    /// The targets.
    package var targets: [String]
    /// The environments; files with both always belong to the run.
    package var environments: [Environment]
    /// Whether to take over the directory of other policies and overwrite files that linkpolicy
    /// didn't write.
    package var replace: Bool

    /// Creates the options.
    package init(
      policies: [String], targets: [String], environments: [Environment], replace: Bool = false
    ) {
      self.policies = policies
      self.targets = targets
      self.environments = environments
      self.replace = replace
    }

    func contains(_ entry: GenerationManifest.Entry) -> Bool {
      targets.contains { ExactString($0) == ExactString(entry.target) }
        && (entry.environment.map(environments.contains) ?? true)
    }
  }

  /// Compares generated files with a directory, without writing.
  package init(
    _ files: [GeneratedFile], scope: Scope, directory: String, fileSystem: any FileSystem
  ) throws(GenerationRefusal) {
    var store = ContentStore(nil)
    try self.init(
      files.map { KeptFile($0, in: &store) }, &store, scope: scope, directory: directory,
      fileSystem: fileSystem)
  }

  /// The same for files whose contents are in a store.
  init(
    _ files: [KeptFile], _ store: inout ContentStore, scope: Scope, directory: String,
    fileSystem: any FileSystem
  ) throws(GenerationRefusal) {
    let place = OutputDirectory(path: directory, fileSystem: fileSystem)
    let previous = try Self.manifest(in: place, scope: scope)
    let known = previous.hashes
    var steps: [ExactString: Step] = [:]
    var conflicts: [Conflict] = []
    for file in files {
      let path = ExactString(file.path)
      guard OutputPath.isSafe(file.path), path != ExactString(GenerationManifest.name) else {
        throw GenerationRefusal(.unsafePath, file.path)
      }
      guard let content = file.content else {
        steps[path] = try Self.unchanged(file.path, in: place)
        continue
      }
      let (step, oldHash) = try Self.step(file.path, new: content, in: place, &store)
      steps[path] = step
      guard !scope.replace, step.action == .update, let oldHash else { continue }
      let hashes = known[path]
      if hashes?.contains(oldHash) != true {
        conflicts.append(Conflict(path: file.path, cause: hashes == nil ? .foreign : .edited))
      }
    }
    var paths = files.map(\.path) + [GenerationManifest.name]
    var gone: [String] = []
    var looked: Set<ExactString> = []
    for entry in previous.files where scope.contains(entry) {
      let path = ExactString(entry.path)
      guard steps[path] == nil, looked.insert(path).inserted else { continue }
      paths.append(entry.path)
      let (step, oldHash) = try Self.step(entry.path, new: nil, in: place, &store)
      guard let oldHash else {
        gone.append(entry.path)
        continue
      }
      if known[path]?.contains(oldHash) == true {
        steps[path] = step
      } else if !scope.replace {
        // A file that the user edited is never removed; with `replace`, it just leaves the
        // manifest.
        conflicts.append(Conflict(path: entry.path, cause: .leftOver))
      }
    }
    let own = Set(files.map { ExactString($0.path) })
    let kept = previous.files.filter { !scope.contains($0) && !own.contains(ExactString($0.path)) }
    let manifest = GenerationManifest(
      policies: scope.policies, files: kept + files.map(\.entry))
    let written = files.filter {
      let action = steps[ExactString($0.path)]?.action
      return action == .create || action == .update
    }
    journal =
      written.isEmpty
      ? nil
      : GenerationManifest(
        policies: scope.policies, files: previous.files + written.map(\.entry)
      ).bytes
    self.conflicts = conflicts.sorted { ExactString($0.path) < ExactString($1.path) }
    self.gone = gone
    self.directory = directory
    self.paths = paths
    self.steps =
      steps.sorted { $0.key < $1.key }.map(\.value)
      + [
        try Self.step(
          GenerationManifest.name, new: store.keep(manifest.bytes), in: place, &store
        ).step
      ]
  }

  /// Reads the directory's manifest; empty if there is none, or if it is unreadable and will be
  /// replaced.
  private static func manifest(
    in place: OutputDirectory, scope: Scope
  ) throws(GenerationRefusal) -> GenerationManifest {
    let empty = GenerationManifest(policies: scope.policies, files: [])
    guard let bytes = try place.read(GenerationManifest.name) else { return empty }
    guard let manifest = GenerationManifest(reading: bytes) else {
      guard scope.replace else { throw GenerationRefusal(.unreadableManifest, place.path) }
      return empty
    }
    let isSame = manifest.policies.map { ExactString($0) } == scope.policies.map { ExactString($0) }
    guard isSame || scope.replace else {
      throw GenerationRefusal(
        .otherPolicies(manifest: manifest.policies, run: scope.policies), place.path)
    }
    return manifest
  }

  /// The step for a file, and the hash of its current contents if they differ.
  private static func step(
    _ path: String, new: ContentStore.Content?, in place: OutputDirectory,
    _ store: inout ContentStore
  ) throws(GenerationRefusal) -> (step: Step, oldHash: String?) {
    func step(_ action: Action, old: ContentStore.Content?, hash: String? = nil) -> Step {
      Step(
        path: path, action: action, oldContent: old, oldHash: hash, newContent: new, place: place)
    }
    guard let old = try place.open(path) else { return (step(.create, old: nil), nil) }
    do throws(FileSystemError) {
      if let new, try new.isHeld(by: old) { return (step(.unchanged, old: new), nil) }
    } catch {
      throw GenerationRefusal(.unreadable(error.reason), path)
    }
    guard let again = try place.open(path) else { throw Self.isGone(path) }
    do throws(FileSystemError) {
      let (content, sha256) = try store.keep(again)
      return (step(new == nil ? .remove : .update, old: content, hash: sha256), sha256)
    } catch {
      throw GenerationRefusal(.unreadable(error.reason), path)
    }
  }

  /// The step for a file that was up to date when it was generated.
  private static func unchanged(
    _ path: String, in place: OutputDirectory
  ) throws(GenerationRefusal) -> Step {
    guard try place.open(path) != nil else { throw isGone(path) }
    return Step(
      path: path, action: .unchanged, oldContent: nil, oldHash: nil, newContent: nil, place: place)
  }

  private static func isGone(_ path: String) -> GenerationRefusal {
    GenerationRefusal(.unreadable("has changed while linkpolicy was running"), path)
  }
}
