public import PolicyText

extension AssociationMatch {
  /// The answer to a line of `match --ndjson` that has more bytes than are read.
  public static func tooLong(limit: Int) -> JSONValue {
    [
      "id": .null, "error": "invalid_line",
      "message": .string("the line has more than \(limit) bytes"),
    ]
  }

  /// Answers a line of `match --ndjson`: `{"id", "aasa", "domain", "appId", "url"}`.
  ///
  /// - Parameter explains: the answer says why.
  /// - Returns: the answer, or an object with `error` and `message` where the line is no question.
  public static func answer(
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
      ("id", id), ("decision", .string(answer.outcome.rawValue)),
    ]
    if explains {
      entries.append(("explanation", .array(answer.explanation.map { .string($0) })))
      entries.append(("closest", .optional(answer.closest)))
    }
    return (.object(entries), true)
  }
}
