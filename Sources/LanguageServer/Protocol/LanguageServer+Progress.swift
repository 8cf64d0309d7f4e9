package import PolicyText

/// Progress of the first check, if it reads many files.
enum CheckProgress: Equatable {
  case none
  /// The client was asked to create the token.
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

  /// Asks the client to show progress, if there are many files.
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
