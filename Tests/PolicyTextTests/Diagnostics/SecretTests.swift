import PolicyText
import Testing

struct SecretSearchTests {
  private static let secrets = [
    "-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSj",
    "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj",
    "LS0tLS1CRUdJTiBQUklWQVRFIEtFWS0tLS0tCk1JSUV2UUlCQURBTkJna3Foa2lH",
    "GOCSPX-abcdefgh12345678", "ya29.a0AfH6SMB1234567890",
    "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJlc2lnbmF0dXJl",
  ]

  @Test(arguments: secrets)
  func `a secret is found at every offset`(_ secret: String) {
    for length in 0...40 {
      let before = String(repeating: "y", count: length) + "!"
      let text = Array((before + secret + "!" + String(repeating: "M", count: 40 - length)).utf8)
      let place = before.utf8.count..<(before.utf8.count + secret.utf8.count)
      #expect(SecretContent.matches(in: text[...]).map(\.range) == [place])
      #expect(SecretContent.matches(in: text[place]).map(\.range) == [place])
    }
  }

  @Test(arguments: secrets)
  func `a text without the first letter of a secret is not a secret`(_ secret: String) {
    let text = Array(secret.utf8)
    // Of a key in PEM the base64 is left, which is one by itself.
    guard text.first != UInt8(ascii: "-") else { return }
    #expect(SecretContent.matches(in: text.dropFirst()).isEmpty)
  }
}

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
