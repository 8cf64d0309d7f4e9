import LinkPolicy
import PolicyText
import PolicyModel

extension FuzzTarget {
  /// Files that are imported, of any kind: a report for every input, a policy that is read as it was written,
  /// the same policy again, and no secret in what is printed. A line with the name of the file stands before
  /// it.
  static let importing = FuzzTarget("import", maximumLength: 4_096) {
    try Seeds.associationFiles().map {
      Array("apple-app-site-association\n".utf8) + $0.drop { $0 != 0x0A }.dropFirst()
    }
      + Seeds.importedFiles()
  } run: { bytes in
    var input = FuzzBytes(bytes)
    // The name of a file is no place for a secret, and is printed.
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
  /// Holds the text that seeds have in the places of secrets, under the name of one wherever it stands.
  fileprivate var hidesSecret: Bool {
    let text = String(decoding: bytes, as: UTF8.self)
    let named = text.ranges(of: "\"secret\": \"hunter2\"").count
    return named > 0 && named == text.ranges(of: "hunter2").count
  }
}

extension Seeds {
  /// One small file of each kind of text.
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
