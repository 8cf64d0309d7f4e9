/// Where the repository of a directory is.
package struct GitLocation: Sendable, Equatable {
  /// The directory that was asked about, absolute, without links.
  package var directory: String
  /// The directory that has `.git`, absolute, without links.
  package var workTree: String
  /// Where `.git` leads to, absolute, without links.
  package var gitDirectory: String
  /// The repository is kept in that of a superproject, which chooses its commits.
  package var isSubmodule = false
  /// What belongs to another user; nil if nothing does.
  package var foreignPath: String?

  /// A location.
  package init(directory: String, workTree: String, gitDirectory: String) {
    self.directory = directory
    self.workTree = workTree
    self.gitDirectory = gitDirectory
  }
}
