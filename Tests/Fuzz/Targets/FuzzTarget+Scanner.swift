import PolicyText

@testable import PolicyReplay

extension FuzzTarget {
  /// The scanner of log lines in a buffer that ends where it may read no further, against the second reader
  /// of JSON.
  static let scanner = FuzzTarget("scanner", maximumLength: 1_024) {
    try Seeds.logs().flatMap { $0.split(separator: 0x0A).map(Array.init) }
  } run: { bytes in
    let line = bytes.filter { $0 != 0x0A }
    let expected = ReferenceLine(line)
    // No array: its capacity may be larger than what is asked for, and AddressSanitizer sees nothing.
    let count = line.count + 1 + LineCursor.slack
    let buffer = UnsafeMutablePointer<UInt8>.allocate(capacity: count)
    defer { unsafe buffer.deallocate() }
    unsafe buffer.initialize(repeating: 0x0A, count: count)
    unsafe buffer.update(from: line, count: line.count)
    var scanner = LineScanner()
    defer { scanner.end() }
    let problem = unsafe scanner.scan(LineCursor(UnsafePointer(buffer)))
    Finding.unless(
      (problem == nil) == (expected != nil),
      "\(problem?.rawValue ?? "accepted"), the other reader \(String(describing: expected))")
    guard problem == nil, let expected else { return }
    for (field, name) in zip(LogField.allCases, ReferenceLine.known) {
      Finding.unless(scanner.fields.has(field) == (expected.fields[name] != nil), name)
      let text = scanner.fields.isString(field) ? Array(scanner.fields[field].exact.utf8) : nil
      Finding.unless(text == (expected.fields[name] ?? nil), "\(name): \(String(describing: text))")
    }
  }
}
