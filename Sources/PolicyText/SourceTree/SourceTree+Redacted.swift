extension SourceTree {
  /// The same tree without the texts of some places: a scalar there cannot be read, and whoever asks for its
  /// text gets what is printed instead.
  ///
  /// - Parameter spans: sorted, without overlaps.
  package func redacted(_ spans: [Span]) -> SourceTree {
    var records = records
    let scratch = scratch + Array(Redactions.replacement.utf8)
    let place = NodeRecord.TextPlace(
      start: UInt32(scratch.count - Redactions.replacement.utf8.count), end: UInt32(scratch.count))
    for index in records.indices where records[index].kind == .scalar {
      guard
        Self.isWithin(Span(Int(records[index].start), Int(records[index].end)), spans)
      else { continue }
      records[index].setText(place: places.count, isCopied: true)
      records[index].isUnreadable = true
    }
    return SourceTree(
      file: file, source: source, language: language, isComplete: isComplete, records: records,
      places: places + [place], scratch: scratch)
  }

  /// True for a place within one of some sorted spans.
  package static func isWithin(_ place: Span, _ spans: [Span]) -> Bool {
    let index = Redactions.index(in: spans, endingAfter: place.start)
    return index < spans.count && spans[index].contains(place)
  }
}
