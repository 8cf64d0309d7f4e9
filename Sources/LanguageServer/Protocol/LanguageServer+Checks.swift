package import PolicyText

extension LanguageServer {
  /// Checks a workspace, once for each state of the documents.
  mutating func check(_ workspace: EditorWorkspace) -> EditorWorkspace.Check {
    if let check = checks[workspace.root] { return check }
    let texts = documents.values.compactMap { document in
      document.path.flatMap { path in
        self.workspace(of: path)?.root == workspace.root
          ? (path: path, source: document.checked) : nil
      }
    }.sorted { $0.path < $1.path }
    let check = workspace.check(texts, after: formerChecks.removeValue(forKey: workspace.root))
    checks[workspace.root] = check
    return check
  }

  /// The documentation site of the settings, else of a workspace's configuration.
  mutating func documentation(of workspace: EditorWorkspace?) -> DocumentationBase? {
    settings.documentation ?? workspace.flatMap { check($0).documentation }
  }

  /// Checks what changed and returns the messages to send.
  package mutating func publish() -> [JSONValue] {
    guard isDirty else { return [] }
    if isSaved {
      for workspace in homes { compare(workspace, check(workspace)) }
      pulled = nil
    }
    let news = publications.news(allFindings()) { documents[$0] != nil }
    var output: [JSONValue] = []
    if isPulled {
      // After an edit, clients request the findings of the edited document by themselves.
      if wantsRefresh || news.reachesFurther {
        output.append(request("workspace/diagnostic/refresh", .null))
      }
    } else {
      output += news.files.map {
        Outgoing.notification("textDocument/publishDiagnostics", $0.parameters(self))
      }
    }
    output += endProgress()
    isSaved = false
    // After an edit, clients request lenses by themselves.
    if wantsRefresh, client.refreshesLenses, settings.hasCodeLenses {
      output.append(request("workspace/codeLens/refresh", .null))
    }
    if wantsRefresh, client.refreshesHints {
      output.append(request("workspace/inlayHint/refresh", .null))
    }
    wantsRefresh = false
    output += notices
    notices = []
    for message in output { trace.add(Array(message.text().utf8), isIncoming: false) }
    trace.write(to: fileSystem)
    return output
  }
}

/// Progress of the first check, if it reads many files.
enum CheckProgress: Equatable {
  case none
  /// The client has been requested to create the token.
  case asked
  /// The client created the token.
  case allowed
  /// Progress has begun.
  case shown
}

extension LanguageServer {
  /// The number of files at which progress is shown.
  private static let manyFiles = 1_000
  private static let token: JSONValue = "linkpolicy-check"

  /// Requests the client to show progress if there are many files.
  mutating func askForProgress() -> [JSONValue] {
    guard client.showsProgress, progress == .none, checks.isEmpty,
      workspaces.contains(where: { $0.holds(moreFilesThan: Self.manyFiles) })
    else { return [] }
    progress = .asked
    return [request("window/workDoneProgress/create", ["token": Self.token], then: .progress)]
  }

  /// The messages to send before `publish`, which ends this progress.
  package mutating func announce() -> [JSONValue] {
    guard progress == .allowed, isDirty, workspaces.contains(where: { checks[$0.root] == nil })
    else { return [] }
    progress = .shown
    let message = Self.report(["kind": "begin", "title": "linkpolicy: checking policies"])
    trace.add(Array(message.text().utf8), isIncoming: false)
    return [message]
  }

  /// The end of the progress.
  mutating func endProgress() -> [JSONValue] {
    defer { progress = .none }
    return progress == .shown ? [Self.report(["kind": "end"])] : []
  }

  private static func report(_ value: JSONValue) -> JSONValue {
    Outgoing.notification("$/progress", ["token": token, "value": value])
  }
}
