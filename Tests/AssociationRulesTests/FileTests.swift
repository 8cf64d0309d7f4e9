import PolicyText
import Testing

/// What is said of whole files, and what fixes make of them.
@Suite struct FileTests {
  static func rules(_ bytes: [UInt8], _ name: String) -> [String] {
    Checking.report(bytes, name: name).diagnostics.map { "\($0.severity) \($0.rule)" }
  }

  static func padded(_ count: Int) -> [UInt8] {
    let frame = "{\"webcredentials\":{},\"x\":\"\"}"
    let filling = String(repeating: "x", count: count - frame.utf8.count)
    return Array("{\"webcredentials\":{},\"x\":\"\(filling)\"}".utf8)
  }

  @Test func `Apple's limit is 131,072 bytes, with a warning from 100,000`() {
    let name = "apple-app-site-association"
    #expect(Self.rules(Self.padded(99_999), name) == [])
    #expect(Self.rules(Self.padded(100_000), name) == ["warning association-file-too-large"])
    #expect(Self.rules(Self.padded(131_072), name) == ["warning association-file-too-large"])
    #expect(Self.rules(Self.padded(131_073), name) == ["error association-file-too-large"])
  }

  @Test func `Android's limit is 1 MiB`() {
    func list(_ count: Int) -> [UInt8] {
      Array("[\"\(String(repeating: "x", count: count - 4))\"]".utf8)
    }
    #expect(
      !Self.rules(list(1 << 20), "assetlinks.json").contains("error association-file-too-large"))
    #expect(
      Self.rules(list(1 + 1 << 20), "assetlinks.json").contains("error association-file-too-large"))
  }

  @Test func `the name and the folder count`() {
    #expect(
      Self.rules(
        Array(#"{"webcredentials":{}}"#.utf8), ".well-known/apple-app-site-association.json")
        == ["warning apple-file-name"])
    #expect(
      Self.rules(
        Array(#"{"webcredentials":{}}"#.utf8), "public/well-known/apple-app-site-association")
        == ["error apple-file-name"])
    #expect(
      Self.rules(
        Array(#"{"webcredentials":{}}"#.utf8), "public/.well-known/apple-app-site-association")
        == [])
    #expect(
      Self.rules(Array("{".utf8), "x/apple-app-site-association.json").contains(
        "warning apple-file-name"))
  }

  @Test func `a signed file is called signed, not bad JSON`() {
    let der: [UInt8] = [0x30, 0x82, 0x11, 0x22, 0x06, 0x09, 0x2A, 0x86, 0x48]
    #expect(Self.rules(der, "apple-app-site-association") == ["warning apple-legacy-form"])
  }

  /// Applies the safe fixes once, or all.
  static func fixed(_ text: String, _ name: String, unsafe: Bool = false) -> String {
    var bytes = Array(text.utf8)
    let edits = Checking.report(bytes, name: name).diagnostics
      .flatMap { $0.fixes.prefix(1) }.filter { unsafe || $0.isSafe }.flatMap(\.edits)
      .sorted { $0.location.span.start > $1.location.span.start }
    for edit in edits {
      bytes.replaceSubrange(
        edit.location.span.start..<edit.location.span.end, with: Array(edit.replacement.utf8))
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(arguments: [
    ("\u{FEFF}{\"a\":[1,],}", "{\"a\":[1]}"),
    ("{\u{201C}applinks\u{201D}: {}}", "{\"applinks\": {}}"),
    ("{} // done", "{} "),
  ])
  func `what breaks JSON is mended`(bad: String, good: String) {
    #expect(Self.fixed(bad, "apple-app-site-association") == good)
  }

  @Test func `a fingerprint is mended where its bytes are right`() {
    let bytes = (0..<32).map { String($0 * 7 + 3, radix: 16) }.map { $0.count == 1 ? "0" + $0 : $0 }
    func file(_ fingerprint: String) -> String {
      """
      [{"relation": ["delegate_permission/common.handle_all_urls"], "target": {
        "namespace": "android_app", "package_name": "com.birch.shop",
        "sha256_cert_fingerprints": ["\(fingerprint)", "\(bytes.reversed().joined(separator: ":").uppercased())"]}}]
      """
    }
    let right = file(bytes.joined(separator: ":").uppercased())
    #expect(Self.fixed(file(bytes.joined()), "assetlinks.json", unsafe: true) == right)
    #expect(
      Self.fixed(file(bytes.joined(separator: ":")), "assetlinks.json", unsafe: true) == right)
    #expect(Checking.android(right).isEmpty)
  }
}
