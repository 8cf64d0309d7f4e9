import Foundation
import PolicyTestSupport
import ProjectTestSupport
import Testing

/// A file that is a policy when it is named is also one when its directory is searched. This
/// applies to every spelling of the marker, and to files with syntax errors.
@Suite struct MarkerSpellingTests {
  /// Returns the findings in a file, first if it is named and then if its directory is searched.
  private static func findings(
    _ bytes: [UInt8], name: String = "x.yaml"
  ) throws -> (named: [String], found: [String]) {
    func lines(_ paths: [String]) throws -> [String] {
      let files = MemoryFileSystem(["tree/ok.yaml": cleanPolicy])
      try files.write(bytes, to: "tree/\(name)")
      let run = CommandLineRun(["validate"] + paths + ["--format", "oneline"], files: files)
      return run.output.components(separatedBy: "\n").filter { $0.hasPrefix("tree/\(name):") }
    }
    return (try lines(["tree/ok.yaml", "tree/\(name)"]), try lines(["tree"]))
  }

  /// An unknown key makes sure that a policy has a finding.
  private static let rest = "name: acme\nbogus: 1\n"

  static let spellings: [(name: String, text: String)] = [
    "linkpolicy", "linkpolicy_tests", "linkpolicy_config",
  ].flatMap { spellings(of: $0) }

  private static func spellings(of key: String) -> [(name: String, text: String)] {
    let end = String(key.dropFirst("linkpolicy".count))
    let comments = String(repeating: "# a comment of a policy\n", count: 4_000)
    let lines: [(name: String, text: String)] = [
      ("plain", "\(key): 1\n"), ("double quotes", "\"\(key)\": 1\n"),
      ("single quotes", "'\(key)': 1\n"), ("blanks", "\(key)  : 1\n"),
      ("no blank", "\"\(key)\":1\n"), ("short escape", "\"link\\x70olicy\(end)\": 1\n"),
      ("escape", "\"link\\u0070olicy\(end)\": 1\n"),
      ("long escape", "\"\\U0000006Cinkpolicy\(end)\": 1\n"),
      ("behind a backslash", "a: \"\\\\\"\n\"link\\u0070olicy\(end)\": 1\n"),
      ("explicit key", "? \(key)\n: 1\n"), ("block key", "? |-\n  \(key)\n: 1\n"),
      ("folded key", "? \"link\\\n    policy\(end)\"\n: 1\n"),
      ("comments", "# a\n\n# b\n\(key): 1\n"), ("many comments", "\(comments)\(key): 1\n"),
      ("document start", "---\n\(key): 1\n"), ("directive", "%YAML 1.1\n---\n\(key): 1\n"),
      ("unknown directive", "%X y\n---\n\(key): 1\n"), ("tag", "!!str \(key): 1\n"),
      ("own tag", "!x \(key): 1\n"), ("tag of the root", "!!map\n\(key): 1\n"),
      ("anchor", "&a \(key): 1\n"), ("alias", "a: &a \(key)\n*a : 1\n"),
      ("behind another key", "other: 1\n\(key): 1\n"), ("twice", "\(key): 1\n\(key): 1\n"),
      ("second document", "other: 1\n---\n\(key): 1\n"),
      ("escaped second document", "other: 1\n---\n\"link\\u0070olicy\(end)\": 1\n"),
      ("behind an error", "a: [\n\(key): 1\n"), ("behind a tab", "\ta: 1\n\(key): 1\n"),
      ("behind an unknown anchor", "a: *b\n\(key): 1\n"),
      ("hidden character", "link\u{200B}policy\(end): 1\n"),
      ("hidden character as escape", "\"link\\u200Bpolicy\(end)\": 1\n"),
      ("next line", "# a\u{85}\(key): 1\n"), ("line separator", "# a\u{2028}\(key): 1\n"),
    ]
    let flows: [(name: String, text: String)] = [
      ("flow", "{\(key): 1, name: acme, bogus: 1}\n"), ("JSON", "{\"\(key)\":1,\"bogus\":1}\n"),
      ("indented", "  \(key): 1\n  bogus: 1\n"),
    ]
    return lines.map { ("\($0.name), \(key)", $0.text + rest) }
      + flows.map { ("\($0.name), \(key)", $0.text) }
  }

  @Test(arguments: spellings) func `a marker has the same effect in every spelling and encoding`(
    spelling: (name: String, text: String)
  ) throws {
    let utf8 = Array(spelling.text.utf8)
    let others: [(String, [UInt8])] = [
      ("CR", utf8.map { $0 == 0x0A ? 0x0D : $0 }),
      ("CRLF", Array(spelling.text.replacing("\n", with: "\r\n").utf8)),
      ("Latin-1", Array("# caf".utf8) + [0xE9, 0x0A] + utf8),
    ]
    for (encoding, bytes) in Self.encodings(spelling.text) + others {
      let (named, found) = try Self.findings(bytes)
      #expect(!named.isEmpty, "\(spelling.name), \(encoding)")
      #expect(found == named, "\(spelling.name), \(encoding)")
    }
  }

  /// UTF-8 and other encodings, with and without a byte order mark.
  private static func encodings(_ text: String) -> [(String, [UInt8])] {
    let kinds: [(String, String.Encoding)] = [
      ("UTF-8", .utf8), ("UTF-16LE", .utf16LittleEndian), ("UTF-16BE", .utf16BigEndian),
      ("UTF-32LE", .utf32LittleEndian), ("UTF-32BE", .utf32BigEndian),
    ]
    return kinds.flatMap { name, encoding in
      [text, "\u{FEFF}" + text].map { (name, Array($0.data(using: encoding) ?? Data())) }
    }
  }

  @Test(arguments: 1...200) func `a marker with escaped letters is recognized`(seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed))
    let key = "linkpolicy".unicodeScalars.map { scalar -> String in
      let hex = String(scalar.value, radix: 16, uppercase: random.once(in: 2))
      return switch random.next() % 6 {
      case 0: "\\x\(hex)"
      case 1: "\\u00\(hex)"
      case 2: "\\U000000\(hex)"
      default: String(scalar)
      }
    }
    let before = random.one(of: ["", "# \\\n", "a: '\\'\n", "a: \"\\\\\"\n", "a: \\\n", "a: \\x\n"])
    let (named, found) = try Self.findings(
      Array("\(before)\"\(key.joined())\": 1\n\(Self.rest)".utf8))
    #expect(!named.isEmpty && found == named, "\(key.joined())")
  }

  @Test(arguments: ["x.yaml", "x.yml", "X.YAML", "x.YmL", "a/.well-known/x.yaml", "a b/é.yml"])
  func `the extension of a file is recognized in any case`(name: String) throws {
    let (named, found) = try Self.findings(Array("linkpolicy: 1\n\(Self.rest)".utf8), name: name)
    #expect(!named.isEmpty && found == named)
  }

  @Test(arguments: [
    "a: 1\n", "# linkpolicy: 1\na: [\n", "steps: [linkpolicy]\n", "name: linkpolicy\n---\na: 1\n",
    "image: \"ghcr.io/acme/linkpolicy:1\"\nreplicas: {{ .Values.n }}\n", "text: \"\\u0070\"\n",
    "services:\n  linkpolicy: { image: a }\n", "x: &x 1\ny: { <<: *x }\nz: !Ref linkpolicy\n",
    "a: \"\u{200B}\"\n",
  ])
  func `other YAML files of a repository are ignored`(text: String) throws {
    #expect(try Self.findings(Array(text.utf8)).found == [])
  }
}
