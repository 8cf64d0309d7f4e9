import LinkPolicy
import LinkPolicyCLI

extension WebService {
  /// `POST /api/diff`: what `diff --format json` prints of two sides.
  func diff(_ body: RouteBody) throws(WebError) -> [UInt8] {
    let allowsInvalid = try body.flag("allow_invalid")
    let old = try side(body.json["old"], "old", allowsInvalid)
    let new = try side(body.json["new"], "new", allowsInvalid)
    guard !old.isEmpty || !new.isEmpty else { throw WebError.unusable("neither side has a policy") }
    return Array((PolicyDifference(old: old, new: new).json.text(.pretty) + "\n").utf8)
  }

  /// A side: `{"disk":true}`, `{"revision":"HEAD"}` or `{"files":{…}}`, the texts over the disk, or alone with
  /// `"disk":false`.
  private func side(_ json: JSONValue?, _ name: String, _ allowsInvalid: Bool) throws(WebError)
    -> Project
  {
    guard let json, case .object(let entries) = json else {
      throw WebError.unusable("`\(name)` is a side: disk, revision or files")
    }
    for entry in entries where !["disk", "revision", "files"].contains(entry.key) {
      throw WebError.unusable("`\(name)` has disk, revision or files")
    }
    let files: [InputFile]
    if let revision = json["revision"] {
      files = try self.files(at: revision.stringValue ?? "")
    } else {
      let view = try WorkspaceView(json)
      files = try inputs(view)
    }
    let project = Project(files)
    guard allowsInvalid || !project.report.has(atLeast: .error) else {
      throw WebError(
        400, "policies-have-errors", "the \(name) policies have errors, so they decide nothing")
    }
    return project
  }

  /// The files of a view, as `diff` reads them: without the configuration.
  private func inputs(_ view: WorkspaceView) throws(WebError) -> [InputFile] {
    let fileSystem = workspace.files(view)
    let paths = try comparedPaths(view).filter { fileSystem.kind(of: $0) != nil }
    do throws(FileSystemError) {
      return try InputFiles(paths, in: fileSystem, access: workspace.console.access).files
    } catch {
      throw WebWorkspace.error(error)
    }
  }

  private func comparedPaths(_ view: WorkspaceView) throws(WebError) -> [String] {
    let named = view.paths(options.paths)
    return named.isEmpty ? try workspace.configuration(view).defaultPaths : named
  }

  /// The files of a revision of git.
  func files(at revision: String) throws(WebError) -> [InputFile] {
    let paths = try comparedPaths(WorkspaceView())
    do {
      let fileSystem = try RevisionFileSystem(
        revision: revision, paths: paths, in: try workspace.console.repository(),
        access: workspace.console.access)
      return try InputFiles(
        paths.filter { fileSystem.kind(of: $0) != nil }, in: fileSystem,
        access: workspace.console.access
      ).files
    } catch {
      throw WebWorkspace.error(error)
    }
  }
}
