import PolicyTestSupport

/// A policy made by chance from a seed: plausible in its parts, and now and then wrong in one or two places.
struct RandomPolicy {
  let seed: UInt64
  /// What was done wrong on purpose; not all of it shows in every policy.
  let faults: Set<PolicyFault>
  private(set) var text = ""

  init(seed: UInt64) {
    self.seed = seed
    var chance = SeededRandom(seed: seed)
    var faults: Set<PolicyFault> = []
    // Two in five have no fault, so that what is right is tried as well.
    let count = chance.one(of: [0, 0, 1, 1, 1, 2])
    for _ in 0..<count { faults.insert(chance.one(of: PolicyFault.allCases)) }
    self.faults = faults
    var writer = PolicyWriter(chance: chance, faults: faults)
    writer.write()
    text = writer.lines.joined(separator: "\n") + "\n"
  }

  /// A policy with faults that are given.
  init(seed: UInt64, faults: Set<PolicyFault>) {
    self.seed = seed
    self.faults = faults
    var writer = PolicyWriter(chance: SeededRandom(seed: seed), faults: faults)
    writer.write()
    text = writer.lines.joined(separator: "\n") + "\n"
  }

  /// The same as two policies: the hosts stand in the second.
  var split: [String] {
    var own: [Substring] = []
    var hosts: [Substring] = ["linkpolicy: 1", "name: hosts"]
    var isHost = false
    for line in text.split(separator: "\n") {
      if line.first?.isLetter ?? false { isHost = line == "domains:" }
      if isHost { hosts.append(line) } else { own.append(line) }
    }
    let second = hosts.joined(separator: "\n")
      .replacing(#/\b(?:phone|droid|tablet|tester|desk)\b/#) { "lumen/\($0.output)" }
    return [own.joined(separator: "\n") + "\n", second + "\n"]
  }
}
