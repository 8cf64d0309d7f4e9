import AssociationFiles
import PolicyText
import Testing

struct FingerprintTests {
  private let canonical = Array(repeating: "0A:FF", count: 16).joined(separator: ":")

  @Test func `hex of either case is read with and without colons`() throws {
    let value = try #require(Fingerprint(ExactString(canonical)))
    #expect(value.text == canonical)
    let bare = canonical.replacing(":", with: "")
    for text in [canonical.lowercased(), bare, bare.lowercased()] {
      #expect(Fingerprint(ExactString(text)) == value)
      #expect(!Fingerprint.isCanonical(ExactString(text)))
    }
    #expect(Fingerprint.isCanonical(ExactString(canonical)))
  }

  @Test(arguments: [
    ("00:11", Fingerprint.Reading.wrongLength(2)), ("aabbcc", .wrongLength(3)), ("", .notHex),
    ("0", .notHex), (":", .notHex), ("00:", .notHex), (":00", .notHex), ("0011:22", .notHex),
    ("00:1122", .notHex), ("00::11", .notHex), ("GG", .notHex), ("00 11", .notHex),
    (String(repeating: "ab", count: 20), .wrongLength(20)),
    (String(repeating: "ab:", count: 32), .notHex),
  ])
  func `anything else says what it is`(text: String, reading: Fingerprint.Reading) {
    #expect(Fingerprint.read(ExactString(text)) == reading)
  }
}
