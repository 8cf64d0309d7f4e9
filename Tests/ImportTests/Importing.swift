import Foundation
import LinkPolicy
import PolicyImport
import PolicyTestSupport
import PolicyText
import Testing

/// Imports of strings, for tests.
enum Importing {
  /// Imports files given as names and contents.
  static func run(
    _ files: [(name: String, text: String)], _ settings: ImportSettings = .prod
  ) -> SourceImport {
    let sources = files.map { SourceFile(name: $0.name, bytes: Array($0.text.utf8)) }
    return SourceImport(sources, settings: settings, neighbor: { _ in nil })
  }

  /// Returns the findings of import rules, as `rule message`.
  static func findings(_ result: SourceImport, atLeast severity: Severity = .note) -> [String] {
    result.report.diagnostics.filter {
      $0.severity >= severity && $0.rule.rawValue.hasPrefix("import-")
    }
    .map { "\($0.rule) \($0.message)" }
  }

  /// Everything that a run prints, in every format.
  static func output(_ result: SourceImport) -> String {
    ReportFormat.allCases.map { result.report.rendered(as: $0, style: TextStyle(hasColor: false)) }
      .joined() + result.text
  }
}

extension ImportSettings {
  /// Assigns everything to prod; association files belong to one host.
  static var prod: ImportSettings {
    var settings = ImportSettings()
    settings.environment = .prod
    settings.host = "www.acme.example"
    return settings
  }
}

/// Removes the marks around a location, and returns that location.
func marked(_ text: String) -> (text: String, span: SourceSpan?) {
  let bytes = Array(text.utf8)
  guard let start = bytes.firstRange(of: Array("⟦".utf8)),
    let end = bytes.firstRange(of: Array("⟧".utf8))
  else { return (text, nil) }
  let plain =
    bytes[..<start.lowerBound] + bytes[start.upperBound..<end.lowerBound] + bytes[end.upperBound...]
  return (String(decoding: plain, as: UTF8.self), SourceSpan(start.lowerBound, end.lowerBound - 3))
}

/// Parses a JSON text; nil if it is invalid.
func parsed(_ text: String) -> SourceTree? {
  let source = SourceFile(name: "file", bytes: Array(text.utf8))
  let read = JSONReader.read(source, file: FileID(0))
  return read.diagnostics.isEmpty ? read.tree : nil
}

/// Returns the values that a format reads from one file.
func imported(
  _ text: String, _ kind: any ImportFormat.Type, named name: String = "file",
  options: ImportOptions = ImportOptions()
) -> (imported: ImportedValues, recognition: ImportRecognition) {
  let library = ImportLibrary(options: options)
  let source = library.add(SourceFile(name: name, bytes: Array(text.utf8)))
  var imported = ImportedValues()
  let recognition = kind.recognize(source)
  kind.read(source, into: &imported)
  return (imported, recognition)
}

/// File formats are detected by content.
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
  func `each file has one format, whatever its name`(path: String, kind: String) throws {
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
  func `rejected, unknown and similar files are reported`(bytes: [UInt8], detection: String) {
    #expect(Self.detection(bytes) == detection)
  }
}
