/// Whole numbers in text from servers, files and programs.
package enum WholeNumber {
  /// Reads ASCII digits without a sign; nil for any other text.
  ///
  /// A number above the limit is read as the limit, so that no input makes a value that arithmetic can't hold.
  package static func read(_ text: some Sequence<UInt8>, atMost limit: Int) -> Int? {
    let digits = Array(text)
    guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return min(limit, Int(String(decoding: digits, as: UTF8.self)) ?? limit)
  }
}
