import Foundation
import PolicyTestSupport
import ProjectTestSupport

/// A page of Markdown, with the files and the commands that it shows.
///
/// A paragraph with only a path in backticks and a colon names the file in the next code block. A
/// `console` block shows one command and its standard output. A backslash at the end of a line
/// continues the command. If the output ends with the line `…`, only the beginning is shown.
struct ShownPage {
  /// A code block by its contents.
  enum Block {
    case file(path: String, text: String)
    case command([String], Output)
  }

  /// The output of a command.
  struct Output {
    var text: String
    /// Whether the page omits the rest.
    var isBeginning: Bool
    /// The lines in the page.
    fileprivate var lines: Range<Int>
  }

  /// The file, relative to the repository.
  let path: String
  private(set) var blocks: [Block] = []
  /// The language and the lines of each code block.
  private(set) var code: [(language: String, lines: [String])] = []
  private var lines: [String]

  init(_ path: String) throws {
    self.path = path
    lines = try Fixtures.text(path).components(separatedBy: "\n")
    var start: Int?
    var language = ""
    for (index, line) in lines.enumerated() where line.hasPrefix("```") {
      guard let first = start else {
        start = index + 1
        language = String(line.dropFirst(3))
        continue
      }
      start = nil
      code.append((language, Array(lines[first..<index])))
      let caption = first >= 3 ? lines[first - 3] : ""
      if language == "console" {
        add(first..<index)
      } else if let name = caption.wholeMatch(of: #/`([^`]+)`:/#)?.output.1 {
        let text = lines[first..<index].joined(separator: "\n") + "\n"
        blocks.append(.file(path: String(name), text: text))
      }
    }
  }

  private mutating func add(_ range: Range<Int>) {
    var end = range.lowerBound
    while end < range.upperBound - 1, lines[end].hasSuffix(#" \"#) { end += 1 }
    let command = lines[range.lowerBound...end].map {
      $0.hasSuffix(#" \"#) ? String($0.dropLast(2)) : $0
    }.joined(separator: " ")
    guard command.hasPrefix("$ linkpolicy ") else { return }
    var output = end + 1..<range.upperBound
    let isBeginning = !output.isEmpty && lines[output.upperBound - 1] == "…"
    if isBeginning { output = output.dropLast() }
    let text = lines[output].joined(separator: "\n")
    let words = Array(Self.words(command).dropFirst(2))
    blocks.append(.command(words, Output(text: text, isBeginning: isBeginning, lines: output)))
  }

  /// Splits a command into words. Single quotes keep spaces.
  static func words(_ command: String) -> [String] {
    var words: [String] = []
    for (index, part) in command.split(separator: "'", omittingEmptySubsequences: false)
      .enumerated()
    {
      if index.isMultiple(of: 2) {
        words += part.split(separator: " ").map { String($0) }
      } else if part.isEmpty || !command.contains("'") {
        continue
      } else {
        words.append(String(part))
      }
    }
    return words
  }

  /// Runs the commands in order, in a directory with the files that the page shows, or in this
  /// repository if it shows none.
  ///
  /// - Parameter check: receives the command, the shown output and the actual run.
  func run(_ check: (_ command: String, _ shown: Output, _ run: CommandLineRun) throws -> Void)
    throws
  {
    let hasFiles = blocks.contains { if case .file = $0 { true } else { false } }
    let tree = TreeFileSystem(["/start/.git/HEAD": ""], in: "/start")
    for block in blocks {
      switch block {
      case .file(let path, let text): try tree.write(Array(text.utf8), to: path)
      case .command(let words, let shown):
        let run =
          hasFiles || words.first == "init"
          ? tree.run(words) : CommandLineRun(words, files: DirectoryFileSystem(Fixtures.root))
        try check(words.joined(separator: " "), shown, run)
      }
    }
  }

  /// Replaces the shown outputs, which are in the order of the commands.
  mutating func record(_ outputs: [String]) throws {
    let shown = blocks.compactMap { if case .command(_, let shown) = $0 { shown } else { nil } }
    for (shown, output) in zip(shown, outputs).reversed() {
      var new = output.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
      while new.last == "" { new.removeLast() }
      if shown.isBeginning { new = Array(new.prefix(shown.lines.count)) }
      lines.replaceSubrange(shown.lines, with: new)
    }
    let text = lines.joined(separator: "\n")
    try Data(text.utf8).write(to: Fixtures.root.appending(path: path))
  }
}
