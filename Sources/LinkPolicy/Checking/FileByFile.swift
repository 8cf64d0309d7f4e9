package import PolicyDiagnostics
import PolicyModel
import PolicyRules
import PolicySourceTree

/// Many files checked for their report alone: one after the other, each decoded, judged and forgotten, so that an
/// estate takes little more memory than its bytes.
///
/// What a file says depends on others only where they have a fact in common (`SharedFact`); those are looked at again,
/// together. Where more than a quarter are such files, the rest is not looked at alone first.
package struct FileByFile {
  /// The findings of all files.
  package let report: Report

  /// A file after its turn.
  private struct Turn: Sendable {
    /// Codes of `SharedFact`.
    var facts: [UInt64]
    /// What it says where no other has something in common with it; nil where that was not asked.
    var said: ReadFiles?
    /// Of a file that was not asked.
    var content: Project.Content?
  }

  /// Files of one round; after each it is known how many are related so far.
  private static let round = 512
  /// The least number of files for which this is worth it.
  static let many = 32

  package init(_ files: [InputFile], settings: CheckSettings) {
    let workers = Workers(pool: settings.workers)
    let onlyErrors = settings.skipsAdvice
    let sources = files.map(\.source)
    var turns: [Turn] = []
    turns.reserveCapacity(files.count)
    var relations = FileRelations()
    var owners: [UInt64: Int] = [:]
    // About what a policy has: growing by doubling would hash all of them anew.
    owners.reserveCapacity(files.count * 8)
    var related = 0
    for start in stride(from: 0, to: files.count, by: Self.round) {
      let isAlone = related * 4 <= start
      let next = workers.map(
        min(Self.round, files.count - start), atATime: JudgedPolicy.atATime
      ) { part in
        Self.turns(
          files, (start + part.lowerBound)..<(start + part.upperBound), sources,
          isAlone: isAlone, onlyErrors)
      }
      for turn in next {
        let number = relations.add(isMarked: turn.said == nil)
        var isRelated = false
        for fact in turn.facts {
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
      turns += next
    }

    var all = ReadFiles()
    var together: [Int] = []
    for (number, turn) in turns.enumerated() {
      if let said = turn.said, !relations.isMarked(number) {
        all.take(said)
      } else {
        together.append(number)
      }
    }
    let (waiting, known) = (together, together.map { turns[$0].content })
    let contents = workers.map(waiting.count) { index in
      known[index] ?? Project.Content(files[waiting[index]], FileID(waiting[index]))
    }
    var joint = ReadFiles()
    for (content, number) in zip(contents, together) {
      joint.add(content, files[number], FileID(number))
    }
    joint.judge(sources, onlyErrors: onlyErrors, workers)
    all.take(joint)
    report = settings.report(
      sources: sources, documents: all.documents, diagnostics: all.diagnostics,
      checkedFiles: all.checked, redactions: all.secrets)
  }

  /// Reads some files, and judges each as if there were no other.
  private static func turns(
    _ files: [InputFile], _ numbers: Range<Int>, _ sources: [SourceFile], isAlone: Bool,
    _ onlyErrors: Bool
  ) -> [Turn] {
    // One step for all before the next: its code stays at hand.
    let contents = Project.Content.all(files, numbers)
    var reads = contents.indices.map { index in
      let number = numbers.lowerBound + index
      var read = ReadFiles()
      read.add(contents[index], files[number], FileID(number))
      return read
    }
    let workspaces = reads.map { Workspace(sources: sources, documents: $0.documents) }
    guard isAlone else {
      return contents.indices.map {
        Turn(facts: contents[$0].facts(AppReferences(workspaces[$0])), content: contents[$0])
      }
    }
    let indices = workspaces.map { WorkspaceIndex($0) }
    let policies = reads.indices.flatMap { index in
      workspaces[index].policies.map { JudgedPolicy($0, in: workspaces[index], indices[index]) }
    }
    let found = RuleRegistry.findings(of: policies, onlyErrors: onlyErrors)
    for (policy, findings) in zip(policies, found) {
      reads[policy.document.tree.file.index - numbers.lowerBound].diagnostics += findings
    }
    return reads.indices.map { index in
      let facts = contents[index].facts(indices[index].appReferences)
      reads[index].diagnostics += reads[index].findingsOfAssociationFiles(
        in: workspaces[index], onlyErrors: onlyErrors)
      reads[index].forgetTrees()
      return Turn(facts: facts, said: reads[index])
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
  fileprivate mutating func judge(
    _ sources: [SourceFile], onlyErrors: Bool, _ workers: Workers
  ) {
    let workspace = Workspace(sources: sources, documents: documents)
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
    let trees = numbers.map { number in
      files[number].kind == .policy
        ? YAMLReader.read(files[number].source, file: FileID(number)) : nil
    }
    return zip(numbers, trees).map { number, tree in
      tree.map { .policy(PolicyDocument($0)) } ?? Self(files[number], FileID(number))
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
