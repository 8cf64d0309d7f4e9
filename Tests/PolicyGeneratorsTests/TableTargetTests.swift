import Foundation
import PolicyDecision
import PolicyDiagnostics
import PolicyGenerators
import PolicyModel
import PolicyTestSupport
import PolicyText
import ProjectTestSupport
import Testing

/// Tables of redirect URIs, read in each language by the reader that is written beside them.
struct TableTargetTests {
  @Test(arguments: TableReader.allCases)
  func `every reader says what the decision core says, and follows its file`(
    reader: TableReader
  ) throws {
    try Tool.withTemporaryDirectory { directory in
      var script = TableScript(in: directory)
      for (number, trial) in try Trial.all().enumerated() {
        let files = try TableTarget().files(for: trial.input)
        if number == 0 { try TableReader.write(files, to: directory) }
        for environment in Environment.allCases {
          let name = "\(number)-\(environment.rawValue).lpt"
          try script.write(#require(files.first { $0.environment == environment }).bytes, name)
          script.add("open \(name) \(environment.rawValue)", answer: nil)
          for vector in trial.vectors where vector.environment == environment {
            script.ask(vector)
          }
          script.add("verify", answer: "sound")
          script.add("open \(name) \(environment.other.rawValue)", answer: "error")
        }
      }
      let none = GeneratorInput(Workspace("linkpolicy: 1\nname: none\n"))
      let empty = try TableTarget().files(for: none).first { $0.environment == .prod }
      try script.write(#require(empty).bytes, "none.lpt")
      script.add("open none.lpt prod", answer: "ok 0 0")
      script.ask("", "", "deny")
      // A broken file takes the place of a sound one: the table that was there goes on.
      let lines = Trial.links
      try script.write(lines.before, "link.lpt")
      try script.write(lines.after, "after.lpt")
      try script.write(Array("no table".utf8), "broken.lpt")
      script.add("open link.lpt prod", answer: "ok 1 1")
      script.ask("a", "https://a.example/1", "allow")
      script.add("change", answer: "same")
      for (file, change) in [("after.lpt", "changed"), ("broken.lpt", "error")] {
        script.add("move \(file) link.lpt", answer: "moved")
        script.add("change", answer: change)
        script.ask("a", "https://a.example/1", "deny")
        script.ask("a", "https://a.example/2", "allow")
      }
      #expect(script.asked > 3_000)
      try script.check(reader)
    }
  }

  @Test(arguments: TableReader.allCases)
  func `a damaged table is refused or says that it is, and allows nothing else`(
    reader: TableReader
  ) throws {
    try Tool.withTemporaryDirectory { directory in
      var script = TableScript(in: directory)
      var files = try TableTarget().files(for: Trial.decisions().input)
      try TableReader.write(files, to: directory)
      files.removeAll { $0.environment != .prod }
      let whole = try #require(files.first).bytes
      let start = TableBytes.number(whole, 64)
      let vectors = try Trial.decisions().vectors.filter {
        $0.environment == .prod && $0.isRedirectURI
      }
      var chance = SeededRandom(seed: 7)
      var count = 0
      try script.write(whole, "whole.lpt")
      func damaged(_ bytes: [UInt8], isSealed: Bool) throws {
        // What cannot be opened goes on with what was there.
        script.add("open whole.lpt prod", answer: nil)
        try script.write(bytes, "\(count).lpt")
        script.add("open \(count).lpt prod", answer: nil)
        count += 1
        for _ in 0..<12 {
          var vector = chance.one(of: vectors)
          if isSealed { vector.expect = "" }
          script.ask(vector, orError: true)
        }
        script.add("verify", answer: nil)
      }
      for index in 0..<TestForm.size(60, full: 400) {
        var bytes = whole
        // What lies between the checksums and the first block is not read.
        let place = Int.random(in: 0..<(index % 3 == 0 ? 100 : whole.count - start), using: &chance)
        let isHead = index % 3 == 0
        bytes[isHead ? place : start + place] ^= 1 << UInt8.random(in: 0..<8, using: &chance)
        try damaged(bytes, isSealed: false)
        // Somebody made the checksums agree: then it says something else, and ends nothing.
        try damaged(TableBytes.sealed(bytes), isSealed: true)
      }
      for length in [0, 1, 7, 8, 95, 96, 97, start, start + 1, whole.count - 1] {
        try script.write(Array(whole.prefix(length)), "cut-\(length).lpt")
        script.add("open cut-\(length).lpt prod", answer: "error")
      }
      try script.write(whole + [0], "longer.lpt")
      script.add("open longer.lpt prod", answer: "error")
      script.add("open absent.lpt prod", answer: "error")
      // Every slot leads outside.
      var wild = whole
      for place in TableBytes.number(whole, 72)..<TableBytes.number(whole, 80) {
        wild[place] = 0xFF
      }
      try script.write(TableBytes.sealed(wild), "wild.lpt")
      script.add("open wild.lpt prod", answer: nil)
      script.ask("google-client-1", "https://a.example/", "error")
      try script.check(reader)
    }
  }

  @Test func `the same policies make the same bytes, in files that need not be asked for`() throws {
    let input = try Trial.decisions().input
    let files = try TableTarget().files(for: input)
    #expect(try TableTarget().files(for: input) == files)
    #expect(!TableTarget.isDefault)
    var one = input
    one.environments = [.sandbox]
    #expect(
      try TableTarget().files(for: one) == files.filter { $0.environment != .prod })
  }

  @Test func `a table takes little more than its texts`() throws {
    let clients = (0..<TestForm.size(400, full: 4_000)).map { index in
      let uris = (0..<5).map { "https://app\(index).tenant.example/oauth/callback/\($0)" }
      return "  c\(index): { provider: generic, type: web, client_secret: { env: X }, "
        + "client_id: client-\(index).apps.partner.example, redirect_uris: \(uris) }"
    }
    let workspace = Workspace(
      "linkpolicy: 1\nname: many\nclients:\n" + clients.joined(separator: "\n") + "\n")
    let input = GeneratorInput(workspace)
    var texts = 0
    for client in input.policy.clients[.prod, default: []] {
      texts += client.clientID.value.utf8.count
      for uri in client.redirectURIs { texts += uri.value.utf8.count }
    }
    let files = try TableTarget().files(for: input)
    let file = try #require(files.first { $0.environment == .prod })
    #expect(Double(file.bytes.count) < 1.4 * Double(texts))
  }

  @Test func `a table of many blocks has the checksums of its bytes, and all of its texts`() throws
  {
    // Longer than what is handed over at once.
    let uris = (0..<50).map { "a.b:/\($0)/" + String(repeating: "x", count: 60_000) }
    let input = GeneratorInput(
      Workspace(
        "linkpolicy: 1\nname: long\nclients:\n  a: { provider: generic, type: native, client_id: b, "
          + "redirect_uris: \(uris) }\n"))
    let file = try #require(TableTarget().files(for: input).first { $0.environment == .prod })
    let bytes = file.bytes
    #expect(TableBytes.sealed(bytes) == bytes)
    #expect(TableBytes.number(bytes, 16) == bytes.count)
    let slots = TableBytes.number(bytes, 72)
    let records = TableBytes.number(bytes, 80)
    var texts: Set<String> = []
    for slot in stride(from: slots, to: slots + 4 * TableBytes.number(bytes, 44, 4), by: 4) {
      let record = records + TableBytes.number(bytes, slot, 4)
      guard record > records else { continue }
      let text = (record + 6)..<(record + 6 + TableBytes.number(bytes, record + 4, 2))
      texts.insert(String(decoding: bytes[text], as: UTF8.self))
    }
    #expect(texts == Set(uris))
  }

  @Test func `a text that a table cannot hold is an error at its client`() throws {
    let long = String(repeating: "x", count: 70_000)
    let input = GeneratorInput(
      Workspace(
        "linkpolicy: 1\nname: long\nclients:\n  a: { provider: generic, type: native, client_id: b, "
          + "redirect_uris: [\"a.b:/\(long)\"] }\n"))
    let error = #expect(throws: GeneratorError.self) { try TableTarget().files(for: input) }
    #expect(error?.anchor != nil && error?.message.contains("65,535") == true)
  }
}

extension Vector {
  fileprivate var isRedirectURI: Bool {
    if case .redirectURI = question { true } else { false }
  }
}

extension Trial {
  /// Tables of one client whose redirect URI changes.
  fileprivate static var links: (before: [UInt8], after: [UInt8]) {
    func table(_ uri: String) -> [UInt8] {
      let input = GeneratorInput(
        Workspace(
          "linkpolicy: 1\nname: a\nclients:\n  a: { provider: generic, type: native, client_id: a, "
            + "redirect_uris: [\"\(uri)\"] }\n"))
      let files = try? TableTarget().files(for: input)
      return files?.first { $0.environment == .prod }?.bytes ?? []
    }
    return (table("https://a.example/1"), table("https://a.example/2"))
  }
}

/// The readers and what runs them.
enum TableReader: String, CaseIterable, Sendable {
  case cpp, go, java, python, swift

  /// Writes what lies beside the tables.
  static func write(_ files: [GeneratedFile], to directory: URL) throws {
    for file in files where file.environment == nil {
      let url = directory.appending(path: file.path)
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(file.bytes).write(to: url)
    }
  }

  /// Compiles the reader with its driver; the words that run it in the directory.
  func build(in directory: URL) throws -> String {
    func tool(_ name: String) throws -> String {
      try #require(Tool.path(name), "\(name) is not installed")
    }
    func run(_ path: String, _ arguments: [String], in folder: String = "") throws {
      let run = try Tool.run(path, arguments, in: directory.appending(path: folder))
      #expect(run.status == 0 && run.output.isEmpty, "\(run.output.prefix(4_000))")
    }
    func driver(_ name: String, as other: String) throws {
      let to = directory.appending(path: other)
      try FileManager.default.createDirectory(
        at: to.deletingLastPathComponent(), withIntermediateDirectories: true)
      try FileManager.default.copyItem(
        at: Fixtures.root.appending(path: "Tests/Fixtures/table/\(name)"), to: to)
    }
    switch self {
    case .cpp:
      try driver("driver.cpp", as: "driver.cpp")
      let sanitizers =
        TestForm.isFull
        ? ["-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-static-libasan"] : []
      try run(
        tool("g++"),
        [
          "-std=c++17", "-O1", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion",
          "-Wsign-conversion", "-Wshadow", "-Werror", "-Itable/cpp", "driver.cpp", "-o", "run",
        ] + sanitizers)
      return "./run"
    case .go:
      try driver("driver.go.txt", as: "driver/main.go")
      let module = "module driver\n\ngo 1.18\n\nrequire linkpolicy.generated/table v0.0.0\n\n"
      try Data((module + "replace linkpolicy.generated/table => ../table/go\n").utf8)
        .write(to: directory.appending(path: "driver/go.mod"))
      try run(tool("gofmt"), ["-l", "-d", "-s", "../table/go", "."], in: "driver")
      try run(tool("go"), ["vet", "./...", "linkpolicy.generated/table"], in: "driver")
      try run(tool("go"), ["build", "-o", "../run", "."], in: "driver")
      return "./run"
    case .java:
      try driver("Driver.java", as: "Driver.java")
      try run(
        tool("javac"),
        [
          "-J-XX:TieredStopAtLevel=1", "--release", "11", "-encoding", "US-ASCII", "-Xlint:all",
          "-Xdoclint:all,-missing", "-Werror", "-d", "run",
          "table/java/linkpolicy/generated/LinkPolicyTable.java", "Driver.java",
        ])
      return "\(try tool("java")) -Xshare:auto -cp run Driver"
    case .python:
      try driver("driver.py", as: "table/python/driver.py")
      return "\(try tool("python3")) -W error table/python/driver.py"
    case .swift:
      try driver("driver.swift.txt", as: "driver.swift")
      try run(
        tool("swiftc"),
        [
          "-swift-version", "6", "-warnings-as-errors", "-parse-as-library", "-o", "run",
          "table/swift/LinkPolicyTable.swift", "driver.swift",
        ])
      return "./run"
    }
  }
}

/// Commands for a driver (`Tests/Fixtures/table/README.txt`) and the answers that it must give.
struct TableScript {
  private let directory: URL
  private var commands = ""
  /// nil for an answer of any kind.
  private var answers: [String?] = []
  /// True where an error is an answer as well.
  private var mayFail: [Bool] = []
  private(set) var asked = 0

  init(in directory: URL) { self.directory = directory }

  func write(_ bytes: [UInt8], _ name: String) throws {
    try Data(bytes).write(to: directory.appending(path: name))
  }

  mutating func add(_ command: String, answer: String?, orError: Bool = false) {
    commands += command + "\n"
    answers.append(answer)
    mayFail.append(orError)
  }

  mutating func ask(_ id: String, _ uri: String, _ answer: String?, orError: Bool = false) {
    func hex(_ text: String) -> String {
      text.isEmpty
        ? "-"
        : text.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
    asked += 1
    add("ask \(hex(id)) \(hex(uri))", answer: answer, orError: orError)
  }

  /// Asks what a vector asks, where that is a redirect URI.
  mutating func ask(_ vector: Vector, orError: Bool = false) {
    guard case .redirectURI(let clientID, let redirectURI) = vector.question else { return }
    ask(clientID, redirectURI, vector.expect.isEmpty ? nil : vector.expect, orError: orError)
  }

  /// Runs the commands.
  func check(_ reader: TableReader) throws {
    let program = try reader.build(in: directory)
    try Data(commands.utf8).write(to: directory.appending(path: "commands"))
    let run = try Tool.run("/bin/sh", ["-c", "exec \(program) < commands"], in: directory)
    let lines = run.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    #expect(run.status == 0 && lines.count == answers.count, "\(run.output.suffix(2_000))")
    let asked = commands.split(separator: "\n")
    for (index, line) in lines.prefix(answers.count).enumerated() {
      let isError = line.hasPrefix("error")
      guard let answer = answers[index], !(isError && mayFail[index]) else { continue }
      #expect((isError ? "error" : String(line)) == answer, "\(index) \(asked[index])")
    }
  }
}

/// Places of a table, as its documentation has them.
enum TableBytes {
  static func number(_ bytes: [UInt8], _ place: Int, _ length: Int = 8) -> Int {
    bytes[place..<(place + length)].reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  /// The same with checksums that are right.
  static func sealed(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    let start = number(bytes, 64)
    let blocks = number(bytes, 48, 4)
    guard start > 96, start <= bytes.count, 96 + 4 * blocks <= start else { return bytes }
    func set(_ place: Int, _ range: Range<Int>) {
      let value = crc32(bytes[range])
      for index in 0..<4 { bytes[place + index] = UInt8(value >> UInt32(8 * index) & 0xFF) }
    }
    for block in 0..<blocks where start + block * 4_096 < bytes.count {
      let first = start + block * 4_096
      set(96 + 4 * block, first..<min(bytes.count, first + 4_096))
    }
    set(88, 96..<(96 + 4 * blocks))
    set(92, 0..<92)
    return bytes
  }

  private static func crc32(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    ~bytes.reduce(UInt32.max) { crc, byte in
      (0..<8).reduce(crc ^ UInt32(byte)) { value, _ in
        value >> 1 ^ (value & 1 == 1 ? 0xEDB8_8320 : 0)
      }
    }
  }
}
