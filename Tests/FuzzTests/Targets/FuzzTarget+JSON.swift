import PolicyText
import ProjectTestSupport

extension FuzzTarget {
  /// The JSON reader: places, what it accepts against a second reader, and that what is written reads back.
  static let json = FuzzTarget("json", maximumLength: 4_096) {
    try Seeds.files("Tests/Fixtures", ".json", "site-association", ".cfg")
      + Seeds.files("Tests/Vectors", ".jsonl").flatMap { $0.split(separator: 0x0A).map(Array.init) }
  } run: { bytes in
    let read = JSONReader.read(SourceFile(name: "f.json", bytes: bytes), file: FileID(0))
    let faults = TreeFaults.faults(read.tree, read.diagnostics)
    Finding.unless(faults.isEmpty, "\(faults)")
    let reference = ReferenceJSON.read(bytes)
    let isAccepted = read.diagnostics.isEmpty
    Finding.unless(
      isAccepted == (reference.map { !$0.repeatsName } ?? false),
      "accepted \(isAccepted), the other reader: \(String(describing: reference))")
    guard isAccepted, let root = read.tree.root else { return }
    let value = read.tree.json(root)
    for layout in [JSONValue.Layout.compact, .pretty] {
      let text = value.text(layout)
      let again = try? JSONText.parse(Array(text.utf8))
      Finding.unless(again == value, "written as \(text)")
    }
  }
}
