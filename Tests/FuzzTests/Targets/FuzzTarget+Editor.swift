import LanguageServer
import LinkPolicy
import PolicyTestSupport
import PolicyText
import ProjectTestSupport

extension FuzzTarget {
  /// Compares the edits of an open document with a simple model, and its findings with those of a
  /// newly opened document.
  ///
  /// The first byte chooses the encoding, the second the number of edits. Each edit has four bytes
  /// for its two positions, and a line of new text. The rest is the document.
  static let edits = FuzzTarget("edits", maximumLength: 2_048) {
    try editSeeds()
  } run: { bytes in
    var input = FuzzBytes(bytes)
    let encoding = input.one(of: [PositionEncoding.utf8, .utf16, .utf32])
    var changes: [EditedText.Change] = []
    for _ in 0..<input.one(of: Array(0...64)) {
      let numbers = (0..<4).map { _ in input.one(of: Array(0...39)) }
      let text = input.line().utf8.map { (byte: UInt8) -> UInt8 in
        byte == 1 ? 0x0A : byte == 2 ? 0x0D : byte
      }
      changes.append(
        EditedText.Change(
          start: (numbers[0], numbers[1]), end: (numbers[2], numbers[3]),
          text: String(decoding: text, as: UTF8.self)))
    }
    let text = String(decoding: input.remaining, as: UTF8.self)
    var model = EditedText(text, encoding)
    var session = EditorClient(text, encoding)
    // Three edits per message, so that each starts from the previous result.
    for start in stride(from: 0, to: changes.count, by: 3) {
      let part = Array(changes[start..<min(changes.count, start + 3)])
      for change in part { model.apply(change) }
      session.change(part)
      Finding.unless(session.text == model.bytes, "the texts differ after edit \(start)")
    }
    // A check takes longer than all edits, so only some inputs have one.
    guard bytes.count.isMultiple(of: 16) else { return }
    let found = session.findings()
    var fresh = EditorClient(String(decoding: model.bytes, as: UTF8.self), encoding)
    Finding.unless(found == fresh.findings(), "the findings are not those of a new session")
    session.askEverything(at: changes.last?.start ?? (0, 0))
  }

  private static func editSeeds() throws -> [[UInt8]] {
    var random = SeededRandom(seed: 9)
    let pieces = ["x", "  ", "#", ": ", "😀", "\"", "ü", "漢", "\u{1}", "\u{2}", "\u{2}\u{1}", ""]
    return try Seeds.policies().filter { $0.count < 1_500 }.prefix(60).enumerated().map {
      index, policy in
      let count = Int.random(in: 1...20, using: &random)
      var seed: [UInt8] = [UInt8(index % 3), UInt8(count)]
      for _ in 0..<count {
        let line = Int.random(in: 0..<30, using: &random)
        let places = [line, Int.random(in: 0..<30, using: &random), line, 8].map { UInt8($0) }
        seed += places + Array(random.one(of: pieces).utf8) + [0x0A]
      }
      return seed + policy
    }
  }
}

/// A document that is edited scalar by scalar: slow, and independent of the server's code.
private struct EditedText {
  struct Change {
    var start: (line: Int, character: Int)
    var end: (line: Int, character: Int)
    var text: String
  }

  private var scalars: [Unicode.Scalar]
  private let encoding: PositionEncoding

  init(_ text: String, _ encoding: PositionEncoding) {
    scalars = Array(text.unicodeScalars)
    self.encoding = encoding
  }

  var bytes: [UInt8] { Array(String(String.UnicodeScalarView(scalars)).utf8) }

  private func isBreak(_ index: Int) -> Bool { scalars[index] == "\n" || scalars[index] == "\r" }

  private func index(_ place: (line: Int, character: Int)) -> Int {
    var index = 0
    var line = 0
    while line < place.line {
      guard index < scalars.count else { return index }
      let isPair = scalars[index] == "\r" && index + 1 < scalars.count && scalars[index + 1] == "\n"
      if isBreak(index) { line += 1 }
      index += isPair ? 2 : 1
    }
    var units = 0
    while index < scalars.count, !isBreak(index) {
      let scalar = scalars[index]
      switch encoding {
      case .utf8: units += UTF8.width(scalar)
      case .utf16: units += UTF16.width(scalar)
      case .utf32: units += 1
      }
      if units > place.character { break }
      index += 1
    }
    return index
  }

  mutating func apply(_ change: Change) {
    let isInOrder = change.start <= change.end
    let first = index(isInOrder ? change.start : change.end)
    let last = index(isInOrder ? change.end : change.start)
    scalars.replaceSubrange(first..<max(first, last), with: Array(change.text.unicodeScalars))
  }
}

/// A client with one open document.
private struct EditorClient {
  private var server: LanguageServer
  private var version = 1
  private static let uri: JSONValue = "file:///w/Policies/a.yaml"

  init(_ text: String, _ encoding: PositionEncoding) {
    server = LanguageServer(in: MemoryFileSystem(["/w/Policies/a.yaml": "linkpolicy: 1\n"]))
    send([
      "id": 1, "method": "initialize",
      "params": [
        "rootUri": "file:///w",
        "capabilities": [
          "general": ["positionEncodings": [.string(encoding.rawValue)]],
          "textDocument": ["codeAction": ["codeActionLiteralSupport": [:]]],
        ],
      ],
    ])
    send(["method": "initialized", "params": [:]])
    let item: JSONValue = [
      "uri": Self.uri, "languageId": "yaml", "version": 1, "text": .string(text),
    ]
    send(["method": "textDocument/didOpen", "params": ["textDocument": item]])
  }

  @discardableResult
  private mutating func send(_ message: JSONValue) -> [JSONValue] {
    server.handle([Array(message.text().utf8)])
  }

  var text: [UInt8]? { server.text(of: "file:///w/Policies/a.yaml") }

  private static func place(_ place: (line: Int, character: Int)) -> JSONValue {
    ["line": .int(place.line), "character": .int(place.character)]
  }

  mutating func change(_ changes: [EditedText.Change]) {
    version += 1
    let values = changes.map { change -> JSONValue in
      [
        "range": ["start": Self.place(change.start), "end": Self.place(change.end)],
        "text": .string(change.text),
      ]
    }
    send([
      "method": "textDocument/didChange",
      "params": [
        "textDocument": ["uri": Self.uri, "version": .int(version)],
        "contentChanges": .array(values),
      ],
    ])
  }

  /// Returns the published findings of the document.
  mutating func findings() -> JSONValue? {
    server.publish().last { $0[path: "params", "uri"] == Self.uri }?[path: "params", "diagnostics"]
  }

  /// Sends every request about a position. Each must have a response, whatever the document
  /// contains.
  mutating func askEverything(at place: (line: Int, character: Int)) {
    for method in [
      "hover", "completion", "definition", "references", "prepareRename", "codeAction", "codeLens",
      "inlayHint", "documentLink", "documentSymbol", "foldingRange", "selectionRange", "formatting",
    ] {
      let position = Self.place(place)
      let answers = send([
        "id": "q", "method": .string("textDocument/\(method)"),
        "params": [
          "textDocument": ["uri": Self.uri], "position": position, "positions": [position],
          "range": ["start": ["line": 0, "character": 0], "end": position],
          "context": ["diagnostics": []],
        ],
      ])
      Finding.unless(answers.contains { $0["id"] == "q" }, "no answer to \(method)")
    }
  }
}

extension FuzzTarget {
  /// The input stream of the server: arbitrary bytes, or lines as message bodies. Every request
  /// must have a response.
  ///
  /// The first byte chooses between these, and the second is the length of a chunk.
  static let frames = FuzzTarget("frames", maximumLength: 4_096) {
    frameSeeds
  } run: { bytes in
    guard bytes.count > 2 else { return }
    var stream = Array(bytes.dropFirst(2))
    if bytes[0] & 1 == 1 {
      stream = stream.split(separator: 0x0A).flatMap {
        Array("Content-Length: \($0.count)\r\n\r\n".utf8) + $0
      }
    }
    var server = LanguageServer(in: MemoryFileSystem(["/w/Policies/a.yaml": "linkpolicy: 1\n"]))
    var frames = MessageFrames()
    let size = 1 + Int(bytes[1]) * 8
    for start in stride(from: 0, to: stream.count, by: size) {
      frames.append(Array(stream[start..<min(stream.count, start + size)]))
      var bodies: [[UInt8]] = []
      var isCut = true
      do throws(MessageFrames.Malformed) {
        while let body = try frames.next() { bodies.append(body) }
      } catch {
        isCut = false
      }
      let wanted = questions(in: bodies)
      let output = server.handle(bodies)
      let answers = output.count { $0["method"] == nil }
      Finding.unless(answers == wanted, "\(wanted) requests, \(answers) responses")
      guard isCut, server.exitStatus == nil else { return }
      if bodies.count > 1 { _ = server.publish() }
    }
    _ = server.publish()
    Finding.unless((0...1).contains(server.statusAtEnd), "\(server.statusAtEnd)")
  }

  /// Counts the messages that need a response. Invalid messages do, messages after `exit` don't.
  private static func questions(in bodies: [[UInt8]]) -> Int {
    let values = bodies.map { try? JSONValue(parsingMessage: $0) }
    var count = values.count { $0 == nil }
    for case .some(let value) in values {
      switch Message(value) {
      case .request, .malformed: count += 1
      case .response: break
      case .notification(let method, _): if method == "exit" { return count }
      }
    }
    return count
  }

  /// A session with every request, as a stream and as lines.
  private static var frameSeeds: [[UInt8]] {
    let document = #""textDocument":{"uri":"file:///w/Policies/a.yaml"}"#
    let place = #""position":{"line":1,"character":2}"#
    let range = #""range":{"start":{"line":0,"character":0},"end":{"line":3,"character":1}}"#
    var lines = [
      #"{"id":0,"method":"initialize","params":{"rootUri":"file:///w","capabilities":{}}}"#,
      #"{"method":"initialized","params":{}}"#,
      #"{"method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///w/Policies/a.yaml","#
        + #""languageId":"yaml","version":1,"text":"linkpolicy: 1\nname: a\napps: {}\n"}}}"#,
      #"{"method":"textDocument/didChange","params":{\#(document),"contentChanges":[{"text":"x"}]}}"#,
      #"{"method":"$/cancelRequest","params":{"id":4}}"#,
      #"{"method":"workspace/didChangeWorkspaceFolders","params":{"event":{"added":[],"removed":[]}}}"#,
      #"{"method":"workspace/didChangeConfiguration","params":{"settings":{"linkpolicy":{}}}}"#,
    ]
    for method in [
      "hover", "completion", "definition", "references", "documentHighlight", "prepareRename",
      "rename", "codeAction", "codeLens", "inlayHint", "documentLink", "documentSymbol",
      "foldingRange", "selectionRange", "formatting", "rangeFormatting", "diagnostic", "didSave",
      "didClose",
    ] {
      let isNotice = method.hasPrefix("did")
      lines.append(
        "{" + (isNotice ? "" : #""id":"a","#)
          + #""method":"textDocument/\#(method)","params":{\#(document),\#(place),\#(range),"#
          + #""newName":"b","positions":[{"line":1,"character":0}],"context":{"diagnostics":[]}}}"#)
    }
    let end = [#"{"id":4,"method":"shutdown"}"#, #"{"method":"exit"}"#]
    let whole = lines.map {
      [1, 20] + Array((lines[0...2] + [$0] + end).joined(separator: "\n").utf8)
    }
    let stream = (lines + end).flatMap { MessageFrames.frame($0) }
    return whole + [[0, 0] + stream.prefix(4_000), [0, 200] + stream.prefix(2_000)]
  }
}

extension FuzzTarget {
  /// Converts positions in arbitrary bytes to editor positions and back, in each encoding. The
  /// result must be the same position.
  static let positions = FuzzTarget("positions", maximumLength: 2_048) {
    try Seeds.policies() + Seeds.files("Tests/Fixtures/import", "")
  } run: { bytes in
    let source = SourceFile(name: "f.yaml", bytes: bytes)
    for encoding in [PositionEncoding.utf8, .utf16, .utf32] {
      let positions = TextPositions(source, encoding)
      var last = TextPosition(line: 0, character: 0)
      // Sixty positions, because all of them would take quadratic time for a long line.
      for offset in stride(from: 0, through: bytes.count, by: max(1, bytes.count / 60)) {
        let place = positions.position(of: offset)
        let back = positions.offset(of: place)
        Finding.unless(back <= offset && offset - back < 4, "\(encoding): \(offset), \(back)")
        Finding.unless(last <= place, "\(encoding): \(place) behind \(last)")
        last = place
        // A byte that starts a scalar and isn't part of a line break is its own position.
        let isBreak = offset < bytes.count && (bytes[offset] == 0x0A || bytes[offset] == 0x0D)
        let isInside = offset < bytes.count && bytes[offset] & 0xC0 == 0x80
        Finding.unless(isBreak || isInside || back == offset, "\(encoding): \(offset) is \(back)")
        // Any position of a client is converted to a byte, and that byte's position back to the
        // same byte.
        let wild = TextPosition(line: Int(bytes.first ?? 0) % 50, character: offset)
        let found = positions.offset(of: wild)
        Finding.unless(
          found <= bytes.count && positions.offset(of: positions.position(of: found)) == found,
          "\(encoding): \(wild) is \(found)")
      }
    }
  }
}
