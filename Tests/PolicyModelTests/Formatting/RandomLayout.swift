import PolicyTestSupport

/// Random files in unusual layouts: every style of scalars and collections, with comments and blank
/// lines anywhere. Some are invalid YAML.
struct RandomLayout {
  private var random: SeededRandom
  private var anchors = 0

  init(seed: UInt64) { random = SeededRandom(seed: seed) }

  private static let keys = [
    "name", "description", "owner", "apps", "domains", "clients", "tests", "provider", "type",
    "redirect_uris", "client_id", "prod", "sandbox", "links", "rules", "path", "exclude", "query",
    "x-a", "\"on\"", "'k k'", "request", "kind", "expect", "team_id", "platform", "? long",
  ]

  private static let scalars = [
    "a", "a b", "https://a.example/cb?x=1#y", "on", "12", "\"on\"", "'12'", "\"\"", "''", "'a: b'",
    "\"a #b\"", "'it''s'", "\"\\u00e9\\n\"", "ä", "'[x]'", "\"{x}\"", "~", "null", "true", "1:30",
    "'1:30'", "\"- x\"", "'*x'", "F0:FD", ".Main", "'...'", "\"---\"", "2001-12-14", "'a'",
    "\"/a/*\"",
  ]

  mutating func text() -> String {
    var output = random.once(in: 4) ? "# head\n\n" : ""
    if random.once(in: 6) { output += "---\n" }
    if random.once(in: 3) { output += "# about the marker\n" }
    output += "linkpolicy: 1" + trailing() + "\n"
    output += block(indent: 0, depth: 0)
    return random.once(in: 8) ? output.replacing("\n", with: "\r\n") : output
  }

  private mutating func trailing() -> String {
    random.once(in: 4)
      ? random.one(of: [" ", "   ", "\t"]) + "# c\(Int.random(in: 0..<9, using: &random))" : ""
  }

  private mutating func gap(_ indent: Int) -> String {
    var output = ""
    while random.once(in: 4) {
      output += random.one(of: [
        "\n", "  \n", spaces(indent) + "# own\n", spaces(indent + 3) + "# deeper\n", "# left\n",
        spaces(indent) + "# linkpolicy: ignore[uri-http] for a reason\n",
      ])
    }
    return output
  }

  private func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }

  /// Returns the entries of a mapping.
  private mutating func block(indent: Int, depth: Int) -> String {
    var output = ""
    let keys = Self.keys.shuffled(using: &random).prefix(Int.random(in: 1...4, using: &random))
    for key in keys {
      output += gap(indent) + spaces(indent) + key
      output += key.hasPrefix("?") ? "\n" + spaces(indent) + ":" : ":"
      output += value(indent: indent, depth: depth)
    }
    return output + gap(indent)
  }

  /// Returns the value after a key or dash, with its line breaks.
  private mutating func value(indent: Int, depth: Int) -> String {
    let step = random.one(of: [1, 2, 4])
    var anchor = ""
    if random.once(in: 15) {
      anchors += 1
      anchor = " &a\(anchors)"
    }
    switch Int.random(in: 0..<(depth > 3 ? 8 : 12), using: &random) {
    case 0: return trailing() + "\n"
    case 1 where anchors > 0 && anchor.isEmpty:
      return " *a\(Int.random(in: 1...anchors, using: &random))" + trailing() + "\n"
    case 2:
      let header = random.one(of: ["|", ">", "|-", ">+", "|+", ">-"])
      let inner = spaces(indent + step)
      return "\(anchor) \(header)" + trailing()
        + "\n\(inner)one\n\(inner)  two\n\n\(inner)three # no comment\n"
    case 3:
      let inner = "\n" + spaces(indent + step)
      return anchor
        + random.one(of: [
          " plain\(inner)over lines", " \"double\(inner)\(inner)over \\\(inner)lines\"",
          " 'single\(inner)over lines'",
        ]) + trailing() + "\n"
    case 4, 5: return "\(anchor) " + flow(indent: indent + 1, depth: 0) + trailing() + "\n"
    case 8, 9: return anchor + trailing() + "\n" + block(indent: indent + step, depth: depth + 1)
    case 10, 11:
      return anchor + trailing() + "\n" + list(indent: indent + step, depth: depth + 1)
    default: return "\(anchor) " + random.one(of: Self.scalars) + trailing() + "\n"
    }
  }

  private mutating func list(indent: Int, depth: Int) -> String {
    var output = ""
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      output += gap(indent) + spaces(indent) + "-"
      if random.once(in: 3) {
        let entries = block(indent: indent + 2, depth: depth + 1)
        // Puts the first entry on the line of the dash.
        let isKey = entries.hasPrefix(spaces(indent + 2)) && !entries.hasPrefix(spaces(indent + 3))
        output += isKey && random.once(in: 2) ? " " + entries.dropFirst(indent + 2) : "\n" + entries
      } else {
        output += value(indent: indent, depth: depth)
      }
    }
    return output
  }

  private mutating func flow(indent: Int, depth: Int) -> String {
    let isMapping = random.once(in: 2)
    var output = isMapping ? "{" : "["
    let keys = Self.keys.filter { !$0.hasPrefix("?") }.shuffled(using: &random)
    for index in 0..<Int.random(in: 0...4, using: &random) {
      if index > 0 { output += random.one(of: [",", ", ", " ,"]) }
      if random.once(in: 5) {
        output += random.one(of: ["\n", " # c\n", "\n\n"]) + spaces(indent + 1)
      }
      if isMapping { output += " \(keys[index]): " }
      output +=
        depth < 2 && random.once(in: 4)
        ? flow(indent: indent, depth: depth + 1) : random.one(of: Self.scalars)
    }
    if random.once(in: 8) { output += " # c\n" + spaces(indent + 1) }
    return output + (isMapping ? " }" : "]")
  }
}
