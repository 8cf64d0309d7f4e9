import LinkPolicy
import LinkPolicyCLI

extension WebService {
  /// `POST /api/init`: the files that `init --yes` would write, or with `starter` those of a small
  /// policy to start with. With `write`, writes them. Never changes existing files.
  func initialize(_ body: RouteBody) throws(WebError) -> [UInt8] {
    let isStarter = try body.flag("starter")
    let writes = try body.flag("write")
    guard !writes || options.allowsWriting else {
      throw WebError(403, "read-only", "`serve` was started without --write")
    }
    let drafts = Drafts()
    let disk = workspace.console.fileSystem
    let files: any FileSystem =
      writes ? disk : OverlayFileSystem([], over: disk, root: workspace.root, drafts: drafts)
    var output: [UInt8] = []
    if isStarter {
      try start(in: files)
    } else {
      output = try workspace.run(over: files) { try Program.execute(["init", "--yes"], on: $0) }
    }
    return line([
      "schemaVersion": 1, "output": .string(String(decoding: output, as: UTF8.self)),
      "files": .array(
        drafts.files.map { file in
          [
            "path": .string(file.path),
            "text": .string(String(decoding: file.bytes, as: UTF8.self)),
          ]
        }),
    ])
  }

  /// Writes the files of `init --starter` if there is nothing to import.
  private func start(in files: any FileSystem) throws(WebError) {
    let name = StarterPolicy.name(from: workspace.root)
    let contents = [
      ("Policies/\(name).yaml", StarterPolicy.text(named: name)),
      ("linkpolicy.yaml", StarterPolicy.configuration),
    ]
    for (path, text) in contents
    where files.kind(of: path) == nil && !files.isSymbolicLink(path) {
      do throws(FileSystemError) {
        try files.write(Array(text.utf8), to: path)
      } catch {
        throw WebWorkspace.error(error)
      }
    }
  }
}
