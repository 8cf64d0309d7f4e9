import Foundation
import PolicyGenerators
import PolicyModel
import PolicyTestSupport
import PolicyText
import ProjectTestSupport
import Testing

/// Compiles and runs generated Kotlin code. The compiler takes seconds to start, so it compiles all
/// cases at once, each in its own package.
struct KotlinTargetTests {
  @Test func `generated code compiles and decides like the engine`() throws {
    let java = try Java()
    try Tool.withTemporaryDirectory { directory in
      var sources = ["Literals.kt"]
      try Data(Self.literals.text.utf8).write(to: directory.appending(path: "Literals.kt"))
      let testCases = try ConformanceCase.compiled()
      for (index, testCase) in testCases.enumerated() {
        let folder = directory.appending(path: "case\(index)")
        try testCase.write(KotlinTarget.self, to: folder)
        // Android code has its own test.
        try? FileManager.default.removeItem(at: folder.appending(path: "android"))
        for file in try Self.sources(in: folder) {
          sources.append("case\(index)/\(file)")
          // The first case keeps its package.
          if index > 0 { try Self.move(folder.appending(path: file), to: "case\(index)") }
        }
      }
      sources += try KotlinAndroid.write(java, to: directory)
      let library = try Self.build(sources, in: directory)

      let printed = try java.run(["LiteralsKt"], classPath: [library], in: directory)
      #expect(
        printed.output == Self.texts.map { $0.utf8.map { "\($0) " }.joined() + "\n" }.joined())
      let android = try java.run(["flip.MainKt"], classPath: [library], in: directory)
      #expect(android.output == KotlinAndroid.expected)

      func check(
        _ testCase: ConformanceCase, _ index: Int, _ file: String = "all.json", load: [String] = []
      ) throws {
        let program =
          (index == 0 ? "linkpolicy.generated" : "case\(index)") + ".RunVectorsKt"
        let run = try java.run(
          [program, "case\(index)/\(file)"] + load, classPath: [library], in: directory)
        #expect(run.status == 0, "\(testCase.name), \(file): \(run.output.prefix(4_000))")
        #expect(run.output == testCase.agreement || file != "all.json")
      }
      for (index, testCase) in testCases.enumerated() {
        try check(testCase, index)
        let folder = "case\(index)"
        try testCase.writeAllowlist(to: directory.appending(path: folder))
        try check(testCase, index, load: ["--load", "\(folder)/allowlist.json"])
      }
      // Vectors shipped with the code.
      try check(testCases[0], 0, "vectors.json")

      let usage = try java.run(
        [Self.runner], classPath: [library], in: directory)
      #expect(usage.status == 2)
      try JavaTargetTests.disagreement().write(
        KotlinTarget.self, to: directory.appending(path: "case0"))
      let disagreement = try java.run(
        [Self.runner, "case0/all.json"], classPath: [library], in: directory)
      #expect(disagreement.status == 1)
      #expect(disagreement.output.hasSuffix("\n2 of 3 vectors agree\n"))
      try IllFormed.vectors(Array(#"\uD83D"#.utf8))
        .write(to: directory.appending(path: "surrogate.json"))
      let surrogate = try java.run(
        [Self.runner, "surrogate.json"], classPath: [library], in: directory)
      #expect(surrogate.output == IllFormed.agreement)

      let leftOut = try OmittedEnvironment.testCase(.sandbox)
      try leftOut.write(KotlinTarget.self, to: directory.appending(path: "case0"))
      try ClassFiles.leaveOut(
        .sandbox, in: directory.appending(path: "run/linkpolicy"))
      try check(leftOut, 0)
    }
  }

  /// Compiles into the folder `run`. Returns the path of Kotlin's library.
  private static func build(_ sources: [String], in directory: URL) throws -> String {
    let compiler = try #require(Tool.path("kotlinc"), "kotlinc is not installed")
    let build = try Tool.run(
      compiler,
      [
        "-J-Xmx1g", "-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC", "-Werror", "-cp", "run",
        "-d", "run",
      ] + sources,
      in: directory)
    try #require(build.status == 0, "\(build.output.prefix(4_000))")
    return URL(filePath: compiler).resolvingSymlinksInPath()
      .appending(path: "../../lib/kotlin-stdlib.jar").standardized.path
  }

  /// Returns the Kotlin files of a folder.
  static func sources(in folder: URL) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".kt") }.sorted()
  }

  /// Moves a file to another package.
  static func move(_ file: URL, to package: String) throws {
    let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    let moved = text.replacing("linkpolicy.generated", with: package)
    #expect(moved != text)
    let hasPackage = moved.contains("\npackage ")
    try Data(((hasPackage ? "" : "package \(package)\n") + moved).utf8).write(to: file)
  }

  /// The class that runs vectors.
  private static let runner = "linkpolicy.generated.RunVectorsKt"

  private static let texts =
    CodeTests.hostile + ["$x ${1}", String(repeating: "\0\u{1F468}", count: 30_000)]

  private static let literals: Code<KotlinLanguage> = #"""
    private fun show(text: String) =
        println(text.toByteArray().joinToString("") { "${it.toInt() and 0xFF} " })

    fun main() {
        \#(lines: texts.map { "show(\(literal: $0))" })
    }

    """#

  @Test func `a literal is printable ASCII`() {
    let text = Self.literals.text
    #expect(text.utf8.allSatisfy { $0 == UInt8(ascii: "\n") || (0x20...0x7E).contains($0) })
  }
}

/// An activity that handles App Flip intents with the generated code. `Tests/Fixtures/android` has
/// stubs of the Android classes.
enum KotlinAndroid {
  /// Writes everything into the folder `android`, in the package `flip`. Returns the sources.
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
    try ConformanceCase(name: "android", input: GeneratorInput(workspace), vectors: [])
      .write(KotlinTarget.self, to: folder)
    let sources = try KotlinTargetTests.sources(in: folder).filter { $0 != "RunVectors.kt" }
      .filter { $0 != "AppFlipVectors.kt" }
    for file in sources {
      try KotlinTargetTests.move(folder.appending(path: file), to: "flip")
    }
    return sources.map { "android/" + $0 }
  }

  /// The SHA-256 of `certificate`.
  private static let certificate =
    "03:D6:6D:D0:88:35:C1:CA:3F:12:8C:CE:AC:D1:F3:1A:C9:41:63:09:6B:20:F4:45:AE:84:28:5B:C0:83:2D:72"

  /// The expected output: the scopes of an allowed request or the result, and whether the activity
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
