import LinkPolicy
import LinkPolicyCLI
import PolicyText

extension WebService {
  /// `POST /api/generate`: the files that `generate` would write, their state on disk, and, by
  /// default, their contents.
  func generate(_ body: RouteBody) throws(WebError) -> [UInt8] {
    let view = try WorkspaceView(body.json)
    let environment = try body.environment()
    let wantsTexts = try body.flag("texts", standard: true)
    let configuration = try workspace.configuration(view)
    let settings = configuration.generationSettings
    let asked = try body.texts("targets")
    let targets = asked.isEmpty ? settings.targets?.map(\.value) ?? [] : asked
    for target in targets where !Project.targetNames.contains(target) {
      throw WebError.unusable("unknown target \(DisplayText.quoted(target))")
    }
    let project = try workspace.project(view)
    guard !project.report.has(atLeast: .error) else {
      throw WebError(
        400, "policies-have-errors", "the policies have errors, so nothing can be generated")
    }
    guard !project.isEmpty else { throw WebError.unusable("found no policy") }
    let output = settings.output ?? "generated"
    do throws(GenerationFailure) {
      let files = try project.generatedFiles(targets: targets, environment: environment)
      return line([
        "schemaVersion": 1, "output": .string(output),
        "files": .array(files.map { json($0, below: output, wantsTexts) }),
      ])
    } catch {
      throw WebError.unusable(error.description)
    }
  }

  private func json(_ file: OutputFile, below output: String, _ wantsTexts: Bool) -> JSONValue {
    let path = "\(output)/\(file.path)"
    let old =
      workspace.console.fileSystem.kind(of: path) == .file
      ? try? workspace.console.fileSystem.read(path, upTo: 16 << 20, isFound: true) : nil
    let state = old == nil ? "create" : old == file.bytes ? "unchanged" : "update"
    var entries: [(key: String, value: JSONValue)] = [
      ("path", .string(file.path)), ("target", .string(file.target)),
      ("environment", .optional(file.environment?.rawValue)), ("state", .string(state)),
    ]
    if wantsTexts {
      let diff = state == "update" ? UnifiedDiff.text(path: path, old: old, new: file.bytes) : nil
      entries += [("text", .string(file.text)), ("diff", .optional(diff))]
    }
    return .object(entries)
  }
}
