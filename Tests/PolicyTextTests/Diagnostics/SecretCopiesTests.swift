import PolicyText
import Testing

struct SecretCopiesTests {
  @Test(arguments: [
    (text: #""a": "hunter2", "secret": "hunter2","#, value: #""hunter2","#, count: 2),
    (text: "secret: hunter2\npa: hunter2 # the old one", value: "hunter2", count: 2),
    (text: "hunter2hunter2 secret=hunter2", value: "hunter2", count: 3),
    // Both a text and one that starts alike.
    (text: "secret: hunter22 hunter2", value: "hunter22", count: 1),
    // A word of five bytes is no proof.
    (text: "secret: admin\nuser: admin", value: "admin", count: 0),
    (text: "", value: "", count: 0),
  ])
  func `the same text is found wherever it stands`(
    example: (text: String, value: String, count: Int)
  ) throws {
    let bytes = Array(example.text.utf8)
    let place = try #require(
      example.value.isEmpty ? 0..<0 : bytes.firstRange(of: Array(example.value.utf8)))
    let spans = SecretCopies.spans(of: [SourceSpan(place.lowerBound, place.upperBound)], in: bytes)
    #expect(spans.count == example.count)
    for span in spans {
      #expect(example.value.contains(String(decoding: bytes[span.start..<span.end], as: UTF8.self)))
    }
  }
}
