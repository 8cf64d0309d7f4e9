import Foundation
import PolicyText
import PolicyTestSupport
import Testing

/// What the Admin SDK for Node.js says (executed) is what `continue-url-characters` says.
@Suite struct ContinueURLVectorTests {
  struct Row: CustomTestStringConvertible {
    var id: String
    var url: String
    var isTaken: Bool
    var testDescription: String { id }
  }

  static let rows: [Row] = {
    let text = (try? Fixtures.text("Tests/Vectors/firebase_url_validity.tsv")) ?? ""
    return text.split(separator: "\n").dropFirst().compactMap { line in
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      let value = try? JSONSerialization.jsonObject(
        with: Data(fields[2].utf8), options: .fragmentsAllowed)
      // A URL that is not there has no place to report at.
      guard let url = value as? String else { return nil }
      return Row(id: fields[0], url: url, isTaken: fields[4] == "ok")
    }
  }()

  @Test func `all vectors with a URL are read`() {
    #expect(Self.rows.count == 13)
  }

  @Test(arguments: rows)
  func `a URL is an error exactly where the Admin SDK refuses it`(row: Row) throws {
    let policy = """
      linkpolicy: 1
      name: vector
      providers:
        firebase:
          project_id: { prod: acme-home }
          email_actions: { verify_email: { url: { prod: "\(row.url)" } } }

      """
    let found = Checking.diagnostics(policy).filter { $0.rule == "continue-url-characters" }
    #expect(found.contains { $0.severity == .error } == !row.isTaken)
  }
}
