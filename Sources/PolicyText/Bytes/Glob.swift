/// A glob pattern of paths, as in ignore files.
///
/// `*` and `?` match within one path component, `**` matches any number of components. A pattern without `/`, except at
/// its end, matches names at any depth; other patterns are relative to the file that contains them. A pattern that
/// matches a directory matches everything in it.
package struct Glob: Sendable {
  /// As written.
  package let pattern: ExactString
  private let parts: [[UInt8]]

  /// Matches any number of components.
  private static let anyDepth = Array("**".utf8)

  package init(_ text: ExactString) {
    pattern = text
    var bytes = Array(text.utf8)[...]
    while bytes.starts(with: "./".utf8) { bytes = bytes.dropFirst(2) }
    while bytes.count > 1, bytes.last == UInt8(ascii: "/") { bytes = bytes.dropLast() }
    let isAnchored = bytes.contains(UInt8(ascii: "/"))
    var parts: [[UInt8]] = isAnchored ? [] : [Self.anyDepth]
    for part in bytes.split(separator: UInt8(ascii: "/")) {
      // Adjacent `**` are equivalent to one.
      if Array(part) == Self.anyDepth, parts.last == Self.anyDepth { continue }
      parts.append(Array(part))
    }
    self.parts = parts
  }

  /// Returns true if the pattern matches a path (components without `.` and `..`) or a directory
  /// above it.
  ///
  /// Takes time proportional to the components of the pattern, the bytes of the path and the bytes
  /// of a component.
  package func matches(_ path: [String]) -> Bool { matches(path.map { Array($0.utf8) }[...]) }

  /// The same for the bytes of a path's components, for paths that are compared with many patterns.
  package func matches(_ path: ArraySlice<[UInt8]>) -> Bool {
    guard !parts.isEmpty, !path.isEmpty else { return false }
    // A name at any depth, as most patterns of ignore files are.
    if parts.count == 2, parts[0] == Self.anyDepth, parts[1] != Self.anyDepth {
      return path.contains { Self.matches(parts[1], $0) }
    }
    // reached[i]: the first i parts of the pattern match the components so far.
    var reached = Array(repeating: false, count: parts.count + 1)
    reached[0] = true
    skip(&reached)
    for bytes in path {
      var next = Array(repeating: false, count: parts.count + 1)
      for index in parts.indices where reached[index] {
        if parts[index] == Self.anyDepth {
          next[index] = true
          // At the end it needs a component: `vendor/**` matches only what is in `vendor`.
          if index == parts.count - 1 { next[index + 1] = true }
        } else if Self.matches(parts[index], bytes) {
          next[index + 1] = true
        }
      }
      skip(&next)
      if next[parts.count] { return true }
      reached = next
    }
    return false
  }

  /// Before the end, `**` may match zero components.
  private func skip(_ reached: inout [Bool]) {
    for index in parts.indices.dropLast() where reached[index] && parts[index] == Self.anyDepth {
      reached[index + 1] = true
    }
  }

  /// Matches `*` and `?` in a component or another string. Backtracks only to the last star.
  package static func matches(_ pattern: [UInt8], _ text: [UInt8]) -> Bool {
    var (p, t) = (0, 0)
    var star: (pattern: Int, text: Int)?
    while t < text.count {
      if p < pattern.count, pattern[p] == UInt8(ascii: "*") {
        star = (p, t)
        p += 1
      } else if p < pattern.count, pattern[p] == UInt8(ascii: "?") {
        p += 1
        t += 1
        // Skip a character, not a byte.
        while t < text.count, text[t] & 0xC0 == 0x80 { t += 1 }
      } else if p < pattern.count, pattern[p] == text[t] {
        p += 1
        t += 1
      } else if let last = star {
        star = (last.pattern, last.text + 1)
        p = last.pattern + 1
        t = last.text + 1
      } else {
        return false
      }
    }
    return pattern[p...].allSatisfy { $0 == UInt8(ascii: "*") }
  }
}
