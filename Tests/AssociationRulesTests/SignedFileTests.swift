import LinkPolicy
import PolicyText
import Testing

/// `apple-app-site-association` files with the signature that iOS 8 required.
@Suite struct SignedFileTests {
  private static let json = """
    {"applinks": {"details": [{"appIDs": ["TEAM.com.acme.home"], "components": [{"/": "/x"}]}]}}
    """

  private static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
    let count = content.count
    let length: [UInt8] =
      count < 0x80 ? [UInt8(count)] : [0x82, UInt8(count >> 8), UInt8(count & 0xFF)]
    return [tag] + length + content
  }

  /// Encodes an element with indefinite length.
  private static func open(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
    [tag, 0x80] + content + [0, 0]
  }

  private static let signedData: [UInt8] = [
    0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02,
  ]
  private static let data: [UInt8] = [
    0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x01,
  ]

  private static func cms(_ octets: [UInt8], _ wrap: (UInt8, [UInt8]) -> [UInt8]) -> [UInt8] {
    let content = wrap(0x30, data + (octets.isEmpty ? [] : wrap(0xA0, octets)))
    let body =
      element(0x02, [1]) + element(0x31, Array(repeating: 0, count: 200)) + content
      + element(0x31, [])
    return wrap(0x30, signedData + wrap(0xA0, wrap(0x30, body)))
  }

  private static let der = cms(element(0x04, Array(json.utf8)), element)

  private static func files() -> [(name: String, bytes: [UInt8])] {
    let bytes = Array(json.utf8)
    let parts = element(0x04, Array(bytes[..<40])) + element(0x04, Array(bytes[40...]))
    let base64 = Base64.encode(der)
    let lines = stride(from: 0, to: base64.utf8.count, by: 64).map { start in
      String(decoding: Array(base64.utf8).dropFirst(start).prefix(64), as: UTF8.self)
    }.joined(separator: "\n")
    return [
      ("DER", der), ("BER", cms(open(0x24, parts), open)),
      ("PEM", Array("-----BEGIN PKCS7-----\n\(lines)\n-----END PKCS7-----\n".utf8)),
      (
        "S/MIME",
        Array(
          ("MIME-Version: 1.0\r\nContent-Type: application/x-pkcs7-mime; smime-type=signed-data\r\n\r\n"
            + lines + "\r\n").utf8)
      ),
      (
        "multipart S/MIME",
        Array(
          ("MIME-Version: 1.0\nContent-Type: multipart/signed; boundary=\"--B1\"\n\nText\n\n----B1\n"
            + json + "\n----B1\nContent-Type: application/x-pkcs7-signature\n\nMII\n----B1--\n")
            .utf8)
      ),
    ]
  }

  @Test func `the content of a signed file is extracted and checked`() throws {
    for (name, bytes) in Self.files() {
      #expect(
        SignedMessage.content(of: bytes).map { String(decoding: $0, as: UTF8.self) } == Self.json,
        "\(name)")
      let report = Checking.report(bytes, name: "apple-app-site-association")
      let rules = report.diagnostics.map(\.rule.rawValue).sorted()
      #expect(rules == ["apple-app-id-format", "apple-legacy-form"], "\(name)")
      #expect(report.diagnostics.allSatisfy { $0.fixes.isEmpty }, "\(name)")
      // The snippet and the position refer to the content.
      let team = try #require(report.diagnostics.first { $0.rule == "apple-app-id-format" })
      #expect(team.location.span.start == 39)
      let match = try AssociationMatch(
        appleAppSiteAssociation: SourceFile(name: "f", bytes: bytes), domain: "acme.example")
      #expect(match.answer("https://acme.example/x").outcome == .match, "\(name)")
    }
  }

  @Test func `a truncated signature or one without content is a finding, never a crash`() {
    let detached = Checking.report(Self.cms([], Self.element), name: "apple-app-site-association")
    #expect(detached.diagnostics.map(\.rule) == ["apple-legacy-form"])
    for count in 0..<Self.der.count {
      let cut = Array(Self.der[..<count])
      #expect(SignedMessage.content(of: cut) == nil, "\(count)")
      let report = Checking.report(cut, name: "apple-app-site-association")
      #expect(!report.diagnostics.isEmpty, "\(count)")
    }
    for bytes in [Array(repeating: UInt8(0x30), count: 4_096), [0x30, 0x80, 0x24, 0x80]] {
      #expect(SignedMessage.content(of: bytes) == nil)
    }
  }

  @Test func `a file named on the command line is recognized by its content`() {
    #expect(
      InputKind(path: "x.json", bytes: Array("{\"applinks\": {}}".utf8)) == .appleAppSiteAssociation
    )
    #expect(InputKind(path: "x", bytes: Self.der) == .appleAppSiteAssociation)
    #expect(
      InputKind(path: "x", bytes: Array("[{\"relation\": [], \"target\": {}}]".utf8)) == .assetLinks
    )
    #expect(InputKind(path: "x.json", bytes: Array("{\"a\": 1}".utf8)) == .policy)
    #expect(InputKind(path: "x.yaml", bytes: Array("{\"applinks\": {}}".utf8)) == .policy)
  }
}
