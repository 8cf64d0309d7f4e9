import LinkPolicy
import LinkPolicyCLI
import ProjectTestSupport

extension FuzzTarget {
  /// Command lines with numbers of any size, one argument a line: each ends with one of the documented statuses.
  static let arguments = FuzzTarget("arguments", maximumLength: 256) {
    let commands = [
      ["verify", "--offline", "--replay", "r", "--timeout", "N"], ["verify", "--retries=N"],
      ["verify", "--jobs", "N"], ["verify", "--wait", "Ns"], ["verify", "--wait", "N"],
      ["verify", "--resolve", "a.example:443:192.0.2.1:N"],
      ["verify", "--resolve", "a.example:N:[::1]:443"], ["replay", "--samples", "N", "log"],
      ["replay", "--jobs", "N", "log"], ["serve", "--port", "N"], ["serve", "--idle-timeout", "N"],
      ["simulate", "app_link", "--url", "https://www.acme.example/", "--android-version", "N"],
      ["simulate", "authorize", "--now", "N"], ["lsp", "--clientProcessId", "N"],
      ["match", "--assetlinks", "a.json", "--android-version", "N", "https://www.acme.example/"],
      ["validate", "--format", "oneline=N"],
    ]
    return AnyNumber.texts.flatMap { number in
      commands.map { words in
        Array(words.map { $0.replacing("N", with: number) }.joined(separator: "\n").utf8)
      }
    }
  } run: { bytes in
    let words = bytes.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
    let files = MemoryFileSystem(
      [
        "Policies/a.yaml": "linkpolicy: 1\nname: a\napps: {}\n", "log": "{}\n", "a.json": "[]",
        "r/x": "",
      ], hasRoot: true)
    let console = Console(
      fileSystem: files, read: { _ in [] }, write: { _ in }, writeError: { _ in },
      variable: { $0 == "COLUMNS" ? words.last : nil }, isTerminal: false, isErrorTerminal: false,
      workingDirectory: nil)
    let status = Program.run(words, on: console)
    Finding.unless(status != .fault, "a fault of linkpolicy: \(words)")
  }
}
