import Foundation
import PolicyGenerators
import PolicyTestSupport
import Testing

/// C++ and Objective-C code for Firebase, Google Sign-In and Sign in with Apple.
struct NativeAppCodeTests {
  private static func cpp() throws -> String {
    let cases = AppCodeFixture.cases.map { each -> Code<CppLanguage> in
      "ask(Action::\(each.action, .snake), \(each.isProd), \(literal: each.url));"
    }
    return try AppCodeFixture.program("app_code.cpp", cases)
  }

  private static let others = """
    ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad
    e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855
    ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb
    apple.com name email locale=fr
    0 valid;8;10;
    openid email profile openid | profile | https://www.googleapis.com/auth/drive.file

    """

  private static func build(_ options: [String], in directory: URL) throws {
    let compiler = try #require(Tool.path("g++"), "g++ is not installed")
    let build = try Tool.run(
      compiler,
      [
        "-std=c++17", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wsign-conversion",
        "-Wshadow", "-Werror", "-I", ".", "-I", AppCodeFixture.fixture("cpp"),
      ] + options, in: directory)
    #expect(build.status == 0 && build.output.isEmpty, "\(build.output.prefix(4_000))")
  }

  @Test func `the C++ values are those of the policy, and no value breaks out`() throws {
    try Tool.withTemporaryDirectory { directory in
      try AppCodeFixture.write("cpp", to: directory)
      try AppCodeFixture.write(Self.cpp(), as: "main.cpp", to: directory)
      try Self.build(
        [
          "-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-static-libasan",
          "main.cpp", "firebase_email_actions.cpp", "firebase_email_actions_data.cpp",
          "linkpolicy_sha256.cpp", "-o", "run",
        ], in: directory)
      let run = try Tool.run(directory.appending(path: "run").path, [])
      #expect(run.output == AppCodeFixture.answers + AppCodeFixture.settings + Self.others)
    }
    try Tool.withTemporaryDirectory { directory in
      try AppCodeFixture.write("cpp", AppCodeFixture.hostile(), to: directory)
      let program =
        ["apple_sign_in", "firebase_email_actions", "google_scopes"]
        .map { "#include \"\($0).hpp\"\n" }.joined() + "int main() {}\n"
      try AppCodeFixture.write(program, as: "main.cpp", to: directory)
      for environment in ["PROD", "SANDBOX"] {
        try Self.build(
          [
            "-DLINKPOLICY_\(environment)_ONLY", "-fsyntax-only", "main.cpp",
            "firebase_email_actions_data.cpp",
          ], in: directory)
      }
    }
  }

  /// Linux doesn't have Foundation, so the compiler checks only types, ownership and nullability.
  @Test(arguments: [false, true])
  func `the Objective-C files compile without warnings`(isHostile: Bool) throws {
    let clang = try #require(Tool.path("clang"), "clang is not installed")
    try Tool.withTemporaryDirectory { directory in
      let input = isHostile ? AppCodeFixture.hostile() : AppCodeFixture.input
      try AppCodeFixture.write("objc", input, to: directory)
      let files = try FileManager.default.contentsOfDirectory(atPath: directory.path)
      let sources = files.filter { $0.hasSuffix(".m") }
      #expect(sources.count == 8)
      // Each header can be imported on its own.
      let headers = files.filter { $0.hasSuffix(".h") }
      for header in headers {
        try AppCodeFixture.write("#import \"\(header)\"\n", as: header + ".m", to: directory)
      }
      for name in sources + headers.map({ $0 + ".m" }) {
        let check = try Tool.run(
          clang,
          [
            "-x", "objective-c", "-std=gnu11", "-fsyntax-only", "-fobjc-arc",
            "-fobjc-runtime=ios-17.0", "-fblocks", "-Wall",
            "-Wextra", "-Werror", "-Wnullable-to-nonnull-conversion", "-isystem",
            AppCodeFixture.fixture("objc"), name,
          ], in: directory)
        #expect(check.status == 0 && check.output.isEmpty, "\(check.output.prefix(4_000))")
      }
    }
  }

  @Test func `the option name is the prefix of all Objective-C names`() throws {
    let clang = try #require(Tool.path("clang"), "clang is not installed")
    var input = AppCodeFixture.input
    input.options["objc"] = CodeOptions()
    input.options["objc"]?.name = "ACME"
    try Tool.withTemporaryDirectory { directory in
      try AppCodeFixture.write("objc", input, to: directory)
      let files = try FileManager.default.contentsOfDirectory(atPath: directory.path)
        .filter { !$0.hasPrefix(".") }
      #expect(files.count == 19 && files.allSatisfy { $0.hasPrefix("ACME") })
      for name in files {
        let text = try String(contentsOf: directory.appending(path: name), encoding: .utf8)
        #expect(!text.contains("LP"), "\(name)")
        guard name.hasSuffix(".m") else { continue }
        let check = try Tool.run(
          clang,
          [
            "-x", "objective-c", "-std=gnu11", "-fsyntax-only", "-fobjc-arc",
            "-fobjc-runtime=ios-17.0", "-fblocks", "-Wall", "-Wextra", "-Werror", "-isystem",
            AppCodeFixture.fixture("objc"), name,
          ], in: directory)
        #expect(check.status == 0 && check.output.isEmpty, "\(check.output.prefix(4_000))")
      }
    }
    #expect(ObjectiveCTarget.isName("AC") && !ObjectiveCTarget.isName("A"))
    #expect(!ObjectiveCTarget.isName("Ac") && !ObjectiveCTarget.isName("9A"))
  }

  /// Objective-C has C's escapes. Linux has no runtime that could print Objective-C strings.
  @Test func `an Objective-C literal evaluates to the same bytes and is printable ASCII`() throws {
    let compiler = try #require(Tool.path("gcc"), "gcc is not installed")
    let lines = CodeTests.hostile.map { text -> String in
      let literal = ObjectiveCLanguage.literal(text)
      #expect(literal.utf8.allSatisfy { (0x20...0x7E).contains($0) } && literal.hasPrefix("@\""))
      let c = literal.dropFirst()
      return "show(sizeof \(c), \(c));"
    }
    let program = """
      #include <stdio.h>
      static void show(size_t size, const char *text) {
        for (size_t i = 0; i + 1 < size; ++i) printf("%d ", (unsigned char)text[i]);
        puts("");
      }
      int main(void) {
      \(lines.joined(separator: "\n"))
      }

      """
    try Tool.withTemporaryDirectory { directory in
      try AppCodeFixture.write(program, as: "main.c", to: directory)
      let build = try Tool.run(
        compiler, ["-Wall", "-Werror", "main.c", "-o", "run"], in: directory)
      #expect(build.status == 0 && build.output.isEmpty, "\(build.output.prefix(4_000))")
      let run = try Tool.run(directory.appending(path: "run").path, [])
      #expect(
        run.output
          == CodeTests.hostile.map { $0.utf8.map { "\($0) " }.joined() + "\n" }.joined())
    }
  }
}

/// Kotlin code for Firebase, Google Sign-In and Sign in with Apple, run with declarations of the
/// SDKs.
struct KotlinAppCodeTests {
  private static func program() throws -> String {
    let cases = AppCodeFixture.cases.map { each -> Code<KotlinLanguage> in
      "ask(FirebaseEmailAction.\(each.action, .upperSnake), \(each.isProd), \(literal: each.url))"
    }
    return try AppCodeFixture.program("AppCode.kt", cases)
  }

  private static let others = """
    SIGN_IN BACKUP SIGN_IN_2 FEATURE_CLASS FEATURE_2
    [email, profile, openid]
    [profile]
    [https://www.googleapis.com/auth/drive.file]
    ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad
    apple.com [name, email] {locale=fr}
    true

    """

  /// The compiler takes seconds to start, so it compiles both policies at once.
  @Test func `settings, scopes and nonces match the policy, no value breaks out`() throws {
    let java = try Java()
    let compiler = try #require(Tool.path("kotlinc"), "kotlinc is not installed")
    try Tool.withTemporaryDirectory { directory in
      let sdk = [
        "ActionCodeSettings", "OAuthProvider", "AuthCredential",
        "FirebaseAuthUserCollisionException",
      ].map {
        AppCodeFixture.fixture("android/com/google/firebase/auth/\($0).java")
      }
      try java.build(sdk, in: directory)
      try AppCodeFixture.write("kotlin", to: directory)
      try AppCodeFixture.write(Self.program(), as: "Main.kt", to: directory)
      let hostile = directory.appending(path: "hostile")
      try AppCodeFixture.write("kotlin", AppCodeFixture.hostile(), to: hostile)
      func isCompiled(_ source: String) -> Bool {
        source != "Main.kt" && !source.hasPrefix("hostile/")
          && !source.hasSuffix("/AppFlipActivitySupport.kt")
      }
      let sources = try KotlinTargetTests.sources(in: directory).filter(isCompiled)
      let others = try KotlinTargetTests.sources(in: hostile).filter(isCompiled)
      for source in others {
        try KotlinTargetTests.move(hostile.appending(path: source), to: "hostile")
      }
      let build = try Tool.run(
        compiler,
        [
          "-J-Xmx1g", "-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC", "-Werror", "-cp", "run",
          "-d", "run", "Main.kt",
        ]
          + sources + others.map { "hostile/" + $0 }, in: directory)
      try #require(build.status == 0, "\(build.output.prefix(4_000))")
      let library = URL(filePath: compiler).resolvingSymlinksInPath()
        .appending(path: "../../lib/kotlin-stdlib.jar").standardized.path
      let run = try java.run(
        ["linkpolicy.generated.MainKt"], classPath: [library], in: directory)
      let output = OwnClientRequests.check(run.output, AppCodeFixture.input)
      #expect(output == AppCodeFixture.answers + AppCodeFixture.settings + Self.others)
    }
  }
}
