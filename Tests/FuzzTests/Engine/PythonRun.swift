import AssociationFiles
import Foundation
import PolicyDecision
import PolicyText
import PolicyGenerators
import PolicyModel
import PolicyTestSupport
import ProjectTestSupport

/// Compares generated Python with the decision engine. One Python process evaluates random policies
/// and requests. This isn't a libFuzzer target, because each input would load a Python module.
struct PythonRun {
  /// The number of requests for each policy.
  private static let requests = 1_000
  private let seed: UInt64

  init(seed: UInt64) { self.seed = seed }

  /// Runs until the time is over or the policies are done, and prints how many requests it
  /// compared.
  func run(seconds: Double, policies limit: UInt64 = .max) throws {
    guard let python = Tool.path("python3") else { return print("python3 is not installed") }
    let process = Process()
    process.executableURL = URL(filePath: python)
    process.arguments = try ["-B", "-W", "error", "-c", Fixtures.program("vector_jobs.py")]
    // Python must not load AddressSanitizer.
    process.environment = ProcessInfo.processInfo.environment.filter { $0.key != "LD_PRELOAD" }
    let questions = Pipe()
    let answers = Pipe()
    process.standardInput = questions
    process.standardOutput = answers
    try process.run()
    let start = Date()
    var policies: UInt64 = 0
    var compared = 0
    var buffer = Data()
    while policies < limit, Date().timeIntervalSince(start) < seconds {
      let (job, count) = try job(seed &* 1_000_003 &+ policies)
      try questions.fileHandleForWriting.write(contentsOf: Data((job.text() + "\n").utf8))
      while !buffer.contains(0x0A) {
        let chunk = answers.fileHandleForReading.availableData
        guard !chunk.isEmpty else { Finding.report("Python ended at policy \(policies)") }
        buffer.append(chunk)
      }
      let answer = String(decoding: buffer, as: UTF8.self)
      Finding.unless(
        answer == "[]\n", "policy \(policies) of seed \(seed): \(answer.prefix(2_000))")
      buffer.removeAll()
      policies += 1
      compared += count
    }
    try questions.fileHandleForWriting.close()
    process.waitUntilExit()
    print("python: \(compared) requests to \(policies) policies, 0 findings")
  }

  private func job(_ seed: UInt64) throws -> (JSONValue, Int) {
    var generator = PolicyGenerator(chance: SeededRandom(seed: seed))
    var policy = generator.policy()
    // A client that can't use a code is an error, so no code is generated for it.
    for index in policy.clients.indices where policy.clients[index].isWithoutCodes {
      policy.clients[index].grantTypes = nil
    }
    let workspace = Workspace(policy.yaml)
    let hosts = HostFiles(workspace)
    let input = GeneratorInput(
      policy: CompiledPolicy(workspace), hosts: hosts,
      apps: AppProject.all(in: workspace, hosts: hosts), files: workspace.sources.map(\.name),
      report: ReportInput(workspace: workspace, files: [:]))
    let vectors =
      RandomVectors(input.policy, seed: seed).vectors(Self.requests)
      + VectorFile(input).vectors
    var program = input
    program.targets = [PythonTarget.name]
    let files = try PythonTarget.files(for: program) + ConformanceTarget.files(for: program)
    let members = files.filter { $0.path.hasSuffix(".py") }.map { file in
      let path = file.path.split(separator: "/").dropFirst(2).joined(separator: "/")
      return (path, JSONValue.string(String(decoding: file.bytes, as: UTF8.self)))
    }
    return (["files": .object(members), "vectors": .array(vectors.map(\.json))], vectors.count)
  }
}
