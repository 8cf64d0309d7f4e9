import LanguageServer
import LinkPolicyCLI
import LinkPolicy
import PolicyText

extension WebService {
  /// `POST /api/editor/…`: the language server's response for a file in the request.
  ///
  /// `{"file", "files", "position" or "range"}`; positions are in UTF-16 code units.
  func editor(_ method: String, _ bytes: [UInt8]) throws(WebError) -> [UInt8] {
    let body = try RouteBody(bytes, names: ["file", "files", "disk", "position", "range"])
    let view = try WorkspaceView(body.json)
    guard let file = try body.text("file"),
      let index = view.texts.firstIndex(where: { $0.path.utf8.elementsEqual(file.utf8) })
    else { throw WebError.unusable("`file` must be one of `files`") }
    var server = LanguageServer(in: view.usesDisk ? workspace.console.fileSystem : NoFiles())
    let uris = view.texts.map { Self.uri(workspace.root, $0.path) }
    let start: JSONValue = [
      "rootUri": .string(Self.uri(workspace.root, "")),
      "capabilities": [
        "textDocument": ["codeAction": ["codeActionLiteralSupport": .object([])]]
      ],
    ]
    var messages = [
      Self.message(1, "initialize", start), Self.message(nil, "initialized", .object([])),
    ]
    for (uri, text) in zip(uris, view.texts) {
      let item: JSONValue = [
        "uri": .string(uri), "languageId": "yaml", "version": 1,
        "text": .string(String(decoding: text.bytes, as: UTF8.self)),
      ]
      messages.append(Self.message(nil, "textDocument/didOpen", ["textDocument": item]))
    }
    let position = body.json["position"] ?? ["line": 0, "character": 0]
    messages.append(
      Self.message(
        2, method,
        [
          "textDocument": ["uri": .string(uris[index])], "position": position,
          "range": body.json["range"] ?? ["start": position, "end": position],
          "context": ["diagnostics": []],
        ]))
    let answers = server.handle(messages)
    guard let last = answers.last(where: { $0["id"]?.integer == 2 }) else {
      throw WebError.unusable("the language server sent no response")
    }
    if let error = last["error"]?["message"]?.stringValue { throw WebError.unusable(error) }
    return line(["schemaVersion": 1, "result": last["result"] ?? .null])
  }

  private static func message(_ id: Int?, _ method: String, _ parameters: JSONValue) -> [UInt8] {
    var entries: [(key: String, value: JSONValue)] = [("jsonrpc", "2.0")]
    if let id { entries.append(("id", .int(id))) }
    entries += [("method", .string(method)), ("params", parameters)]
    return Array(JSONValue.object(entries).text().utf8)
  }

  private static func uri(_ root: String, _ path: String) -> String {
    DocumentURI.uri(path.isEmpty ? root : "\(root == "/" ? "" : root)/\(path)")
  }
}
