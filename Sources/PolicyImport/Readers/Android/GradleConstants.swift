import PolicyText

/// Strings with a name in build files: `def x = "…"`, `const val x = "…"`, `ext.x = "…"`, `set("x", "…")`,
/// `gradle.properties`, and versions of `libs.versions.toml`.
package struct GradleConstants: Sendable {
  /// Nil for names with several values.
  private var texts: [ExactString: ExactString?] = [:]

  package init() {}

  /// Adds the constants of a file; those of a file override others.
  mutating func add(_ source: ImportSource) {
    let isCatalog = source.path.hasSuffix(".toml")
    guard isCatalog || source.path.hasSuffix(".properties") else {
      return add(GradleToken.tokens(of: source.file.bytes))
    }
    var isInVersions = false
    for line in source.lines {
      if line.text.hasPrefix("[") { isInVersions = line.text.hasPrefix("[versions]") }
      let parts = line.text.string.split(separator: "=", maxSplits: 1).map {
        ExactString(String($0.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()))
      }
      guard parts.count == 2 else { continue }
      if !isCatalog {
        texts[parts[0]] = parts[1]
      } else if isInVersions, parts[1].utf8.count > 2, parts[1].hasPrefix("\""),
        parts[1].hasSuffix("\"")
      {
        texts[Self.version([parts[0]])] = ExactString(
          decoding: parts[1].utf8.dropFirst().dropLast())
      }
    }
  }

  /// The name of a version in a catalog: `app-id` is `libs.versions.app.id` in build files.
  private static func version(_ parts: [ExactString]) -> ExactString {
    let words = parts.flatMap { part in
      part.string.split { ".-_".contains($0) }.map(String.init)
    }
    return ExactString((["libs", "versions"] + words).joined(separator: "."))
  }

  mutating func add(_ tokens: [GradleToken]) {
    var own: [ExactString: ExactString?] = [:]
    for (index, token) in tokens.enumerated() {
      var name = token.text
      var next = index + 1
      if token.text == "set", tokens.isMark("(", at: next), let key = tokens.at(index + 2),
        key.isLiteral
      {
        name = key.text
        next = index + 3
        guard tokens.isMark(",", at: next) else { continue }
      } else {
        guard token.kind == .word else { continue }
        // `val x: String = "…"`
        if tokens.isMark(":", at: next), tokens.at(index + 2)?.text == "String" { next += 2 }
        guard tokens.isMark("=", at: next) else { continue }
      }
      guard let text = text(at: next + 1, tokens, own: own) else { continue }
      own[name] = own[name] == nil || own[name] == text ? text : .some(nil)
    }
    texts.merge(own) { $1 }
  }

  /// The value of an expression: a literal, the name of a constant, or the default of a property.
  ///
  /// - Parameter own: the constants before it in its file.
  func text(
    at index: Int, _ tokens: [GradleToken], own: [ExactString: ExactString?] = [:]
  ) -> ExactString? {
    Self.literal(index, tokens)
      ?? reference(index, tokens).flatMap { (own[$0] ?? texts[$0]) ?? nil }
      ?? Self.preset(index, tokens)
  }

  /// The maximum number of tokens to search for a default, because a line can have any number of
  /// assignments.
  private static let maximumExpression = 32

  /// `"x"` in `findProperty("id") ?: "x"`, `config.getOrDefault("ID", "x")` and `gradleProperty("id").getOrElse("x")`.
  private static func preset(_ start: Int, _ tokens: [GradleToken]) -> ExactString? {
    var index = start
    while index < start + maximumExpression, let token = tokens.at(index), token.kind != .newline {
      let isCall = tokens.isMark("(", at: index + 1)
      if isCall, token.text == "getOrDefault", tokens.isMark(",", at: index + 3) {
        return literal(index + 4, tokens)
      }
      if isCall && ["getOrElse", "orElse"].contains(token.text)
        || token.isMark("?") && tokens.isMark(":", at: index + 1)
      {
        return literal(index + 2, tokens)
      }
      index += 1
    }
    return nil
  }

  private static func literal(_ index: Int, _ tokens: [GradleToken]) -> ExactString? {
    tokens.at(index).flatMap {
      $0.kind == .literal(isPlain: true) && tokens.isEnd(index + 1) ? $0.text : nil
    }
  }

  /// The name in `x`, `rootProject.ext.x`, `project.property("x") as String`, `extra["x"]`, `libs.versions.x.get()`.
  private func reference(_ start: Int, _ tokens: [GradleToken]) -> ExactString? {
    let calls: Set<ExactString> = [
      "property", "findProperty", "gradleProperty", "getProperty", "properties", "extra", "ext",
      "get", "getOrDefault",
    ]
    var words: [ExactString] = []
    /// A string stands for the whole name.
    var argument: ExactString?
    var name: ExactString? {
      guard argument == nil, words.starts(with: ["libs", "versions"]) else {
        return argument ?? words.last
      }
      return Self.version(Array(words.dropFirst(2)))
    }
    var index = start
    while let token = tokens.at(index) {
      if token.kind == .word {
        let next = tokens.at(index + 2)
        if calls.contains(token.text), let next, next.kind == .literal(isPlain: true) {
          argument = next.text
          index += 3
        } else if !["as", "String", "toString", "get"].contains(token.text) {
          words.append(token.text)
          argument = nil
        }
      } else if tokens.isEnd(index), !token.isMark(")") && !token.isMark("]") {
        return name
      } else if token.isMark(":") {
        // `?:` and a default.
        return index > start && tokens[index - 1].isMark("?") ? name : nil
      } else if ![".", "?", "!", "(", ")", "]"].contains(where: token.isMark) {
        return nil
      }
      index += 1
    }
    return name
  }
}
