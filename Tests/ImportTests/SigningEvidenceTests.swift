import LinkPolicy
import PolicyText
import PolicyTestSupport
import Testing

/// Fingerprints of signing certificates come only from signing evidence. Each rejected one has one
/// finding.
@Suite struct SigningEvidenceTests {
  private static let manifest = (
    name: "app/src/main/AndroidManifest.xml",
    text: """
    <manifest xmlns:android="http://schemas.android.com/apk/res/android" package="com.acme.home">
      <application/>
    </manifest>
    """
  )
  private static let sha256 =
    "5C:81:0E:93:D7:2A:46:BF:68:F1:34:9D:A2:0B:E5:7C:19:C3:8A:56:FD:20:71:B4:3E:98:6B:D5:02:AF:47:EC"
  private static let sha1 = "B7:4E:09:D2:5A:13:C8:6F:90:2B:E4:71:AD:38:56:0C:F3:9E:27:81"
  private static let bare = sha256.replacing(":", with: "").lowercased()

  /// Imports a repository with the files that a search finds.
  private static func found(
    _ files: [(name: String, bytes: [UInt8])], searched: [String] = []
  ) -> SourceImport {
    let all = [(name: manifest.name, bytes: Array(manifest.text.utf8))] + files
    let sources = all.map { SourceFile(name: $0.name, bytes: $0.bytes) }
    return SourceImport(sources, settings: .prod, found: sources.count, searched: searched)
  }

  /// Imports the manifest and a file that the user names.
  private static func named(
    _ name: String, _ bytes: [UInt8], kind: String? = nil
  ) -> SourceImport {
    let sources = [
      SourceFile(name: manifest.name, bytes: Array(manifest.text.utf8)),
      SourceFile(name: name, bytes: bytes),
    ]
    var settings = ImportSettings.prod
    guard let kind else { return SourceImport(sources, settings: settings, found: 1) }
    settings.kind = kind
    return SourceImport([sources[1]], settings: settings)
  }

  private static func certificate(_ name: String) throws -> (pem: [UInt8], der: [UInt8]) {
    let pem = try Fixtures.bytes("Tests/Fixtures/import/certificates/\(name).pem")
    let lines = String(decoding: pem, as: UTF8.self).split(separator: "\n")
    let body = lines.filter { !$0.hasPrefix("-----") }.joined()
    return (pem, try #require(Base64.decode(Array(body.utf8))))
  }

  private static func hasFingerprints(_ result: SourceImport) -> Bool {
    result.text.contains("_cert_fingerprints:")
  }

  /// Returns the findings in a file, except for those about the app.
  private static func findings(_ result: SourceImport, at name: String) -> [Diagnostic] {
    result.report.diagnostics.filter {
      $0.rule.rawValue.hasPrefix("import-")
        && result.report.sources[$0.location.file.index].name == name
    }
  }

  // MARK: accepted evidence

  static let evidence: [(name: String, text: String)] = [
    (
      "signing-report.txt",
      "Variant: release\nConfig: release\nStore: /k/acme.jks\nAlias: acme\nSHA-256: \(sha256)\n"
    ),
    (
      "keytool-sha.txt",
      """
      Alias name: acme
      Entry type: PrivateKeyEntry
      Certificate[1]:
      Owner: CN=Acme
      Certificate fingerprints:
      \t SHA256: \(sha256)
      Extensions:
      """
    ),
    (
      "keytool-sha.txt",
      "Aliasname: acme\nEintragstyp: PrivateKeyEntry\nZertifikat-Fingerprints:\n\t SHA256: \(sha256)\n"
    ),
    (
      "keytool-sha.txt",
      "acme, 1 Jan 2024, PrivateKeyEntry,\nCertificate fingerprint (SHA-256): \(sha256)\n"
    ),
    ("apk-sha.txt", "Signer #1 certificate SHA-256 digest: \(bare)\n"),
    ("apk-sha.txt", "V3.0 Signer: certificate SHA-256 digest: \(bare)\n"),
    (
      "jar-sha.txt",
      "Signer #1:\n\nOwner: CN=Acme\nCertificate fingerprints:\n\t SHA256: \(sha256)\n"
    ),
    (
      "play-fingerprints.txt",
      "Upload key certificate\nSHA-256 certificate fingerprint\n\(sha256)\n"
    ),
    ("eas-fingerprints.txt", "Key Alias           acme\nSHA256 Fingerprint  \(sha256)\n"),
  ]

  @Test(arguments: evidence) func `a signing report is evidence`(
    report: (name: String, text: String)
  ) {
    for result in [
      Self.found([("keys/\(report.name)", Array(report.text.utf8))]),
      Self.named(report.name, Array(report.text.utf8)),
    ] {
      #expect(result.text.contains("- \(Self.sha256)"), "\(result.text)")
    }
  }

  @Test(arguments: evidence) func `reports in tests are ignored`(
    report: (name: String, text: String)
  ) {
    let directories = [
      "app/src/main/res/raw", "test", "a/tests/b", "Tests", "fixtures", "__fixtures__",
      "app/src/androidTest/keys", "app/src/testDebug", "examples", "samples/app", "testdata",
    ]
    for directory in directories {
      let name = "\(directory)/\(report.name)"
      let result = Self.found([(name, Array(report.text.utf8))])
      #expect(!Self.hasFingerprints(result), "\(name)\n\(result.text)")
      let findings = Self.findings(result, at: name).filter { $0.rule == "import-dropped" }
      #expect(findings.count == 1 && findings[0].message.contains(Self.sha256), "\(findings)")
    }
    // The directory that the user searches may have any name.
    let result = Self.found(
      [("tests/acme/keys/\(report.name)", Array(report.text.utf8))], searched: ["tests/acme"])
    #expect(Self.hasFingerprints(result))
  }

  // MARK: rejected evidence

  static let foreign: [(name: String, text: String)] = [
    (
      "docs/openapi.yaml",
      "openapi: 3.0.0\nx:\n  description: fingerprint of the certificate\n  example: \"\(sha256)\"\n  # SHA256\n"
    ),
    ("ansible/tasks.yml", "- name: certificate\n  get_url: { checksum: \"SHA256:\(bare)\" }\n"),
    ("saml/idp.yml", "certificate: x\nidp_cert_fingerprint: \"SHA1:\(sha1)\"\n"),
    (
      "docs/guide.yaml",
      "example: |\n  Alias name: acme\n  Entry type: PrivateKeyEntry\n  SHA256: \(sha256)\n"
    ),
    ("docs/packages.yaml", "variant: arm\nstore: certificate\nSHA256: \(bare)\n"),
    ("tls-fingerprints.txt", "# the server certificate\nSHA256 Fingerprint=\(sha256)\n"),
    ("notes-sha.txt", "SHA256: \(sha256)\n"),
    ("certs-sha.txt", "Owner: CN=Acme\nCertificate fingerprints:\n\t SHA1: \(sha1)\n"),
    (
      "roots-sha.txt",
      "Alias name: root\nEntry type: trustedCertEntry\nOwner: CN=Root\n\t SHA256: \(sha256)\n"
    ),
    (
      "openssl-sha.txt",
      """
      Alias name: acme
      Entry type: PrivateKeyEntry
      Certificate[1]:
      \t SHA256: \(sha256)
      BasicConstraints:[
        CA:true
        PathLen:2147483647
      ]
      """
    ),
    ("apk-sha.txt", "Signer #1 public key SHA-256 digest: \(bare)\ncertificate\n"),
    ("apk-sha.txt", "Source Stamp Signer certificate SHA-256 digest: \(bare)\n"),
  ]

  @Test(arguments: foreign) func `a digest without signing evidence is left out with one finding`(
    file: (name: String, text: String)
  ) {
    let result = Self.found([(file.name, Array(file.text.utf8))])
    #expect(!Self.hasFingerprints(result), "\(result.text)")
    let findings = Self.findings(result, at: file.name)
    #expect(findings.count == 1, "\(findings.map(\.message))")
    #expect(findings.first.map { $0.rule == "import-dropped" && $0.severity == .note } == true)
    // For a file named by the user it is an error, because the user expects a result.
    let named = Self.named(file.name, Array(file.text.utf8))
    #expect(!Self.hasFingerprints(named), "\(named.text)")
    #expect(Self.findings(named, at: file.name).count == 1)
  }

  static let unread: [(name: String, text: String)] = [
    ("README.md", "Alias name: acme\nSHA256: \(sha256)\n"),
    ("openapi.json", #"{"certificate": "SHA-256 \#(sha256)"}"#),
    (
      "res/xml/network_security_config.xml",
      #"<network-security-config><pin digest="SHA-256">x</pin><!-- \#(sha256) --></network-security-config>"#
    ),
    (
      "saml/metadata.xml",
      "<EntityDescriptor><X509Certificate>SHA256 \(sha256)</X509Certificate></EntityDescriptor>"
    ),
    ("nginx.conf", "# certificate SHA256 \(sha256)\nserver { listen 443 ssl; }\n"),
    ("package-lock.yaml", "integrity: sha256\nresolved: \(bare)\n"),
  ]

  @Test(arguments: unread) func `other documents are no evidence`(
    file: (name: String, text: String)
  ) {
    for result in [
      Self.found([(file.name, Array(file.text.utf8))]),
      Self.named(file.name, Array(file.text.utf8)),
    ] {
      #expect(!Self.hasFingerprints(result), "\(result.text)")
    }
  }

  @Test func `with an explicit format, labeled digests of a file are evidence`() {
    let text = Array("SHA256: \(Self.sha256)\ncommit \(Self.bare)\npackage com.acme.home\n".utf8)
    let result = Self.named("notes.md", text, kind: "fingerprints")
    // The finding says that no app is named, so the digest was accepted as evidence.
    #expect(result.report.diagnostics.contains { $0.rule == "import-unresolved" })
    #expect(Importing.findings(result).filter { $0.contains("without a variant") }.count == 1)
  }

  @Test func `association files and Firebase files are evidence, except in tests`() {
    let links = """
      [{"relation": ["delegate_permission/common.handle_all_urls"], "target": {"namespace": "android_app",
        "package_name": "com.acme.home", "sha256_cert_fingerprints": ["\(Self.sha256)"]}}]
      """
    let services = """
      {"project_info": {"project_id": "acme"}, "client": [{"client_info": {"android_client_info":
        {"package_name": "com.acme.home"}}, "oauth_client": [{"client_id": "1-a.apps.googleusercontent.com",
        "client_type": 1, "android_info": {"package_name": "com.acme.home",
        "certificate_hash": "\(Self.sha1.replacing(":", with: "").lowercased())"}}]}]}
      """
    for (name, text, value) in [
      ("assetlinks.json", links, Self.sha256), ("google-services.json", services, Self.sha1),
    ] {
      #expect(Self.found([("site/\(name)", Array(text.utf8))]).text.contains(value))
      let result = Self.found([("tests/\(name)", Array(text.utf8))])
      #expect(!Self.hasFingerprints(result), "\(result.text)")
      let findings = Self.findings(result, at: "tests/\(name)").filter {
        $0.message.contains("`tests/`")
      }
      #expect(findings.count == 1 && findings[0].message.contains(value))
    }
  }

  // MARK: certificates

  @Test func `the certificate of a signing key is evidence if it is named`() throws {
    let (pem, der) = try Self.certificate("signing")
    let value =
      "74:05:60:1B:86:01:95:74:E2:17:C4:BD:A4:DC:78:2A:7D:2B:E2:B5:D2:C7:EF:14:BD:41:DC:A4:BC:86:C5:9A"
    #expect(Self.named("cert.pem", pem).text.contains(value))
    #expect(Self.named("cert.der", der).text.contains(value))
    #expect(Self.found([("keys/deployment_cert.der", der)]).text.contains(value))
    for name in ["keys/acme.der", "app/src/main/res/raw/deployment_cert.der"] {
      let result = Self.found([(name, der)])
      #expect(!Self.hasFingerprints(result))
      #expect(Self.findings(result, at: name).count == 1)
    }
  }

  @Test(arguments: ["ca", "issued", "server"])
  func `a certificate of an authority or a server is never evidence`(name: String) throws {
    let (pem, der) = try Self.certificate(name)
    for result in [
      Self.found([("app/src/main/res/raw/root.der", der)]),
      Self.found([("keys/deployment_cert.der", der)]), Self.named("cert.der", der),
      Self.named("cert.pem", pem), Self.named("chain.pem", pem + pem),
    ] {
      #expect(!Self.hasFingerprints(result), "\(result.text)")
      let findings = result.report.diagnostics.filter {
        $0.location.file.index == 1 && $0.rule.rawValue.hasPrefix("import-")
      }
      #expect(findings.count == 1, "\(findings.map(\.message))")
    }
    if name == "ca" {
      #expect(!Self.hasFingerprints(Self.named("cert.der", der, kind: "certificate")))
    }
  }

  @Test func `a damaged certificate gives no fingerprint`() throws {
    let (_, der) = try Self.certificate("ca")
    for length in 0..<der.count {
      #expect(!Self.hasFingerprints(Self.named("c.der", Array(der[..<length]))), "\(length)")
    }
    // Changing a byte never makes the authority a signing key, except in the extension with that
    // flag.
    let flag = try #require(
      der.firstRange(of: [0x55, 0x1D, 0x13, 0x04, 0x05, 0x30, 0x03, 0x01, 0x01]))
    for place in der.indices where !flag.contains(place) && place != flag.upperBound {
      for mask: UInt8 in [0x01, 0x80, 0xFF] {
        var changed = der
        changed[place] ^= mask
        #expect(!Self.hasFingerprints(Self.named("c.der", changed)), "\(place) \(mask)")
      }
    }
    #expect(!Self.hasFingerprints(Self.named("c.der", der + [0])))
  }

  // MARK: the written policy

  @Test func `each fingerprint names its file in a comment`() {
    let other = Self.sha256.replacing("5C:81", with: "5C:82")
    func report(_ value: String) -> [UInt8] {
      Array("Variant: release\nConfig: release\nSHA-256: \(value)\n".utf8)
    }
    let result = Self.found([
      ("keys/signing-report.txt", report(Self.sha256)), ("ci/signing-report.txt", report(other)),
    ])
    let lines = result.text.split(separator: "\n").map { $0.drop { $0 == " " } }
    let pairs = zip(lines, lines.dropFirst()).map { "\($0) \($1)" }
    #expect(pairs.contains("# from keys/signing-report.txt - \(Self.sha256)"), "\(result.text)")
    #expect(pairs.contains("# from ci/signing-report.txt - \(other)"), "\(result.text)")
    let absolute = Self.named("/home/somebody/keys/signing-report.txt", report(Self.sha256))
    #expect(absolute.text.contains("# from signing-report.txt\n"))
    #expect(!absolute.text.contains("somebody"))
  }

  @Test(arguments: [
    "\n", "\r", "\r\n", "\u{85}", "\u{2028}", "\u{2029}", "\u{0}", "\u{1B}[2J", "\t",
  ])
  func `no file name can break out of its comment`(part: String) {
    let name = "keys/a\(part)clients: {evil: 1} signing-report.txt"
    let bytes = Array("Variant: release\nConfig: release\nSHA-256: \(Self.sha256)\n".utf8)
    let result = Self.found([(name, bytes)])
    #expect(Self.hasFingerprints(result))
    let lines = result.text.split(whereSeparator: \.isNewline).filter { $0.contains("evil") }
    #expect(!lines.isEmpty)
    for line in lines { #expect(line.drop { $0 == " " }.hasPrefix("#"), "\(line)") }
    #expect(result.text.unicodeScalars.allSatisfy { $0 == "\n" || !DisplayText.isInvisible($0) })
  }
}
