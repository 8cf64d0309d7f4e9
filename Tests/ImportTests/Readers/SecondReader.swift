import Foundation
import PolicyTestSupport
import Testing

/// The readers of Python: expat for XML, plistlib for property lists.
enum SecondReader {
  /// What each document holds, in order: a value as JSON, or nil where it is refused.
  static func read(_ documents: [[UInt8]], _ script: String) throws -> [Any?] {
    let python = try #require(Tool.path("python3"))
    return try Tool.withTemporaryDirectory { directory in
      let texts = documents.map { Data($0).base64EncodedString() }
      let input = directory.appending(path: "documents.json")
      try JSONSerialization.data(withJSONObject: texts).write(to: input)
      let program = directory.appending(path: "read.py")
      try Data((header + script + footer).utf8).write(to: program)
      let output = directory.appending(path: "answers.json")
      let run = try Tool.run(python, [program.path, input.path, output.path])
      guard run.status == 0 else { throw Failure(output: run.output) }
      let answers = try JSONSerialization.jsonObject(with: Data(contentsOf: output))
      return (answers as? [Any] ?? []).map { $0 is NSNull ? nil : $0 }
    }
  }

  /// A value as text: equal texts for equal values.
  static func text(_ value: Any) throws -> String {
    let data = try JSONSerialization.data(
      withJSONObject: [value], options: [.sortedKeys, .withoutEscapingSlashes])
    return String(decoding: data, as: UTF8.self)
  }

  struct Failure: Error {
    var output: String
  }

  private static let header = """
    import base64, json, sys


    """

  private static let footer = """


    answers = []
    for text in json.load(open(sys.argv[1])):
        try:
            answers.append(read(base64.b64decode(text)))
        except Exception:
            answers.append(None)
    json.dump(answers, open(sys.argv[2], "w"))

    """

  /// Elements as `[name, attributes, offset, contents]`; blanks between elements are left out.
  static let expat = """
    import xml.parsers.expat


    def read(data):
        parser = xml.parsers.expat.ParserCreate(namespace_separator=chr(1))
        parser.buffer_text = True
        root = []
        stack = [root]
        def start(name, attributes):
            parts = name.split(chr(1))
            attributes = {" ".join(k.split(chr(1))): v for k, v in attributes.items()}
            element = [" ".join(parts[:2]), attributes, parser.CurrentByteIndex, []]
            stack[-1].append(element)
            stack.append(element[3])
        def end(name):
            contents = stack.pop()
            if len(contents) > 1 or (contents and not isinstance(contents[0], str)):
                contents[:] = [c for c in contents if not isinstance(c, str) or c.strip(" \\t\\r\\n")]
        def text(data):
            if stack[-1] and isinstance(stack[-1][-1], str):
                stack[-1][-1] += data
            else:
                stack[-1].append(data)
        parser.StartElementHandler = start
        parser.EndElementHandler = end
        parser.CharacterDataHandler = text
        parser.Parse(data, True)
        return root[0]
    """

  /// Values with dates, data and numbers as texts.
  static let plistlib = """
    import plistlib


    def plain(value):
        if isinstance(value, dict):
            return {k: plain(v) for k, v in value.items()}
        if isinstance(value, list):
            return [plain(v) for v in value]
        if isinstance(value, bool):
            return "is true" if value else "is false"
        if isinstance(value, str):
            return value
        if isinstance(value, int) or isinstance(value, float):
            return "number"
        return "other"


    def read(data):
        return plain(plistlib.loads(data, fmt=plistlib.FMT_XML))
    """
}
