package import PolicyText

/// A command that returns the JSON of the command line.
package struct EditorCommand: Sendable {
  package enum Name: String, Sendable, CaseIterable {
    case simulate = "linkpolicy.simulate"
    case runTests = "linkpolicy.runTests"
    case match = "linkpolicy.match"
    case whoAllows = "linkpolicy.whoAllows"
    case diff = "linkpolicy.diff"
    case explain = "linkpolicy.explain"
    case previewGenerated = "linkpolicy.previewGenerated"
    case writeGenerated = "linkpolicy.writeGenerated"
  }
  package var title: String
  package var name: Name
  package var arguments: [JSONValue]

  package init(_ title: String, _ name: Name, _ arguments: [JSONValue]) {
    self.title = title
    self.name = name
    self.arguments = arguments
  }
}
