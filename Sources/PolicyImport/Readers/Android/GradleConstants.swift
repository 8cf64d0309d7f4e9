import PolicyText

/// Strings with a name in build files: `def x = "…"`, `const val x = "…"`, `ext.x = "…"`, `set("x", "…")`, and
/// `gradle.properties`.
package struct GradleConstants: Sendable {
  /// Nil for names with several values.
  private var texts: [ExactString: ExactString?] = [:]

  package init() {}

  /// Adds the constants of a file; those of a file override others.
  mutating func add(_ source: ImportSource) {
    guard source.path.hasSuffix(".properties") else {
      return add(GradleToken.tokens(of: source.file.bytes))
    }
    for line in source.lines {
      let parts = line.text.string.split(separator: "=", maxSplits: 1).map {
        ExactString(String($0.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()))
      }
      if parts.count == 2 { texts[parts[0]] = parts[1] }
    }
  }

  mutating func add(_ tokens: [GradleToken]) {
    var own: [ExactString: ExactString?] = [:]
    for (index, token) in tokens.enumerated() {
      var name = token.text
      var next = index + 1
      func isMark(_ mark: Unicode.Scalar) -> Bool {
        GradleLiterals.token(next, tokens)?.isMark(mark) == true
      }
      if token.text == "set", isMark("("), let key = GradleLiterals.token(index + 2, tokens),
        key.isLiteral
      {
        name = key.text
        next = index + 3
        guard isMark(",") else { continue }
      } else {
        guard token.kind == .word else { continue }
        // `val x: String = "…"`
        if isMark(":"), GradleLiterals.token(index + 2, tokens)?.text == "String" { next += 2 }
        guard isMark("=") else { continue }
      }
      guard let text = Self.literal(next + 1, tokens) else { continue }
      own[name] = own[name] == nil || own[name] == text ? text : .some(nil)
    }
    texts.merge(own) { $1 }
  }

  /// The value of an expression: a literal, or a name of a constant.
  func text(at index: Int, _ tokens: [GradleToken]) -> ExactString? {
    Self.literal(index, tokens) ?? reference(index, tokens).flatMap { texts[$0] ?? nil }
  }

  private static func literal(_ index: Int, _ tokens: [GradleToken]) -> ExactString? {
    guard let token = GradleLiterals.token(index, tokens), token.kind == .literal(isPlain: true),
      GradleLiterals.isEnd(index + 1, tokens)
    else { return nil }
    return token.text
  }

  /// The name in `x`, `rootProject.ext.x`, `project.property("x") as String`, `extra["x"]`.
  private func reference(_ start: Int, _ tokens: [GradleToken]) -> ExactString? {
    let calls: Set<ExactString> = [
      "property", "findProperty", "gradleProperty", "getProperty", "properties", "extra", "ext",
      "get",
    ]
    var name: ExactString?
    var index = start
    while let token = GradleLiterals.token(index, tokens) {
      if token.kind == .word {
        let argument = GradleLiterals.token(index + 2, tokens)
        if calls.contains(token.text), let argument, argument.kind == .literal(isPlain: true) {
          name = argument.text
          index += 3
        } else if !["as", "String", "toString", "get"].contains(token.text) {
          name = token.text
        }
      } else if GradleLiterals.isEnd(index, tokens), !token.isMark(")") && !token.isMark("]") {
        return name
      } else if ![".", "?", "!", "(", ")", "]"].contains(where: token.isMark) {
        return nil
      }
      index += 1
    }
    return name
  }
}
