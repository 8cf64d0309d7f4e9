import Foundation
import LinkPolicy
import PolicyRules
import PolicyTestSupport
import Testing

/// Fixes don't cause other findings. Each fix is applied alone, and the files are checked again.
@Suite struct FixConsequenceTests {
  /// Files that are checked together.
  struct Files: Sendable, CustomTestStringConvertible {
    var name: String
    var files: [InputFile]
    var testDescription: String { name }
  }

  @Test(arguments: RuleRegistry.catalogue.map(\.id.rawValue))
  func `the fix of an example removes the finding and causes no other`(id: String) throws {
    let info = try #require(RuleRegistry.info(for: RuleID(rawValue: id)))
    let problems = Self.problems(Files(name: id, files: Self.example(info)))
    #expect(problems.isEmpty, "\(problems.joined(separator: "\n"))")
  }

  @Test(arguments: fixtures)
  func `the fixes of a fixture remove their findings and cause no others`(files: Files) throws {
    let problems = Self.problems(files)
    #expect(problems.isEmpty, "\(problems.joined(separator: "\n"))")
  }

  @Test func `fixes of randomly mistyped policies cause no other findings`() throws {
    var random = SeededRandom(seed: 14)
    var problems: [String] = []
    for files in Self.policies {
      let text = try #require(files.files.first).source.bytes
      for number in 0..<TestForm.size(12, full: 60) {
        let bytes = Self.mistyped(text, &random)
        let source = SourceFile(name: "policy.yaml", bytes: bytes)
        problems += Self.problems(
          Files(
            name: "\(files.name) #\(number)",
            files: [InputFile(source: source, kind: .policy, isExplicit: true)]), atMost: 12)
      }
    }
    #expect(problems.isEmpty, "\(problems.joined(separator: "\n"))")
  }

  @Test func `fixes of randomly mistyped association files cause no other findings`() throws {
    var random = SeededRandom(seed: 15)
    var problems: [String] = []
    for files in Self.associationFiles {
      let source = try #require(files.files.first).source
      for number in 0..<TestForm.size(25, full: 50) {
        let bytes = Self.mistyped(source.bytes, &random)
        problems += Self.problems(
          Files(name: "\(files.name) #\(number)", files: [Self.file(source.name, bytes)]),
          atMost: 12)
      }
    }
    #expect(problems.isEmpty, "\(problems.joined(separator: "\n"))")
  }

  // MARK: checking fixes

  /// Describes wrong fixes of some files, one line each.
  static func problems(_ input: Files, atMost limit: Int = 60) -> [String] {
    let before = Project(input.files).report
    let unread = Set(
      before.diagnostics.filter { RuleRegistry.notSuppressible.contains($0.rule) }.map(\.rule))
    var problems: [String] = []
    for finding in before.diagnostics.prefix(limit) {
      for fix in finding.fixes {
        let after = Project(applied(fix, to: input.files)).report
        let place = "\(input.name): \(finding.rule), \(fix.title)"
        let (old, new) = (counts(before), counts(after))
        // A value that is checked for the first time may have the next mistake.
        let isReader = unread.contains(finding.rule) || readers.contains(finding.rule)
        let isLeft =
          isReader
          ? after.diagnostics.contains {
            $0.rule == finding.rule && $0.message == finding.message
              && $0.location.span.start == finding.location.span.start
          } : (new[finding.rule] ?? 0) >= (old[finding.rule] ?? 0)
        if isLeft {
          problems.append("\(place): still there\n  \(describe(after, finding.rule))")
        }
        // A syntax error hides findings below it.
        if unread.contains(finding.rule) { continue }
        for (rule, count) in new where count > (old[rule] ?? 0) {
          if hides(finding.rule, rule) { continue }
          problems.append("\(place): now \(describe(after, rule))")
        }
      }
    }
    return problems
  }

  /// Rules whose fix makes a value valid enough to be checked by other rules.
  static let readers: Set<RuleID> = [
    "unknown-key", "unknown-value", "unknown-reference", "wrong-type", "yaml-not-string",
    "apple-component-unknown-key", "dynamic-rules-invalid", "statement-list-malformed",
    "statement-relation-invalid", "statement-site-invalid", "grant-type-unknown",
  ]

  /// Rules that hide others by design, in addition to `Precedence`. The others appear after the
  /// fix.
  static let hidden: [RuleID: Set<RuleID>] = [
    // Only a domain without scheme and port can be checked.
    "domain-not-bare": ["authorized-domain-localhost-in-prod", "environment-foreign-address"],
    // The port is checked for IP addresses, not for names.
    "native-localhost": ["native-loopback-port"],
    // A scope can be checked only if it is spelled correctly.
    "scope-mangled": ["scope-restricted", "scope-sensitive", "scope-unknown"],
    "linking-bundle-unknown": ["environment-counterpart-missing"],
    // The duplicate of the origin also has a path, a slash.
    "origin-has-path": ["uri-trailing-slash-twin"],
  ]

  /// Returns whether a finding of one rule hides those of another.
  private static func hides(_ first: RuleID, _ second: RuleID) -> Bool {
    readers.contains(first) || hidden[first]?.contains(second) == true
      || RuleRegistry.info(for: first).map { RuleRegistry.hidden(by: $0).contains(second) } == true
  }

  /// The number of locations by rule. A finding about an association file may stand for many.
  private static func counts(_ report: Report) -> [RuleID: Int] {
    var counts: [RuleID: Int] = [:]
    for finding in report.diagnostics where !finding.isMinor {
      counts[finding.rule, default: 0] +=
        1
        + finding.notes.count { $0.message.hasPrefix("the same: ") }
    }
    return counts
  }

  private static func describe(_ report: Report, _ rule: RuleID) -> String {
    report.diagnostics.filter { $0.rule == rule }.map { "\($0.severity) \($0.rule): \($0.message)" }
      .joined(separator: "\n  ")
  }

  private static func applied(_ fix: Fix, to files: [InputFile]) -> [InputFile] {
    var files = files
    for edit in fix.edits.sorted(by: { $0.location.span > $1.location.span }) {
      let span = edit.location.span
      let source = files[edit.location.file.index].source
      var bytes = source.bytes
      bytes.replaceSubrange(span.start..<span.end, with: edit.replacement.utf8)
      files[edit.location.file.index].source = SourceFile(name: source.name, bytes: bytes)
    }
    return files
  }

  // MARK: files to fix

  /// Returns the bad example of a rule as the files of a run.
  static func example(_ info: RuleInfo) -> [InputFile] {
    let unmarked = String(
      String.UnicodeScalarView(info.examples.bad.unicodeScalars.filter { $0 != "⟦" && $0 != "⟧" }))
    switch info.examples.kind {
    // These rules report sources and servers, which have no fixes.
    case .importedFiles, .answers: return []
    case .appleAppSiteAssociation, .assetLinks:
      let (name, bytes) = ExampleFile.file(unmarked, info.examples.kind)
      return [file(name, bytes)]
    case .policy, .redirectURI, .deployedAssetLinks, .siteFiles:
      let texts = ExamplePolicy.policies(unmarked, info.examples.kind)
      return texts.enumerated().map { number, text in
        let prefix = "# file: "
        guard text.hasPrefix(prefix), info.examples.kind != .policy else {
          return file("policy-\(number).yaml", Array(text.utf8))
        }
        let line = text.prefix { $0 != "\n" }
        let name = String(line.dropFirst(prefix.count))
        return file(name, Array(text.dropFirst(line.count + 1).utf8))
      }
    }
  }

  private static func file(_ name: String, _ bytes: [UInt8]) -> InputFile {
    InputFile(
      source: SourceFile(name: name, bytes: bytes), kind: InputKind(path: name) ?? .policy,
      isExplicit: true)
  }

  static let fixtures = ["rules", "structure/err", "association/err", "policies"].flatMap(files)

  static let associationFiles = files("association/ok") + files("association/err")

  private static func files(_ folder: String) -> [Files] {
    let root = Fixtures.root.appending(path: "Tests/Fixtures/\(folder)")
    let paths = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String }
    return (paths ?? []).filter { $0.hasSuffix(".yaml") || $0.hasSuffix(".json") }.sorted()
      .compactMap { path in
        guard let data = try? Data(contentsOf: root.appending(path: path)), data.count < 40_000
        else { return nil }
        let name =
          path.hasSuffix("-site-association.json")
          ? "apple-app-site-association"
          : path.hasSuffix("assetlinks.json") ? "assetlinks.json" : "policy.yaml"
        return Files(name: "\(folder)/\(path)", files: [file(name, [UInt8](data))])
      }
  }

  static let policies = fixtures.filter { $0.name.hasPrefix("policies/") }

  /// Returns a policy with a random typo.
  static func mistyped(_ bytes: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
    var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map { Array($0) }
    let number = Int.random(in: 0..<lines.count, using: &random)
    var line = lines[number]
    let words = line.indices.filter { (0x61...0x7A).contains(line[$0]) }
    switch Int.random(in: 0..<6, using: &random) {
    case 0: if !words.isEmpty { line.remove(at: random.one(of: words)) }
    case 1:
      if let place = words.randomElement(using: &random) { line.insert(line[place], at: place) }
    case 2:
      if let place = words.randomElement(using: &random), place + 1 < line.count {
        line.swapAt(place, place + 1)
      }
    case 3: lines.insert(line, at: number)
    case 4:
      if let place = words.randomElement(using: &random) { line[place] -= 0x20 }
    default:
      let parts: [(String, String)] = [
        ("https:", "http:"), (".example", ".example:443"), ("true", "\"true\""), ("/", "//"),
        ("- ", "-"), (": ", ":"), ("web", "wbe"), ("prod", "prd"), ("com.", "Com."),
        ("appIDs", "appID"), ("appID", "appIDs"), ("paths", "components"), ("\"/\"", "\"path\""),
        ("handle_all_urls", "handle_all_url"), ("/*", "/"), ("/*", "*"), ("?*", "*"),
        ("NOT ", "NOT  "), ("[", "[["), ("\"", "'"), (",", ",,"), ("exclude", "not"),
      ]
      let (old, new) = random.one(of: parts)
      line = Array(
        String(decoding: line, as: UTF8.self).replacingOccurrences(of: old, with: new).utf8)
    }
    lines[number] = line
    return Array(lines.joined(separator: [0x0A]))
  }
}
