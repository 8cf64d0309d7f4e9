import LinkPolicy

extension FuzzTarget {
  /// `fmt`: a file keeps its meaning, and its form is its own form.
  static let format = FuzzTarget("format", maximumLength: 8_192) {
    try Seeds.policies()
  } run: { bytes in
    let file = FormattedFile(SourceFile(name: "f.yaml", bytes: bytes))
    Finding.unless(file.outcome != .unproved, "the form means something else")
    guard case .changed(let form) = file.outcome else { return }
    let again = FormattedFile(SourceFile(name: "f.yaml", bytes: form))
    Finding.unless(again.outcome == .unchanged, "the form has another form")
  }
}
