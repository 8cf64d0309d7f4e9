import LinkPolicy

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
