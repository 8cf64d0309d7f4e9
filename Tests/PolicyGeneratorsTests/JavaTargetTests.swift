import Foundation
import PolicyText
import PolicyGenerators
import PolicyTestSupport
import Testing

/// Compiles and runs generated Java code.
struct JavaTargetTests {
  @Test(arguments: try ConformanceCase.compiled())
  func `generated code compiles and decides like the engine`(testCase: ConformanceCase) throws {
    let java = try Java()
    try Tool.withTemporaryDirectory { directory in
      try testCase.write(JavaTarget.self, to: directory)
      try java.build(in: directory)
      let run = try java.run([Java.runner, "all.json"], in: directory)
      #expect(run.status == 0 && run.output == testCase.agreement, "\(run.output.prefix(4_000))")
      try testCase.writeAllowlist(to: directory)
      let loaded = try java.run(
        [Java.runner, "all.json", "--load", "allowlist.json"], in: directory)
      #expect(
        loaded.status == 0 && loaded.output == testCase.agreement, "\(loaded.output.prefix(4_000))")
    }
  }

  @Test func `a program without vectors fails, and so does one with a wrong decision`() throws {
    let java = try Java()
    try Tool.withTemporaryDirectory { directory in
      try Self.disagreement().write(JavaTarget.self, to: directory)
      try java.build(in: directory)
      let run = try java.run([Java.runner, "all.json"], in: directory)
      #expect(run.status == 1 && run.output.hasSuffix("\n2 of 3 vectors agree\n"))
      #expect(try java.run([Java.runner, "vectors.json"], in: directory).status == 0)
      try IllFormed.vectors(Array(#"\uD83D"#.utf8))
        .write(to: directory.appending(path: "surrogate.json"))
      let surrogate = try java.run([Java.runner, "surrogate.json"], in: directory)
      #expect(surrogate.output == IllFormed.agreement)
      #expect(try java.run([Java.runner], in: directory).status == 2)
      try Data("{\"vectors\":[]}".utf8).write(to: directory.appending(path: "none.json"))
      for file in ["none.json", "absent.json", "linkpolicy/generated/RunVectors.java"] {
        #expect(try java.run([Java.runner, file], in: directory).status == 2, "\(file)")
      }
    }
  }

  /// Three vectors, one of which has a wrong expectation.
  static func disagreement() throws -> ConformanceCase {
    var testCase = try ConformanceCase.decisions()
    testCase.vectors = Array(testCase.vectors.prefix(3))
    testCase.vectors[1].expect += "?"
    return testCase
  }

  @Test func `one environment can be left out of the artifact`() throws {
    let java = try Java()
    try Tool.withTemporaryDirectory { directory in
      try ConformanceCase.decisions().write(JavaTarget.self, to: directory)
      try java.build(in: directory)
      let classes = directory.appending(path: "run/linkpolicy/generated")
      for environment in Environment.allCases {
        let testCase = try OmittedEnvironment.testCase(environment)
        try testCase.write(JavaTarget.self, to: directory)
        let whole = directory.appending(path: "whole-\(environment)")
        try FileManager.default.copyItem(at: classes, to: whole)
        try ClassFiles.leaveOut(environment, in: classes)
        let run = try java.run([Java.runner, "all.json"], in: directory)
        #expect(run.output == testCase.agreement)
        try FileManager.default.removeItem(at: classes)
        try FileManager.default.moveItem(at: whole, to: classes)
      }
    }
  }

  /// Servlets return null for missing parameters.
  @Test func `null is rejected, except for an omitted redirect URI`() throws {
    let java = try Java()
    let program = try Fixtures.program("NullClaims.java")
      .replacing("FINGERPRINT", with: Inputs.callerFingerprint(Inputs.decisions()))
    try Tool.withTemporaryDirectory { directory in
      try ConformanceCase(name: "", input: Inputs.decisions(), vectors: []).write(
        JavaTarget.self, to: directory)
      try Data(program.utf8).write(to: directory.appending(path: "Main.java"))
      try java.build(["linkpolicy", "Main.java"], in: directory)
      let run = try java.run(["Main"], in: directory)
      #expect(run.status == 0 && run.output.isEmpty, "\(run.output)")
    }
  }

  @Test func `a literal evaluates to the same bytes and is printable ASCII`() throws {
    let java = try Java()
    let texts = CodeTests.hostile + ["\\u0022", String(repeating: "\0\u{1F468}", count: 30_000)]
    let lines = texts.map { text -> Code<JavaLanguage> in "show(\(literal: text));" }
    let program: Code<JavaLanguage> = #"""
      final class Main {
        static void show(String text) {
          StringBuilder line = new StringBuilder();
          for (byte octet : text.getBytes(java.nio.charset.StandardCharsets.UTF_8)) {
            line.append(octet & 0xFF).append(' ');
          }
          System.out.println(line);
        }

        public static void main(String[] arguments) {
          \#(lines: lines)
        }
      }

      """#
    #expect(program.text.utf8.allSatisfy { $0 == UInt8(ascii: "\n") || (0x20...0x7E).contains($0) })
    try Tool.withTemporaryDirectory { directory in
      try Data(program.text.utf8).write(to: directory.appending(path: "Main.java"))
      try java.build(["Main.java"], in: directory)
      let run = try java.run(["Main"], in: directory)
      let expected = texts.map { $0.utf8.map { "\($0) " }.joined() + "\n" }
      #expect(run.output == expected.joined())
    }
  }
}

/// The Java tools.
struct Java {
  /// The class that runs vectors.
  static let runner = "linkpolicy.generated.RunVectors"
  private let compiler: String
  private let machine: String
  /// Options for a short run with little memory.
  private static let small = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"]

  init() throws {
    compiler = try #require(Tool.path("javac"), "javac is not installed")
    machine = try #require(Tool.path("java"), "java is not installed")
  }

  /// Compiles files and folders into the folder `run`, at the documented language level and with
  /// all warnings.
  func build(_ paths: [String] = ["linkpolicy"], in directory: URL) throws {
    let files = paths.flatMap { path in
      path.hasSuffix(".java")
        ? [path]
        : (FileManager.default.subpaths(atPath: directory.appending(path: path).path) ?? [])
          .filter { $0.hasSuffix(".java") }.sorted().map { "\(path)/\($0)" }
    }
    let build = try Tool.run(
      compiler,
      Self.small.map { "-J\($0)" } + [
        "--release", "17", "-encoding", "US-ASCII", "-Xlint:all",
        "-Xdoclint:all,-missing", "-Werror", "-d", "run",
      ] + files, in: directory)
    #expect(build.status == 0 && build.output.isEmpty, "\(build.output.prefix(4_000))")
  }

  func run(
    _ arguments: [String], classPath: [String] = [], in directory: URL
  ) throws -> Tool.Result {
    let path = (["run"] + classPath).joined(separator: ":")
    return try Tool.run(
      machine, Self.small + ["-Xshare:auto", "-cp", path] + arguments, in: directory)
  }
}

/// Compiled classes of Java and Kotlin.
enum ClassFiles {
  /// Deletes the files that the generated comment lists, and makes sure that no other file has
  /// their contents.
  static func leaveOut(_ environment: Environment, in directory: URL) throws {
    let mark = OmittedEnvironment.mark(environment)
    let prefix = "LinkPolicyAllowlistData$" + (environment == .prod ? "Prod" : "Sandbox")
    var deleted = 0
    for path in try FileManager.default.subpathsOfDirectory(atPath: directory.path) {
      guard path.hasSuffix(".class") else { continue }
      let url = directory.appending(path: path)
      let isMarked = try Data(contentsOf: url).range(of: Data(mark.utf8)) != nil
      let isNamed = url.lastPathComponent.hasPrefix(prefix)
      #expect(isMarked == isNamed, "\(path)")
      if isNamed {
        try FileManager.default.removeItem(at: url)
        deleted += 1
      }
    }
    #expect(deleted > 0)
  }
}
