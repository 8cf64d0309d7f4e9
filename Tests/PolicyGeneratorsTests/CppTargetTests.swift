import Foundation
import PolicyText
import PolicyGenerators
import PolicyModel
import PolicyTestSupport
import ProjectTestSupport
import Testing

/// Compiles and runs generated C++ code.
struct CppTargetTests {
  @Test(arguments: try ConformanceCase.compiled())
  func `generated code decides like the engine and is safe`(testCase: ConformanceCase) throws {
    try Tool.withTemporaryDirectory { directory in
      try testCase.write(CppTarget.self, to: directory)
      // Compiling takes twice as long, so sanitizers run only in the full form, for cases that
      // reach every line.
      let isThorough = TestForm.isFull && testCase.vectors.count > 3_000
      try Self.build(isThorough ? Self.sanitizers : [], in: directory)
      try testCase.writeAllowlist(to: directory)
      let program = directory.appending(path: "run").path
      for loaded in [[], ["--load", "allowlist.json"]] {
        let run = try Tool.run(program, ["all.json"] + loaded, in: directory)
        #expect(run.status == 0 && run.output == testCase.agreement, "\(run.output.prefix(4_000))")
      }
    }
  }

  /// Invalid memory access and undefined behavior end the program.
  private static let sanitizers = [
    "-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-static-libasan",
  ]

  /// Builds a program with the generated sources.
  private static func build(
    _ options: [String] = [], program: String = "run_vectors.cpp", name: String = "linkpolicy",
    in directory: URL
  ) throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted()
    let headers = try files.filter { $0.hasSuffix(".hpp") }.map {
      try Data(contentsOf: directory.appending(path: $0))
    }
    let sources = [program] + files.filter { $0.hasPrefix(name + "_") && $0.hasSuffix(".cpp") }
    for source in sources {
      let texts = try headers + [Data(contentsOf: directory.appending(path: source))]
      let object = directory.appending(path: source + ".o")
      let made = try objects.value(for: Objects.Key(options: options, texts: texts)) {
        try compile(["-c", source, "-o", source + ".o"] + options, in: directory)
        return try Data(contentsOf: object)
      }
      try made.write(to: object)
    }
    try compile(["-o", "run"] + sources.map { $0 + ".o" } + options, in: directory)
  }

  private static let objects = Objects()

  private static func compile(_ arguments: [String], in directory: URL) throws {
    let compiler = try #require(Tool.path("g++"), "g++ is not installed")
    let build = try Tool.run(
      compiler,
      [
        "-std=c++17", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wsign-conversion",
        "-Wshadow", "-Werror",
      ] + arguments, in: directory)
    #expect(build.status == 0 && build.output.isEmpty, "\(build.output.prefix(4_000))")
  }

  @Test(arguments: Environment.allCases)
  func `one environment can be left out of the binary`(environment: Environment) throws {
    let flag = environment == .prod ? "LINKPOLICY_SANDBOX_ONLY" : "LINKPOLICY_PROD_ONLY"
    try Tool.withTemporaryDirectory { directory in
      var testCase = try ConformanceCase.decisions()
      testCase.vectors.removeAll { $0.environment == environment }
      try testCase.write(CppTarget.self, to: directory)
      try Self.build(["-D\(flag)"], in: directory)
      let program = directory.appending(path: "run")
      #expect(try Tool.run(program.path, ["all.json"], in: directory).output == testCase.agreement)
      let binary = try Data(contentsOf: program)
      #expect(binary.range(of: Data(OmittedEnvironment.mark(environment).utf8)) == nil)
      #expect(binary.range(of: Data(OmittedEnvironment.mark(environment.other).utf8)) != nil)
    }
  }

  @Test func `a program without vectors fails, and so does one with a wrong decision`() throws {
    try Tool.withTemporaryDirectory { directory in
      try JavaTargetTests.disagreement().write(CppTarget.self, to: directory)
      try Self.build(in: directory)
      let program = directory.appending(path: "run").path
      let run = try Tool.run(program, ["all.json"], in: directory)
      #expect(run.status == 1 && run.output.hasSuffix("\n2 of 3 vectors agree\n"))
      #expect(try Tool.run(program, ["vectors.json"], in: directory).status == 0)
      for bytes: [UInt8] in [[0xFF], [0xED, 0xA0, 0x80], [0xC0, 0xAF], [0xF4, 0x90, 0x80, 0x80]] {
        try IllFormed.vectors(bytes).write(to: directory.appending(path: "bytes.json"))
        let run = try Tool.run(program, ["bytes.json"], in: directory)
        #expect(run.output == IllFormed.agreement, "\(bytes)")
      }
      #expect(try Tool.run(program, ["a", "b"], in: directory).status == 2)
      try Data("{\"vectors\":[]}".utf8).write(to: directory.appending(path: "none.json"))
      for file in ["none.json", "absent.json", "run_vectors.cpp"] {
        #expect(try Tool.run(program, [file], in: directory).status == 2, "\(file)")
      }
    }
  }

  @Test func `two policies in one program decide about their own clients`() throws {
    try Tool.withTemporaryDirectory { directory in
      let compiler = try #require(Tool.path("g++"), "g++ is not installed")
      var objects: [String] = []
      func run(_ arguments: [String]) throws {
        let run = try Tool.run(compiler, ["-std=c++17"] + arguments, in: directory)
        #expect(run.status == 0 && run.output.isEmpty, "\(run.output.prefix(4_000))")
      }
      for name in ["alpha", "beta"] {
        let input = GeneratorInput(
          Workspace(
            """
            linkpolicy: 1
            name: \(name)
            clients:
              c: { provider: generic, type: native, client_id: \(name), redirect_uris: ["a.\(name):/cb"] }

            """))
        let folder = directory.appending(path: name)
        try ConformanceCase(name: "", input: input, vectors: []).write(CppTarget.self, to: folder)
        try Data(
          """
          #include "linkpolicy_allowlist.hpp"
          bool \(name)(const char* id, const char* uri);
          bool \(name)(const char* id, const char* uri) {
            return linkpolicy::is_redirect_uri_allowed(id, linkpolicy::Environment::prod, uri);
          }

          """.utf8
        ).write(to: folder.appending(path: "linkpolicy_answer.cpp"))
        let sources = try FileManager.default.contentsOfDirectory(atPath: folder.path)
          .filter { $0.hasPrefix("linkpolicy_") && $0.hasSuffix(".cpp") }.sorted()
        for source in sources {
          try run(["-c", "\(name)/\(source)", "-o", "\(name)/\(source).o"])
        }
        objects += sources.map { "\(name)/\($0).o" }
        let archive = try Tool.run(
          "/usr/bin/env", ["ar", "rcs", "lib\(name).a"] + sources.map { "\(name)/\($0).o" },
          in: directory)
        #expect(archive.status == 0, "\(archive.output)")
      }
      try Data(
        """
        bool alpha(const char* id, const char* uri);
        bool beta(const char* id, const char* uri);
        int main() {
          const bool own = alpha("alpha", "a.alpha:/cb") && beta("beta", "a.beta:/cb");
          const bool other = alpha("beta", "a.beta:/cb") || beta("alpha", "a.alpha:/cb");
          return own && !other ? 0 : 1;
        }

        """.utf8
      ).write(to: directory.appending(path: "main.cpp"))
      for inputs in [objects, ["libalpha.a", "libbeta.a"], ["libbeta.a", "libalpha.a"]] {
        try run(["main.cpp", "-o", "run"] + inputs)
        let program = directory.appending(path: "run").path
        #expect(try Tool.run(program, [], in: directory).status == 0, "\(inputs)")
      }
    }
  }

  @Test func `namespace, files and macros have the configured name`() throws {
    try Tool.withTemporaryDirectory { directory in
      var input = try Inputs.decisions()
      var options = CodeOptions()
      options.name = "signin"
      options.project = "signin"
      input.options["cpp"] = options
      let testCase = try ConformanceCase.decisions()
      try ConformanceCase(name: "", input: input, vectors: testCase.vectors).write(
        CppTarget.self, to: directory)
      try Self.build(name: "signin", in: directory)
      let program = directory.appending(path: "run").path
      let run = try Tool.run(program, ["all.json"], in: directory)
      #expect(run.status == 0 && run.output == testCase.agreement, "\(run.output.prefix(4_000))")
      let list = try String(
        contentsOf: directory.appending(path: "CMakeLists.txt"), encoding: .utf8)
      #expect(list.contains("add_library(signin STATIC"))
    }
    for (name, isName) in [
      ("signin", true), ("Sign_in2", true), ("", false), ("class", false), ("std", false),
      ("_x", false), ("a__b", false), ("2x", false), ("a-b", false), ("\u{E9}", false),
    ] {
      #expect(CppTarget.isName(name) == isName, "\(name)")
    }
  }

  @Test func `a literal evaluates to the same bytes and is printable ASCII`() throws {
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
        try Self.compile(["main.cpp", "-o", "run"] + trigraphs, in: directory)
        #expect(
          try Tool.run(directory.appending(path: "run").path, [], in: directory).output == expected)
      }
    }
  }
}

/// Compiled objects. Most sources are the same for all policies.
private final class Objects: @unchecked Sendable {
  /// Options, the headers next to a source, and the source.
  struct Key: Hashable {
    var options: [String]
    var texts: [Data]
  }

  private let lock = NSLock()
  private var known: [Key: Data] = [:]

  /// Makes one object at a time, so parallel tests don't compile the same source twice.
  func value(for key: Key, make: () throws -> Data) rethrows -> Data {
    try lock.withLock {
      if let object = known[key] { return object }
      let object = try make()
      known[key] = object
      return object
    }
  }
}
