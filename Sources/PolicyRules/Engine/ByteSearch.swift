import PolicyText

/// Searching bytes without making strings of them.
extension ArraySlice<UInt8> {
  /// The first place of a text; the needle is short, so the plain search is linear.
  func firstRange(ofBytes needle: String) -> Range<Int>? {
    guard let first = needle.utf8.first, count >= needle.utf8.count else { return nil }
    let end = endIndex - needle.utf8.count
    // An array of the needle only where its first byte occurs.
    guard var index = self[startIndex...end].firstIndex(of: first) else { return nil }
    let wanted = Array(needle.utf8)
    while index <= end {
      if self[index] == first, self[index..<(index + wanted.count)].elementsEqual(wanted) {
        return index..<(index + wanted.count)
      }
      index += 1
    }
    return nil
  }

  /// ASCII letters in lower case.
  var lowercased: [UInt8] { map { ASCII.lowercased($0) } }

  /// The text.
  var string: String { String(decoding: self, as: UTF8.self) }
}
