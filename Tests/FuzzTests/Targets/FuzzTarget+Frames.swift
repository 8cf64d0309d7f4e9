import LanguageServer
import LinkPolicy
import ProjectTestSupport

extension FuzzTarget {
  /// The stream of an editor: any bytes, or lines as the bodies of messages. Every question has its answer.
  ///
  /// The first byte says which; the second how many bytes arrive at a time.
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
      Finding.unless(answers == wanted, "\(wanted) questions, \(answers) answers")
      guard isCut, server.exitStatus == nil else { return }
      if bodies.count > 1 { _ = server.publish() }
    }
    _ = server.publish()
    Finding.unless((0...1).contains(server.statusAtEnd), "\(server.statusAtEnd)")
  }

  /// Messages that want an answer: those that are none too, and nothing behind `exit`.
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

  /// A session with every question, as a stream and as lines.
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
