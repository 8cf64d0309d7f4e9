import ArgumentParser
import LinkPolicy

/// The first word of a command line that is no command: what was meant, before ArgumentParser counts it as
/// an unexpected argument.
enum CommandNames {
  /// Names of other tools' commands that do the same.
  private static let synonyms = [
    "check": "validate", "lint": "validate", "verify-config": "validate", "gen": "generate",
    "build": "generate", "sim": "simulate", "decide": "simulate", "request": "simulate",
    "flows": "flow", "compare": "diff", "who": "who-allows", "allows": "who-allows",
    "format": "fmt",
    "rule": "explain", "why": "explain", "list": "rules", "convert": "import", "migrate": "import",
    "web": "serve", "playground": "serve", "ui": "serve",
    "new": "init", "create": "init", "setup": "init",
  ]

  /// What is wrong with the first word; nil where it is a command or an option.
  static func problem(in arguments: [String]) -> String? {
    var words = arguments[...]
    if words.first == "help" { words = words.dropFirst() }
    guard let word = words.first, !word.hasPrefix("-") else { return nil }
    let names = RootCommand.configuration.subcommands.map { $0._commandName }
    guard !names.contains(word), word != "help" else { return nil }
    let shown = UTF8Text.quoted(word)
    // A path in the place of the command.
    if word.contains("/") || word.hasSuffix(".yaml") || word.hasSuffix(".yml") {
      return "\(shown) is no command; `linkpolicy validate \(UTF8Text.visible(word))` checks it"
    }
    guard let near = synonyms[word] ?? Nearest.name(to: word, among: names) else {
      return "\(shown) is no command; `linkpolicy --help` lists them"
    }
    return "\(shown) is no command; a similar one exists: `\(near)`"
  }
}
