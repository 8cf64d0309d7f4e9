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
