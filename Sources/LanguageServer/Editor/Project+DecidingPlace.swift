package import LinkPolicy
import PolicyModel
package import PolicyText

extension Project {
  /// The entry that decides the test at an offset.
  package func decidingPlace(ofTestAt offset: Int, in file: FileID) -> SourceLocation? {
    let documents = workspace.policies + workspace.testFiles
    guard let document = documents.first(where: { $0.tree.file == file }),
      let test = document.checks.joined().first(where: { document.tree.span($0.node).holds(offset) }
      ),
      let outcome = TestOutcomes(self).result(
        at: SourceLocation(file: file, span: document.tree.span(test.node))),
      // Of all that was touched, what decided comes last.
      let anchor = outcome.touched.last,
      let owner = documents.first(where: { $0.tree.file == anchor.file })
    else { return nil }
    return owner.tree.location(anchor.node)
  }
}
