import PolicyDiagnostics
import PolicyRules
import PolicyText

/// What a check leaves for the next one of nearly the same files, as an editor makes one after each edit.
///
/// A file that did not change is not decoded again, and a policy is not judged again where nothing changed that
/// it is related to: the findings of files without a common fact (`SharedFact`), also over others, do not depend
/// on one another.
package struct CheckMemory: Sendable {
  /// One file of the check.
  struct File: Sendable {
    var input: InputFile
    var content: Project.Content
    /// What it may have in common with others: codes of `SharedFact`.
    var facts: [UInt64]
    /// What the rules said of a policy; nil for other files.
    var findings: [Diagnostic]?
  }

  /// In the order of the check, by which files are numbered.
  var files: [File] = []
  /// The check was made for errors alone.
  var onlyErrors = false

  /// Remembers nothing yet: where a first check is to be remembered.
  package init() {}

  /// What is known of a file, if it is the same one at the same place in the order.
  func file(like file: InputFile, at index: Int) -> File? {
    guard index < files.count, files[index].input.kind == file.kind,
      files[index].input.isExplicit == file.isExplicit,
      ExactString(files[index].input.source.name) == ExactString(file.source.name),
      files[index].input.source.bytes == file.source.bytes
    else { return nil }
    return files[index]
  }

  /// What is known of files before they are judged: all of it that still holds.
  ///
  /// - Parameters:
  ///   - isSame: which files are as they were.
  ///   - index: of the workspace that the files make.
  init(
    after former: CheckMemory, _ files: [InputFile], _ contents: [Project.Content], isSame: [Bool],
    _ index: WorkspaceIndex, onlyErrors: Bool
  ) {
    self.onlyErrors = onlyErrors
    self.files = files.indices.map { number in
      File(
        input: files[number], content: contents[number],
        facts: isSame[number]
          ? former.files[number].facts : contents[number].facts(index.appReferences))
    }
    guard former.onlyErrors == onlyErrors else { return }
    var relations = self.relations(isSame: isSame, former)
    for number in files.indices where isSame[number] && !relations.isMarked(number) {
      self.files[number].findings = former.files[number].findings
    }
  }

  /// The files that have something in common; marked are those that changed, and what had something in common
  /// with a file before it changed or went.
  private func relations(isSame: [Bool], _ former: CheckMemory) -> FileRelations {
    var relations = FileRelations()
    var owners: [UInt64: Int] = [:]
    for (number, file) in files.enumerated() {
      _ = relations.add(isMarked: !isSame[number])
      for fact in file.facts {
        if let owner = owners[fact] {
          relations.join(number, owner)
        } else {
          owners[fact] = number
        }
      }
    }
    for (number, file) in former.files.enumerated()
    where number >= isSame.count || !isSame[number] {
      for fact in file.facts {
        if let owner = owners[fact] { relations.mark(owner) }
      }
    }
    return relations
  }
}
