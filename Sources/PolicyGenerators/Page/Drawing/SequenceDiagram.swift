package import PolicyText

/// The messages of a sign-in between its participants.
package struct SequenceDiagram: Sendable, Equatable {
  /// The line of a policy.
  package struct Place: Sendable, Equatable {
    /// The file name that the user gave.
    package var file: ExactString
    /// The line, starting with 1.
    package var line: Int

    package init(file: ExactString, line: Int) {
      self.file = file
      self.line = line
    }

    var text: String {
      let name = file.utf8.split(separator: UInt8(ascii: "/")).last.map {
        ExactString(decoding: $0)
      }
      return "\(name ?? file):\(line)"
    }
  }

  /// A message between lanes.
  package struct Arrow: Sendable, Equatable {
    package var from: String
    package var to: String
    package var label: String
    /// The line that decides.
    package var place: Place?
    package var outcome: ReportFlow.Outcome
    /// Whether it carries an expected error.
    package var isRefusal: Bool

    package init(
      from: String, to: String, label: String, place: Place?,
      outcome: ReportFlow.Outcome = .completes, isRefusal: Bool = false
    ) {
      self.isRefusal = isRefusal
      self.from = from
      self.to = to
      self.label = label
      self.place = place
      self.outcome = outcome
    }
  }

  /// The arrows of one case.
  package struct Branch: Sendable, Equatable {
    /// The name of the case.
    package var name: String
    package var arrows: [Arrow]
    /// A reference to the branch that shows the rest.
    package var continuation: String?

    package init(name: String, arrows: [Arrow], continuation: String? = nil) {
      self.name = name
      self.arrows = arrows
      self.continuation = continuation
    }
  }

  package var title: String
  /// The arrows before the branches.
  package var start: [Arrow]
  package var branches: [Branch]

  package init(title: String, start: [Arrow], branches: [Branch]) {
    self.title = title
    self.start = start
    self.branches = branches
  }

  /// The participants in order of appearance.
  private var lanes: [String] {
    var lanes: [String] = []
    for arrow in start + branches.flatMap(\.arrows) {
      for lane in [arrow.from, arrow.to] where !lanes.contains(lane) { lanes.append(lane) }
    }
    return lanes
  }

  // MARK: SVG

  private static let gap = 290
  /// The height of an arrow with its label and its line.
  private static let step = 46

  /// - Parameter url: the link to a line.
  package func drawing(url: (Place) -> ExactString? = { _ in nil }) -> Drawing {
    let lanes = lanes
    let x = Dictionary(uniqueKeysWithValues: lanes.enumerated().map { ($1, 100 + $0 * Self.gap) })
    let right = 200 + max(0, lanes.count - 1) * Self.gap
    var drawing = Drawing(ExactString(title))
    drawing.text(title, x: 12, y: 18, "strong")
    let top = 62
    let heights = branches.map { branch in
      30 + branch.arrows.count * Self.step + (branch.continuation == nil ? 0 : 24)
    }
    let bottom =
      top + 20 + start.count * Self.step + heights.reduce(0) { $0 + $1 + 12 }
    for lane in lanes {
      let center = x[lane] ?? 0
      drawing.line(from: (center, top), to: (center, bottom), "lane")
      drawing.box(x: center - 78, y: 32, width: 156, height: 30, "head", radius: 6)
      drawing.text(lane, x: center, y: 52, "headtext", anchor: .middle, fitting: 146)
    }
    var y = top + 24
    func drawAll(_ arrows: [Arrow], _ drawing: inout Drawing) {
      for arrow in arrows {
        draw(arrow, from: x[arrow.from] ?? 0, to: x[arrow.to] ?? 0, y: y, url, &drawing)
        y += Self.step
      }
    }
    drawAll(start, &drawing)
    for (branch, height) in zip(branches, heights) {
      drawing.box(x: 6, y: y - 16, width: right - 12, height: height, "branch", radius: 8)
      drawing.text(branch.name, x: 16, y: y + 2, "branchtext")
      y += 28
      drawAll(branch.arrows, &drawing)
      if let continuation = branch.continuation {
        drawing.text(continuation, x: 16, y: y - 8, "quiet")
        y += 24
      }
      y += 14
    }
    return drawing
  }

  private func draw(
    _ arrow: Arrow, from start: Int, to end: Int, y: Int, _ url: (Place) -> ExactString?,
    _ drawing: inout Drawing
  ) {
    let isOwn = start == end
    let room = max(Self.gap, abs(end - start)) - 16
    let middle = isOwn ? start + 10 : (start + end) / 2
    let anchor: Drawing.Anchor = isOwn ? .start : .middle
    drawing.link(
      arrow.place.flatMap(url), ExactString(arrow.place.map { "\(arrow.label), \($0.text)" } ?? "")
    ) { drawing in
      drawing.text(
        arrow.label, x: middle, y: y, arrow.outcome.textStyle, anchor: anchor, fitting: room)
      let style: StaticString = arrow.isRefusal ? "refusal" : arrow.outcome.style
      if isOwn {
        drawing.circle(x: start, y: y - 4, radius: 4, style)
      } else {
        drawing.arrow(from: start, to: end, y: y + 7, style)
      }
      if let place = arrow.place {
        drawing.text(place.text, x: middle, y: y + 22, "quiet", anchor: anchor, fitting: room)
      }
    }
  }

  // MARK: Mermaid

  /// The diagram in Mermaid syntax, which GitHub and GitLab render.
  package var mermaid: String {
    let lanes = lanes
    var output = "sequenceDiagram\n"
    for (index, lane) in lanes.enumerated() {
      output += "  participant L\(index) as \(Self.escaped(lane))\n"
    }
    func id(_ lane: String) -> String { "L\(lanes.firstIndex(of: lane) ?? 0)" }
    func write(_ arrows: [Arrow], indent: String) {
      for arrow in arrows {
        let shape =
          switch arrow.outcome {
          case .completes: "->>"
          case .inferred: "-->>"
          case .breaks: "-x"
          }
        let text = [arrow.label, arrow.place?.text].compactMap { $0.map(Self.escaped) }
          .joined(separator: "<br/>")
        output += "\(indent)\(id(arrow.from))\(shape)\(id(arrow.to)): \(text)\n"
      }
    }
    write(start, indent: "  ")
    for (index, branch) in branches.enumerated() {
      let word = index > 0 ? "else" : branches.count > 1 ? "alt" : "opt"
      output += "  \(word) \(Self.escaped(branch.name))\n"
      write(branch.arrows, indent: "    ")
      if let continuation = branch.continuation, !lanes.isEmpty {
        output += "    Note over L0: \(Self.escaped(continuation))\n"
      }
    }
    return branches.isEmpty ? output : output + "  end\n"
  }

  /// Escapes everything that could end a message or be markup with character codes.
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
