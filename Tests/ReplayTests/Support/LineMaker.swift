import PolicyTestSupport
import PolicyText

/// Random lines of a log: valid ones in many spellings, and damaged ones.
struct LineMaker {
  var chance: SeededRandom
  private static let clientIDs = [
    "web-prod", "web-sandbox", "strict-prod", "cli-prod", "cli-sandbox", "web-prof", "", "nobody",
    "web-prod\u{212A}",
  ]
  private static let uris = [
    "https://lumen.example/cb", "https://lumen.example/cb/", "https://lumen.example/other?x=1",
    "https://lumen.example/old", "https://LUMEN.example/cb", "https://sandbox.lumen.example/cb",
    "https://strict.lumen.example/cb", "http://127.0.0.1/cb", "http://127.0.0.1:8080/cb",
    "http://127.0.0.1:0/cb", "http://localhost/cb", "com.lumen.cli:/cb", "", "é/\u{1F600}",
    "https://lumen.example:443/cb", "https://lumen.example/x/../cb",
  ]
  private static let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
  private static let values: [String: [JSONValue]] = [
    "client_id": clientIDs.map { .string($0) } + [.null],
    "redirect_uri": uris.map { .string($0) } + [.null],
    "environment": ["prod", "prod", "prod", "sandbox", .null],
    "response_type": ["code", "code", "code", "token", "", .null],
    "state": ["s1", "s2", "", .null],
    "scope": ["devices", "devices profile", "rooms", "devices  profile", "", .null],
    "code_challenge": [
      .string(challenge), .string(challenge + "~"), "short", "", .null,
    ],
    "code_challenge_method": ["S256", "plain", "", .null],
  ]
  /// How often a field occurs: it is missing in one of this many lines.
  private static let fields = [
    ("environment", 4), ("client_id", 30), ("redirect_uri", 12), ("response_type", 3),
    ("state", 3), ("scope", 3), ("code_challenge", 2), ("code_challenge_method", 2),
  ]

  init(seed: UInt64) { chance = SeededRandom(seed: seed) }

  /// Returns a request as fields, a query or a URL.
  mutating func request() -> JSONValue {
    var entries: [(key: String, value: JSONValue)] = []
    for (name, absent) in Self.fields where !chance.once(in: absent) {
      entries.append((name, chance.one(of: Self.values[name] ?? [.null])))
    }
    if chance.once(in: 8) {
      let query = entries.filter { $0.key != "environment" }.compactMap { entry in
        entry.value.stringValue.map { "\(entry.key)=\(PercentEncoding.encode($0))" }
      }.joined(separator: "&")
      entries.removeAll { $0.key != "environment" }
      let damage = chance.one(of: ["", "", "", "&state=%zz", "&client_id=x", "#&state=1"])
      entries.append(
        chance.once(in: 2)
          ? ("query", .string(query + damage))
          : ("url", .string("https://lumen.example/authorize?" + query + damage)))
    }
    if chance.once(in: 3) {
      entries.append(("ts", chance.one(of: [1, "2026-01-01", .null, [true, ["a": [[]]]]])))
    }
    if chance.once(in: 50) { entries.append(("state", "again")) }
    entries.shuffle(using: &chance)
    return .object(entries)
  }

  /// Returns a line with a request, in one of the spellings of JSON.
  mutating func line() -> [UInt8] {
    guard case .object(let entries) = request() else { return [] }
    var output: [UInt8] = blanks() + [UInt8(ascii: "{")]
    for (index, entry) in entries.enumerated() {
      if index > 0 { output += [UInt8(ascii: ",")] }
      output += blanks() + spelled(entry.key) + blanks() + [UInt8(ascii: ":")] + blanks()
      output += entry.value.stringValue.map { spelled($0) } ?? Array(entry.value.text().utf8)
      output += blanks()
    }
    return output + [UInt8(ascii: "}")] + blanks()
  }

  private mutating func blanks() -> [UInt8] {
    chance.once(in: 12) ? [chance.one(of: [0x20, 0x09, 0x0D])] : []
  }

  /// Returns a JSON string, sometimes with unnecessary escapes.
  private mutating func spelled(_ text: String) -> [UInt8] {
    guard chance.once(in: 6) else { return Array(JSONValue.string(text).text().utf8) }
    var output = "\""
    for unit in text.utf16 {
      let hex = String(unit, radix: chance.once(in: 2) ? 16 : 16, uppercase: chance.once(in: 2))
      output += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
    }
    return Array((output + "\"").utf8)
  }

  /// Returns a line with changed, removed, repeated or inserted bytes.
  mutating func damaged() -> [UInt8] {
    var line = line()
    for _ in 0..<Int.random(in: 1...2, using: &chance) where !line.isEmpty {
      let place = Int.random(in: 0..<line.count, using: &chance)
      switch Int.random(in: 0..<5, using: &chance) {
      case 0: line[place] = UInt8.random(in: 0...255, using: &chance)
      case 1: line.remove(at: place)
      case 2: line.insert(line[place], at: place)
      case 3:
        let bits: [[UInt8]] = [
          [0x22], [0x5C], [0x7B], [0x5D], [0xC3, 0xA9], [0xED, 0xA0, 0x80], [0], [0x2C],
          Array("\\ud83d".utf8), Array("\\ud83d\\ude00".utf8), Array("-0.5e+7".utf8),
          Array("null".utf8), Array("[[1,{}]]".utf8), [0xEF, 0xBB, 0xBF],
        ]
        line.insert(contentsOf: chance.one(of: bits), at: place)
      default: line.removeSubrange(place...)
      }
    }
    // A newline would split it into two lines.
    return line.filter { $0 != 0x0A }
  }
}
