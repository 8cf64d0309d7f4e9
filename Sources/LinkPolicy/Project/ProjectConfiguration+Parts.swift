import PolicyDiagnostics

/// Estates that are checked in parts, on many machines or one after the other.
extension ProjectConfiguration {
  /// Checks files and directories as one part of a larger run. What the configuration silences counts as said
  /// here: the run that merges the parts decides.
  ///
  /// - Parameters:
  ///   - paths: empty for those of the configuration.
  ///   - kind: what all files are read as; nil goes by their names.
  public func summary(
    at paths: [String] = [], kind: InputKind? = nil
  ) throws(FileSystemError) -> (summary: CheckSummary, excluded: Int) {
    var configuration = self
    configuration.settings = CheckSettings()
    configuration.settings.workers = settings.workers
    configuration.settings.includesMinor = true
    let (project, excluded) = try configuration.project(at: paths, kind: kind)
    return (CheckSummary(project), excluded)
  }

  /// The project that one run over the files of all parts would give, of which only those are read again
  /// that have findings or something in common with files of another part.
  public func project(
    merging parts: [CheckSummary]
  ) throws(CheckSummary.Problem) -> Project {
    let merge = try CheckMerge(parts)
    let inputs: InputFiles
    do throws(FileSystemError) {
      inputs = try InputFiles(
        merge.files.map(\.path), in: fileSystem, filter: filter, access: access)
    } catch {
      throw CheckSummary.Problem(message: error.description)
    }
    var read: [ExactString: InputFile] = [:]
    for file in inputs.files { read[ExactString(file.source.name)] = file }
    var files: [InputFile] = []
    for file in merge.files {
      guard var input = read[ExactString(file.path)] else { continue }
      guard CheckSummary.content(input.source.bytes) == file.content else {
        throw CheckSummary.Problem(
          message: "\(UTF8Text.visible(file.path)) has changed since its part was checked")
      }
      input.kind = file.kind
      input.isExplicit = file.isExplicit
      files.append(input)
    }
    return Project(files, settings: settings, checkedElsewhere: merge.checkedElsewhere)
  }
}
