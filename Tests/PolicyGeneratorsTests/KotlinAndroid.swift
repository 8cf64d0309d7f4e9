import Foundation
import PolicyText
import PolicyGenerators
import PolicyModel
import PolicyTestSupport
import ProjectTestSupport
import Testing

/// An activity that answers App Flip intents with the generated code, on stand-ins for the classes of
/// Android in `Tests/Fixtures/android`.
enum KotlinAndroid {
  /// Writes everything into the folder `android`, in the package `flip`; the sources.
  static func write(_ java: Java, to directory: URL) throws -> [String] {
    let workspace = Workspace(
      """
      linkpolicy: 1
      name: android
      clients:
        one:
          provider: google-account-linking
          type: web
          client_id: one
          client_secret: { env: X }
          redirect_uris: ["https://a.example/cb"]
          scopes: [a, b]
          app_flip:
            android:
              app: a
              intent_action: example.FLIP
              callers: [{ package_name: com.caller, sha256_cert_fingerprints: ["\(certificate)"] }]
      """)
    #expect(workspace.structureFindings.map(\.message) == [])
    let folder = directory.appending(path: "android")
    try FileManager.default.copyItem(
      at: Fixtures.root.appending(path: "Tests/Fixtures/android"), to: folder)
    let stubs = (FileManager.default.subpaths(atPath: folder.path) ?? [])
      .filter { $0.hasSuffix(".java") }.sorted()
    try java.build(stubs.map { "android/" + $0 }, in: directory)
    try Trial(name: "android", input: GeneratorInput(workspace), vectors: [])
      .write(KotlinTarget.self, to: folder)
    let sources = try KotlinTargetTests.sources(in: folder).filter { $0 != "RunVectors.kt" }
      .filter { $0 != "AppFlipVectors.kt" }
    for file in sources {
      try KotlinTargetTests.move(folder.appending(path: file), to: "flip")
    }
    return sources.map { "android/" + $0 }
  }

  /// SHA-256 of `certificate`.
  private static let certificate =
    "03:D6:6D:D0:88:35:C1:CA:3F:12:8C:CE:AC:D1:F3:1A:C9:41:63:09:6B:20:F4:45:AE:84:28:5B:C0:83:2D:72"

  /// What the program prints: the scopes of an allowed request or the result, and whether the activity
  /// is finishing.
  static let expected = """
    good: [a, b], false
    two signers: 0, true
    another signer: 0, true
    no signer: 0, true
    good: [a, b], false
    two signers: 0, true
    another signer: 0, true
    no signer: 0, true
    no caller: 0, true
    caller is gone: 0, true
    another package: 0, true
    another action: 0, true
    no action: 0, true
    scopes in a string: [a, b], false
    no scopes: [], false
    another scope: -2 {ERROR_CODE=1, ERROR_DESCRIPTION=The request asks for access that the app does not offer, ERROR_TYPE=3}, true
    another redirect URI: -2 {ERROR_CODE=1, ERROR_DESCRIPTION=The redirect URI of the request is not registered, ERROR_TYPE=3}, true
    another client: -2 {ERROR_CODE=1, ERROR_DESCRIPTION=The app does not know the client of the request, ERROR_TYPE=3}, true
    no client: -2 {ERROR_CODE=1, ERROR_DESCRIPTION=The request does not name a client, ERROR_TYPE=3}, true
    unreadable: -2 {ERROR_CODE=1, ERROR_DESCRIPTION=The request has no redirect URI, ERROR_TYPE=3}, true
    -1 {AUTHORIZATION_CODE=C1}
    -2 {ERROR_CODE=16, ERROR_DESCRIPTION=The user could not sign in to the app, ERROR_TYPE=1}
    DENIED: -2 {ERROR_CODE=13, ERROR_DESCRIPTION=The user declined, ERROR_TYPE=2}
    OFFLINE: -2 {ERROR_CODE=2, ERROR_DESCRIPTION=There is no connection, ERROR_TYPE=1}
    TIMED_OUT: -2 {ERROR_CODE=4, ERROR_DESCRIPTION=The server did not answer in time, ERROR_TYPE=1}
    SIGN_IN_FAILED: -2 {ERROR_CODE=16, ERROR_DESCRIPTION=The user could not sign in to the app, ERROR_TYPE=1}
    ACCOUNT_DISABLED: -2 {ERROR_CODE=15, ERROR_DESCRIPTION=The account cannot be linked, ERROR_TYPE=2}
    -2 {ERROR_CODE=13, ERROR_DESCRIPTION=text, ERROR_TYPE=2}
    0

    """
}
