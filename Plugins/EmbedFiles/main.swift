import Foundation

// embed-files OUTPUT ROOT PATH…: writes a Swift file with the contents of text files. A path that isn't a file, or a
// file that isn't UTF-8 with LF newlines, stops the build.

/// More number signs than follow any `"""` in the files.
let fence = "#####"

func fail(_ message: String) -> Never {
  FileHandle.standardError.write(Data("error: \(message)\n".utf8))
  exit(1)
}

let arguments = CommandLine.arguments
guard arguments.count >= 3 else { fail("usage: embed-files OUTPUT ROOT PATH…") }
let root = URL(filePath: arguments[2])
var output = """
  /// The text files below `Runtimes/`, by their paths there, sorted.
  enum EmbeddedRuntimes {
    static let files: [(path: StaticString, text: StaticString)] = [

  """
for path in arguments.dropFirst(3) {
  let bytes = try Data(contentsOf: root.appending(path: path))
  guard let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0x0D),
    !text.contains("\"\"\"\(fence)")
  else { fail("\(path): must be UTF-8 with LF newlines and without \"\"\"\(fence)") }
  output += "    (\n\(fence)\"\(path)\"\(fence),\n\(fence)\"\"\"\n\(text)\n\"\"\"\(fence)\n    ),\n"
}
output += "  ]\n}\n"
try Data(output.utf8).write(to: URL(filePath: arguments[1]), options: .atomic)
