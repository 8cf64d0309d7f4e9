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
