import LinkPolicy
import PolicyImport

extension FuzzTarget {
  /// Files to import, as whatever kind they are taken for: places, and that a policy comes out or a finding.
  static let sources = FuzzTarget("sources", maximumLength: 8_192) {
    try Seeds.files("Tests/Fixtures/import", "")
  } run: { bytes in
    let file = SourceFile(name: "file", bytes: bytes)
    for kind in ImportFormats.all {
      let source = ImportLibrary().add(file)
      if case .refused = kind.recognize(source) { continue }
      var imported = ImportedValues()
      kind.read(source, into: &imported)
      for place in imported.findings.map(\.location) + imported.values.map(\.location) {
        Finding.unless(place.span.end <= bytes.count, "\(kind.name): \(place.span)")
      }
    }
    let result = SourceImport([file])
    Finding.unless(
      !result.isEmpty || !result.report.diagnostics.isEmpty || !result.files.isEmpty,
      "neither a policy nor a finding")
  }
}
