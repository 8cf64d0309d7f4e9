import LinkPolicy

extension Console {
  /// The repository of the working directory. If it is a submodule, standard error says so: those who change the
  /// superproject choose its commits.
  package func repository() throws(UsageError) -> GitRepository {
    let repository = try repository(of: workingDirectory)
    if repository.location.isSubmodule {
      writeError("linkpolicy: revisions are those of \(repository.location.description)\n")
    }
    return repository
  }

  /// The repository of a directory.
  package func repository(of directory: String?) throws(UsageError) -> GitRepository {
    guard let directory else { throw UsageError("the working directory is not known") }
    return try GitRepository(try findRepository(directory), processes: processes)
  }

  /// The files of a revision that decides what is trusted; standard error says which commit that is.
  ///
  /// - Parameter option: how the command line calls the revision.
  func trusted(
    _ option: String, _ revision: String
  ) throws(UsageError) -> (repository: GitRepository, commit: String) {
    let repository = try repository(of: workingDirectory)
    let commit = try repository.commit(RevisionName(revision))
    writeError(
      "linkpolicy: `\(option) \(UTF8Text.visible(revision))` is commit \(commit) of "
        + "\(repository.location.description)\n")
    return (repository, commit)
  }
}

extension GitLocation: CustomStringConvertible {
  /// The repository for people, on one line.
  package var description: String {
    let name = isSubmodule ? "the submodule" : "the repository"
    let place = "\(name) \(UTF8Text.visible(workTree))"
    let usual = workTree.utf8.elementsEqual("/".utf8) ? "/.git" : workTree + "/.git"
    return gitDirectory.utf8.elementsEqual(usual.utf8)
      ? place : "\(place) (git directory \(UTF8Text.visible(gitDirectory)))"
  }
}
