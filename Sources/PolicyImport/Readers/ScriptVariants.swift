import PolicyModel
import PolicyText

/// The strings that an expression of a script can have: literals, and constants, functions and conditional expressions of
/// literals whose conditions compare environment variables with literals. No code is run.
///
///     const IS_DEV = process.env.APP_VARIANT === "development";
///     const getID = () => { if (IS_DEV) { return "com.acme.dev"; } return "com.acme"; };
struct ScriptVariants {
  struct Variant {
    var text: ExactString
    /// The value of the environment variable; nil for the default.
    var hint: EnvironmentHint?
  }
  private typealias Condition = (then: EnvironmentHint?, otherwise: EnvironmentHint?)

  private let tokens: [GradleToken]
  /// The positions after the names of constants and functions.
  private let definitions: [ExactString: Int]
  private static let maximumDepth = 8

  init(_ source: ImportSource) {
    let tokens = GradleToken.tokens(of: source.file.bytes).filter { $0.kind != .newline }
    let named = tokens.indices.dropFirst().filter {
      ["const", "function"].contains(tokens[$0 - 1].text) && tokens[$0].kind == .word
    }
    definitions = Dictionary(named.map { (tokens[$0].text, $0 + 1) }) { first, _ in first }
    self.tokens = tokens
  }

  /// The values of an expression; nil if it has other parts.
  func variants(of span: SourceSpan) -> [Variant]? {
    let start = tokens.firstIndex { $0.span.start >= span.start }
    guard let start, let (variants, end) = value(at: start, nil, depth: 0),
      tokens.at(end).map({ $0.span.start >= span.end }) ?? true
    else { return nil }
    return variants
  }

  /// Reads an expression, and returns the position after it.
  private func value(
    at start: Int, _ hint: EnvironmentHint?, depth: Int
  ) -> ([Variant], end: Int)? {
    guard depth < Self.maximumDepth, let token = tokens.at(start) else { return nil }
    if let (condition, end) = condition(at: start, depth), tokens.isMark("?", at: end) {
      guard
        let (first, middle) = value(at: end + 1, condition.then ?? hint, depth: depth + 1),
        tokens.isMark(":", at: middle),
        let (second, end) = value(
          at: middle + 1, condition.otherwise ?? hint, depth: depth + 1)
      else { return nil }
      return (first + second, end)
    }
    if token.kind == .literal(isPlain: true) {
      return ([Variant(text: token.text, hint: hint)], start + 1)
    }
    guard token.kind == .word, let definition = definitions[token.text] else { return nil }
    guard tokens.isMark("(", at: start + 1) else {
      return initializer(definition).flatMap { value(at: $0, hint, depth: depth + 1) }.map {
        ($0.0, start + 1)
      }
    }
    guard tokens.isMark(")", at: start + 2), let body = body(definition) else { return nil }
    let variants =
      tokens.isMark("{", at: body)
      ? statements(at: body + 1, hint, depth: depth + 1)
      : value(at: body, hint, depth: depth + 1)?.0
    return variants.map { ($0, start + 3) }
  }

  /// Reads `switch (process.env.NAME) { case "…": return …; default: return …; }`.
  private func cases(at start: Int, _ hint: EnvironmentHint?, depth: Int) -> [Variant]? {
    guard tokens.isMark("(", at: start + 1), let end = variable(at: start + 2, depth),
      tokens.isMark(")", at: end), tokens.isMark("{", at: end + 1)
    else { return nil }
    var found: [Variant] = []
    var hints: [EnvironmentHint?] = []
    var index = end + 2
    while let token = tokens.at(index), !token.isMark("}") {
      switch token.text {
      case "case" where tokens.isMark(":", at: index + 2):
        guard let literal = tokens.at(index + 1), literal.kind == .literal(isPlain: true) else {
          return nil
        }
        hints.append(EnvironmentHint(.variant, literal.text))
        index += 3
      case "default" where tokens.isMark(":", at: index + 1):
        let prod = found.compactMap(\.hint?.name).first {
          EnvironmentWords.find(in: $0.utf8)?.environment == .prod
        }
        hints.append(
          prod.map { EnvironmentHint(.variant, ExactString("not \($0.string)"), .sandbox) } ?? hint)
        index += 2
      case "return":
        guard let (variants, end) = value(at: index + 1, nil, depth: depth + 1) else { return nil }
        for hint in hints {
          found += variants.map { Variant(text: $0.text, hint: $0.hint ?? hint) }
        }
        hints = []
        index = end
        while tokens.isMark(";", at: index) { index += 1 }
      default: return nil
      }
    }
    return found.isEmpty ? nil : found
  }

  /// Reads `if (…) { return …; }` and a final `return …;`.
  private func statements(
    at start: Int, _ hint: EnvironmentHint?, depth: Int
  ) -> [Variant]? {
    if tokens.at(start)?.text == "switch" { return cases(at: start, hint, depth: depth + 1) }
    var found: [Variant] = []
    var hint = hint
    var index = start
    while true {
      if tokens.at(index)?.text == "else" { index += 1 }
      var own = hint
      let isConditional = tokens.at(index)?.text == "if"
      if isConditional {
        guard tokens.isMark("(", at: index + 1),
          let (condition, end) = condition(at: index + 2, depth),
          tokens.isMark(")", at: end)
        else { return nil }
        own = condition.then ?? hint
        hint = condition.otherwise ?? hint
        index = end + 1
      }
      let hasBlock = tokens.isMark("{", at: index)
      if hasBlock { index += 1 }
      guard tokens.at(index)?.text == "return",
        let (variants, end) = value(at: index + 1, own, depth: depth + 1)
      else { return nil }
      found += variants
      guard isConditional else { return found }
      index = end
      while tokens.isMark(";", at: index) { index += 1 }
      if hasBlock {
        guard tokens.isMark("}", at: index) else { return nil }
        index += 1
      }
    }
  }

  /// Reads a comparison of an environment variable with a literal, or the name of one.
  private func condition(at start: Int, _ depth: Int) -> (Condition, end: Int)? {
    guard depth < Self.maximumDepth else { return nil }
    if tokens.isMark("!", at: start) {
      return condition(at: start + 1, depth + 1).map { (($0.0.otherwise, $0.0.then), $0.end) }
    }
    guard let operand = variable(at: start, depth) else {
      guard let name = tokens.at(start)?.text, let definition = definitions[name],
        let value = initializer(definition), let (condition, _) = condition(at: value, depth + 1)
      else { return nil }
      return (condition, start + 1)
    }
    let isEqual = tokens.isMark("=", at: operand)
    guard isEqual || tokens.isMark("!", at: operand), tokens.isMark("=", at: operand + 1) else {
      return nil
    }
    let end = operand + (tokens.isMark("=", at: operand + 2) ? 3 : 2)
    guard let literal = tokens.at(end), literal.kind == .literal(isPlain: true) else { return nil }
    let hint = EnvironmentHint(.variant, literal.text)
    let isProd = EnvironmentWords.find(in: literal.text.utf8)?.environment == .prod
    let other =
      isProd
      ? EnvironmentHint(.variant, ExactString("not \(literal.text.string)"), .sandbox) : nil
    return (isEqual ? (hint, other) : (other, hint), end + 1)
  }

  /// The position after `process.env.NAME`, or the name of a constant with such a value.
  private func variable(at start: Int, _ depth: Int) -> Int? {
    guard depth < Self.maximumDepth, let name = tokens.at(start)?.text else { return nil }
    if name == "process", tokens.at(start + 2)?.text == "env" {
      return tokens.isMark("[", at: start + 3) ? start + 6 : start + 5
    }
    guard let definition = definitions[name], let value = initializer(definition),
      let end = variable(at: value, depth + 1),
      !tokens.isMark("=", at: end) && !tokens.isMark("!", at: end)
    else { return nil }
    return start + 1
  }

  /// The position of a constant's value.
  private func initializer(_ definition: Int) -> Int? {
    // After a type: `const id: string =`.
    let equals = tokens.isMark(":", at: definition) ? definition + 2 : definition
    return tokens.isMark("=", at: equals) ? equals + 1 : nil
  }

  /// The position of a function's body: a brace, or an expression.
  private func body(_ definition: Int) -> Int? {
    if tokens.isMark("(", at: definition) {
      return tokens[definition...].firstIndex { $0.isMark("{") }
    }
    return tokens[definition...].indices.dropFirst().first {
      tokens.isMark("=", at: $0) && tokens.isMark(">", at: $0 + 1)
    }.map { $0 + 2 }
  }
}
