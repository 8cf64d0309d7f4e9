import TextSupport

/// Searching bytes without making strings of them.
extension ArraySlice<UInt8> {
  /// The first place of a text; the needle is short, so the plain search is linear.
  func firstRange(ofBytes needle: String) -> Range<Int>? {
    let wanted = Array(needle.utf8)
    guard let first = wanted.first, count >= wanted.count else { return nil }
    var index = startIndex
    while index <= endIndex - wanted.count {
      if self[index] == first, self[index..<(index + wanted.count)].elementsEqual(wanted) {
        return index..<(index + wanted.count)
      }
      index += 1
    }
    return nil
  }

  /// ASCII letters in lower case.
  var lowered: [UInt8] { map { ASCII.lowercased($0) } }

  /// The text.
  var string: String { String(decoding: self, as: UTF8.self) }
}
