/// Secrets in files, which are never printed.
///
/// A secret is
/// * a value that should be a reference to a secret, or whose key (`SecretName`) or sibling
///   (`name: CLIENT_SECRET`, `value: …`) is the name of a secret, in any YAML form, including tags, anchors and aliases;
/// * a private key, a client secret or a token, by its contents (`SecretContent`);
/// * a comment next to such a value, unless it is prose;
/// * in a file that can't be parsed, the value after such a name (`SecretLines`).
///
/// References (`env`, `file`, `secret`) aren't secrets, nor are patterns of link rules in association files.
///
/// `SecretScan` finds the bytes. The tree has `[redacted]` as their value, so rules, messages, paths and generated files
/// can't quote them. Code that prints source (snippets, diffs, baselines, fingerprints) uses this type. Reports leave
/// out fixes that touch secrets.
package struct Redactions: Sendable {
  /// The replacement in output.
  package static let replacement = "[redacted]"

  /// By file; sorted, without overlaps.
  private var spans = FileTable<[SourceSpan]>()
  /// True if no secrets were found.
  package let isEmpty: Bool

  /// Sorts the locations and merges overlapping ones.
  package init(_ places: [SourceLocation]) {
    isEmpty = places.isEmpty
    guard !places.isEmpty else { return }
    for place in places { spans[place.file, default: []].append(place.span) }
    for file in Set(places.map(\.file.index)).map({ FileID($0) }) {
      spans[file] = Self.joined(spans[file] ?? [])
    }
  }

  /// Merges adjacent spans, which must be sorted.
  package static func joined(_ spans: [SourceSpan]) -> [SourceSpan] {
    var joined: [SourceSpan] = []
    for span in spans.sorted() {
      if let last = joined.last, span.start <= last.end {
        joined[joined.count - 1].end = max(last.end, span.end)
      } else {
        joined.append(span)
      }
    }
    return joined
  }

  /// The secrets of a file that overlap or touch a range.
  package func spans(in file: FileID, touching range: SourceSpan) -> ArraySlice<SourceSpan> {
    guard let all = spans[file] else { return [] }
    let low = Self.index(in: all, endingAfter: range.start)
    var end = low
    while end < all.count, all[end].start < range.end { end += 1 }
    return all[low..<end]
  }

  /// The index of the first span that ends after an offset.
  package static func index(in spans: [SourceSpan], endingAfter offset: Int) -> Int {
    spans.firstSorted { $0.end > offset }
  }

  /// Returns true if a location overlaps a secret.
  package func overlaps(_ location: SourceLocation) -> Bool {
    // This includes insertions into a secret.
    let span = SourceSpan(location.span.start, max(location.span.end, location.span.start + 1))
    return !spans(in: location.file, touching: span).isEmpty
  }

  /// Returns true for a fix that would show a secret or write its replacement.
  func refuses(_ fix: Fix) -> Bool {
    fix.edits.contains { edit in
      overlaps(edit.location)
        || (spans[edit.location.file] != nil && edit.replacement.contains(Self.replacement))
    }
  }

  /// The parts of a line that must not be printed: secrets of the file, of comments, and of
  /// requests in tests.
  func hidden(in file: FileID, _ source: SourceFile, part: Range<Int>) -> [SourceSpan] {
    Array(spans(in: file, touching: SourceSpan(part.lowerBound, part.upperBound)))
      + SecretLines.hidden(in: source.bytes, part)
  }

  /// A part of a file, redacted.
  func text(_ span: SourceSpan, of source: SourceFile, _ file: FileID) -> String {
    var hidden: [SourceSpan] = []
    var line = source.lineIndex(of: span.start)
    while line < source.lineStarts.count,
      source.lineSpan(line).start < max(span.end, span.start + 1)
    {
      let whole = source.lineSpan(line)
      // In a line of megabytes, only the last part before the range is searched for names.
      let start = max(whole.start, min(span.start, whole.end) - 1_024)
      hidden += self.hidden(in: file, source, part: start..<max(start, min(whole.end, span.end)))
      line += 1
    }
    let parts = Self.joined(hidden).filter { $0.end > span.start && $0.start < span.end }
    guard !parts.isEmpty else { return source.text(span) }
    var output = ""
    var copied = span.start
    for part in parts {
      if part.start > copied { output += source.text(SourceSpan(copied, part.start)) }
      output += Self.replacement
      copied = min(part.end, span.end)
    }
    return output + source.text(SourceSpan(copied, span.end))
  }

  /// The contents of a file, redacted.
  package func redacted(_ source: SourceFile, _ file: FileID) -> [UInt8] {
    Self.redacted(source, hidden(in: source, file))
  }

  /// Two versions of a file, redacted.
  ///
  /// A change can separate a comment or value from the key that makes it secret. So words that are
  /// hidden in one version are also hidden in the other.
  package static func redacted(
    old: (source: SourceFile, file: FileID, redactions: Redactions),
    new: (source: SourceFile, file: FileID, redactions: Redactions)
  ) -> (old: [UInt8], new: [UInt8]) {
    let oldSpans = old.redactions.hidden(in: old.source, old.file)
    let newSpans = new.redactions.hidden(in: new.source, new.file)
    let hidden = Set(
      words(in: old.source, oldSpans).map(\.text) + words(in: new.source, newSpans).map(\.text))
    func all(_ source: SourceFile, _ spans: [SourceSpan]) -> [SourceSpan] {
      guard !hidden.isEmpty else { return spans }
      let whole = [SourceSpan(0, source.bytes.count)]
      return spans + words(in: source, whole).filter { hidden.contains($0.text) }.map(\.span)
    }
    return (
      redacted(old.source, all(old.source, oldSpans)),
      redacted(new.source, all(new.source, newSpans))
    )
  }

  /// The words of at least four bytes in some spans, without quotes, brackets and commas.
  private static func words(
    in source: SourceFile, _ spans: [SourceSpan]
  ) -> [(text: ArraySlice<UInt8>, span: SourceSpan)] {
    let around = Set("\"'`()[]{},;#".utf8)
    return spans.flatMap { span in
      source.bytes[span.start..<min(span.end, source.bytes.count)].split { $0 <= 0x20 }
        .compactMap { word in
          guard let first = word.firstIndex(where: { !around.contains($0) }),
            let last = word.lastIndex(where: { !around.contains($0) }), last - first >= 3
          else { return nil }
          return (word[first...last], SourceSpan(first, last + 1))
        }
    }
  }

  private func hidden(in source: SourceFile, _ file: FileID) -> [SourceSpan] {
    var hidden: [SourceSpan] = Array(spans[file] ?? [])
    for index in source.lineStarts.indices {
      let line = source.lineSpan(index)
      hidden += SecretLines.hidden(in: source.bytes, line.start..<line.end)
    }
    return hidden
  }

  private static func redacted(_ source: SourceFile, _ hidden: [SourceSpan]) -> [UInt8] {
    guard !hidden.isEmpty else { return source.bytes }
    var output: [UInt8] = []
    var copied = 0
    for span in hidden.sorted() where span.end > copied {
      if span.start >= copied {
        output += source.bytes[copied..<min(span.start, source.bytes.count)]
        output += Self.replacement.utf8
      }
      copied = min(span.end, source.bytes.count)
    }
    return output + source.bytes[copied...]
  }
}
