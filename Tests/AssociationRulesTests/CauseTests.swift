import LinkPolicy
import Testing

/// The first message names the cause.
@Suite struct CauseTests {
  static let apple = "apple-app-site-association"

  static func first(_ bytes: [UInt8], _ name: String = apple) -> String {
    let found = Checking.report(bytes, name: name).diagnostics
    return found.first.map { "\($0.rule): \($0.message)" } ?? ""
  }

  @Test func `a file of another format is recognized by its first bytes`() {
    #expect(Self.first([0x7B, 0x00, 0x22, 0x00]).contains("UTF-16"))
    #expect(Self.first([0x1F, 0x8B, 0x08, 0x00]).contains("gzip"))
    #expect(Self.first([0x30, 0x82, 0x11, 0x22], "assetlinks.json").contains("signed"))
  }

  static func fixed(_ text: String, name: String = apple, unsafe: Bool = false) -> String {
    let project = Project([
      InputFile(
        source: SourceFile(name: name, bytes: Array(text.utf8)),
        kind: InputKind(path: name) ?? .assetLinks, isExplicit: true)
    ])
    let fixes = project.applyingFixes(includesUnsafe: unsafe)
    return String(decoding: fixes.files[0].source.bytes, as: UTF8.self)
  }

  @Test func `a patch keeps line endings and invisible characters`() {
    let text = "{\r\n\u{A0}\"webcredentials\": {\r\n  \"apps\": []\r\n}}\r\n"
    let project = Project([
      InputFile(
        source: SourceFile(name: Self.apple, bytes: Array(text.utf8)),
        kind: .appleAppSiteAssociation, isExplicit: true)
    ])
    let patch = project.applyingFixes().patch
    #expect(
      patch.utf8.elementsEqual(
        """
        --- a/apple-app-site-association
        +++ b/apple-app-site-association
        @@ -1,4 +1,4 @@
         {\r
        -\u{A0}"webcredentials": {\r
        + "webcredentials": {\r
           "apps": []\r
         }}\r

        """.utf8))
  }
}
