package import PolicyDiagnostics
import PolicyModel
import PolicyRules
import PolicySourceTree

/// Checks many files for their report alone: one after the other, each decoded, judged and forgotten, so that an estate
/// takes little more memory than its bytes. It begins while further files are read.
///
/// What a file says depends on others only where they have a fact in common (`SharedFact`); those are looked at again,
/// together. Where more than a quarter are such files, the rest is not looked at alone first.
///
/// Unchecked: what workers share is touched under the lock alone. Who they are changes only before the last file, on
/// the thread that adds files, and they ask only after it.
package final class FileByFile: @unchecked Sendable {
  private let settings: CheckSettings
  private let workers: Workers
  /// What waits for each of the workers beside the thread that adds files.
  private var others: [() -> Void] = []
  private lazy var mostWorkers = min(workers.pool.processors, Workers.maximum)

  private let lock = Lock()
  private var files: [InputFile] = []
  /// No more files will come.
  private var isClosed = false
  /// How many files have had their turn, or have it now.
  private var taken = 0
  private var turns: [Turn?] = []
  private var joined = 0
  private var relations = FileRelations()
  private var owners: [UInt64: Int] = [:]
  /// How many files have something in common with one that was joined before.
  private var related = 0

  /// A file after its turn.
  private struct Turn: Sendable {
    /// What it says where no other has something in common with it; nil where that was not asked.
    var said: ReadFiles?
    /// Of a file that was not asked.
    var content: Project.Content?
  }

  /// Some files that have their turn together.
  private struct Part {
    var numbers: Range<Int>
    var files: [InputFile]
    /// Each is judged as if there were no other.
    var isAlone: Bool
  }

  /// The least number of files for which this is worth it.
  static let many = 32

  /// A check without files.
  package init(_ settings: CheckSettings) {
    self.settings = settings
    workers = Workers(pool: settings.workers)
  }

  /// Takes the next file. One thread calls this, and then `report` or `cancel`.
  package func add(_ file: InputFile) {
    let count = lock.withLock {
      files.append(file)
      if files.count % JudgedPolicy.atATime == 0 { lock.wake() }
      return files.count
    }
    if count >= Self.many, count % Workers.minimumPerWorker == 0, others.count + 1 < mostWorkers,
      let other = workers.pool.start(work)
    {
      others.append(other)
    }
  }

  /// Ends without a report.
  package func cancel() {
    close(forgetting: true)
    for wait in others { wait() }
  }

  /// The findings of all files.
  package func report() -> Report {
    close(forgetting: false)
    work()
    for wait in others { wait() }

    var all = ReadFiles()
    all.diagnostics.reserveCapacity(turns.reduce(0) { $0 + ($1?.said?.diagnostics.count ?? 0) })
    var together: [Int] = []
    for (number, turn) in turns.enumerated() {
      if let said = turn?.said, !relations.isMarked(number) {
        all.take(said)
      } else {
        together.append(number)
      }
    }
    let (waiting, known) = (together, together.map { turns[$0]?.content })
    turns = []
    let files = files
    let contents = workers.map(waiting.count) { index in
      known[index] ?? Project.Content(files[waiting[index]], FileID(waiting[index]))
    }
    var joint = ReadFiles()
    for (content, number) in zip(contents, together) {
      joint.add(content, files[number], FileID(number))
    }
    joint.judge(onlyErrors: settings.skipsAdvice, workers)
    all.take(joint)
    return settings.report(
      sources: files.map(\.source), documents: all.documents, diagnostics: all.diagnostics,
      checkedFiles: all.checked, redactions: all.secrets)
  }

  private func close(forgetting: Bool) {
    lock.withLock {
      isClosed = true
      if forgetting { taken = files.count }
      lock.wake()
    }
  }

  /// What every worker does: takes some files as long as there are some or may come.
  private func work() {
    while let part = lock.withLock(next) {
      let turns = Self.turns(part, onlyErrors: settings.skipsAdvice)
      lock.withLock { join(turns, part.numbers) }
    }
  }

  private func next() -> Part? {
    while !isClosed, files.count - taken < JudgedPolicy.atATime { lock.wait() }
    guard taken < files.count else { return nil }
    // The last are small: who is done first waits for nobody long.
    let most = isClosed ? max((files.count - taken) / (others.count + 1) / 2, 4) : files.count
    let end = min(taken + min(most, JudgedPolicy.atATime), files.count)
    defer { taken = end }
    return Part(
      numbers: taken..<end, files: Array(files[taken..<end]),
      // A few at the beginning tell nothing of the rest.
      isAlone: related <= 64 + joined / 4)
  }

  /// Keeps what some files said, and finds out to whom they are related.
  private func join(_ new: [(turn: Turn, facts: [UInt64])], _ numbers: Range<Int>) {
    while turns.count < numbers.upperBound {
      turns.append(nil)
      relations.add()
    }
    // About what a policy has: growing by doubling would hash all of them anew.
    if owners.capacity < owners.count + new.count * 8 { owners.reserveCapacity(files.count * 8) }
    for (number, (turn, facts)) in zip(numbers, new) {
      turns[number] = turn
      if turn.said == nil { relations.mark(number) }
      var isRelated = false
      for fact in facts {
        guard let owner = owners[fact] else {
          owners[fact] = number
          continue
        }
        relations.join(number, owner)
        relations.mark(number)
        isRelated = true
      }
      if isRelated { related += 1 }
    }
    joined += new.count
  }

  /// Reads some files, and judges each as if there were no other.
  private static func turns(
    _ part: Part, onlyErrors: Bool
  ) -> [(turn: Turn, facts: [UInt64])] {
    // One step for all before the next: its code stays at hand.
    let contents = Project.Content.all(part.files, part.numbers)
    var reads = contents.indices.map { index in
      var read = ReadFiles()
      read.add(contents[index], part.files[index], FileID(part.numbers.lowerBound + index))
      return read
    }
    let workspaces = reads.map { Workspace(sources: [], documents: $0.documents) }
    guard part.isAlone else {
      return contents.indices.map {
        (Turn(content: contents[$0]), contents[$0].facts(AppReferences(workspaces[$0])))
      }
    }
    let indices = workspaces.map { WorkspaceIndex($0) }
    let policies = reads.indices.flatMap { index in
      workspaces[index].policies.map { JudgedPolicy($0, in: workspaces[index], indices[index]) }
    }
    let found = RuleRegistry.findings(of: policies, onlyErrors: onlyErrors)
    for (policy, findings) in zip(policies, found) {
      reads[policy.document.tree.file.index - part.numbers.lowerBound].diagnostics += findings
    }
    return reads.indices.map { index in
      let facts = contents[index].facts(indices[index].appReferences)
      reads[index].diagnostics += reads[index].findingsOfAssociationFiles(
        in: workspaces[index], onlyErrors: onlyErrors)
      reads[index].forgetTrees()
      return (Turn(said: reads[index]), facts)
    }
  }
}

extension ReadFiles {
  /// Adds what other files said.
  fileprivate mutating func take(_ other: ReadFiles) {
    documents += other.documents
    diagnostics += other.diagnostics
    secrets += other.secrets
    checked += other.checked
  }

  /// Adds what the rules say of the files together.
  fileprivate mutating func judge(onlyErrors: Bool, _ workers: Workers) {
    let workspace = Workspace(sources: [], documents: documents)
    let index = WorkspaceIndex(workspace)
    let found = workers.map(workspace.policies.count, atATime: JudgedPolicy.atATime) { part in
      RuleRegistry.findings(
        of: part.map { JudgedPolicy(workspace.policies[$0], in: workspace, index) },
        onlyErrors: onlyErrors)
    }
    for findings in found { diagnostics += findings }
    diagnostics += findingsOfAssociationFiles(in: workspace, onlyErrors: onlyErrors)
  }
}

extension Project.Content {
  /// Some files of a run.
  fileprivate static func all(_ files: [InputFile], _ numbers: Range<Int>) -> [Project.Content] {
    let trees = zip(files, numbers).map { file, number in
      file.kind == .policy ? YAMLReader.read(file.source, file: FileID(number)) : nil
    }
    return zip(files, zip(numbers, trees)).map { file, read in
      read.1.map { .policy(PolicyDocument($0)) } ?? Self(file, FileID(read.0))
    }
  }

  /// What the file may have in common with others: codes of `SharedFact`.
  func facts(_ apps: AppReferences) -> [UInt64] {
    switch self {
    case .policy(let document):
      document.kind == .policy ? SharedFact.codes(of: document, apps) : []
    case .associationFile(let file): SharedFact.codes(ofAssociationFile: file.tree)
    }
  }
}
