import LinkPolicy

/// Reads single files of a git revision on demand: the configuration and the baseline of
/// an untrusted run.
struct BaseRevision: FileSystem {
  private let repository: GitRepository
  private let commit: String
  private let access: InputAccess

  /// Resolves the revision of `--base` and prints its commit to standard error.
  init(_ revision: String, _ console: Console) throws(UsageError) {
    let base = try console.trusted("--base", revision)
    repository = base.repository
    commit = base.commit
    access = console.access
  }

  private func file(_ path: String) throws(FileSystemError) -> GitRepository.File? {
    guard !path.hasPrefix("/") else { return nil }
    do throws(UsageError) {
      // A directory leads to the files in it, a missing file to none.
      return try repository.files(commit, [path]).first { Self.isSame($0.path, path) }
    } catch {
      throw FileSystemError(path: path, reason: error.message)
    }
  }

  private static func isSame(_ found: String, _ wanted: String) -> Bool {
    let parts = [found, wanted].map { path in
      path.utf8.split(separator: UInt8(ascii: "/")).filter { !$0.elementsEqual(".".utf8) }
    }
    return parts[0].elementsEqual(parts[1]) { $0.elementsEqual($1) }
  }

  func kind(of path: String) -> FileKind? {
    do throws(FileSystemError) {
      return try file(path) == nil ? nil : .file
    } catch {
      // A file that git can't read must not look like a missing one; `read` throws the error.
      return .file
    }
  }

  func isSymbolicLink(_ path: String) -> Bool { (try? file(path))?.isSymbolicLink ?? false }

  func read(_ path: String) throws(FileSystemError) -> [UInt8] {
    guard let file = try file(path) else {
      throw FileSystemError(path: path, reason: "no such file in the revision")
    }
    guard !file.isSymbolicLink else {
      throw FileSystemError(path: path, reason: "is a symbolic link in the revision")
    }
    guard file.size <= access.fileBytes else {
      throw FileSystemError(
        path: path, reason: "has more than \(access.fileBytes) bytes in the revision")
    }
    do throws(UsageError) {
      return try repository.contents([file]).first ?? []
    } catch {
      throw FileSystemError(path: path, reason: error.message)
    }
  }

  func list(_ directory: String) throws(FileSystemError) -> [String] {
    throw FileSystemError(path: directory, reason: "can't list directories of the base revision")
  }

  func write(_ bytes: [UInt8], to path: String) throws(FileSystemError) {
    throw FileSystemError(path: path, reason: "a git revision is read-only")
  }

  func remove(_ path: String, upTo root: String) throws(FileSystemError) {
    throw FileSystemError(path: path, reason: "a git revision is read-only")
  }
}
