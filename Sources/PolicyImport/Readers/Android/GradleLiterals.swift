package import PolicyText

/// Literal values in a Gradle build file (Groovy or Kotlin): the application ID and the manifest's
/// variables.
///
/// The file is a program, which isn't run. Only a name directly followed by a string without
/// variables, or by the name of a constant, has a value; others are recorded without one.
package struct GradleLiterals: Sendable {
  /// The builds that a value applies to.
  package enum Scope: Sendable, Hashable {
    case all
    case flavor(ExactString)
    case buildType(ExactString)
  }

  package struct Value: Sendable {
    package var scope: Scope
    /// The name of a placeholder or resource; empty for the ID.
    package var name: ExactString
    /// Nil if it isn't a literal.
    package var text: ExactString?
    package var span: SourceSpan
  }

  /// Whether the module is an app or a library; nil if no plug-in determines it.
  package private(set) var isLibrary: Bool?
  /// The package of generated code, and the ID of an app without `applicationId`.
  package private(set) var namespace: Value?
  /// `applicationId`.
  package private(set) var applicationIDs: [Value] = []
  /// `applicationIdSuffix`.
  package private(set) var suffixes: [Value] = []
  /// `manifestPlaceholders`, by name.
  package private(set) var placeholders: [Value] = []
  /// `resValue` of the type `string`, by name.
  package private(set) var strings: [Value] = []
  /// All flavors and build types with a block, in the order of the file.
  package private(set) var scopes: [Scope] = []

  private let constants: GradleConstants

  /// Reads a build file; ignores everything else.
  ///
  /// - Parameter constants: constants of other files.
  package init(_ bytes: [UInt8], constants: GradleConstants = GradleConstants()) {
    let tokens = GradleToken.tokens(of: bytes)
    var constants = constants
    constants.add(tokens)
    self.constants = constants
    var blocks: [ExactString] = []
    var parentheses: [Int] = []
    for (index, token) in tokens.enumerated() {
      switch token.kind {
      case .mark(UInt8(ascii: "(")): parentheses.append(index)
      case .mark(UInt8(ascii: ")")): _ = parentheses.popLast()
      case .mark(UInt8(ascii: "{")):
        blocks.append(Self.name(ofBlockAt: index, tokens))
        if let scope = Self.scope(blocks), scope != .all, !scopes.contains(scope) {
          scopes.append(scope)
        }
      case .mark(UInt8(ascii: "}")): _ = blocks.popLast()
      case .word, .literal:
        readPlugin(token, isListed: blocks.last == "plugins")
        if token.text == "namespace", blocks.last == "android" {
          namespace = value(index + 1, tokens, .all)
        }
        guard !token.isLiteral, let scope = Self.scope(blocks) else { continue }
        read(index, tokens, scope)
      default: break
      }
    }
    // Only an app's ID has a suffix, whatever convention plug-in it applies.
    if isLibrary == nil, !suffixes.isEmpty { isLibrary = false }
  }

  /// Adds the flavors of a plug-in that the build file applies.
  mutating func addFlavors(of plugin: GradleLiterals) {
    func isFlavor(_ scope: Scope) -> Bool { if case .flavor = scope { true } else { false } }
    scopes += plugin.scopes.filter { isFlavor($0) && !scopes.contains($0) }
    suffixes = plugin.suffixes.filter { isFlavor($0.scope) } + suffixes
    placeholders = plugin.placeholders.filter { isFlavor($0.scope) } + placeholders
  }

  /// `id("com.android.library")`, `alias(libs.plugins.android.application)`, `apply plugin: "…"`.
  private mutating func readPlugin(_ token: GradleToken, isListed: Bool) {
    for (name, isLibrary) in [("application", false), ("library", true)]
    where token.text.string == "com.android.\(name)" || isListed && token.text.hasSuffix(name) {
      self.isLibrary = isLibrary
    }
  }

  private static func scope(_ blocks: [ExactString]) -> Scope? {
    guard let last = blocks.last, !last.isEmpty else { return nil }
    if last == "defaultConfig" { return .all }
    guard blocks.count > 1 else { return nil }
    switch blocks[blocks.count - 2] {
    case "productFlavors": return .flavor(last)
    case "buildTypes": return .buildType(last)
    default: return nil
    }
  }

  /// `staging {`, `create("staging") {`, `val staging by getting {`.
  private static func name(ofBlockAt brace: Int, _ tokens: [GradleToken]) -> ExactString {
    if tokens.isMark(")", at: brace - 1) {
      guard let name = tokens.at(brace - 2), name.isLiteral, tokens.isMark("(", at: brace - 3),
        let maker = tokens.at(brace - 4)?.text,
        ["create", "getByName", "register", "named", "maybeCreate"].contains(maker)
      else { return "" }
      return name.text
    }
    guard let name = tokens.at(brace - 1) else { return "" }
    let isDelegate =
      name.kind == .word && tokens.at(brace - 2)?.text == "by"
      && ["getting", "creating", "registering", "existing"].contains(name.text)
    return isDelegate ? tokens.at(brace - 3)?.text ?? "" : name.text
  }

  private mutating func read(_ index: Int, _ tokens: [GradleToken], _ scope: Scope) {
    // `foo.applicationId` belongs to another object.
    guard index == 0 || !tokens[index - 1].isMark(".") else { return }
    switch tokens[index].text {
    case "applicationId":
      if let value = value(index + 1, tokens, scope) { applicationIDs.append(value) }
    case "applicationIdSuffix":
      if let value = value(index + 1, tokens, scope) { suffixes.append(value) }
    case "manifestPlaceholders", "addManifestPlaceholders":
      placeholders += pairs(index + 1, tokens, scope)
    case "resValue":
      let texts = Self.arguments(index + 1, tokens)
      guard texts.count == 3, texts[0].text == "string", let name = texts[1].text else { return }
      strings.append(Value(scope: scope, name: name, text: texts[2].text, span: texts[2].span))
    default: break
    }
  }

  /// The value after a name: `= "x"`, `"x"`, `("x")`, `.set("x")`.
  private func value(_ start: Int, _ tokens: [GradleToken], _ scope: Scope) -> Value? {
    var index = start
    if tokens.isMark(".", at: index), tokens.at(index + 1)?.text == "set" { index += 2 }
    if tokens.isMark("=", at: index) || tokens.isMark("(", at: index) { index += 1 }
    guard let found = tokens.at(index), found.kind != .newline else { return nil }
    return Value(scope: scope, name: "", text: constants.text(at: index, tokens), span: found.span)
  }

  /// `[a: "b", "c": "d"]`, `mapOf("a" to "b")`, `["a"] = "b"`, `put("a", "b")`.
  private func pairs(_ start: Int, _ tokens: [GradleToken], _ scope: Scope) -> [Value] {
    var pairs: [Value] = []
    var depth = 0
    var index = start
    while let token = tokens.at(index) {
      switch token.kind {
      case .mark(UInt8(ascii: "(")), .mark(UInt8(ascii: "[")): depth += 1
      case .mark(UInt8(ascii: ")")), .mark(UInt8(ascii: "]")): depth -= 1
      case .mark(UInt8(ascii: "{")), .mark(UInt8(ascii: "}")): return pairs
      case .newline where depth <= 0:
        // A list may start on the next line.
        if index > start, !tokens.isMark("=", at: index - 1) { return pairs }
      case .word, .literal:
        if let (length, value) = pair(index, tokens) {
          pairs.append(Value(scope: scope, name: token.text, text: value.text, span: value.span))
          // Already past the bracket of `["a"] = "b"`.
          if tokens.isMark("]", at: index + 1) { depth -= 1 }
          index += length
        }
      default: break
      }
      if depth < 0 { return pairs }
      index += 1
    }
    return pairs
  }

  /// The value of a name, and the number of tokens before it.
  private func pair(
    _ index: Int, _ tokens: [GradleToken]
  ) -> (Int, (text: ExactString?, span: SourceSpan))? {
    var next = index + 1
    let isLiteral = tokens[index].isLiteral
    if tokens.isMark(":", at: next) || isLiteral && tokens.at(next)?.text == "to"
      || isLiteral && tokens.isMark(",", at: next) && tokens.at(index - 2)?.text == "put"
    {
      next += 1
    } else if isLiteral, tokens.isMark("]", at: next), tokens.isMark("=", at: next + 1) {
      next += 2
    } else {
      return nil
    }
    guard let value = tokens.at(next) else { return nil }
    return (next - index, (constants.text(at: next, tokens), value.span))
  }

  /// The arguments of a call, with or without parentheses; nil strings for arguments that aren't literals.
  private static func arguments(
    _ start: Int, _ tokens: [GradleToken]
  ) -> [(text: ExactString?, span: SourceSpan)] {
    var arguments: [(text: ExactString?, span: SourceSpan)] = []
    var index = start
    let hasParentheses = tokens.isMark("(", at: index)
    if hasParentheses { index += 1 }
    while let found = tokens.at(index), arguments.count < 4 {
      if found.kind == .newline {
        guard hasParentheses else { break }
        index += 1
        continue
      }
      if found.isMark(")") { break }
      let isPlain = found.kind == .literal(isPlain: true) && tokens.isEnd(index + 1)
      arguments.append((isPlain ? found.text : nil, found.span))
      while let next = tokens.at(index), !next.isMark(","), !next.isMark(")"),
        next.kind != .newline
      { index += 1 }
      if tokens.isMark(",", at: index) { index += 1 }
    }
    return arguments
  }
}
