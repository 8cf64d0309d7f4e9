import LinkPolicy
import PolicyText

extension LanguageServer {
  // MARK: notifications

  mutating func notice(_ method: String, _ parameters: JSONValue) -> [JSONValue] {
    if method == "exit" {
      exit = phase == .shutDown ? 0 : 1
      phase = .exited
      return []
    }
    guard phase == .running else { return [] }
    switch method {
    case "initialized":
      changed()
      return (client.watchesFiles ? [watchFiles()] : []) + askForSettings(registers: true)
        + askForProgress()
    case "textDocument/didOpen": openDocument(parameters)
    case "textDocument/didChange": return changeDocument(parameters)
    case "textDocument/didClose": closeDocument(parameters)
    case "textDocument/didSave": saveDocument(parameters)
    case "workspace/didChangeWatchedFiles": filesChanged()
    case "workspace/didChangeConfiguration":
      if client.givesSettings { return askForSettings(registers: false) }
      if let section = parameters[path: "settings", "linkpolicy"] { set(ServerSettings(section)) }
    case "workspace/didChangeWorkspaceFolders": changeFolders(parameters)
    default: break
    }
    return []
  }

  /// A request to the client.
  mutating func request(
    _ method: String, _ parameters: JSONValue, then expectation: Expectation = .nothing
  ) -> JSONValue {
    requests += 1
    expected[requests] = expectation
    return Outgoing.request(requests, method, parameters)
  }

  private mutating func watchFiles() -> JSONValue {
    let globs = [
      "**/*.{yaml,yml}", "**/apple-app-site-association*", "**/assetlinks.json",
      "**/*baseline*.json",
    ]
    return register(
      "linkpolicy-files", "workspace/didChangeWatchedFiles",
      ["watchers": .array(globs.map { ["globPattern": .string($0)] })])
  }

  /// Requests the client to send notifications.
  mutating func register(_ id: String, _ method: String, _ options: JSONValue) -> JSONValue {
    request(
      "client/registerCapability",
      [
        "registrations": [
          ["id": .string(id), "method": .string(method), "registerOptions": options]
        ]
      ])
  }

  private mutating func openDocument(_ parameters: JSONValue) {
    guard let item = parameters["textDocument"], let uri = item["uri"]?.stringValue,
      let text = item["text"]?.stringValue
    else { return }
    let language = item["languageId"]?.stringValue ?? ""
    documents[uri] = OpenDocument(
      uri: uri, path: path(of: uri, language), language: language,
      version: item["version"]?.integer ?? 0, text: text)
    changed(uri, isUrgent: true)
  }

  private mutating func changeDocument(_ parameters: JSONValue) -> [JSONValue] {
    guard let item = parameters["textDocument"], let uri = item["uri"]?.stringValue,
      var document = documents.removeValue(forKey: uri)
    else { return [] }
    var output: [JSONValue] = []
    do throws(ResponseError) {
      try document.apply(
        parameters["contentChanges"]?.items ?? [],
        version: item["version"]?.integer ?? document.version &+ 1, encoding)
    } catch {
      output.append(Outgoing.logged(1, "can't apply a change: \(error.message)"))
    }
    documents[uri] = document
    guard document.isAhead else {
      changed(uri)
      return output
    }
    if remarked.insert(uri).inserted {
      let name = (document.path ?? uri).split(separator: "/").last.map(String.init) ?? uri
      output.append(
        Outgoing.shown(
          "\(DisplayText.visible(name)) has more than 4 MiB, so it is checked only on save"))
    }
    return output
  }

  private mutating func saveDocument(_ parameters: JSONValue) {
    let uri = parameters[path: "textDocument", "uri"]?.stringValue
    if let uri { documents[uri]?.settle() }
    isSaved = true
    wantsRefresh = true
    changed(uri, isUrgent: true)
  }

  private mutating func closeDocument(_ parameters: JSONValue) {
    guard let uri = parameters[path: "textDocument", "uri"]?.stringValue else { return }
    documents[uri] = nil
    changed()
  }

  private mutating func changeFolders(_ parameters: JSONValue) {
    let removed = parameters[path: "event", "removed"]?.items ?? []
    for folder in removed {
      guard let path = folder["uri"]?.stringValue.flatMap(DocumentURI.path) else { continue }
      workspaces.removeAll { $0.root == path }
    }
    for folder in parameters[path: "event", "added"]?.items ?? [] {
      if let path = folder["uri"]?.stringValue.flatMap(DocumentURI.path) { open(folder: path) }
    }
    for (uri, document) in documents {
      let path = path(of: uri, document.language)
      documents[uri]?.path = path
    }
    changed()
    formerChecks = [:]
  }

  /// Applies settings; unknown ones are reported once.
  ///
  /// - Parameter isStart: whether they are part of `initialize`.
  mutating func set(_ new: ServerSettings, isStart: Bool = false) {
    let unknown = new.unknown.filter { !settings.unknown.contains($0) }
    let known = settings.unknown
    // A repository may have its own settings, which must not select a file to write.
    let traceFile = isStart ? new.traceFile : settings.traceFile
    settings = new
    settings.traceFile = traceFile
    settings.unknown = known + unknown
    trace.path = traceFile
    if !unknown.isEmpty {
      let names = unknown.map { DisplayText.quoted($0) }.joined(separator: ", ")
      notices.append(Outgoing.logged(2, "linkpolicy: unknown settings: \(names)"))
    }
    workspaces = workspaces.map { workspace(at: $0.root) }
    if !isStart { filesChanged() }
  }

  /// Call this if a checked file changed.
  package mutating func filesChanged() {
    wantsRefresh = true
    changed()
  }

  /// All files that a check read, and directories where files may appear, for clients that
  /// don't watch files.
  package var watchedPaths: [String] {
    guard phase == .running, !client.watchesFiles else { return [] }
    var paths: Set<String> = []
    for workspace in workspaces {
      paths.insert(workspace.root)
      paths.insert(workspace.root + "/linkpolicy.yaml")
      if let baseline = checks[workspace.root]?.baseline {
        paths.insert(EditorWorkspace.absolute(baseline, below: workspace.root))
      }
      for source in (checks[workspace.root]?.projects ?? []).flatMap(\.report.sources) {
        var path = EditorWorkspace.absolute(source.name, below: workspace.root)
        while path.utf8.count > workspace.root.utf8.count, paths.insert(path).inserted,
          let slash = path.lastIndex(of: "/")
        {
          path = String(path[..<slash])
        }
      }
      paths.insert(workspace.root + "/Policies")
    }
    return paths.sorted()
  }

  /// Marks findings as changed.
  ///
  /// - Parameter uri: the edited document.
  mutating func changed(_ uri: String? = nil, isUrgent: Bool = false) {
    formerChecks.merge(checks) { $1 }
    checks = [:]
    outcomes = [:]
    pulled = nil
    publications.fall(due: uri, isUrgent: isUrgent)
  }
}
