import Foundation
import PolicyDiagnostics
import PolicyGenerators
import PolicyTestSupport
import Testing

/// Generated C++ code, compiled and run.
struct CppTargetTests {
  @Test(arguments: try Trial.compiled())
  func `generated code compiles without a warning, agrees with the decision core and is sound`(
    trial: Trial
  ) throws {
    try Tool.withTemporaryDirectory { directory in
      try trial.write(CppTarget(), to: directory)
      // Twice as slow to compile: in the full form, for the trials that reach every line.
      let isThorough = TestForm.isFull && trial.vectors.count > 3_000
      try Self.build(
        "test_allowlist.cpp", isThorough ? Self.sanitizers : [], in: directory)
      let program = directory.appending(path: "run").path
      let run = try Tool.run(program, ["all.json"], in: directory)
      #expect(run.status == 0 && run.output == trial.agreement, "\(run.output.prefix(4_000))")
    }
  }

  /// Reads and writes outside of objects and undefined behaviour end the program.
  private static let sanitizers = [
    "-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-static-libasan",
  ]

  private static func build(
    _ file: String, _ options: [String] = [], in directory: URL
  ) throws {
    let compiler = try #require(Tool.path("g++"), "g++ is not installed")
    let build = try Tool.run(
      compiler,
      [
        "-std=c++17", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wsign-conversion",
        "-Wshadow", "-Werror", file, "-o", "run",
      ] + options, in: directory)
    #expect(build.status == 0 && build.output.isEmpty, "\(build.output.prefix(4_000))")
  }

  @Test(arguments: Environment.allCases)
  func `one environment can be left out of the binary`(environment: Environment) throws {
    let flag = environment == .prod ? "LINKPOLICY_SANDBOX_ONLY" : "LINKPOLICY_PROD_ONLY"
    try Tool.withTemporaryDirectory { directory in
      var trial = try Trial.decisions()
      trial.vectors.removeAll { $0.environment == environment }
      try trial.write(CppTarget(), to: directory)
      try Self.build("test_allowlist.cpp", ["-D\(flag)"], in: directory)
      let program = directory.appending(path: "run")
      #expect(try Tool.run(program.path, ["all.json"], in: directory).output == trial.agreement)
      let binary = try Data(contentsOf: program)
      #expect(binary.range(of: Data(LeftOut.mark(environment).utf8)) == nil)
      #expect(binary.range(of: Data(LeftOut.mark(environment.other).utf8)) != nil)
    }
  }

  @Test func `a program without vectors fails, and so does one that disagrees`() throws {
    try Tool.withTemporaryDirectory { directory in
      try JavaTargetTests.disagreement().write(CppTarget(), to: directory)
      try Self.build("test_allowlist.cpp", in: directory)
      let program = directory.appending(path: "run").path
      let run = try Tool.run(program, ["all.json"], in: directory)
      #expect(run.status == 1 && run.output.hasSuffix("\n2 of 3 vectors agree\n"))
      #expect(try Tool.run(program, ["vectors.json"], in: directory).status == 0)
      for bytes: [UInt8] in [[0xFF], [0xED, 0xA0, 0x80], [0xC0, 0xAF], [0xF4, 0x90, 0x80, 0x80]] {
        try IllFormed.vectors(bytes).write(to: directory.appending(path: "bytes.json"))
        let run = try Tool.run(program, ["bytes.json"], in: directory)
        #expect(run.output == IllFormed.agreement, "\(bytes)")
      }
      #expect(try Tool.run(program, [], in: directory).status == 2)
      try Data("{\"vectors\":[]}".utf8).write(to: directory.appending(path: "none.json"))
      for file in ["none.json", "absent.json", "test_allowlist.cpp"] {
        #expect(try Tool.run(program, [file], in: directory).status == 2, "\(file)")
      }
    }
  }

  @Test func `a literal reads back as the same bytes and is printable ASCII`() throws {
    let texts = CodeTests.hostile + ["??/", "???=x", "\u{1}2", "\u{E9}9", "a\0b"]
    let lines = texts.map { text -> Code<CppLanguage> in "show(\(literal: text));" }
    let program: Code<CppLanguage> = #"""
      #include <cstdio>
      #include <string_view>

      static void show(std::string_view text) {
        for (const char c : text) std::printf("%d ", static_cast<unsigned char>(c));
        std::puts("");
      }

      int main() {
        using namespace std::string_view_literals;
        \#(lines: lines)
      }

      """#
    #expect(program.text.utf8.allSatisfy { $0 == UInt8(ascii: "\n") || (0x20...0x7E).contains($0) })
    let expected = texts.map { $0.utf8.map { "\($0) " }.joined() + "\n" }.joined()
    try Tool.withTemporaryDirectory { directory in
      try Data(program.text.utf8).write(to: directory.appending(path: "main.cpp"))
      for trigraphs in [[], ["-trigraphs"]] {
        try Self.build("main.cpp", trigraphs, in: directory)
        #expect(
          try Tool.run(directory.appending(path: "run").path, [], in: directory).output == expected)
      }
    }
  }
}
