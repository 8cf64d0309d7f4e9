import LinkPolicy
import PolicyText

extension LanguageServer {
  /// The title of the button that writes generated files.
  static let write = "Write"

  /// Runs a command; the result is the JSON of the command line, which the client shows if it can.
  mutating func execute(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
    let title = parameters["command"]?.stringValue ?? ""
    guard let name = EditorCommand.Name(rawValue: title) else {
      throw .parameters("\(DisplayText.quoted(title)) is not a command")
    }
    var arguments = parameters["arguments"]?.items ?? []
    var root: String?
    if let last = arguments.last, let uri = last["workspace"]?.stringValue {
      root = DocumentURI.path(uri)
      arguments.removeLast()
    }
    guard let workspace = homes.first(where: { root == nil || $0.root == root }),
      let project = check(workspace).projects.first
    else { throw .failed("no workspace is open") }
    let runner = EditorCommandRunner(
      project, in: workspace, revisions: revisions, base: settings.diffBase)
    let answer: EditorCommandRunner.Answer
    do throws(EditorCommandRunner.Failure) {
      answer = try runner.answer(name, arguments)
    } catch {
      throw .failed(error.message)
    }
    if name == .writeGenerated {
      confirmWriting(workspace, answer)
    } else {
      show(answer.markdown, name)
    }
    return answer.json
  }

  /// Shows a document: as a file in the cache, else its first line.
  private mutating func show(_ markdown: String, _ name: EditorCommand.Name) {
    if client.showsDocuments, let cacheDirectory {
      let path = "\(cacheDirectory)/linkpolicy/\(name.rawValue).md"
      if (try? fileSystem.write(Array(markdown.utf8), to: path)) != nil {
        notices.append(
          request(
            "window/showDocument",
            ["uri": .string(DocumentURI.uri(path)), "takeFocus": true]))
        return
      }
    }
    let line = markdown.split(separator: "\n").first.map(String.init) ?? ""
    notices.append(Outgoing.shown(String(line.drop { $0 == "#" || $0 == " " })))
  }

  /// Asks the user before files are written.
  private mutating func confirmWriting(
    _ workspace: EditorWorkspace, _ answer: EditorCommandRunner.Answer
  ) {
    let count = answer.json["files"]?.items?.count ?? 0
    let directory = answer.json["directory"]?.stringValue ?? ""
    guard count > 0 else {
      notices.append(Outgoing.shown("the generated files are up to date"))
      return
    }
    notices.append(
      request(
        "window/showMessageRequest",
        [
          "type": 3,
          "message": .string(
            "Write \(count) generated file\(count == 1 ? "" : "s") to \(DisplayText.visible(directory))?"
          ), "actions": [["title": .string(Self.write)], ["title": "Cancel"]],
        ], then: .writing(root: workspace.root)))
  }

  mutating func writeGenerated(_ root: String) -> [JSONValue] {
    guard let workspace = homes.first(where: { $0.root == root }),
      let project = check(workspace).projects.first
    else { return [] }
    let message: String
    do throws(EditorCommandRunner.Failure) {
      let count = try EditorCommandRunner(project, in: workspace).write()
      message = "\(count) generated file\(count == 1 ? "" : "s") written"
    } catch {
      message = error.message
    }
    stale[root] = nil
    filesChanged()
    return [Outgoing.shown(message)]
  }

  /// Computes widening changes since the revision and the number of generated files that are out of
  /// date, after a save.
  mutating func compare(_ workspace: EditorWorkspace, _ check: EditorWorkspace.Check) {
    let root = workspace.root
    differences[root] = nil
    stale[root] = nil
    guard let project = check.projects.first, !project.isEmpty else { return }
    if let revisions, !settings.diffBase.isEmpty {
      differences[root] = workspace.difference(of: project, from: settings.diffBase, revisions)
    }
    if settings.hasCodeLenses, workspace.hasGeneratedFiles,
      let plan = try? EditorCommandRunner(project, in: workspace).plan()
    {
      stale[root] = plan.steps.count { $0.action != .unchanged }
    }
  }
}
