public import PolicyDiagnostics
package import PolicyGenerators
import PolicyText

/// What a run of `generate` does to its output directory, worked out before anything is touched.
public struct GenerationPlan: Sendable {
  /// What happens to a file.
  public enum Action: String, Sendable {
    /// There is no such file yet.
    case create
    /// The file has another content.
    case update
    /// The file is as it must be; it is not touched.
    case unchanged
    /// The file was generated before and is not any more.
    case remove
  }

  /// One file.
  public struct Step: Sendable {
    /// Below the output directory.
    public var path: String
    /// What happens to it.
    public var action: Action
    /// What is there now; nil where nothing is.
    public var old: [UInt8]?
    /// What will be there; nil where nothing will be.
    public var new: [UInt8]?

    /// The change as a unified diff; empty where nothing changes.
    public var diff: String { UnifiedDiff.text(path: path, old: old, new: new) }
  }

  /// The output directory.
  public let directory: String
  /// Sorted by path, `manifest.json` last.
  public let steps: [Step]
  /// Every path that this or an earlier run may have begun to write, below the directory.
  let paths: [String]
  /// A manifest that also names what is about to be created, so that a run that is cut off leaves nothing
  /// that no manifest names; nil where nothing is created.
  let journal: [UInt8]?

  /// What a run was asked for.
  public struct Scope: Sendable {
    /// The names of the policies, in byte order.
    public var policies: [String]
    /// The targets.
    public var targets: [String]
    /// The environments; files that hold both always belong to the run.
    public var environments: [Environment]
    /// Take the directory over from other policies.
    public var replace: Bool

    /// A run.
    public init(
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

  /// Compares generated files with a directory; reads, and writes nothing.
  package init(
    _ files: [GeneratedFile], scope: Scope, directory: String, fileSystem: any FileSystem
  ) throws(GenerationRefusal) {
    let place = OutputDirectory(path: directory, fileSystem: fileSystem)
    let previous = try Self.manifest(in: place, scope: scope)
    var steps: [ExactString: Step] = [:]
    for file in files {
      let isManifest = ExactString(file.path) == ExactString(GenerationManifest.name)
      guard OutputPath.isSafe(file.path), !isManifest else {
        throw GenerationRefusal(.unsafePath, file.path)
      }
      steps[ExactString(file.path)] = try Self.step(file.path, new: file.bytes, in: place)
    }
    var paths = files.map(\.path) + [GenerationManifest.name]
    for entry in previous.files where scope.contains(entry) {
      let path = ExactString(entry.path)
      guard steps[path] == nil else { continue }
      paths.append(entry.path)
      let step = try Self.step(entry.path, new: nil, in: place)
      if step.old != nil { steps[path] = step }
    }
    let own = Set(files.map { ExactString($0.path) })
    let kept = previous.files.filter { !scope.contains($0) && !own.contains(ExactString($0.path)) }
    let manifest = GenerationManifest(
      policies: scope.policies, files: kept + files.map(GenerationManifest.entry))
    let known = Set(previous.files.map { ExactString($0.path) })
    let created = files.filter { !known.contains(ExactString($0.path)) }
    journal =
      created.isEmpty
      ? nil
      : GenerationManifest(
        policies: scope.policies, files: previous.files + created.map(GenerationManifest.entry)
      ).bytes
    self.directory = directory
    self.paths = paths
    self.steps =
      steps.sorted { $0.key < $1.key }.map(\.value)
      + [try Self.step(GenerationManifest.name, new: manifest.bytes, in: place)]
  }

  /// The manifest of the directory; an empty one where there is none, or where it is to be replaced and
  /// cannot be read.
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

  private static func step(
    _ path: String, new: [UInt8]?, in place: OutputDirectory
  ) throws(GenerationRefusal) -> Step {
    let old = try place.read(path)
    let action: Action =
      switch (old, new) {
      case (nil, _): .create
      case (_, nil): .remove
      case (let old?, let new?): old == new ? .unchanged : .update
      }
    return Step(path: path, action: action, old: old, new: new)
  }
}
