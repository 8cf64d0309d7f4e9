import PolicyText
import PolicyImport
import PolicyTestSupport
import Testing

/// Files are known by their content.
@Suite struct RecognitionTests {
  private static func detection(_ bytes: [UInt8], named name: String = "file") -> String {
    switch ImportRun.detect(ImportLibrary().add(SourceFile(name: name, bytes: bytes))) {
    case .format(let kind): return kind.name
    case .several(let kinds):
      return "several: " + kinds.map { $0.name }.joined(separator: ", ")
    case .refused: return "refused"
    case .declined: return "declined"
    case .unknown(let nearest):
      guard let nearest else { return "unknown" }
      return "nearly \(nearest.0.name): \(nearest.missing)"
    }
  }

  @Test(arguments: [
    ("android-app/app/src/main/AndroidManifest.xml", "android-manifest"),
    ("android-app/app/google-services.json", "google-services"),
    ("android-app/site/.well-known/assetlinks.json", "assetlinks"),
    ("android-app/app/src/main/res/values/strings.xml", "unknown"),
    ("expo/app.json", "expo"),
    ("firebase/.firebaserc", "firebaserc"),
    ("firebase/firebase.json", "firebase-json"),
    ("firebase/identity-config-prod.json", "identity-config"),
    ("firebase/idp-configs.json", "idp-config"),
    ("firebase/init.json", "firebase-web-config"),
    ("ios-app/Acme.xcodeproj/project.pbxproj", "pbxproj"),
    ("ios-app/App/Acme.entitlements", "entitlements"),
    ("ios-app/App/Info.plist", "info-plist"),
    ("ios-app/App/GoogleService-Info.plist", "google-service-info"),
    ("ios-app/Config/Base.xcconfig", "unknown"),
    ("ios-app/site/.well-known/apple-app-site-association", "aasa"),
    ("keys/play-console.txt", "fingerprints"),
    ("keys/apksigner.txt", "fingerprints"),
    ("keys/signing-report.txt", "fingerprints"),
    ("xcodegen/project.yml", "xcodegen"),
  ])
  func `each file is of one kind, whatever its name`(path: String, kind: String) throws {
    let bytes = try Fixtures.bytes("Tests/Fixtures/import/\(path)")
    #expect(Self.detection(bytes) == kind)
  }

  @Test(arguments: [
    (Array(#"{"type":"service_account","project_id":"a"}"#.utf8), "refused"),
    (Array("bplist00\u{1}".utf8), "refused"),
    ([0x30, 0x82, 0x0A, 0x00, 0x06, 0x09, 0x2A], "refused"),
    ([0x30, 0x82, 0x03, 0x00, 0x30, 0x82, 0x01], "declined"),
    (
      Array("<plist><dict><key>GOOGLE_APP_ID</key><string>1</string></dict></plist>".utf8),
      "nearly google-service-info: BUNDLE_ID"
    ),
    (Array("<manifest package=\"a\"/>".utf8), "nearly android-manifest: xmlns:android"),
    (Array(#"{"project_info":{}}"#.utf8), "nearly google-services: client"),
    (
      Array("sha256: 5c810e93d72a46bf68f1349da20be57c19c38a56fd2071b43e986bd502af47ec".utf8),
      "unknown"
    ),
    (Array("<plist><dict><key>other</key><true/></dict></plist>".utf8), "unknown"),
    (Array("<resources/>".utf8), "unknown"),
    ([], "unknown"),
  ])
  func `what is refused, close or foreign is said`(bytes: [UInt8], detection: String) {
    #expect(Self.detection(bytes) == detection)
  }
}
