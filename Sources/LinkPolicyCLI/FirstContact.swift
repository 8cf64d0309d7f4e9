import ArgumentParser
import LinkPolicy
import PolicyModel
import PolicyText

/// What to do in a directory without policies.
enum FirstContact {
  private static let shown = 5

  /// A hint about `init` and the files that it would import.
  static func hint(_ console: Console) -> String {
    let files = ImportSearch(".", in: console.fileSystem, isPrefixShown: false).files
    let found = SourceImport(files, found: files.count).files
    guard !found.isEmpty else {
      return "no policies here yet; to write a first one with comments, run "
        + "`linkpolicy init --starter`"
    }
    let names = found.prefix(shown).map { "\(DisplayText.visible($0.path)) (\($0.kind))" }
    let more = found.count > shown ? " and \(found.count - shown) more" : ""
    return "no policies here yet; `linkpolicy init` creates one from "
      + names.joined(separator: ", ") + more
  }
}

/// `linkpolicy help KIND`: the fields of a request type.
struct KindHelp {
  private let kind: String
  private let shape: MappingShape

  /// - Parameter name: with dashes or underscores; nil if it is not a request type.
  init?(_ name: String) {
    kind = String(name.map { $0 == "-" ? "_" : $0 })
    guard let shape = RequestShape.kind(kind) else { return nil }
    self.shape = shape
  }

  var text: String {
    let command = String(kind.map { $0 == "_" ? "-" : $0 })
    let keys = shape.keys.filter { !["kind", "id"].contains($0.name) }
    let width = keys.map(\.name.utf8.count).max() ?? 0
    let rows = keys.map { key -> String in
      let option = key.name == "policy" ? "policy-name" : key.name
      return "  --" + String(option.map { $0 == "_" ? "-" : $0 }).padded(to: width + 6)
        + key.summary + "\n"
    }
    return "Usage: linkpolicy simulate \(command) [options] [paths]\n\n"
      + "Fields of the request, in options, test files and lines of `--requests`:\n"
      + rows.joined() + "\nFor all options, run `linkpolicy simulate --help`.\n"
  }
}

/// A usage error of ArgumentParser in the format of other errors.
struct UsageMessage {
  let text: String

  /// - Parameters:
  ///   - message: the first line of the error.
  ///   - command: the subcommand, if any.
  init(_ message: String, command: String?) {
    let subcommand = command.flatMap(RootCommand.command)
    let parsed: any ParsableCommand.Type = subcommand ?? RootCommand.self
    var text = DisplayText.visible(message)
    text = text.prefix(1).lowercased() + text.dropFirst()
    if let end = text.firstRange(of: ". Did you mean ") { text = String(text[..<end.lowerBound]) }
    text = text.replacing(". Please provide one of ", with: "; write one of ")
    text = text.replacing("'", with: "`")
    if text.hasSuffix(".") { text.removeLast() }
    let words = text.split(separator: "`", omittingEmptySubsequences: false)
    if text.hasPrefix("unknown option"), words.count > 1,
      let option = Self.option(near: String(words[1]), of: parsed)
    {
      text += "; did you mean `\(option)`?"
    } else {
      let name = subcommand.map { "linkpolicy \($0._commandName)" } ?? "linkpolicy"
      text += "; for help, run `\(name) --help`"
    }
    self.text = text
  }

  /// The option that a mistyped one stands for: one with the same prefix, or a similar one.
  private static func option(
    near name: String, of command: any ParsableCommand.Type
  ) -> String? {
    let options = RootCommand.helpMessage(for: command).split(separator: "\n").flatMap { line in
      line.split { " ,".contains($0) }.prefix(2).filter { $0.hasPrefix("--") }.map(String.init)
    }
    // Other tools have an option for each format.
    let format = String(name.dropFirst(2))
    if options.contains("--format"), ["json", "sarif", "text"].contains(format) {
      return "--format \(format)"
    }
    return options.first { name.utf8.count > 4 && $0.hasPrefix(name) }
      ?? Nearest.name(to: name, among: options)
  }
}
