import CLibFuzzer
import Foundation

// Usage:
//   linkpolicy-fuzz --list                      lists the targets with their maximum input lengths
//   linkpolicy-fuzz --seeds TARGET DIRECTORY    writes the seeds of a target
//   linkpolicy-fuzz --python SECONDS [SEED [POLICIES]]
//                                               compares generated Python with the decision engine
//   LINKPOLICY_FUZZ_TARGET=TARGET linkpolicy-fuzz [options and corpora of libFuzzer]

/// The target of this run, from a variable, because libFuzzer restarts itself with its own
/// arguments.
enum Chosen {
  static let target: FuzzTarget = {
    let name = ProcessInfo.processInfo.environment["LINKPOLICY_FUZZ_TARGET"] ?? ""
    guard let target = FuzzTarget.all.first(where: { $0.name == name }) else {
      print("LINKPOLICY_FUZZ_TARGET must be one of the targets of --list")
      exit(2)
    }
    return target
  }()
}

let arguments = Array(CommandLine.arguments.dropFirst())
switch arguments.first {
case "--list":
  for target in FuzzTarget.all { print(target.name, target.maximumLength) }
case "--seeds" where arguments.count == 3:
  guard let target = FuzzTarget.all.first(where: { $0.name == arguments[1] }) else { exit(2) }
  let count = try Seeds.write(target, to: URL(filePath: arguments[2]))
  print("\(target.name): \(count) seeds")
case "--python" where arguments.count >= 2:
  let numbers = arguments.dropFirst(2).map { UInt64($0) }
  try PythonRun(seed: (numbers.first ?? nil) ?? 1)
    .run(seconds: Double(arguments[1]) ?? 60, policies: (numbers.dropFirst().first ?? nil) ?? .max)
default:
  _ = Chosen.target
  var count = CommandLine.argc
  var values = unsafe CommandLine.unsafeArgv
  exit(
    unsafe LLVMFuzzerRunDriver(&count, &values) { data, size in
      unsafe Chosen.target.run(Array(UnsafeBufferPointer(start: data, count: size)))
      return 0
    })
}
