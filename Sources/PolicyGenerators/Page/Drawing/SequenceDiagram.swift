import PolicyText

/// The messages of a sign-in between its parties.
package struct SequenceDiagram: Sendable, Equatable {
  package enum Item: Sendable, Equatable {
    /// Between lanes; `place` is the line of the policy that decides.
    case arrow(
      from: String, to: String, label: String, place: String?, outcome: ReportFlow.Outcome)
    /// The case in which the following arrows happen.
    case branch(String)
  }

  package var title: String
  package var items: [Item]

  package init(title: String, items: [Item]) {
    self.title = title
    self.items = items
  }

  /// The parties, in the order in which they appear.
  private var lanes: [String] {
    var lanes: [String] = []
    for case .arrow(let from, let to, _, _, _) in items {
      for lane in [from, to] where !lanes.contains(lane) { lanes.append(lane) }
    }
    return lanes
  }

  // MARK: SVG

  package var drawing: Drawing {
    let lanes = lanes
    let gap = 260
    let x = Dictionary(uniqueKeysWithValues: lanes.enumerated().map { ($1, 90 + $0 * gap) })
    let right = 90 + max(0, lanes.count - 1) * gap + 90
    var drawing = Drawing(ExactString(title))
    drawing.text(title, x: 12, y: 18, "strong")
    let top = 62
    var y = top + 20
    var arrows: [(Item, Int)] = []
    for item in items {
      if case .branch = item { y += 10 }
      arrows.append((item, y))
      if case .branch = item { y += 28 } else { y += 46 }
    }
    for lane in lanes {
      let center = x[lane] ?? 0
      drawing.line(from: (center, top), to: (center, y), "lane")
      drawing.box(x: center - 78, y: 32, width: 156, height: 30, "head", radius: 6)
      drawing.text(lane, x: center, y: 52, "headtext", anchor: .middle, fitting: 146)
    }
    for (item, y) in arrows {
      switch item {
      case .branch(let name):
        drawing.line(from: (12, y - 10), to: (right, y - 10), "branch")
        drawing.text(name, x: 12, y: y + 6, "quiet")
      case .arrow(let from, let to, let label, let place, let outcome):
        let (start, end) = (x[from] ?? 0, x[to] ?? 0)
        let room = max(gap, abs(end - start)) - 16
        let middle = start == end ? start + 8 : (start + end) / 2
        let anchor: Drawing.Anchor = start == end ? .start : .middle
        drawing.text(label, x: middle, y: y, outcome.textStyle, anchor: anchor, fitting: room)
        if start != end { drawing.arrow(from: start, to: end, y: y + 7, outcome.style) }
        if start == end { drawing.circle(x: start, y: y - 4, radius: 4, outcome.style) }
        if let place {
          drawing.text(place, x: middle, y: y + 22, "quiet", anchor: anchor, fitting: room)
        }
      }
    }
    return drawing
  }

  // MARK: Mermaid

  /// The diagram in the language of Mermaid, which GitHub and GitLab draw.
  package var mermaid: String {
    let lanes = lanes
    var output = "sequenceDiagram\n"
    for (index, lane) in lanes.enumerated() {
      output += "  participant L\(index) as \(Self.escaped(lane))\n"
    }
    func id(_ lane: String) -> String { "L\(lanes.firstIndex(of: lane) ?? 0)" }
    var isBranched = false
    for item in items {
      switch item {
      case .branch(let name):
        output += "  \(isBranched ? "else" : "alt") \(Self.escaped(name))\n"
        isBranched = true
      case .arrow(let from, let to, let label, let place, let outcome):
        let arrow =
          switch outcome {
          case .completes: "->>"
          case .inferred: "-->>"
          case .breaks: "-x"
          }
        let text = [label, place].compactMap { $0.map(Self.escaped) }.joined(separator: "<br/>")
        output += "  \(id(from))\(arrow)\(id(to)): \(text)\n"
      }
    }
    return isBranched ? output + "  end\n" : output
  }

  /// Character codes for everything that could end a message or be markup.
  private static func escaped(_ text: String) -> String {
    DisplayText.visible(text).unicodeScalars.map { scalar -> String in
      let isPlain =
        scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        || " .,/()-_:".unicodeScalars.contains(scalar)
      return isPlain ? String(scalar) : "#\(scalar.value);"
    }.joined()
  }
}

extension ReportFlow.Outcome {
  fileprivate var style: StaticString {
    switch self {
    case .completes: "good"
    case .inferred: "careful"
    case .breaks: "bad"
    }
  }

  fileprivate var textStyle: StaticString {
    switch self {
    case .completes: ""
    case .inferred: "carefultext"
    case .breaks: "badtext"
    }
  }
}
