import LinkPolicyCLI
import ProjectTestSupport
import Testing

@Suite struct ConfigurationTests {
  private func tree(
    _ configuration: String, policy: String = invalidPolicy(), in directory: String = "/repo/sub",
    others: [String: String] = [:]
  ) -> TreeFileSystem {
    var files = [
      "/repo/.git/HEAD": "", "/repo/linkpolicy.yaml": "linkpolicy_config: 1\n\(configuration)",
      "/repo/Policies/p.yaml": policy, "/repo/sub/other.txt": "",
    ]
    files.merge(others) { $1 }
    return TreeFileSystem(files, in: directory)
  }

  private func oneline(_ tree: TreeFileSystem, _ options: String...) -> CommandLineRun {
    tree.run(["validate", "--format", "oneline"] + options)
  }

  @Test func `known findings are not reported, even on other lines`() {
    let files = tree("baseline: known.json\n")
    #expect(files.run(["validate", "--write-baseline", "../known.json"]).status == .clean)
    let known = oneline(files)
    #expect(known.status == .clean && known.output.isEmpty)
    #expect(known.errors.isEmpty)

    let written = files.files.files["/repo/known.json"] ?? ""
    #expect(written.contains("\"file\":\"Policies/p.yaml\""))
    #expect(!written.contains("\"line\""))
    let moved = invalidPolicy(above: "# moved\n        - https://lumen.example/other")
    let after = tree(
      "baseline: known.json\n", policy: moved, others: ["/repo/known.json": written])
    #expect(!oneline(after).output.contains("uri-http"))

    let twice = invalidPolicy(above: "- http://lumen.example/other")
    let more = tree("baseline: known.json\n", policy: twice, others: ["/repo/known.json": written])
    #expect(oneline(more).output.split(separator: "\n").count { $0.contains("uri-http") } == 1)
  }

  @Test func `a baseline depends only on the findings and has no secrets`() {
    let policy = cleanPolicy.replacing("{ env: LUMEN_WEB_SECRET }", with: "s3cr3t-value")
    let files = tree("", policy: policy)
    _ = files.run(["validate", "--write-baseline", "a.json"])
    _ = files.run(["validate", "--write-baseline", "b.json"])
    let text = files.files.files["/repo/sub/a.json"] ?? ""
    #expect(text == files.files.files["/repo/sub/b.json"])
    #expect(text.contains("client-secret-in-policy"))
    #expect(!text.contains("s3cr3t-value"))
    // The hash of a short secret can be guessed.
    #expect(
      text.contains(
        #""path":"clients.website.client_secret","rule":"client-secret-in-policy","count":1"#))
  }

  @Test func `a baseline has no value and no message`() {
    let files = tree("")
    _ = files.run(["validate", "--write-baseline", "a.json"])
    let text = files.files.files["/repo/sub/a.json"] ?? ""
    #expect(text.hasPrefix("{\n  \"version\": 2,\n"))
    #expect(text.contains("\"hash\":\""))
    #expect(!text.contains("\"value\"") && !text.contains("\"message\""))
    #expect(!text.contains("http://lumen.example"))
  }

  @Test func `a baseline of version 1 is accepted`() {
    // Version 1 contained secrets that it didn't recognize.
    let old = """
      {
        "schemaVersion": 1,
        "findings": [
          {"file":"Policies/p.yaml","path":"clients.website.redirect_uris.prod[]","rule":"uri-fragment","value":"#a","message":"old","count":1},
          {"file":"Policies/p.yaml","path":"clients.website.redirect_uris.prod[]","rule":"environment-counterpart-missing","value":"\\"https://lumen.example/cb?access_token=hunter22#a\\"","message":"old","count":1}
        ]
      }

      """
    let policy = cleanPolicy.replacing(
      "[https://lumen.example/oauth/callback]",
      with: "[\"https://lumen.example/cb?access_token=hunter22#a\"]")
    let unknown = oneline(tree("", policy: policy)).output
    #expect(unknown.contains("uri-fragment"))
    #expect(!unknown.contains("hunter22"))
    let files = tree("baseline: known.json\n", policy: policy, others: ["/repo/known.json": old])
    let known = oneline(files).output
    #expect(!known.contains("uri-fragment"), "\(known)")
    _ = files.run(["validate", "--write-baseline", "../known.json"])
    let written = files.files.files["/repo/known.json"] ?? ""
    #expect(written.contains("\"version\": 2") && !written.contains("hunter22"))
    #expect(!oneline(files).output.contains("uri-fragment"))
  }

  @Test(arguments: [
    "", "[]", "{}", "{\"schemaVersion\":1,\"findings\":[{}]}",
    "{\"schemaVersion\":2,\"findings\":[]}", "{\"version\":2,\"findings\":[{}]}",
    "{\"version\":3,\"findings\":[]}",
    "{\"version\":2,\"findings\":[{\"rule\":\"a\",\"file\":\"b\",\"path\":\"c\",\"hash\":\"x\"}]}",
  ])
  func `a file that isn't a baseline is a usage error`(text: String) {
    let run = oneline(tree("baseline: known.json\n", others: ["/repo/known.json": text]))
    #expect(run.status == .usage)
  }
}
