/// Code that is made piece by piece while it is written.
struct CodeStream<Language: CodeLanguage>: Sendable {
  /// Between the pieces; ends with a line feed.
  let separator: [UInt8]
  /// Hands over one after the other.
  let pieces: @Sendable (_ take: (Code<Language>) -> Void) -> Void
  /// Before which byte of its code it stands.
  var place = 0
  /// How far its lines are indented.
  var depth = 0

  /// What is collected before it is handed on.
  private static var enough: Int { 1 << 16 }

  init(
    separator: [UInt8], pieces: @escaping @Sendable (_ take: (Code<Language>) -> Void) -> Void
  ) {
    self.separator = separator
    self.pieces = pieces
  }

  /// Appends the pieces, and hands over what is there as soon as that is enough.
  func write(to output: inout [UInt8], _ take: ([UInt8]) -> Void) {
    var margin = CodeMargin(depth: depth)
    var isFirst = true
    pieces { code in
      if !isFirst { margin.append(separator[...], to: &output) }
      isFirst = false
      if output.count >= Self.enough, output.last == UInt8(ascii: "\n") {
        take(output)
        output.removeAll(keepingCapacity: true)
      }
      margin.append(code.flat[...], to: &output)
    }
  }
}
