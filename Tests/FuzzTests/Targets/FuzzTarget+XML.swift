import PolicyText
import ProjectTestSupport
import PolicyImport

extension FuzzTarget {
  /// The XML reader and what is made of property lists: places, and texts that stand in the file as they say.
  static let xml = FuzzTarget("xml", maximumLength: 4_096) {
    try Seeds.files("Tests/Fixtures/import", ".xml", ".plist", ".entitlements", ".xcscheme")
  } run: { bytes in
    let source = SourceFile(name: "f.xml", bytes: bytes)
    let read = XMLReader.read(source, file: FileID(0))
    var open = read.tree.root.map { [($0, SourceSpan(0, bytes.count))] } ?? []
    func check(_ text: XMLValue, _ outer: SourceSpan) {
      Finding.unless(outer.contains(text.span), "\(text.span) is not within \(outer)")
      Finding.unless(
        !text.isVerbatim || ExactString(source.text(text.span)) == text.text,
        "the text at \(text.span) is not what the file says")
    }
    while let (element, outer) = open.popLast() {
      let span = element.span
      Finding.unless(outer.contains(span), "\(span) is not within \(outer)")
      for attribute in element.attributes { check(attribute.value, span) }
      for content in element.contents {
        switch content {
        case .element(let child): open.append((child, span))
        case .text(let text): check(text, span)
        }
      }
    }
    for finding in read.diagnostics {
      Finding.unless(finding.location.span.end <= bytes.count, "\(finding.location.span)")
    }
    let list = PropertyListReader.read(source, file: FileID(0))
    let faults = TreeFaults.faults(list.tree, list.diagnostics)
    Finding.unless(faults.isEmpty, "\(faults)")
  }

  /// Project files of Xcode.
  static let openStep = FuzzTarget("open-step", maximumLength: 8_192) {
    try Seeds.files("Tests/Fixtures/import", ".pbxproj")
  } run: { bytes in
    let read = OpenStepReader.read(
      SourceFile(name: "project.pbxproj", bytes: bytes), file: FileID(0))
    let faults = TreeFaults.faults(read.tree, read.diagnostics)
    Finding.unless(faults.isEmpty, "\(faults)")
  }
}
