import PolicyText

extension ImportFacts {
  /// The facts in the order of the paths of their files: the order in which files were given or found is
  /// none of the policy's business. Within a file the order of the kind stays.
  func sorted(by library: ImportLibrary) -> ImportFacts {
    let paths = library.sources.map { ExactString($0.path) }
    let order = paths.indices.sorted { (paths[$0], $0) < (paths[$1], $1) }
    var rank = [Int](repeating: 0, count: paths.count)
    for (place, index) in order.enumerated() { rank[index] = place }
    func sort<Value>(_ values: inout [Value], _ location: (Value) -> SourceLocation) {
      let numbered = values.enumerated().sorted { a, b in
        let left = (rank[location(a.element).file.index], a.offset)
        let right = (rank[location(b.element).file.index], b.offset)
        return left < right
      }
      values = numbered.map(\.element)
    }
    var sorted = self
    sorted.reorder { facts, mentions, schemes, flips, names in
      sort(&facts, \.location)
      sort(&mentions, \.location)
      sort(&schemes, \.location)
      sort(&flips, \.location)
      sort(&names, \.location)
    }
    return sorted
  }
}
