import Foundation
import LinkPolicyCLI
import PolicyTestSupport
import PolicyText
import ProjectTestSupport
import Testing

/// Checks every invisible character at every position in every file format.
struct HiddenCharacterTests {
  /// All invisible characters in the full form. In the short form, some of each class, with both
  /// ends of its ranges.
  private static let characters: [Unicode.Scalar] = {
    let all = (UInt32(0)...0x10FFFF).lazy.compactMap { Unicode.Scalar($0) }
      .filter { HiddenCharacter($0) != nil }
    guard !TestForm.isFull else { return Array(all) }
    let chosen: [UInt32] = [
      0x00, 0x01, 0x0B, 0x0C, 0x1B, 0x7F, 0x80, 0x85, 0x9F, 0xA0, 0xAD, 0x034F, 0x061C, 0x115F,
      0x180B, 0x180E, 0x2000, 0x200B, 0x200C, 0x200D, 0x200E, 0x2028, 0x2029, 0x202A, 0x202E,
      0x202F, 0x2060, 0x2066, 0x2069, 0x2800, 0x3000, 0x3164, 0xFE00, 0xFE0F, 0xFEFF, 0xFFA0,
      0xFFF9, 0xFFFC, 0xFFFE, 0x1D173, 0xE0001, 0xE0041, 0xE0100, 0x10FFFF,
    ]
    return chosen.compactMap { Unicode.Scalar($0) }
  }()

  /// Returns the exit status for a tree, and its findings as `file:line:column: severity`.
  private static func findings(
    _ files: [String: String]
  ) -> (status: LinkPolicyCLI.ExitStatus, found: Set<Substring>) {
    let run = CommandLineRun(
      ["validate", "tree", "--format", "oneline"], files: MemoryFileSystem(files))
    let lines = run.output.components(separatedBy: "\n")
    return (run.status, Set(lines.map { $0.prefix { $0 != "[" } }))
  }

  @Test func `each invisible character is an error with its position, anywhere in any file`() {
    var spellings = 0
    let places = HiddenPosition.all.enumerated().map { index, place in
      let parts = place.text.components(separatedBy: "◊")
      let lines = parts[0].components(separatedBy: "\n")
      let file = "tree/\(index)/\(place.file)"
      let column = lines[lines.count - 1].utf8.count + 1
      return (place: place, parts: parts, file: file, at: "\(file):\(lines.count):\(column): error")
    }
    for scalar in Self.characters {
      let chosen = places.filter { !$0.place.isForPeople || HiddenCharacter(scalar) != .space }
      let files = chosen.map { ($0.file, $0.parts.joined(separator: String(scalar))) }
      let (status, found) = Self.findings(Dictionary(files) { first, _ in first })
      #expect(status == .findings)
      for (place, _, _, at) in chosen {
        spellings += 1
        #expect(found.contains(Substring(at)), "\(scalar.codePoint) in \(place.name): not \(at)")
      }
    }
    print("\(spellings) spellings of hidden characters were tried")
  }

  @Test func `a single file is rejected too`() {
    for place in HiddenPosition.all {
      let text = place.text.replacing("◊", with: "\u{200B}")
      let (status, _) = Self.findings(["tree/\(place.file)": text])
      #expect(status == .findings, "\(place.name)")
    }
  }

  @Test func `without the character there is no such error`() {
    for place in HiddenPosition.all {
      let run = CommandLineRun(
        ["validate", "tree", "--format", "oneline"],
        files: MemoryFileSystem(["tree/\(place.file)": place.text.replacing("◊", with: "")]))
      // A comment may contain the rule ID.
      #expect(!run.output.contains("[character-invisible]"), "\(place.name)")
    }
  }

  private static let hiding = """
    linkpolicy: 1
    name: lumen
    clients:
      website:
        provider: generic
        type: web
        client_id: { prod: lumen-web }
        client_secret: { env: LUMEN_WEB_SECRET }
        redirect_uris:
          prod:
            - https://lumen.example/callback # the app◊        - https://evil.example/
        scopes: [devices]

    """

  @Test(arguments: ["\u{85}", "\u{2028}", "\u{2029}", "\r"])
  func `an entry after an invisible line break never decides`(lineBreak: String) {
    let text = Self.hiding.replacing("◊", with: lineBreak)
    let files = MemoryFileSystem(["Policies/p.yaml": text])
    let answer = CommandLineRun(
      ["simulate", "authorize", "--client", "website", "--redirect-uri", "https://evil.example/"],
      files: files)
    #expect(answer.status == .usage, "\(answer.output)")
    #expect(answer.errors.contains("character-invisible"))
  }

  @Test(arguments: ["\u{85}", "\u{2028}", "\u{2029}", "\r"])
  func `the fix makes the entry visible and keeps the parsed values`(lineBreak: String) throws {
    let files = MemoryFileSystem(["p.yaml": Self.hiding.replacing("◊", with: lineBreak)])
    let run = CommandLineRun(["validate", "p.yaml", "--fix"], files: files)
    #expect(!run.output.contains("character-invisible"))
    #expect(files.files["p.yaml"] == Self.hiding.replacing("◊", with: "\n"))
    let allows = CommandLineRun(
      ["who-allows", "https://evil.example/", "--policy", "p.yaml"], files: files)
    #expect(allows.output.contains("p.yaml:12"))
  }

  @Test func `a fix removes invisible characters from comments, but never creates a suppression`() {
    let files = MemoryFileSystem([
      "p.yaml": cleanPolicy + "# a\u{200B}b\n# link\u{200B}policy: ignore-file[uri-http] x\n"
    ])
    _ = CommandLineRun(["validate", "p.yaml", "--fix"], files: files)
    #expect(
      files.files["p.yaml"] == cleanPolicy + "# ab\n# link\u{200B}policy: ignore-file[uri-http] x\n"
    )
  }

  @Test func `the finding can't be suppressed, ignored or left out`() throws {
    let policy = cleanPolicy + "# linkpolicy: ignore-file[character-invisible] a\u{2028}b\n"
    let files = MemoryFileSystem(["p.yaml": policy])
    for options in [
      [], ["--ignore", "uri-http"], ["--select", "uri-http"],
    ] {
      let run = CommandLineRun(
        ["validate", "p.yaml", "--format", "oneline"] + options, files: files)
      #expect(run.status == .findings)
      #expect(run.output.contains("character-invisible"))
    }
    #expect(
      CommandLineRun(["validate", "p.yaml", "--ignore", "character-invisible"], files: files).status
        == .usage)
    // A baseline with the finding has no effect either.
    let configured = MemoryFileSystem([
      "p.yaml": policy, "linkpolicy.yaml": "linkpolicy_config: 1\nbaseline: known.json\n",
    ])
    _ = CommandLineRun(
      ["validate", "p.yaml", "--write-baseline", "known.json"], files: configured)
    let known = CommandLineRun(
      ["validate", "p.yaml", "--format", "oneline"], files: configured)
    #expect(known.status == .findings)
    #expect(known.output.contains("character-invisible"))
  }

  @Test func `an effective configuration is rejected with the finding`() {
    let run = CommandLineRun(
      ["validate", "p.yaml"],
      files: MemoryFileSystem([
        "p.yaml": cleanPolicy,
        "linkpolicy.yaml": "linkpolicy_config: 1\n# a\u{2028}severities: { uri-http: off }\n",
      ]))
    #expect(run.status == .usage)
    #expect(run.errors.contains("linkpolicy.yaml:2:4"))
    #expect(run.errors.contains("U+2028 LINE SEPARATOR"))
  }

  @Test func `a baseline has no invisible characters`() {
    let policy = cleanPolicy.replacing("/oauth/callback", with: "/oauth/\u{200B}callback")
    let files = MemoryFileSystem([
      "p.yaml": policy, "linkpolicy.yaml": "linkpolicy_config: 1\nbaseline: known.json\n",
    ])
    _ = CommandLineRun(["validate", "p.yaml", "--write-baseline", "known.json"], files: files)
    let written = files.files["known.json"] ?? ""
    #expect(written.utf8.allSatisfy { $0 < 0x80 })
    #expect(written.contains("uri-invisible"))
    let hidden = MemoryFileSystem([
      "p.yaml": policy, "linkpolicy.yaml": "linkpolicy_config: 1\nbaseline: known.json\n",
      "known.json": written.replacing("\"file\"", with: "\"fi\u{200B}le\""),
    ])
    let run = CommandLineRun(["validate", "p.yaml"], files: hidden)
    #expect(run.status == .usage)
    #expect(
      run.errors.contains("known.json:4:9: invisible character U+200B ZERO WIDTH SPACE in a key"))
  }
}
