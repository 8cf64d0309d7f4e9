import PolicyText
import PolicyModel

/// The files that a run has read so far, and the errors.
struct InputCollection {
  private let access: InputAccess
  private(set) var files: [InputFile] = []
  private(set) var problems: [FileSystemError] = []
  /// YAML files without a marker that the user didn't name.
  private(set) var skipped = 0
  private let isAmongPolicies: (String) -> Bool
  /// The paths so far; nil if a single search can't reach a path twice.
  private var seen: Set<ExactString>?
  private var totalBytes = 0

  /// - Parameters:
  ///   - isShared: whether the run has several paths, which can lead to the same file.
  ///   - isAmongPolicies: returns true for files in a directory of policies.
  init(access: InputAccess, isShared: Bool, isAmongPolicies: @escaping (String) -> Bool) {
    self.access = access
    self.isAmongPolicies = isAmongPolicies
    seen = isShared ? [] : nil
  }

  /// Returns true if a path hasn't been read yet and the limit isn't reached.
  mutating func wants(_ path: String) -> Bool {
    if let limit = access.totalBytes, totalBytes > limit { return false }
    return seen?.insert(WorkingDirectory.withoutDots(path)).inserted ?? true
  }

  /// Reads a file and adds it.
  ///
  /// - Parameters:
  ///   - kind: nil to detect it from the contents.
  ///   - content: returns the first bytes, up to a maximum of one more than the limit, to detect
  ///     files that are too large.
  mutating func add(
    _ path: String, _ kind: InputKind?, isExplicit: Bool,
    _ content: (Int) throws(FileSystemError) -> [UInt8]
  ) {
    do throws(FileSystemError) {
      let bytes = try content(access.fileBytes + 1)
      if !access.leavesSizeToReaders, bytes.count > access.fileBytes {
        return report(path, "has more than \(access.fileBytes) bytes")
      }
      let isAmongPolicies = kind == .policy && isAmongPolicies(path)
      if !isExplicit, !isAmongPolicies, kind == .policy, !PolicyMarker.mayOccur(in: bytes),
        PolicyMarker.misspelled(in: bytes) == nil
      {
        skipped += 1
        return
      }
      totalBytes += bytes.count
      if let limit = access.totalBytes, totalBytes > limit {
        // The run fails, so the files aren't needed.
        files = []
        return report(path, "with this file the run reads more than \(limit) bytes")
      }
      var file = InputFile(
        source: SourceFile(name: path, bytes: bytes),
        kind: kind ?? InputKind(path: path, bytes: bytes), isExplicit: isExplicit)
      file.isAmongPolicies = isAmongPolicies
      files.append(file)
    } catch {
      report(error)
    }
  }

  mutating func report(_ problem: FileSystemError) { problems.append(problem) }

  mutating func report(_ path: String, _ reason: String) {
    report(FileSystemError(path: path, reason: reason))
  }

  /// Throws all errors if there are any.
  func check() throws(FileSystemError) {
    guard var first = problems.first else { return }
    first.others = Array(problems.dropFirst())
    throw first
  }
}
