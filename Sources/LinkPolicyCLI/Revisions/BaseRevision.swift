import LinkPolicy

/// Single files of a git revision, read when they are asked for: the configuration and the baseline that
/// count, whatever the working tree says.
struct BaseRevision: FileSystem {
  private let repository: GitRepository
  private let commit: String

  /// The files of a commit, branch or tag.
  init(_ revision: String, processes: any ProcessRunner) throws(UsageError) {
    repository = GitRepository(processes: processes)
    commit = try repository.commit(revision)
  }

  private func file(_ path: String) throws(FileSystemError) -> GitRepository.File? {
    guard !path.hasPrefix("/") else { return nil }
    do throws(UsageError) {
      // A name that is no file of the revision leads to none, or to those below a directory.
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

  func kind(of path: String) -> FileKind? { (try? file(path)) == nil ? nil : .file }

  func isSymbolicLink(_ path: String) -> Bool { (try? file(path))?.isSymbolicLink ?? false }

  func read(_ path: String) throws(FileSystemError) -> [UInt8] {
    guard let file = try file(path) else {
      throw FileSystemError(path: path, reason: "no such file in the revision")
    }
    guard !file.isSymbolicLink else {
      throw FileSystemError(path: path, reason: "is a symbolic link in the revision")
    }
    do throws(UsageError) {
      return try repository.contents([file.object]).first ?? []
    } catch {
      throw FileSystemError(path: path, reason: error.message)
    }
  }

  func list(_ directory: String) throws(FileSystemError) -> [String] {
    throw FileSystemError(path: directory, reason: "only files of a revision are read here")
  }

  func write(_ bytes: [UInt8], to path: String) throws(FileSystemError) {
    throw FileSystemError(path: path, reason: "a revision cannot be changed")
  }

  func remove(_ path: String, upTo root: String) throws(FileSystemError) {
    throw FileSystemError(path: path, reason: "a revision cannot be changed")
  }
}
