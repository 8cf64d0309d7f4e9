package import PolicyText

/// What a client shows while the first check of many files runs.
enum CheckProgress: Equatable {
  case none
  /// The client was asked whether it shows something.
  case asked
  /// It does.
  case allowed
  /// It does so now.
  case shown
}

extension LanguageServer {
  /// Files from which on a check takes so long (300 ms) that somebody wants to know of it.
  private static let manyFiles = 1_000
  private static let token: JSONValue = "linkpolicy-check"

  /// Asks the client to show the first check, where there is much to check.
  mutating func askForProgress() -> [JSONValue] {
    guard client.showsProgress, progress == .none, checks.isEmpty,
      workspaces.contains(where: { $0.holds(moreFilesThan: Self.manyFiles) })
    else { return [] }
    progress = .asked
    return [request("window/workDoneProgress/create", ["token": Self.token], then: .progress)]
  }

  /// What to send before `publish`, which may take long; `publish` ends what this starts.
  package mutating func announce() -> [JSONValue] {
    guard progress == .allowed, isDirty, workspaces.contains(where: { checks[$0.root] == nil })
    else { return [] }
    progress = .shown
    let message = Self.report(["kind": "begin", "title": "linkpolicy: checking policies"])
    trace.add(Array(message.text().utf8), isIncoming: false)
    return [message]
  }

  /// The end of what was shown; afterwards no check takes long.
  mutating func endProgress() -> [JSONValue] {
    defer { progress = .none }
    return progress == .shown ? [Self.report(["kind": "end"])] : []
  }

  private static func report(_ value: JSONValue) -> JSONValue {
    Outgoing.notification("$/progress", ["token": token, "value": value])
  }
}
