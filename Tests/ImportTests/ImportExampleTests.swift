import LinkPolicy
import PolicyImport
import PolicyTestSupport
import Testing

/// The examples on the pages of the rules of imports, run as their first lines say.
@Suite struct ImportExampleTests {
  /// An example as the command line and the files that it stands for.
  struct Example {
    var settings = ImportSettings()
    var files: [(name: String, text: String)] = []
    var mark: (file: String, span: SourceSpan)?

    init(_ text: String) throws {
      var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
      let command = try #require(lines.popFirst() as Substring?)
      #expect(command.hasPrefix("# linkpolicy import "))
      var words = command.split(separator: " ").dropFirst(3)
      var names: [String] = []
      while let word = words.popFirst() {
        switch word {
        case "--environment":
          settings.environment = words.popFirst().flatMap { .init(rawValue: String($0)) }
        case "--host": settings.host = words.popFirst().map(String.init)
        default: names.append(String(word))
        }
      }
      var texts: [(name: String, lines: [Substring])] = names.prefix(1).map { ($0, []) }
      for line in lines {
        if line.hasPrefix("# file: ") {
          let name = String(line.dropFirst(8))
          if texts.count == 1, texts[0].lines.isEmpty { texts = [] }
          texts.append((name, []))
        } else {
          texts[texts.count - 1].lines.append(line)
        }
      }
      for (name, lines) in texts {
        let (text, span) = marked(lines.joined(separator: "\n"))
        files.append((name, text))
        if let span { mark = (name, span) }
      }
    }
  }

  static let rules = ImportRule.allCases.map(\.rawValue)

  @Test(arguments: rules) func `a rule has a page, with the same weight`(id: String) throws {
    let rule = try #require(ImportRule(rawValue: id))
    let info = try #require(RuleCatalogue.rules(named: id).first)
    #expect(info.category == .import)
    #expect(info.severity == rule.severity)
  }

  @Test(arguments: rules) func `a bad example reports once, at its mark`(id: String) throws {
    let info = try #require(RuleCatalogue.rules(named: id).first)
    let example = try Example(info.examples.bad)
    let mark = try #require(example.mark)
    let result = Importing.run(example.files, example.settings)
    let found = result.report.diagnostics.filter { $0.rule == info.id }
    #expect(found.count == 1, "\(Importing.findings(result))")
    let finding = try #require(found.first)
    #expect(result.report.sources[finding.location.file.index].name == mark.file)
    #expect(finding.location.span == mark.span, "\(finding.message)")
    #expect(finding.severity == info.severity)
    #expect(finding.message.last != "." && !finding.message.contains("\n"))
  }

  @Test(arguments: rules) func `a good example is silent about its rule`(id: String) throws {
    let info = try #require(RuleCatalogue.rules(named: id).first)
    let example = try Example(info.examples.good)
    let result = Importing.run(example.files, example.settings)
    #expect(
      !result.report.diagnostics.contains { $0.rule == info.id }, "\(Importing.findings(result))")
    #expect(!result.files.isEmpty)
  }

  @Test func `the findings of the examples are as recorded`() throws {
    var text = ""
    for id in Self.rules {
      let info = try #require(RuleCatalogue.rules(named: id).first)
      let example = try Example(info.examples.bad)
      let result = Importing.run(example.files, example.settings)
      text += "# \(id)\n\n"
      for finding in result.report.diagnostics where finding.rule == info.id {
        let help = try #require(finding.help, "\(id) has no help")
        text += "\(finding.severity)[\(id)]: \(finding.message)\nhelp: \(help)\n\n"
      }
    }
    try Golden.check(Array(text.utf8), "rules/import.txt")
  }
}
