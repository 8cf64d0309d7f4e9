import Foundation
import PolicyModel
import PolicyTestSupport
import Testing

/// No reader asks for a name that the tables do not have: such a name would be refused before it is read.
@Suite struct RequestNameTests {
  /// The texts that the sources below a folder give to calls of a form.
  private func names(below folder: String, _ pattern: String) throws -> Set<String> {
    let expression = try NSRegularExpression(pattern: pattern)
    var names: Set<String> = []
    for path in try Fixtures.files(below: folder) where path.hasSuffix(".swift") {
      let text = try String(contentsOf: Fixtures.root.appending(path: path), encoding: .utf8)
      for match in expression.matches(in: text, range: NSRange(text.startIndex..., in: text)) {
        if let range = Range(match.range(at: 1), in: text) { names.insert(String(text[range])) }
      }
    }
    return names
  }

  @Test func `every fact that is read is in a table`() throws {
    var known: Set<String> = []
    for kind in RequestKind.allCases {
      let facts = RequestShape.kind(kind).keys.first { $0.name == "facts" }
      guard case .request(.object(let keys))? = facts?.shape else { continue }
      known.formUnion(keys.map(\.name))
    }
    let read = try names(
      below: "Sources/PolicyDecision", #"facts\.(?:value|text|list|flag|source)\(\s*"(\w+)""#)
    #expect(read.count > 20)
    #expect(read.subtracting(known).isEmpty, "\(read.subtracting(known))")
  }

  @Test func `every field that is read is in a table`() throws {
    let tables = RequestKind.allCases.map { RequestShape.kind($0) }
    var known = Set(tables.flatMap(\.names))
    for case .request(.object(let keys)) in tables.flatMap(\.keys).map(\.shape) {
      known.formUnion(keys.map(\.name))
    }
    let read = try names(
      below: "Sources/LinkPolicy/Simulation",
      #"(?:ext|ord|equired|value\(of:)\(?\s*"(\w+)", (?:in: )?node\)"#)
    #expect(read.count > 20)
    #expect(read.subtracting(known).isEmpty, "\(read.subtracting(known))")
  }
}
