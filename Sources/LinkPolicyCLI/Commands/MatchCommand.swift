import AssociationFiles
import LinkPolicy
import PolicyDiagnostics
import PolicySourceTree
import PolicyText

/// `linkpolicy match`: what association files that somebody else wrote say about URLs.
package struct MatchCommand: Sendable, Equatable {
  /// The file that is asked.
  package enum Source: Sendable, Equatable {
    case appleAppSiteAssociation(path: String, domain: String)
    case assetLinks(path: String, androidVersion: Int)
    /// One question with its file per line of standard input.
    case lines
  }

  package var source: Source
  /// Only this app: an app ID, or a package name.
  package var app: String?
  package var urls: [String]
  package var explains: Bool

  package init(source: Source, app: String? = nil, urls: [String] = [], explains: Bool = false) {
    self.source = source
    self.app = app
    self.urls = urls
    self.explains = explains
  }

  /// Runs the command.
  package func run(_ console: Console) throws -> ExitStatus {
    switch source {
    case .lines: return answerLines(console)
    case .appleAppSiteAssociation(let path, let domain):
      let tree = try read(path, console)
      return ask(
        AssociationMatch(
          apple: tree, domain: ExactString(domain), app: app.map { ExactString($0) }), console)
    case .assetLinks(let path, let version):
      let tree = try read(path, console)
      return ask(
        AssociationMatch(
          assetLinks: tree, package: app.map { ExactString($0) }, version: version), console)
    }
  }

  /// Platforms ignore a file that is not JSON, so there is no answer about one.
  private func read(_ path: String, _ console: Console) throws -> SourceTree {
    let bytes = path == "-" ? console.readAll() : try console.fileSystem.read(path)
    let source = SourceFile(name: path, bytes: bytes)
    let result = JSONReader.read(source, file: FileID(0))
    guard result.diagnostics.isEmpty else {
      let report = Report(sources: [source], diagnostics: result.diagnostics)
      let style = console.style(.auto, isTerminal: console.isErrorTerminal)
      console.writeError(TextReporter(style: style).render(report))
      throw UsageError("\(UTF8Text.visible(path)) is not JSON: devices ignore the whole file")
    }
    return result.tree
  }

  private func ask(_ match: AssociationMatch, _ console: Console) -> ExitStatus {
    var status = ExitStatus.clean
    for url in urls {
      let answer = match.answer(ExactString(url))
      if answer.outcome != .match { status = .findings }
      console.write("\(answer.word) \(UTF8Text.visible(url))\n")
      guard explains else { continue }
      if let problem = answer.problem { console.write("  \(problem.words)\n") }
      for step in answer.steps { console.write("  \(step.words)\n") }
      if let closest = answer.closest { console.write("  closest: \(closest)\n") }
    }
    return status
  }

  // MARK: the conformance protocol

  private func answerLines(_ console: Console) -> ExitStatus {
    var lines = LineSplitter()
    var status = ExitStatus.clean
    func answer(_ line: [UInt8]) {
      guard !line.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) else { return }
      let (json, isValid) = self.answer(line)
      if !isValid { status = .findings }
      console.write(json.text() + "\n")
    }
    while true {
      let chunk = console.read(1 << 16)
      if chunk.isEmpty { break }
      for line in lines.add(chunk) { answer(line) }
    }
    if let last = lines.rest { answer(last) }
    return status
  }

  private func answer(_ line: [UInt8]) -> (json: JSONValue, isValid: Bool) {
    let result = JSONReader.read(SourceFile(name: "-", bytes: line), file: FileID(0))
    let tree = result.tree
    let id = tree.root.flatMap { tree.value(of: "id", in: $0) }.map { tree.json($0) } ?? .null
    func invalid(_ message: String) -> (JSONValue, Bool) {
      (["id": id, "error": "invalid_line", "message": .string(message)], false)
    }
    if let problem = result.diagnostics.first { return invalid(problem.message) }
    guard let root = tree.root, tree.kind(root) == .mapping else {
      return invalid("a question is an object")
    }
    func text(_ key: String) -> ExactString? {
      guard let node = tree.value(of: key, in: root), tree.style(node) == .jsonString else {
        return nil
      }
      return tree.text(node)
    }
    guard let file = tree.value(of: "aasa", in: root) else { return invalid("there is no `aasa`") }
    guard let domain = text("domain") else { return invalid("there is no `domain`") }
    guard let url = text("url") else { return invalid("there is no `url`") }
    let match = AssociationMatch(apple: tree, at: file, domain: domain, app: text("appId"))
    let answer = match.answer(url)
    var entries: [(key: String, value: JSONValue)] = [
      ("id", id), ("decision", .string(answer.word)),
    ]
    if explains {
      let words = (answer.problem.map { [$0.words] } ?? []) + answer.steps.map(\.words)
      entries.append(("explanation", .array(words.map { .string($0) })))
      entries.append(("closest", .optional(answer.closest)))
    }
    return (.object(entries), true)
  }
}
