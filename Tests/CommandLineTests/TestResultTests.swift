import Foundation
import LinkPolicyCLI
import ProjectTestSupport
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// The results of `linkpolicy test` in its three formats.
struct TestResultTests {
  private static let hostileNames = [
    "plain", "<failure/> & \"quotes\" 'and' ]]>", "line\\nbreak\\ttab", "\\u0000 \\u0001 \\uFFFE",
    "bidi \\u202E and zero width \\u200B", "--><!-- ${x} %s \\u001b[31m",
  ]

  private static let file =
    "linkpolicy_tests: 1\ntests:\n"
    + hostileNames.map { name in
      """
        - name: \(quoted(name))
          request: { kind: authorize, query: client_id=lumen-web-prod }
          expect: { decision: allow, reason: redirect-uri-missing, \(quoted("x-\(name)")): 1 }

      """
    }.joined() + """
        - name: passes
          request: { kind: authorize, query: client_id=nobody }
          expect: { decision: deny, reason: client-unknown }
        - name: cannot be read
          request: { kind: universal_link }
          expect: { decision: allow }

      """

  private static func quoted(_ text: String) -> String {
    "\"" + text.replacingOccurrences(of: "\"", with: "\\\"") + "\""
  }

  private static func run(_ arguments: String...) -> CommandLineRun {
    CommandLineRun(
      ["test"] + arguments,
      files: MemoryFileSystem(["Policies/lumen.yaml": cleanPolicy, "Policies/tests.yaml": file]))
  }

  @Test func `JUnit has every test once, with its line`() throws {
    let run = Self.run("--format", "junit", "--coverage")
    #expect(run.status == .findings, "\(run.errors)")
    let report = try JUnitShape(run.output)
    #expect(report.problems == [])
    #expect(report.counts["testsuites"] == 1)
    #expect(report.counts["testcase"] == Self.hostileNames.count + 2)
    #expect(report.counts["failure"] == Self.hostileNames.count + 1)
    #expect(report.names.contains("<failure/> & \"quotes\" 'and' ]]>"))
    #expect(report.text.contains("expected  \"allow\""))
    #expect(report.text.contains("actual    \"deny\""))
    #expect(report.text.contains("0 of 2 entries covered"))
  }

  @Test func `text shows expected and actual values with their lines`() {
    let output = Self.run("--filter", "PLAIN").output
    #expect(output.contains("✗ plain"))
    #expect(output.contains("field     expected  actual"))
    #expect(output.contains("decision  \"allow\"   \"deny\"  line 5"))
    #expect(output.contains("1 test, 0 passed, 1 failed"))
    #expect(!output.contains("reason"))
  }

  @Test func `a test name can't contain terminal escapes`() {
    let output = Self.run().output
    #expect(!output.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
    #expect(!output.contains("\u{202E}"))
  }

  @Test func `JSON has the location of the expected value`() throws {
    let run = Self.run("--format", "json", "--filter", "plain")
    let object = try #require(
      JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    let tests = try #require(object["tests"] as? [[String: Any]])
    let differences = try #require(tests.first?["differences"] as? [[String: Any]])
    #expect((differences.first?["source"] as? [String: Any])?["line"] as? Int == 5)
    #expect((object["summary"] as? [String: Any])?["failed"] as? Int == 1)
  }

  @Test func `no tests are an error unless --allow-empty is given`() {
    #expect(Self.run("--filter", "nothing has this name").status == .usage)
    #expect(Self.run("--filter", "nothing has this name", "--allow-empty").status == .clean)
    let empty = Self.run("--filter", "nothing has this name", "--allow-empty", "--format", "junit")
    #expect(empty.status == .clean)
    #expect((try? JUnitShape(empty.output))?.problems == [])
  }
}

/// Parses JUnit XML and collects elements and attributes that the common schema (Jenkins's
/// `junit-10.xsd`) doesn't allow.
private final class JUnitShape: NSObject, XMLParserDelegate {
  private(set) var problems: [String] = []
  private(set) var counts: [String: Int] = [:]
  private(set) var names: [String] = []
  private(set) var text = ""
  private var open: [String] = []

  private struct Unreadable: Error {}

  private static let children = [
    "": ["testsuites"], "testsuites": ["testsuite"],
    "testsuite": ["testcase", "system-out"], "testcase": ["failure"],
  ]
  private static let attributes: [String: (required: Set<String>, optional: Set<String>)] = [
    "testsuites": ([], ["name", "tests", "failures", "errors", "time", "disabled"]),
    "testsuite": (
      ["name"], ["tests", "failures", "errors", "skipped", "time", "timestamp", "hostname"]
    ),
    "testcase": (["name"], ["classname", "time", "file", "line", "status", "assertions"]),
    "failure": ([], ["type", "message"]), "system-out": ([], []),
  ]

  init(_ xml: String) throws {
    super.init()
    let parser = XMLParser(data: Data(xml.utf8))
    parser.delegate = self
    guard parser.parse() else { throw Unreadable() }
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String] = [:]
  ) {
    counts[name, default: 0] += 1
    if Self.children[open.last ?? ""]?.contains(name) != true {
      problems.append("\(name) in \(open.last ?? "the document")")
    }
    let allowed = Self.attributes[name] ?? ([], [])
    let given = Set(attributes.keys)
    if !allowed.required.isSubset(of: given) { problems.append("\(name) lacks attributes") }
    if !given.isSubset(of: allowed.required.union(allowed.optional)) {
      problems.append("\(name) has \(given)")
    }
    if name == "testcase" { names.append(attributes["name"] ?? "") }
    open.append(name)
  }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) { open.removeLast() }

  func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }
}
