import LinkPolicy
import PolicyText

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
      // A directory returns the files in it, a missing file returns none.
      return try repository.files(commit, [path]).first {
        WorkingDirectory.withoutDots($0.path) == WorkingDirectory.withoutDots(path)
      }
    } catch {
      throw FileSystemError(path: path, reason: error.message)
    }
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

/// A name of one commit: a branch, a tag, a hash, `HEAD~2`, `main@{upstream}`.
///
/// Anything that git could read as an option, a path, a range or a second line is rejected.
package struct RevisionName: Sendable {
  package let text: String

  /// The maximum number of bytes in a name.
  private static let maximumLength = 250

  package init(_ text: String) throws(UsageError) {
    let bytes = Array(text.utf8)
    let isName =
      (1...Self.maximumLength).contains(bytes.count)
      // A colon starts a path or search; names can't contain backslashes.
      && bytes.allSatisfy { $0 > 0x20 && $0 != 0x7F && $0 != 0x3A && $0 != 0x5C }
      && !zip(bytes, bytes.dropFirst()).contains { $0 == 0x2E && $1 == 0x2E }
    guard isName, let first = bytes.first, !"-^.".utf8.contains(first) else {
      throw UsageError(
        "\(DisplayText.quoted(text)) is not the name of a revision: write a branch, a tag or a commit"
      )
    }
    self.text = text
  }
}
