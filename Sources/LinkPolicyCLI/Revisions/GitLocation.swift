import LinkPolicy

/// The location of a git repository.
package struct GitLocation: Sendable, Equatable {
  /// The directory where the search started: absolute, without symbolic links.
  package var directory: String
  /// The directory with `.git`: absolute, without symbolic links.
  package var workTree: String
  /// The target of `.git`: absolute, without symbolic links.
  package var gitDirectory: String
  /// Whether it is a submodule; the superproject selects its commits.
  package var isSubmodule = false
  /// A path that belongs to another user.
  package var foreignPath: String?

  package init(directory: String, workTree: String, gitDirectory: String) {
    self.directory = directory
    self.workTree = workTree
    self.gitDirectory = gitDirectory
  }
}

/// Reads files of git revisions for the language server.
package struct GitRevisions: Sendable {
  private let console: Console

  package init(_ console: Console) { self.console = console }

  /// The files of a revision, by path relative to a directory; nil if the revision doesn't exist.
  package func files(
    _ paths: [String], of revision: String, in directory: String
  ) -> [String: [UInt8]]? {
    let wanted = paths.filter { !$0.utf8.contains(0x0A) }
    do throws(UsageError) {
      let repository = try console.repository(of: directory)
      let commit = try repository.commit(RevisionName(revision))
      let blobs = try repository.contents(
        named: wanted.map { "\(commit):./\($0)" }, limit: console.access.fileBytes)
      var files: [String: [UInt8]] = [:]
      for (path, content) in zip(wanted, blobs) { files[path] = content }
      return files
    } catch {
      return nil
    }
  }
}
