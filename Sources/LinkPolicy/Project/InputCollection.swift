import PolicyText
import PolicyModel

/// The files that a run has read so far, and what it could not read.
struct InputCollection {
  private let access: InputAccess
  private(set) var files: [InputFile] = []
  private(set) var problems: [FileSystemError] = []
  /// YAML files without a marker that the user didn't name.
  private(set) var skipped = 0
  private let isAmongPolicies: (String) -> Bool
  /// The paths so far, where several may lead to one file; a search alone meets none twice.
  private var seen: Set<ExactString>?
  private var totalBytes = 0

  /// - Parameters:
  ///   - isShared: several paths are looked at.
  ///   - isAmongPolicies: true for files in a directory of policies.
  init(access: InputAccess, isShared: Bool, isAmongPolicies: @escaping (String) -> Bool) {
    self.access = access
    self.isAmongPolicies = isAmongPolicies
    seen = isShared ? [] : nil
  }

  /// True for a path that was not read yet and still may be.
  mutating func wants(_ path: String) -> Bool {
    if let limit = access.totalBytes, totalBytes > limit { return false }
    return seen?.insert(ExactString(path)).inserted ?? true
  }

  /// Reads a file and keeps it.
  ///
  /// - Parameters:
  ///   - kind: nil goes by the contents.
  ///   - content: the first bytes, of a number. One more than may be read tells that the file is too
  ///     large, which is a finding.
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
        // Nothing comes of this run.
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

  /// Takes note of what cannot be read.
  mutating func report(_ problem: FileSystemError) { problems.append(problem) }

  /// Takes note of what cannot be read.
  mutating func report(_ path: String, _ reason: String) {
    report(FileSystemError(path: path, reason: reason))
  }

  /// Throws where something could not be read, all of it named.
  func check() throws(FileSystemError) {
    guard var first = problems.first else { return }
    first.others = Array(problems.dropFirst())
    throw first
  }
}
