import Foundation

// embed-files OUTPUT NAME ROOT PATH…: writes a Swift file with an enum that contains the text files at the paths below a
// folder. A path that is a folder, or a file that isn't UTF-8 with LF line endings, stops the build.

/// More number signs than follow any `"""` in the files.
let fence = "#####"

func fail(_ message: String) -> Never {
  FileHandle.standardError.write(Data("error: \(message)\n".utf8))
  exit(1)
}

let arguments = CommandLine.arguments
guard arguments.count >= 4 else { fail("usage: embed-files OUTPUT NAME ROOT PATH…") }
let root = URL(filePath: arguments[3])
var output = """
  /// Text files by their paths, sorted.
  enum \(arguments[2]) {
    static let files: [(path: StaticString, text: StaticString)] = [

  """
for path in arguments.dropFirst(4) {
  let bytes = try Data(contentsOf: root.appending(path: path))
  guard let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0x0D),
    !text.contains("\"\"\"\(fence)")
  else { fail("\(path): must be UTF-8 with LF newlines and without \"\"\"\(fence)") }
  output += "    (\n\(fence)\"\(path)\"\(fence),\n\(fence)\"\"\"\n\(text)\n\"\"\"\(fence)\n    ),\n"
}
output += "  ]\n}\n"
// Leaving an unchanged file untouched avoids compiling it again.
let target = URL(filePath: arguments[1])
if (try? Data(contentsOf: target)) != Data(output.utf8) {
  try Data(output.utf8).write(to: target, options: .atomic)
}
