import PolicyText

import PolicyDecision

extension FuzzTarget {
  /// The scanner of log lines against the second reader of JSON.
  static let scanner = FuzzTarget("scanner", maximumLength: 1_024) {
    try Seeds.logs().flatMap { $0.split(separator: 0x0A).map(Array.init) }
  } run: { bytes in
    let line = bytes.filter { $0 != 0x0A }
    let expected = ReferenceLine(line)
    var scanner = LineScanner()
    let problem = scanner.scan(line, line.indices)
    Finding.unless(
      (problem == nil) == (expected != nil),
      "\(problem?.rawValue ?? "accepted"), the other reader \(String(describing: expected))")
    guard problem == nil, let expected else { return }
    for (name, field) in LogFormat.ndjson.names {
      Finding.unless(scanner.has(field) == (expected.fields[name] != nil), name)
      let text = scanner.text(field, in: line, line.indices).map { Array($0.utf8) }
      Finding.unless(text == (expected.fields[name] ?? nil), "\(name): \(String(describing: text))")
    }
  }
}
