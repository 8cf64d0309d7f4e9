import Foundation
import LinkPolicy
import LinkPolicyCLI
import PolicyImport
import PolicyModel
import PolicyTestSupport
import PolicyText

extension FuzzTarget {
  /// Imports files in any format. Every input must give a report, the written policy must be valid
  /// and imported again without changes, and no secret may be printed. A line with the file's name
  /// precedes it.
  static let importing = FuzzTarget("import", maximumLength: 4_096) {
    try Seeds.associationFiles().map {
      Array("apple-app-site-association\n".utf8) + $0.drop { $0 != 0x0A }.dropFirst()
    }
      + Seeds.importedFiles()
  } run: { bytes in
    var input = FuzzBytes(bytes)
    // File names are printed, so they must not contain the secret.
    let name = input.line().string.replacing("hunter2", with: "hunter")
    var settings = ImportSettings()
    settings.environment = .prod
    settings.host = "www.acme.example"
    let file = SourceFile(name: name.isEmpty ? "file" : name, bytes: input.remaining)
    let result = SourceImport([file], settings: settings)
    Finding.unless(
      !result.isEmpty || !result.report.diagnostics.isEmpty || !result.files.isEmpty, "no report")
    let output = result.text + result.report.rendered(as: .text, style: TextStyle(hasColor: false))
    Finding.unless(!output.contains("hunter2") || !file.hidesSecret, "a secret comes out")
    guard !result.isEmpty else { return }
    let read = YAMLReader.read(
      SourceFile(name: "policy.yaml", bytes: Array(result.text.utf8)), file: FileID(0))
    Finding.unless(read.diagnostics.isEmpty, "not YAML: \(result.text)")
    Finding.unless(SourceImport([file], settings: settings).text == result.text, "another policy")
    let update = PolicyUpdate(
      SourceFile(name: "policy.yaml", bytes: Array(result.text.utf8)), from: result)
    Finding.unless(update.diff.isEmpty, "an update changes what was just written: \(update.diff)")
  }
}

extension SourceFile {
  /// Whether the seeds' secret occurs only in values that are recognized as secrets.
  fileprivate var hidesSecret: Bool {
    let text = String(decoding: bytes, as: UTF8.self)
    let named = text.ranges(of: "\"secret\": \"hunter2\"").count
    return named > 0 && named == text.ranges(of: "hunter2").count
  }
}

extension Seeds {
  /// A small file in each format.
  static func importedFiles() -> [[UInt8]] {
    [
      """
      realm-export.json
      {"realm": "acme", "clients": [{"clientId": "web", "publicClient": false, "secret": "hunter2",
      "redirectUris": ["https://app.acme.example/cb", "https://app.acme.example/*", "/x"], "rootUrl": "https://a.example"}]}
      """,
      """
      client.json
      {"client_id": "web", "redirect_uris": ["https://app.acme.example/cb"], "grant_types": ["authorization_code"]}
      """,
      """
      App.entitlements
      <?xml version="1.0"?><plist version="1.0"><dict><key>application-identifier</key><string>A1B2C3D4E5.a.b</string>
      <key>com.apple.developer.associated-domains</key><array><string>applinks:www.acme.example</string></array></dict></plist>
      """,
      """
      AndroidManifest.xml
      <manifest xmlns:android="http://schemas.android.com/apk/res/android" package="com.acme.home"><application>
      <activity android:name=".A"><intent-filter android:autoVerify="true"><action android:name="android.intent.action.VIEW"/>
      <category android:name="android.intent.category.DEFAULT"/><category android:name="android.intent.category.BROWSABLE"/>
      <data android:scheme="https" android:host="www.acme.example" android:pathPrefix="/x/"/></intent-filter></activity></application></manifest>
      """,
      """
      config.yaml
      staticClients:
        - { id: web, secret: hunter2, redirectURIs: ["https://app.acme.example/cb"] }
      """,
      """
      project.pbxproj
      // !$*UTF8*$!
      { archiveVersion = 1; objects = { A = { isa = XCBuildConfiguration; name = Release; buildSettings = { DEVELOPMENT_TEAM = A1B2C3D4E5; PRODUCT_BUNDLE_IDENTIFIER = a.b; }; }; }; }
      """,
    ].map { Array($0.utf8) }
  }
}

extension FuzzTarget {
  /// Imports files in whatever format they are detected as. Positions must be valid, and the result
  /// must be a policy or a finding.
  static let sources = FuzzTarget("sources", maximumLength: 8_192) {
    try Seeds.files("Tests/Fixtures/import", "")
  } run: { bytes in
    let file = SourceFile(name: "file", bytes: bytes)
    for kind in ImportFormats.all {
      let source = ImportLibrary().add(file)
      if case .refused = kind.recognize(source) { continue }
      var imported = ImportedValues()
      kind.read(source, into: &imported)
      for place in imported.findings.map(\.location) + imported.values.map(\.location) {
        Finding.unless(place.span.end <= bytes.count, "\(kind.name): \(place.span)")
      }
    }
    let result = SourceImport([file])
    Finding.unless(
      !result.isEmpty || !result.report.diagnostics.isEmpty || !result.files.isEmpty,
      "neither a policy nor a finding")
  }
}

extension FuzzTarget {
  /// Certificates: bytes as an imported file, and curl's description of them. A truncated file, or
  /// a length that is too large, must not be read past its end.
  static let certificates = FuzzTarget("certificates", maximumLength: 2_048) {
    let lines = ExtremeNumber.texts.flatMap { number in
      [
        "Subject:CN = a\nExpire date:Feb 20 13:24:29 \(number) GMT\nIssuer:CN = b\n",
        "Expire date:Feb \(number) \(number):24:29 2027 GMT\nX509v3 Subject Alternative Name:DNS:\n",
      ]
    }
    return lines.map { Array($0.utf8) } + der
  } run: { bytes in
    var stream = CurlStream(mark: "\u{1E}", limits: [1])
    let imported = ["0", "200", "2", "", "0", "0", "0", ""].joined(separator: "\n")
    let text = bytes.filter { $0 != 0x1E }
    let written = Array("\n\u{1E}\(imported)\u{1E}{}\u{1E}".utf8) + text + Array("\u{1E}\n".utf8)
    stream.add(written[...])
    Finding.unless(stream.outcomes.count == 1, "\(stream.outcomes.count) outcomes")
    for outcome in stream.outcomes { check(ObservedResult(url: "", time: 0, outcome)) }
    let file = SourceFile(name: "deployment_cert.der", bytes: bytes)
    for kind in ImportFormats.all where kind.name == "certificate" {
      let source = ImportLibrary().add(file)
      if case .refused = kind.recognize(source) { continue }
      var imported = ImportedValues()
      kind.read(source, into: &imported)
      for place in imported.findings.map(\.location) + imported.values.map(\.location) {
        Finding.unless(place.span.end <= bytes.count, "\(kind.name): \(place.span)")
      }
    }
  }

  /// A certificate, and copies with a damaged length.
  private static var der: [[UInt8]] {
    // Version 3, serial number, names, dates and extensions in the structure of X.509. The key is
    // invalid.
    let oid: [UInt8] = [0x06, 0x03, 0x55, 0x04, 0x03]
    func value(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
      [tag, 0x82, UInt8(content.count / 256), UInt8(content.count % 256)] + content
    }
    let name = value(0x30, value(0x31, value(0x30, oid + value(0x0C, Array("a".utf8)))))
    let dates = value(
      0x30, value(0x17, Array("260101000000Z".utf8)) + value(0x18, Array("99991231235959Z".utf8)))
    let authority = value(
      0xA3,
      value(
        0x30, value(0x30, [0x06, 0x03, 0x55, 0x1D, 0x13] + value(0x04, value(0x30, [1, 1, 0xFF])))))
    let algorithm = value(0x30, [0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x04, 0x03, 0x02])
    let body = value(
      0x30,
      [0xA0, 0x03, 0x02, 0x01, 0x02, 0x02, 0x01, 0x05] + algorithm + name + dates + name
        + value(0x30, algorithm + [0x03, 0x02, 0x00, 0x04]) + authority)
    let whole = value(0x30, body + algorithm + [0x03, 0x02, 0x00, 0x00])
    let lengths: [[UInt8]] = [
      [0x80], [0x84, 0xFF, 0xFF, 0xFF, 0xFF], [0x88] + [UInt8](repeating: 0xFF, count: 8), [0xFF],
    ]
    return [whole, Array(whole.dropLast(20))]
      + lengths.flatMap { length in
        stride(from: 1, to: whole.count - 4, by: 16).map { place in
          whole[..<place] + length + whole[(place + 3)...]
        }
      }.map { Array($0) }
  }
}
