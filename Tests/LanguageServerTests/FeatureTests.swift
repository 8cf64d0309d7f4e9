import LinkPolicy
import Testing

/// Editor features in documents with `‸` at the cursor.
@Suite struct FeatureTests {
  private static func labels(_ value: JSONValue) -> [String] {
    value["items"]?.items?.compactMap { $0["label"]?.stringValue } ?? []
  }

  /// Returns the policy with one part replaced.
  private static func policy(_ old: String, _ new: String) -> String {
    #expect(cleanPolicy.contains(old))
    return cleanPolicy.replacing(old, with: new)
  }

  @Test(arguments: [
    (
      "    scopes: [devices]\n", "    ‸\n", ["pkce", "scopes", "state"], ["type", "redirect_uris"]
    ),
    ("  lumen.example:\n", "  ‸\n  lumen.example:\n", ["TODO"], ["lumen.example"]),
    ("    type: web\n", "    ty‸\n", ["type", "pkce"], ["provider"]),
    ("    type: web\n", "    type: ‸\n", ["web", "native"], []),
    ("apps: [lumen-ios]", "apps: [‸]", ["lumen-ios"], []),
    ("      - { path: /open/* }", "      - { path: /x, ‸ }", ["exclude", "query"], ["path"]),
    ("      - { path: /open/* }", "      - ‸", ["path", "exclude"], ["apps"]),
    (
      "      - { path: /open/* }", "      - path: /x\n            ‸", ["exclude"],
      ["path", "rules"]
    ),
    ("kind: authorize, ", "kind: ‸, ", ["authorize", "app_flip_ios", "post_logout"], []),
    ("kind: authorize, ", "kind: authorize, ‸", ["redirect_uri", "state"], ["kind", "page_url"]),
    ("client: website", "client: ‸", ["website"], []),
    ("platform: ios, ", "platform: ‸, ", ["ios", "android"], []),
    ("team_id: R7KM2QX94T }", "team_id: R7KM2QX94T, ‸ }", ["app_store_id"], ["package_name"]),
    ("tests:\n", "‸\ntests:\n", ["providers", "owner"], ["clients", "apps"]),
    ("      prod: [https", "      ‸: [https", ["prod"], []),
    ("  scopes: [devices]", "  scopes: [devices] # linkpolicy: ignore[uri-‸", ["uri-http"], []),
    (
      "prod: [https://lumen.example/oauth/callback]", "prod: [‸]",
      ["https://oauth-redirect.googleusercontent.com/r/"], []
    ),
    ("redirect_uri=x }", "redirect_uri=x, redirect_uri: ‸ }", ["https://lumen.example/"], []),
    (
      "expect: { decision: deny }", "expect: { reason: ‸ }", ["redirect-uri-not-registered"],
      ["allow"]
    ),
    ("{ path: /open/* }", "{ path: ‸ }", ["/$(digit)", "/*"], []),
    ("scopes: [devices]", "scopes: [devices, ‸]", ["devices"], []),
    (
      "  website:\n", "  other:\n    ‸\n  website:\n",
      ["provider, type, client_id, redirect_uris", "provider"], ["website"]
    ),
  ])
  func `completion offers the values that are allowed`(
    _ old: String, _ new: String, _ wanted: [String], _ unwanted: [String]
  ) {
    var session = ServerSession(["Policies/a.yaml": cleanPolicy])
    session.open("Policies/a.yaml", cleanPolicy)
    let text = Self.policy(old, new)
    let found = Self.labels(session.request("textDocument/completion", "Policies/a.yaml", text))
    for label in wanted { #expect(found.contains(label), "\(label) is missing in \(found)") }
    for label in unwanted { #expect(!found.contains(label), "\(label) is in \(found)") }
  }

  @Test func `apps of other policies are offered with the name of their policy`() {
    var session = ServerSession(["Policies/a.yaml": cleanPolicy, "Policies/b.yaml": Self.other])
    let text = Self.other.replacing("lumen/lumen-ios", with: "‸")
    let found = Self.labels(session.request("textDocument/completion", "Policies/b.yaml", text))
    #expect(found == ["lumen/lumen-ios"])
  }

  @Test(arguments: [
    (#"{ "applinks": { ‸"#, ["details", "substitutionVariables"], ["applinks"]),
    (#"{ "applinks": { "details": [ { "appIDs": [ "‸"#, ["R7KM2QX94T.com.lumen.home"], []),
    (
      #"{ "applinks": { "details": [ { "components": [ { "/": "/x", ‸ } ] } ] } }"#,
      ["?", "#", "exclude"], ["/"]
    ),
    (#"{ "applinks": { "details": [ { "components": [ { "exclude": ‸"#, ["true"], []),
    (#"{ "‸" }"#, ["applinks", "webcredentials"], []),
  ])
  func `association files complete their keys and our apps`(
    _ text: String, _ wanted: [String], _ unwanted: [String]
  ) {
    var session = ServerSession(["Policies/a.yaml": cleanPolicy])
    let name = "Policies/apple-app-site-association"
    let answer = session.request("textDocument/completion", name, text)
    let found = Self.labels(answer)
    for label in wanted { #expect(found.contains(label), "\(label) is missing in \(found)") }
    for label in unwanted { #expect(!found.contains(label), "\(label) is in \(found)") }
    // A completion in quotes replaces the quotes, too.
    if text.contains("\"‸") {
      let item = answer["items"]?.items?.first
      #expect(item?[path: "textEdit", "newText"]?.stringValue?.hasPrefix("\"") == true)
    }
  }

  @Test func `a word with another type in YAML 1.1 is offered in quotes`() {
    let text = Self.policy("  lumen-ios: {", "  \"on\": {").replacing(
      "apps: [lumen-ios]", with: "apps: [‸]")
    var session = ServerSession(["Policies/a.yaml": text.replacing("‸", with: "")])
    let answer = session.request("textDocument/completion", "Policies/a.yaml", text)
    let item = answer["items"]?.items?.first
    #expect(item?["label"] == "on")
    #expect(item?[path: "textEdit", "newText"] == "\"on\"")
  }

  @Test func `only the range is formatted`() {
    var session = ServerSession([:])
    let loose = "linkpolicy: 1\nname:   'lumen'\nowner:   o\ndescription:   d\n"
    session.open("Policies/a.yaml", loose)
    let edits = session.request(
      "textDocument/rangeFormatting",
      [
        "textDocument": ["uri": "file:///w/Policies/a.yaml"],
        "range": ["start": ["line": 1, "character": 0], "end": ["line": 1, "character": 3]],
      ])
    let text = Edits.applied(edits, to: loose)
    #expect(text.hasPrefix("linkpolicy: 1\nname: lumen\n"), "\(text)")
  }

  @Test func `an empty file is offered its marker`() {
    var session = ServerSession([:])
    let found = Self.labels(session.request("textDocument/completion", "Policies/new.yaml", "‸"))
    #expect(found == ["linkpolicy", "linkpolicy_tests", "linkpolicy_config"])
  }

  @Test(arguments: [
    ("  redirect_uris:", "  redirect_‸uris:", "Redirect URIs, compared byte by byte"),
    ("apps: [lumen-ios]", "apps: [lumen‸-ios]", "R7KM2QX94T.com.lumen.home"),
    ("  lumen-ios: {", "  lumen‸-ios: {", "R7KM2QX94T.com.lumen.home"),
    ("  website:\n", "  web‸site:\n", "1 redirect URI"),
    ("type: web", "type: w‸eb", "**web**"),
    (
      "[https://lumen.example/oauth/callback]", "[https://lumen‸.example/oauth/callback]",
      "redirect_uris · prod · exact · [Policies/a.yaml:18]"
    ),
    (
      "[https://lumen.example/oauth/callback]", "[https://lumen.example/open/‸callback]",
      "iOS, prod: opens in `lumen-ios` (`R7KM2QX94T.com.lumen.home`)"
    ),
    ("client_secret:", "client_‸secret:", "never the secret itself"),
    (
      "  scopes: [devices]", "  scopes: [devices] # linkpolicy: ignore[uri-h‸ttp] why",
      "**uri-http** · error"
    ),
  ])
  func `a hover describes the value`(_ old: String, _ new: String, _ wanted: String) {
    var session = ServerSession(["Policies/a.yaml": cleanPolicy])
    let hover = session.request("textDocument/hover", "Policies/a.yaml", Self.policy(old, new))
    let text = hover[path: "contents", "value"]?.stringValue ?? ""
    #expect(text.contains(wanted), "\(hover.text())")
  }

  private static func lines(_ value: JSONValue) -> [String] {
    (value.items ?? []).map {
      let uri = $0["uri"]?.stringValue ?? ""
      return
        "\(uri.split(separator: "/").last ?? ""):\($0[path: "range", "start", "line"]?.integer ?? -1)"
    }
  }

  private static let other = """
    linkpolicy: 1
    name: other
    domains:
      other.example:
        links:
          - apps: [lumen/lumen-ios]
            rules:
              - { path: /open/* }

    """

  @Test func `names lead to their declaration and their uses in all files`() {
    var session = ServerSession(["Policies/a.yaml": cleanPolicy, "Policies/b.yaml": Self.other])
    let at = Self.other.replacing("lumen/lumen-ios", with: "lumen/lumen‸-ios")
    #expect(
      Self.lines(session.request("textDocument/definition", "Policies/b.yaml", at)) == ["a.yaml:3"])
    #expect(
      Self.lines(session.request("textDocument/references", "Policies/b.yaml", at)).sorted()
        == ["a.yaml:3", "a.yaml:7", "b.yaml:5"])
    let client = Self.policy("client: website", "client: web‸site")
    #expect(
      Self.lines(session.request("textDocument/definition", "Policies/a.yaml", client)) == [
        "a.yaml:11"
      ]
    )
  }

  @Test func `a rename changes every use and causes no finding`() {
    var session = ServerSession(["Policies/a.yaml": cleanPolicy, "Policies/b.yaml": Self.other])
    session.open("Policies/b.yaml", Self.other)
    let at = Self.policy("  lumen-ios: {", "  lum‸en-ios: {")
    let edit = session.request(
      "textDocument/rename", "Policies/a.yaml", at, [("newName", "iphone")])
    var texts = ["a.yaml": cleanPolicy, "b.yaml": Self.other]
    for file in edit["documentChanges"]?.items ?? [] {
      let name = String(
        file[path: "textDocument", "uri"]?.stringValue?.split(separator: "/").last ?? "")
      texts[name] = texts[name].map { Edits.applied(file["edits"], to: $0) }
      #expect(file[path: "textDocument", "version"]?.integer == 1)
    }
    #expect(texts["a.yaml"]?.contains("lumen-ios") == false)
    #expect(texts["b.yaml"]?.contains("apps: [lumen/iphone]") == true)
    let files = texts.sorted { $0.key < $1.key }.map { InputFile(name: $0.key, text: $0.value) }
    #expect(!Project(files).report.has(atLeast: .error))
  }

  @Test(arguments: [
    ("lumen ios", "not a valid id"), ("", "not a valid id"), ("website", ""), ("lumen-ios", ""),
  ])
  func `a rename to an invalid ID is rejected`(_ new: String, _ wanted: String) {
    var session = ServerSession(["Policies/a.yaml": cleanPolicy])
    let at = Self.policy("  lumen-ios: {", "  lum‸en-ios: {")
    let answer = session.request(
      "textDocument/rename", "Policies/a.yaml", at, [("newName", .string(new))])
    let message = answer[path: "error", "message"]?.stringValue ?? ""
    #expect(wanted.isEmpty ? message.isEmpty : message.contains(wanted), "\(message)")
  }

  @Test func `every fix in a document can be applied`() {
    let text = Self.policy(
      "[https://lumen.example/oauth/callback]",
      "[https://lumen.example/oauth/callback#x, 'https://lumen.example/oauth/other']")
    var session = ServerSession(["Policies/a.yaml": cleanPolicy])
    session.open("Policies/a.yaml", text)
    let actions =
      session.request(
        "textDocument/codeAction",
        [
          "textDocument": ["uri": "file:///w/Policies/a.yaml"],
          "range": ["start": ["line": 0, "character": 0], "end": ["line": 99, "character": 0]],
          "context": ["diagnostics": []],
        ]
      ).items ?? []
    let titles = actions.compactMap { $0["title"]?.stringValue }
    #expect(titles.contains("remove the fragment (may change the meaning)"), "\(titles)")
    #expect(titles.contains("ignore uri-fragment here"), "\(titles)")
    let fix = actions.first { $0["title"] == "remove the fragment (may change the meaning)" }
    let edits = fix?[path: "edit", "documentChanges"]?.items?.first?["edits"]
    #expect(Edits.applied(edits, to: text).contains("callback, 'https"))
    let ignored = actions.first { $0["title"] == "ignore uri-fragment here" }
    let new = Edits.applied(
      ignored?[path: "edit", "documentChanges"]?.items?.first?["edits"], to: text)
    #expect(new.contains("      # linkpolicy: ignore[uri-fragment] \n      prod:"))
  }

  @Test func `formatting gives the same result as fmt`() {
    var session = ServerSession([:])
    let loose = "linkpolicy: 1\nname:   'lumen'\nx-a: {a: 'ü'}\nowner: o\n"
    session.open("Policies/a.yaml", loose)
    let edits = session.request(
      "textDocument/formatting", ["textDocument": ["uri": "file:///w/Policies/a.yaml"]])
    #expect(
      Edits.applied(edits, to: loose) == "linkpolicy: 1\nname: lumen\nowner: o\nx-a: { a: \"ü\" }\n"
    )
    session.open("Policies/b.yaml", cleanPolicy)
    #expect(
      session.request(
        "textDocument/formatting", ["textDocument": ["uri": "file:///w/Policies/b.yaml"]]
      ).items?
      .isEmpty == true)
  }

  @Test func `symbols, folds and selections follow the tree`() {
    var session = ServerSession(["Policies/a.yaml": cleanPolicy])
    session.open("Policies/a.yaml", cleanPolicy)
    let document: JSONValue = ["textDocument": ["uri": "file:///w/Policies/a.yaml"]]
    let symbols = session.request("textDocument/documentSymbol", document).items ?? []
    #expect(
      symbols.compactMap { $0["name"]?.stringValue }
        == ["linkpolicy", "name", "apps", "domains", "clients", "tests"])
    #expect(symbols.last?["children"]?.items?.first?["name"] == "allowed")
    let lists = symbols[4]["children"]?.items?.first?["children"]?.items ?? []
    #expect(lists.compactMap { $0["name"]?.stringValue } == ["redirect_uris", "scopes"])
    let folds = session.request("textDocument/foldingRange", document).items ?? []
    #expect(
      folds.contains { $0["startLine"] == 10 && $0["endLine"] == 19 }, "\(folds.map { $0.text() })")
    let ranges = session.request(
      "textDocument/selectionRange",
      [
        "textDocument": ["uri": "file:///w/Policies/a.yaml"],
        "positions": [["line": 16, "character": 20]],
      ])
    var depth = 0
    var range = ranges.items?.first
    while let current = range {
      depth += 1
      range = current["parent"]
    }
    #expect(depth > 3)
  }
}

/// Applies an editor's edits by lines and UTF-16, independently of the server.
enum Edits {
  static func applied(_ edits: JSONValue?, to text: String) -> String {
    var units = Array(text.utf16)
    var starts = [0]
    for (index, unit) in units.enumerated() where unit == 0x0A { starts.append(index + 1) }
    func place(_ value: JSONValue?) -> Int {
      let line = value?["line"]?.integer ?? 0
      return line < starts.count
        ? min(starts[line] + (value?["character"]?.integer ?? 0), units.count) : units.count
    }
    let sorted = (edits?.items ?? []).map {
      (
        place($0[path: "range", "start"]), place($0[path: "range", "end"]),
        $0["newText"]?.stringValue ?? ""
      )
    }.sorted { $0.0 > $1.0 }
    for (start, end, new) in sorted { units.replaceSubrange(start..<end, with: Array(new.utf16)) }
    return String(decoding: units, as: UTF16.self)
  }
}
