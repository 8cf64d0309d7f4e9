import PolicyText

/// The places of a run whose text is never printed, ready for quick questions.
package struct Redactions: Sendable {
  /// What is printed instead.
  package static let replacement = "[redacted]"
  /// Keys that hold secrets, for files that could not be read to their end.
  private static let keys = ["client_secret:", "private_key:"].map { Array($0.utf8) }

  /// By file; sorted, without overlaps.
  private var spans = FileTable<[Span]>()

  /// Sorts the places and joins those that overlap.
  package init(_ places: [SourceLocation]) {
    guard !places.isEmpty else { return }
    for place in places { spans[place.file, default: []].append(place.span) }
    for file in Set(places.map(\.file.index)).map({ FileID($0) }) {
      let found = spans[file] ?? []
      var joined: [Span] = []
      for span in found.sorted() {
        if let last = joined.last, span.start <= last.end {
          joined[joined.count - 1].end = max(last.end, span.end)
        } else {
          joined.append(span)
        }
      }
      spans[file] = joined
    }
  }

  /// The places of a file that touch a range of its bytes.
  package func spans(in file: FileID, touching range: Span) -> ArraySlice<Span> {
    guard let all = spans[file] else { return [] }
    var low = 0
    var high = all.count
    while low < high {
      let middle = (low + high) / 2
      if all[middle].end <= range.start { low = middle + 1 } else { high = middle }
    }
    var end = low
    while end < all.count, all[end].start < range.end { end += 1 }
    return all[low..<end]
  }

  /// True when a place shares bytes with one that is never printed.
  package func overlaps(_ location: SourceLocation) -> Bool {
    // An insertion into a secret touches it as well.
    let span = Span(location.span.start, max(location.span.end, location.span.start + 1))
    return !spans(in: location.file, touching: span).isEmpty
  }

  /// The places of a line that must not be printed: secrets that the structure check found and,
  /// where the file could not be read, whatever stands behind the keys that hold secrets.
  func hidden(in file: FileID, _ source: SourceFile, line: Range<Int>) -> [Span] {
    var hidden = Array(spans(in: file, touching: Span(line.lowerBound, line.upperBound)))
    guard line.count < 4_096 else { return hidden }
    for key in Self.keys {
      guard let place = source.bytes.firstRange(of: key, in: line) else { continue }
      var start = place.upperBound
      while start < line.upperBound, source.bytes[start] == 0x20 { start += 1 }
      guard start < line.upperBound, !"{&*#".utf8.contains(source.bytes[start]) else { continue }
      hidden.append(Span(start, line.upperBound))
    }
    return hidden
  }

  /// The bytes of a file with everything that must not be printed replaced.
  package func redacted(_ source: SourceFile, _ file: FileID) -> [UInt8] {
    var hidden: [Span] = Array(spans[file] ?? [])
    for index in source.lineStarts.indices {
      let line = source.lineSpan(index)
      hidden += self.hidden(in: file, source, line: line.start..<line.end)
    }
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
