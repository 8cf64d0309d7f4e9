import Foundation
import PolicyTestSupport
import ProjectTestSupport
import Testing

/// Compares the manual pages of `linkpolicy-dev man` with the command line.
@Suite struct ManualTests {
  /// A command, and what its page must describe.
  struct Command: Sendable, CustomTestStringConvertible {
    var name: String
    /// The names of each option.
    var options: [[String]]
    var operands: [String]
    var testDescription: String { name }
  }

  /// All commands that have a page, read from the command line definition.
  static let commands: [Command] = {
    let dump = CommandLineRun(["--experimental-dump-help"], files: MemoryFileSystem()).output
    let object = try? JSONSerialization.jsonObject(with: Data(dump.utf8)) as? [String: Any]
    guard let root = object?["command"] as? [String: Any] else { return [] }
    let subcommands = (root["subcommands"] as? [[String: Any]] ?? []).filter {
      $0["commandName"] as? String != "help"
    }
    return ([root] + subcommands).map { help in
      let name = help["commandName"] as? String ?? ""
      var command = Command(
        name: name == "linkpolicy" ? name : "linkpolicy-\(name)", options: [], operands: [])
      for argument in help["arguments"] as? [[String: Any]] ?? []
      where argument["shouldDisplay"] as? Bool == true {
        let names = (argument["names"] as? [[String: Any]] ?? []).map { option in
          let dashes = option["kind"] as? String == "long" ? "--" : "-"
          return dashes + (option["name"] as? String ?? "")
        }
        if !names.isEmpty { command.options.append(names) }
        if argument["kind"] as? String == "positional" {
          command.operands.append(argument["valueName"] as? String ?? "")
        }
      }
      return command
    }
  }()

  /// The pages, generated once in a temporary directory.
  static let folder: URL? = {
    let directory = FileManager.default.temporaryDirectory.appending(
      path: "linkpolicy-manual-\(UUID().uuidString)")
    try? FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    let tool = URL(filePath: BuiltTool.path).deletingLastPathComponent()
      .appending(path: "linkpolicy-dev").path
    let run = try? Tool.run(tool, ["man"], in: directory)
    return run?.status == 0 ? directory.appending(path: ".build/man") : nil
  }()

  @Test(arguments: commands) func `no example in the help is wrapped`(command: Command) {
    let name = command.name.split(separator: "-", maxSplits: 1).dropFirst().map(String.init)
    let help = CommandLineRun(["help"] + name, files: MemoryFileSystem()).output
    let examples = help.components(separatedBy: "\nExamples:\n").dropFirst().joined()
    for line in examples.components(separatedBy: "\n\n")[0].split(separator: "\n") {
      #expect(line.hasPrefix("  "), "\(line)")
    }
  }

  @Test(arguments: commands) func `each option states its values once`(command: Command) {
    let name = command.name.split(separator: "-", maxSplits: 1).dropFirst().map(String.init)
    let help = CommandLineRun(["help"] + name, files: MemoryFileSystem()).output
    for item in help.split(separator: #/\n  (?=\S)/#) {
      let words = item.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(words.matches(of: #/\bdefault( as flag)?: /#).count < 2, "\(words)")
      if let values = words.firstMatch(of: #/\(values: ([^;)]+)/#)?.1.split(separator: ", ") {
        let text = words.prefix { $0 != "(" }
        #expect(values.contains { !text.contains($0) } || values.count == 1, "\(words)")
      }
    }
  }

  static func file(_ name: String) throws -> URL {
    try #require(folder, "linkpolicy-dev man failed").appending(path: "\(name).1")
  }

  static func page(_ name: String) throws -> String {
    try String(contentsOf: file(name), encoding: .utf8)
  }

  @Test func `each command has a page, and there are no other pages`() throws {
    let folder = try #require(Self.folder)
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(Self.commands.count > 10)
    #expect(Set(files) == Set(Self.commands.map { "\($0.name).1" }))
  }

  @Test(arguments: commands)
  func `a page describes every argument and shows it in the synopsis`(_ command: Command) throws {
    let lines = try Self.page(command.name).split(separator: "\n").map {
      $0.replacing("\\&", with: "").replacing("\\-", with: "-")
    }
    let items = lines.filter { $0.hasPrefix(".It ") }
    let synopsis = lines.drop { $0 != ".Sh SYNOPSIS" }.prefix { $0 != ".Sh DESCRIPTION" }
    func names(_ option: some StringProtocol, _ line: some StringProtocol) -> Bool {
      " \(line) ".contains(" Fl \(option.dropFirst()) ")
    }
    for option in command.options {
      for name in option { #expect(items.contains { names(name, $0) }, "\(name)") }
      // The synopsis has one long name of each option.
      let long = option.filter { $0.hasPrefix("--") }
      guard !long.isEmpty else { continue }
      #expect(synopsis.contains { line in long.contains { names($0, line) } }, "\(long)")
    }
    for operand in command.operands {
      #expect(items.contains { $0.hasPrefix(".It Ar \(operand)") }, "\(operand)")
      #expect(synopsis.contains { $0.contains("Ar \(operand)") }, "\(operand)")
    }
    for section in ["NAME", "DESCRIPTION", "OPTIONS", "EXIT STATUS", "SEE ALSO"] {
      #expect(lines.contains(".Sh \(section)"), "\(section)")
    }
  }

  @Test(
    .needs("mandoc"), arguments: commands)
  func `mandoc reports nothing and shows every option`(_ command: Command) throws {
    let mandoc = try #require(Tool.path("mandoc"))
    let path = try Self.file(command.name).path
    let lint = try Tool.run(mandoc, ["-T", "lint", "-W", "warning", path])
    #expect(lint.status == 0 && lint.output.isEmpty, "\(lint.output)")
    let shown = try Tool.run(mandoc, ["-T", "ascii", path]).output
      .replacing(#/.\u{8}/#, with: "")
    for name in command.options.joined() { #expect(shown.contains(name), "\(name)") }
  }

  @Test(.needs("groff"), arguments: commands)
  func `groff reports no warnings`(_ command: Command) throws {
    let groff = try #require(Tool.path("groff"))
    let path = try Self.file(command.name).path
    let run = try Tool.run(groff, ["-ww", "-mdoc", "-T", "utf8", "-z", path])
    #expect(run.status == 0 && run.output.isEmpty, "\(run.output)")
  }
}
