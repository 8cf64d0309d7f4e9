package import PolicyText

extension AssociationMatch {
  /// The answer to a line of `match --ndjson` that has more bytes than are read.
  package static func tooLong(limit: Int) -> JSONValue {
    [
      "id": .null, "error": "invalid_line",
      "message": .string("the line has more than \(limit) bytes"),
    ]
  }

  /// The decision for a line of `match --ndjson`: `{"id", "aasa", "domain", "appId", "url"}`.
  ///
  /// - Parameter explains: includes the reasons.
  /// - Returns: the decision, or an object with `error` and `message` if the line is not a request.
  package static func answer(
    line: [UInt8], explains: Bool = false
  ) -> (json: JSONValue, isValid: Bool) {
    let result = JSONReader.read(SourceFile(name: "-", bytes: line), file: FileID(0))
    let tree = result.tree
    let id = tree.root.flatMap { tree.value(of: "id", in: $0) }.map { tree.json($0) } ?? .null
    func invalid(_ message: String) -> (JSONValue, Bool) {
      (["id": id, "error": "invalid_line", "message": .string(message)], false)
    }
    if let problem = result.diagnostics.first { return invalid(problem.message) }
    guard let root = tree.root, tree.kind(root) == .mapping else {
      return invalid("a request must be an object")
    }
    func text(_ key: String) -> ExactString? {
      guard let node = tree.value(of: key, in: root), tree.style(node) == .jsonString else {
        return nil
      }
      return tree.text(node)
    }
    guard let file = tree.value(of: "aasa", in: root) else { return invalid("`aasa` is missing") }
    guard let domain = text("domain") else { return invalid("`domain` is missing") }
    guard let url = text("url") else { return invalid("`url` is missing") }
    let match = AssociationMatch(apple: tree, at: file, domain: domain, app: text("appId"))
    let answer = match.answer(url)
    var entries: [(key: String, value: JSONValue)] = [
      ("id", id), ("decision", .string(answer.outcome.rawValue)),
    ]
    if explains {
      entries.append(("explanation", .array(answer.explanation.map { .string($0) })))
      entries.append(("closest", .optional(answer.closest)))
    }
    return (.object(entries), true)
  }
}
