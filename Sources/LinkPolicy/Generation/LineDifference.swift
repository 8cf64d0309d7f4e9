/// Maps the lines of one string to those of another with Myers's algorithm (1986).
enum LineDifference {
  /// Replaced lines; one of the ranges may be empty.
  struct Edit: Equatable {
    var old: Range<Int>
    var new: Range<Int>
  }

  /// The maximum number of edits to search for. If there are more, everything between the first and last
  /// difference is replaced, since time and memory grow with the square.
  private static let maximumEdits = 1_000

  /// The edits in order; between them the lines are equal.
  static func edits(from old: [ArraySlice<UInt8>], to new: [ArraySlice<UInt8>]) -> [Edit] {
    // Numbers instead of lines: each line is hashed and compared once.
    var numbers: [ArraySlice<UInt8>: Int] = [:]
    func number(_ line: ArraySlice<UInt8>) -> Int {
      if let number = numbers[line] { return number }
      numbers[line] = numbers.count
      return numbers.count - 1
    }
    let a = old.map(number)
    let b = new.map(number)
    let head = zip(a, b).prefix { $0 == $1 }.count
    let rest = min(a.count, b.count) - head
    let tail = zip(a.reversed(), b.reversed()).prefix(rest).prefix { $0 == $1 }.count
    let whole = Edit(old: head..<(a.count - tail), new: head..<(b.count - tail))
    guard !whole.old.isEmpty, !whole.new.isEmpty else {
      return whole.old.isEmpty && whole.new.isEmpty ? [] : [whole]
    }
    guard let path = path(Array(a[whole.old]), Array(b[whole.new])) else { return [whole] }
    return edits(along: path, offset: head)
  }

  /// A step of the path after `x` old and `y` new lines.
  private struct Point {
    var x: Int
    var y: Int
  }

  /// The shortest path from start to end, as its points after each edit and run of equal lines; nil if it has
  /// too many edits.
  private static func path(_ a: [Int], _ b: [Int]) -> [Point]? {
    let limit = min(a.count + b.count, maximumEdits)
    var reach = [Int](repeating: 0, count: 2 * limit + 3)
    var history: [[Int]] = []
    for edits in 0...limit {
      history.append(Array(reach[(limit - edits + 1)...(limit + edits + 1)]))
      for diagonal in stride(from: -edits, through: edits, by: 2) {
        let slot = diagonal + limit + 1
        let isDown =
          diagonal == -edits || (diagonal != edits && reach[slot - 1] < reach[slot + 1])
        var x = isDown ? reach[slot + 1] : reach[slot - 1] + 1
        if edits == 0 { x = 0 }
        while x < a.count, x - diagonal < b.count, x - diagonal >= 0, a[x] == b[x - diagonal] {
          x += 1
        }
        reach[slot] = x
        if x >= a.count, x - diagonal >= b.count {
          return walkBack(history, Point(x: a.count, y: b.count))
        }
      }
    }
    return nil
  }

  private static func walkBack(_ history: [[Int]], _ end: Point) -> [Point] {
    var points = [end]
    var point = end
    for edits in stride(from: history.count - 1, to: 0, by: -1) {
      // `history[edits]` holds the diagonals -edits...edits as they were before this round.
      let row = history[edits]
      func reach(_ diagonal: Int) -> Int { row[diagonal + edits] }
      let diagonal = point.x - point.y
      let isDown =
        diagonal == -edits
        || (diagonal != edits && reach(diagonal - 1) < reach(diagonal + 1))
      let previous = isDown ? diagonal + 1 : diagonal - 1
      let x = reach(previous)
      // The end of the equal lines before the edit, and the edit itself.
      points.append(Point(x: isDown ? x : x + 1, y: isDown ? x - previous + 1 : x - previous))
      point = Point(x: x, y: x - previous)
      points.append(point)
    }
    points.append(Point(x: 0, y: 0))
    return points.reversed()
  }

  /// The edits of a path; adjacent ones are merged.
  private static func edits(along path: [Point], offset: Int) -> [Edit] {
    var edits: [Edit] = []
    for (from, to) in zip(path, path.dropFirst()) {
      let isEqualRun = to.x - from.x == to.y - from.y
      guard !isEqualRun else { continue }
      let old = (from.x + offset)..<(to.x + offset)
      let new = (from.y + offset)..<(to.y + offset)
      if let last = edits.last, last.old.upperBound == old.lowerBound,
        last.new.upperBound == new.lowerBound
      {
        edits[edits.count - 1] = Edit(
          old: last.old.lowerBound..<old.upperBound, new: last.new.lowerBound..<new.upperBound)
      } else {
        edits.append(Edit(old: old, new: new))
      }
    }
    return edits
  }
}
