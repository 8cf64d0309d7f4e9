/// Files that are related, and those relatives of which one is marked.
struct FileRelations {
  private var parents: [Int] = []
  /// Right for those that are their own parents.
  private var marks: [Bool] = []

  /// Adds a file; its number is how many there were.
  @discardableResult
  mutating func add(isMarked: Bool = false) -> Int {
    parents.append(parents.count)
    marks.append(isMarked)
    return parents.count - 1
  }

  mutating func mark(_ number: Int) { marks[root(number)] = true }

  mutating func isMarked(_ number: Int) -> Bool { marks[root(number)] }

  mutating func join(_ first: Int, _ second: Int) {
    let (first, second) = (root(first), root(second))
    guard first != second else { return }
    marks[first] = marks[first] || marks[second]
    parents[second] = first
  }

  private mutating func root(_ number: Int) -> Int {
    var number = number
    while parents[number] != number {
      // Ways become shorter as they are gone.
      parents[number] = parents[parents[number]]
      number = parents[number]
    }
    return number
  }
}
