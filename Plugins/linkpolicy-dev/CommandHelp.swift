import Foundation
import LinkPolicyCLI

/// A command as ArgumentParser dumps it (`--experimental-dump-help`).
struct CommandHelp: Decodable {
  var commandName: String
  var abstract: String?
  var discussion: String?
  var arguments: [Argument]?
  var subcommands: [CommandHelp]?

  /// An operand, an option with a value, or a flag.
  struct Argument: Decodable {
    enum Kind: String, Decodable { case positional, option, flag }
    var kind: Kind
    var shouldDisplay: Bool
    var isOptional: Bool
    var isRepeating: Bool
    var sectionTitle: String?
    var names: [Name]?
    var preferredName: Name?
    var valueName: String?
    var defaultValue: String?
    var allValues: [String]?
    var abstract: String?
  }

  /// A name of an option.
  struct Name: Decodable {
    enum Kind: String, Decodable { case short, long, longWithSingleDash }
    var kind: Kind
    var name: String

    /// The name as typed, without the first dash.
    var withoutDash: String { kind == .long ? "-\(name)" : name }
  }

  private struct Dump: Decodable { var command: CommandHelp }

  /// The help of the whole command line, as linkpolicy itself prints it.
  static func program() throws -> CommandHelp {
    let output = Output()
    let process = Console.process
    let console = Console(
      fileSystem: process.fileSystem, read: process.read, write: { output.text += $0 },
      writeError: { process.writeError($0) }, variable: process.variable, isTerminal: false,
      isErrorTerminal: false)
    _ = Program.run(["--experimental-dump-help"], on: console)
    return try JSONDecoder().decode(Dump.self, from: Data(output.text.utf8)).command
  }

  /// The output of the program. `@unchecked`, because it is used on one thread.
  private final class Output: @unchecked Sendable {
    var text = ""
  }
}
