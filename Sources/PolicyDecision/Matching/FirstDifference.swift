package import PolicyText

extension Decision.Nearest {
  /// An entry, and how the requested value differs from it.
  init(_ entry: Entry, to asked: ExactString) {
    self.init(
      entry: entry, difference: FirstDifference.describe(asked, against: entry.value))
  }

  /// The entry that shares the longest prefix with the requested value; nil without entries.
  init?(to asked: ExactString, sharingStartAmong entries: [Entry]) {
    let entry = entries.max {
      FirstDifference.shared(asked, $0.value).prefix
        < FirstDifference.shared(asked, $1.value).prefix
    }
    guard let entry else { return nil }
    self.init(entry, to: asked)
  }
}

/// Describes where two strings start to differ.
package enum FirstDifference {
  /// The lengths in bytes of the common prefix and, after it, of the common suffix.
  package static func shared(
    _ a: ExactString, _ b: ExactString
  ) -> (prefix: Int, suffix: Int) {
    // Arrays: indexing a string's `utf8` checks its representation every time.
    let (a, b) = (Array(a.utf8), Array(b.utf8))
    var prefix = 0
    while prefix < min(a.count, b.count), a[prefix] == b[prefix] { prefix += 1 }
    let left = min(a.count, b.count) - prefix
    var suffix = 0
    while suffix < left, a[a.count - 1 - suffix] == b[b.count - 1 - suffix] { suffix += 1 }
    return (prefix, suffix)
  }

  /// The first difference between a requested and a registered URI: component, byte offset, and what was
  /// added, removed or changed.
  package static func describe(_ requested: ExactString, against registered: ExactString) -> String
  {
    let shared = shared(requested, registered)
    // Don't split a character: step back to a boundary in both strings.
    let bytes = Array(requested.utf8)
    let other = Array(registered.utf8)
    var start = shared.prefix
    while start > 0, Self.isInside(bytes, start) || Self.isInside(other, start) { start -= 1 }
    var end = bytes.count - shared.suffix
    var otherEnd = other.count - shared.suffix
    while end < bytes.count, otherEnd < other.count,
      Self.isInside(bytes, end) || Self.isInside(other, otherEnd)
    {
      end += 1
      otherEnd += 1
    }
    let new = ExactString(decoding: bytes[start..<end])
    let shown = Self.shown(start..<end, of: bytes)
    let old = ExactString(decoding: other[start..<otherEnd])
    let what: String
    if old.isEmpty {
      what = "\(shown) added"
    } else if new.isEmpty {
      what = "\(DisplayText.quoted(old.string)) missing"
    } else {
      what = "\(shown) instead of \(DisplayText.quoted(old.string))"
    }
    let remark = remark(new, old, in: requested, registered).map { " (\($0))" } ?? ""
    return "\(component(of: start, in: requested, registered)), byte \(start): \(what)\(remark)"
  }

  /// A part of a requested URI in backticks, with the parts masked that the whole URI masks.
  private static func shown(_ part: Range<Int>, of bytes: [UInt8]) -> String {
    let hidden = ParameterMask().ranges(in: bytes[...]).filter { $0.overlaps(part) }
    guard !hidden.isEmpty else {
      return DisplayText.quoted(String(decoding: bytes[part], as: UTF8.self))
    }
    var text: [UInt8] = []
    var copied = part.lowerBound
    for range in hidden {
      if copied < range.lowerBound { text += bytes[copied..<range.lowerBound] }
      text += ParameterMask.replacement.utf8
      copied = range.upperBound
    }
    if copied < part.upperBound { text += bytes[copied..<part.upperBound] }
    return DisplayText.quoted(String(decoding: text, as: UTF8.self))
  }

  /// A remark about the difference, such as `a final slash`; nil for most differences.
  private static func remark(
    _ new: ExactString, _ old: ExactString, in requested: ExactString, _ registered: ExactString
  ) -> String? {
    if let remark = Confusables.remark(about: new) { return remark }
    let ports = [":443": "https", ":80": "http"]
    let added = old.isEmpty ? new : new.isEmpty ? old : ""
    if let scheme = ports[added.string], URIParts(requested).lowerScheme == ExactString(scheme) {
      return "the default port"
    }
    if added == "/", requested.hasSuffix("/") != registered.hasSuffix("/") {
      return "a final slash"
    }
    if new.utf8.count == old.utf8.count, !new.isEmpty, new.asciiLowercased == old.asciiLowercased {
      return "the case differs"
    }
    return nil
  }

  private static func isInside(_ bytes: [UInt8], _ index: Int) -> Bool {
    index < bytes.count && bytes[index] & 0xC0 == 0x80
  }

  /// The component that contains an offset of the requested URI, or of the registered one at its end.
  private static func component(
    of offset: Int, in requested: ExactString, _ registered: ExactString
  ) -> String {
    for parts in [URIParts(requested), URIParts(registered)] {
      let named: [(String, Range<Int>?)] = [
        ("scheme", parts.scheme), ("user name", parts.userinfo), ("host", parts.host),
        ("port", parts.port), ("path", parts.path), ("query", parts.query),
        ("fragment", parts.fragment),
      ]
      if let found = named.first(where: { $0.1?.contains(offset) ?? false }) { return found.0 }
      // A delimiter belongs to the component after it: `:443` is the port.
      let delimited = [parts.port, parts.query, parts.fragment].compactMap { $0 }
      if let part = delimited.first(where: { $0.lowerBound == offset + 1 }),
        let found = named.first(where: { $0.1 == part })
      {
        return found.0
      }
    }
    return "URI"
  }
}
