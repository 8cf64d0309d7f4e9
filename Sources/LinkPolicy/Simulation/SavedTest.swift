package import PolicyModel
package import PolicyText

/// A decided request as a test of a test file.
package struct SavedTest {
  private let text: String

  /// - Parameter fields: the request's fields without `kind`.
  package init(
    kind: RequestKind, fields: [(key: String, value: JSONValue)], decision: RequestDecision
  ) {
    func line(_ key: String, _ value: JSONValue) -> String { "      \(key): \(value.text())\n" }
    // JSON strings are YAML strings, whatever they contain.
    text =
      "  - name: \(JSONValue.string("\(kind.rawValue): \(decision.message)").text())\n    request:\n"
      + line("kind", .string(kind.rawValue))
      + fields.filter { $0.key != "kind" }.map { line($0.key, $0.value) }.joined()
      + "    expect: { decision: \(decision.outcome.rawValue), reason: \(decision.reason.rawValue) }\n"
  }

  /// Appends the test to a test file; nil if the file doesn't end with the list `tests`.
  ///
  /// - Parameter file: nil for a new file.
  package func appended(to file: [UInt8]?) -> [UInt8]? {
    guard var bytes = file else { return Array("linkpolicy_tests: 1\ntests:\n\(text)".utf8) }
    if bytes.last != 0x0A { bytes.append(0x0A) }
    bytes += text.utf8
    // Parse the result to make sure that the file contains the test.
    let count = { (bytes: [UInt8]) in
      let source = SourceFile(name: "tests.yaml", bytes: bytes)
      return TestRunner(Project([InputFile(source: source, kind: .policy, isExplicit: true)]))
        .run().count
    }
    return count(bytes) == count(file ?? []) + 1 ? bytes : nil
  }
}
