import AssociationFiles
import PolicyTestSupport
import PolicyText
import Testing

struct LinkPatternTests {
  /// The definition of matching, with backtracking.
  private func naive(
    _ pattern: ArraySlice<Character>, _ text: ArraySlice<Character>,
    _ values: [Character: [String]]
  ) -> Bool {
    guard let first = pattern.first else { return text.isEmpty }
    let rest = pattern.dropFirst()
    switch first {
    case "*":
      return naive(rest, text, values)
        || (!text.isEmpty && naive(pattern, text.dropFirst(), values))
    case "?": return !text.isEmpty && naive(rest, text.dropFirst(), values)
    default:
      if let alternatives = values[first] {
        return alternatives.contains { naive(Array($0)[...] + rest, text, values) }
      }
      return text.first == first && naive(rest, text.dropFirst(), values)
    }
  }

  @Test func `the matcher agrees with backtracking on small patterns`() {
    var random = SeededRandom(seed: 1)
    let values: [Character: [String]] = ["1": ["a", "ab", ""], "2": ["b?", "*a", "c"]]
    let variables = LinkVariables([
      AppleSubstitutionVariable("1", ["a", "ab", ""]),
      AppleSubstitutionVariable("2", ["b?", "*a", "c"]),
    ])
    var matched = 0
    let rounds = TestForm.size(8_000, full: 30_000)
    for _ in 0..<rounds {
      let pattern = (0..<Int.random(in: 0...7, using: &random)).map { _ in
        "aabbc**?12".randomElement(using: &random) ?? "a"
      }
      let text = (0..<Int.random(in: 0...9, using: &random)).map { _ in
        "aabbc".randomElement(using: &random) ?? "a"
      }
      // Moves the interesting part across the word boundary of a bit set.
      let padding = random.next() % 2 == 0 ? "" : String(repeating: "x", count: 59) + "y"
      let star = padding.isEmpty ? "" : "*y"
      let written = pattern.map { values[$0] == nil ? String($0) : "$(\($0))" }.joined()
      let compiled = LinkPattern(ExactString(star + written), variables: variables)
      let expected = naive(pattern[...], text[...], values)
      matched += expected ? 1 : 0
      #expect(
        compiled.matches(ExactString(padding + String(text))) == expected,
        "\(star + written) on \(padding + String(text))")
    }
    #expect(matched > rounds / 12)
  }

  @Test func `work is at most proportional to pattern length times input length`() {
    func steps(stars: Int, length: Int) -> Int {
      let pattern = LinkPattern(ExactString(String(repeating: "*a", count: stars) + "*b"))
      var steps = 0
      let input = [Unicode.Scalar](repeating: "a", count: length)
      #expect(!pattern.matches(input, steps: &steps))
      return steps
    }
    let base = steps(stars: 32, length: 1024)
    #expect(base < 4 * 32 * 1024)
    #expect(steps(stars: 64, length: 1024) < 3 * base)
    #expect(steps(stars: 32, length: 2048) < 3 * base)
    #expect(steps(stars: 1000, length: 20_000) < 4 * 1000 * 20_000)
  }

  @Test(arguments: [
    ("/id/$(digit)", "/id/7", true), ("/id/$(digit)", "/id/٧", false),
    ("$(upper)", "q", false), ("$(alpha)", "q", true), ("$(xdigit)", "G", false),
    ("$(lang)_$(region)", "de_CH", true), ("$(lang)_$(region)", "de_ch", false),
    ("$(nothing)", "", false), ("$(nothing)", "$(nothing)", false),
    ("$(open", "$(open", true), ("$", "$", true), ("$$(digit)", "$7", true),
    ("K", "\u{212A}", false), ("?", "e\u{301}", false), ("??", "e\u{301}", true),
    ("?", "\r\n", false), ("?", "😀", true), ("", "", true), ("", "x", false), ("**", "", true),
  ])
  func `patterns compare by scalar`(pattern: String, text: String, expected: Bool) {
    #expect(LinkPattern(ExactString(pattern)).matches(ExactString(text)) == expected)
  }

  @Test func `literals and variables ignore case if the pattern does`() {
    let variables = LinkVariables([AppleSubstitutionVariable("Food", ["Pizza", "SUSHI"])])
    func matches(_ pattern: String, _ text: String) -> Bool {
      LinkPattern(ExactString(pattern), variables: variables, caseSensitive: false)
        .matches(ExactString(text))
    }
    #expect(matches("/Buy/$(Food)/$(region)/$(upper)", "/bUY/pIZZA/ch/x"))
    #expect(matches("É", "é"))
    #expect(!matches("$(food)", "pizza"))
  }

  @Test func `an oversized pattern never matches`() {
    let pattern = LinkPattern(ExactString(String(repeating: "*$(lang)", count: 60)))
    #expect(pattern.isTooLarge)
    #expect(!pattern.matches("de"))
    #expect(!LinkPattern(ExactString(String(repeating: "*$(lang)", count: 10))).isTooLarge)
  }

  @Test func `variable names are extracted`() {
    #expect(LinkPattern.variables(in: "/$(lang)_$(x y)/$(") == ["lang", "x y"])
    #expect(LinkPattern("/$(regoin)").undefinedVariables == ["regoin"])
    #expect(AppleLocaleCodes.regions.count == 257)
    #expect(AppleLocaleCodes.languages.count == 631)
    #expect(!AppleLocaleCodes.regions.contains("UK"))
  }
}

struct URLPartsTests {
  @Test func `a URL is split without changes`() {
    let parts = URLParts("HTTPS://u:p@Example.COM:443/a%2f/../b?x=%20&y?z#f#g")
    #expect(parts.scheme == "HTTPS")
    #expect(parts.isWeb)
    #expect(parts.userinfo == "u:p")
    #expect(parts.host == "example.com")
    #expect(parts.port == "443")
    #expect(parts.path == "/a%2f/../b")
    #expect(parts.query == "x=%20&y?z")
    #expect(parts.fragment == "f#g")
  }

  @Test(arguments: [
    ("https://example.com", "example.com", ""), ("https://example.com?q", "example.com", ""),
    ("https://example.com#/x", "example.com", ""), ("//example.com/x", "example.com", "/x"),
    ("https://[::1]:80/", "[::1]", "/"), ("https://[::1]/", "[::1]", "/"),
    ("https://a@b@example.com/", "example.com", "/"), ("https:///x", "", "/x"),
    ("https://example.com#\u{301}", "example.com", ""),
  ])
  func `host and path are extracted`(url: String, host: String, path: String) {
    let parts = URLParts(ExactString(url))
    #expect(parts.host == ExactString(host))
    #expect(parts.path == ExactString(path))
  }

  @Test(arguments: [
    "https://evil\\@example.com/", "https://example.com:8a/", "https://exa mple.com/", "/path",
    "mailto:x@example.com", "", "https:example.com", "https://example.com\t/",
  ])
  func `a URL that programs parse differently has no host`(url: String) {
    #expect(URLParts(ExactString(url)).host == nil)
  }
}

struct HostileInputTests {
  private static let seeds = [
    #"{"applinks":{"defaults":{"?":{"a":"?*"}},"substitutionVariables":{"x":["a*","?"]},"#
      + ##""details":[{"appIDs":["A"],"components":[{"/":"/$(x)/*","exclude":true},{"#":""}]},"##
      + #"{"appID":"B","paths":["NOT /a/*","*"]}]},"webcredentials":{"apps":["A"]}}"#,
    #"[{"relation":["a/b"],"target":{"namespace":"web","site":"https://h:1"}},"#
      + #"{"include":"https://h/x"},{"relation":["delegate_permission/common.handle_all_urls"],"#
      + #""target":{"namespace":"android_app","package_name":"p","sha256_cert_fingerprints":["00"]},"#
      + #""relation_extensions":{"delegate_permission/common.handle_all_urls":{"#
      + #""dynamic_app_link_components":[{"/":"*?\\.","?":{"a":"*"}}]}}}]"#,
    "https://u@h:80/a%2/b?x=%&&=y;z#%ff", "/*?$(lang)$(", "%%%é\u{301}😀",
  ]

  @Test func `no input crashes the readers`() {
    var random = SeededRandom(seed: 3)
    func mutated() -> String {
      var bytes = Array((Self.seeds.randomElement(using: &random) ?? "").utf8)
      for _ in 0..<Int.random(in: 0...4, using: &random) where !bytes.isEmpty {
        let index = Int.random(in: 0..<bytes.count, using: &random)
        switch random.next() % 3 {
        case 0: bytes.remove(at: index)
        case 1:
          let marks = "\"{}[]:,*?$()/#%&=\\.0a\u{0}".utf8
          bytes[index] = marks.randomElement(using: &random) ?? 0
        default: bytes.insert(contentsOf: bytes[..<index].suffix(9), at: index)
        }
      }
      return String(decoding: bytes, as: UTF8.self)
    }
    var written = 0
    for _ in 0..<2_000 {
      let tree = read(mutated()).tree
      let url = ExactString(mutated())
      let text = ExactString(mutated())
      let file = AppleAppSiteAssociation(reading: tree)
      let links = AssetLinks(reading: tree)
      _ = AppleLinkMatcher(file, domain: "h").answer(url)
      _ = AndroidLinkMatcher(links, host: "h").answer(url)
      for folds in [true, false] {
        _ = LinkPattern(text, caseSensitive: !folds).matches(url)
        let rule = LinkRule(
          path: text, query: [LinkQueryItem(url, text)], fragment: url, percentEncoded: folds)
        _ = PortableRules([rule]).dynamicRules
      }
      _ = DynamicPattern(text).matches(url)
      _ = Fingerprint.read(text)
      // Parsing the output gives the same file.
      let again = AppleAppSiteAssociation(reading: read(file.json.text(.pretty)).tree)
      #expect(again.json == file.json)
      written += 1
    }
    #expect(written == 2_000)
  }
}

struct FingerprintTests {
  private let canonical = Array(repeating: "0A:FF", count: 16).joined(separator: ":")

  @Test func `hexadecimal fingerprints are parsed in either case, with or without colons`() throws {
    let value = try #require(Fingerprint(ExactString(canonical)))
    #expect(value.text == canonical)
    let bare = canonical.replacing(":", with: "")
    for text in [canonical.lowercased(), bare, bare.lowercased()] {
      #expect(Fingerprint(ExactString(text)) == value)
      #expect(!Fingerprint.isCanonical(ExactString(text)))
    }
    #expect(Fingerprint.isCanonical(ExactString(canonical)))
  }

  @Test(arguments: [
    ("00:11", Fingerprint.Reading.wrongLength(2)), ("aabbcc", .wrongLength(3)), ("", .notHex),
    ("0", .notHex), (":", .notHex), ("00:", .notHex), (":00", .notHex), ("0011:22", .notHex),
    ("00:1122", .notHex), ("00::11", .notHex), ("GG", .notHex), ("00 11", .notHex),
    (String(repeating: "ab", count: 20), .wrongLength(20)),
    (String(repeating: "ab:", count: 32), .notHex),
  ])
  func `other strings are reported with the reason`(text: String, reading: Fingerprint.Reading) {
    #expect(Fingerprint.read(ExactString(text)) == reading)
  }
}
