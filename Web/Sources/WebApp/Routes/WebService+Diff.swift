import LinkPolicy
import LinkPolicyCLI
import PolicyText

extension WebService {
  /// `POST /api/diff`: the output of `diff --format json`.
  func diff(_ body: RouteBody) throws(WebError) -> [UInt8] {
    let allowsInvalid = try body.flag("allow_invalid")
    let old = try side(body.json["old"], "old", allowsInvalid)
    let new = try side(body.json["new"], "new", allowsInvalid)
    guard !old.isEmpty || !new.isEmpty else {
      throw WebError.unusable("found no policy on either side")
    }
    return Array((PolicyDifference(old: old, new: new).json.text(.pretty) + "\n").utf8)
  }

  /// A side: `{"disk":true}`, `{"revision":"HEAD"}`, or `{"files":{…}}`, which replaces files on disk, or all of them
  /// with `"disk":false`.
  private func side(_ json: JSONValue?, _ name: String, _ allowsInvalid: Bool) throws(WebError)
    -> Project
  {
    guard let json, case .object(let entries) = json else {
      throw WebError.unusable("`\(name)` must be an object with `disk`, `revision` or `files`")
    }
    for entry in entries where !["disk", "revision", "files"].contains(entry.key) {
      throw WebError.unusable("`\(name)` may have only `disk`, `revision` and `files`")
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
        400, "policies-have-errors", "the \(name) policies have errors, so they can't be evaluated")
    }
    return project
  }

  /// The files of a view, without the configuration, as in `diff`.
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

  /// Members that select files.
  static let viewNames = ["files", "disk", "revision"]

  /// The files of a request: with `revision`, those of git instead of the disk.
  func view(_ body: RouteBody) throws(WebError) -> WorkspaceView {
    var view = try WorkspaceView(body.json)
    guard let revision = try body.text("revision") else { return view }
    let own = view.texts
    let older = try files(at: revision).filter { file in
      !own.contains { $0.path.utf8.elementsEqual(file.source.name.utf8) }
    }
    guard !older.isEmpty || !own.isEmpty else {
      throw WebError.unusable("found no policy at \(DisplayText.quoted(revision))")
    }
    view.texts = older.map { ($0.source.name, $0.source.bytes) } + own
    view.usesDisk = false
    return view
  }

  /// The files at a git revision.
  func files(at revision: String) throws(WebError) -> [InputFile] {
    let paths = try comparedPaths(WorkspaceView())
    do {
      return try workspace.console.files(at: revision, paths)
    } catch {
      throw WebWorkspace.error(error)
    }
  }
}
