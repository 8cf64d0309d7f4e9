import PolicyText

/// Parts of a large run put together: which files have to be looked at again, and how many need not be.
///
/// Two files are related that have a fact in common, and so are those that are related to one of them. Looked
/// at again are all files that are related to one with findings, or to one of another part; everything else
/// was clean in its part, where all that it is related to was there.
struct CheckMerge: Sendable {
  /// In the order of the parts.
  private(set) var files: [CheckSummary.File] = []
  /// How many files were checked in their parts once and for all.
  private(set) var checkedElsewhere = 0

  /// Throws where two parts have read a file differently.
  init(_ parts: [CheckSummary]) throws(CheckSummary.Problem) {
    var all: [CheckSummary.File] = []
    var numbers: [ExactString: Int] = [:]
    var relations = FileRelations()
    // The first file with a fact, and its part.
    var owners: [UInt64: (file: Int, part: Int)] = [:]
    for (part, summary) in parts.enumerated() {
      for file in summary.files {
        if let known = numbers[ExactString(file.path)] {
          guard all[known].content == file.content, all[known].kind == file.kind else {
            throw CheckSummary.Problem(
              message: "\(UTF8Text.visible(file.path)) differs between two parts")
          }
          // Two parts have checked it, each without the other's files.
          relations.mark(known)
          continue
        }
        let number = relations.add(isMarked: file.hasFindings)
        numbers[ExactString(file.path)] = number
        all.append(file)
        for fact in file.facts {
          guard let owner = owners[fact] else {
            owners[fact] = (number, part)
            continue
          }
          relations.join(number, owner.file)
          if owner.part != part { relations.mark(number) }
        }
      }
    }
    for number in all.indices {
      if relations.isMarked(number) {
        files.append(all[number])
      } else {
        checkedElsewhere += 1
      }
    }
  }
}
