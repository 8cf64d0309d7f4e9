package import LinkPolicy
import PolicyText

extension Console {
  /// The repository of the working directory. If it is a submodule, standard error names it, because the superproject
  /// selects its commits.
  package func repository() throws(UsageError) -> GitRepository {
    let repository = try repository(of: workingDirectory)
    if repository.location.isSubmodule {
      writeError("linkpolicy: reading revisions of \(repository.location.description)\n")
    }
    return repository
  }

  package func repository(of directory: String?) throws(UsageError) -> GitRepository {
    guard let directory else { throw UsageError("can't find the working directory") }
    return try GitRepository(try findRepository(directory), processes: processes)
  }

  /// The policies at a git revision. Paths that don't exist there are skipped.
  package func files(at revision: String, _ paths: [String]) throws -> [InputFile] {
    let files = try RevisionFileSystem(
      revision: revision, paths: paths, in: try repository(), access: access)
    return try InputFiles(
      paths.filter { files.kind(of: $0) != nil }, in: files, access: access
    ).files
  }

  /// Resolves the revision of an option that decides what is trusted, and prints its commit to standard error.
  func trusted(
    _ option: String, _ revision: String
  ) throws(UsageError) -> (repository: GitRepository, commit: String) {
    let repository = try repository(of: workingDirectory)
    let commit = try repository.commit(RevisionName(revision))
    writeError(
      "linkpolicy: `\(option) \(DisplayText.visible(revision))` is commit \(commit) of "
        + "\(repository.location.description)\n")
    return (repository, commit)
  }
}

extension GitLocation: CustomStringConvertible {
  package var description: String {
    let name = isSubmodule ? "the submodule" : "the repository"
    let place = "\(name) \(DisplayText.visible(workTree))"
    let usual = workTree.utf8.elementsEqual("/".utf8) ? "/.git" : workTree + "/.git"
    return gitDirectory.utf8.elementsEqual(usual.utf8)
      ? place : "\(place) (git directory \(DisplayText.visible(gitDirectory)))"
  }
}
