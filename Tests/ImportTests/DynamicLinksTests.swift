import PolicyText
import PolicyImport
import Testing

/// The client library of Firebase Dynamic Links in projects of apps.
@Suite struct DynamicLinksTests {
  private static let expo = """
    {"expo": {"slug": "home", "ios": {"bundleIdentifier": "com.acme.home"}, "plugins": [
      "@react-native-firebase/app", "PLUGIN", ["PLUGIN", {}], [], {}
    ]}}
    """
  private static let xcodeGen = """
    name: Home
    targets:
      Home:
        type: application
        platform: iOS
        settings: { PRODUCT_BUNDLE_IDENTIFIER: com.acme.home }
        dependencies:
          - { package: Firebase, product: FirebaseAuth }
          - { package: Firebase, product: PRODUCT }
          - sdk: UIKit.framework
    """
  private static let xcode = """
    // !$*UTF8*$!
    {
      archiveVersion = 1;
      objects = {
        A = { isa = PBXProject; targets = (B); };
        B = {
          isa = PBXNativeTarget; name = Home; productType = "com.apple.product-type.application";
          packageProductDependencies = (C, D);
        };
        C = { isa = XCSwiftPackageProductDependency; productName = FirebaseAuth; };
        D = { isa = XCSwiftPackageProductDependency; productName = PRODUCT; };
      };
      rootObject = A;
    }
    """

  @Test(
    arguments: [
      (expo, ExpoFormat.self, "@react-native-firebase/dynamic-links", 2),
      (xcodeGen, XcodeGenFormat.self, "FirebaseDynamicLinks", 1),
      (xcode, XcodeProjectFormat.self, "FirebaseDynamicLinks", 1),
    ] as [(String, any ImportFormat.Type, String, Int)])
  func `the library is reported at its line`(
    text: String, kind: any ImportFormat.Type, name: String, count: Int
  ) {
    func findings(_ name: String) -> [String] {
      let text = text.replacing("PLUGIN", with: name).replacing("PRODUCT;", with: name + ";")
        .replacing("PRODUCT }", with: name + " }")
      let read = imported(text, kind)
      #expect(read.recognition == .yes)
      return read.imported.findings.map(\.message).filter { $0.contains("Dynamic Links") }
    }
    let message = "left out `\(name)`: Firebase Dynamic Links shut down on 2025-08-25"
    #expect(findings(name) == Array(repeating: message, count: count))
    #expect(findings("FirebaseStorage") == [])
  }
}
