import AssociationFiles
import PolicyTestSupport
import PolicyText

/// Random association files, as teams write them.
struct GeneratedAssociationFiles {
  private var random: SeededRandom
  private let apps = [
    "A1B2C3D4E5.com.acme.home", "A1B2C3D4E5.com.acme.pad", "K9L8M7N6P5.com.acme.home",
  ]
  private let paths = [
    "/orders/*", "/orders", "/a/?/b", "*", "/", "/x*", "*/terms", "/%E4%BD%A0/*", "/a b", "/Foo",
    "/foo/", "/user/*/edit", "/$(lang)/buy", "/menu/$(food)", "?", "/?*", "//two", "/a/**", "",
  ]
  private let values = ["*", "?*", "1", "a?c", "", "$(food)"]

  init(seed: UInt64) { random = SeededRandom(seed: seed) }

  /// Creates a file that imports without findings about rules: no string under `?`, no empty rules.
  mutating func apple() -> AppleAppSiteAssociation {
    var links = AppleLinks(details: [])
    if random.once(in: 2) { links.substitutionVariables = [.init("food", ["pizza", "bur?ito"])] }
    if random.once(in: 4) { links.defaults = AppleLinkComponent(caseSensitive: false) }
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      var ids = random.some(of: apps).map { ExactString($0) }
      if ids.isEmpty { ids = [ExactString(random.one(of: apps))] }
      let count = Int.random(in: 1...5, using: &random)
      if random.once(in: 4) {
        let rules = (0..<count).map { _ in
          AppleLegacyPath(ExactString((random.once(in: 4) ? "NOT " : "") + random.one(of: paths)))
        }
        links.details.append(AppleLinkEntry(appIDs: [ids[0]], rules: .paths(rules)))
      } else {
        var entry = AppleLinkEntry(
          appIDs: ids, rules: .components((0..<count).map { _ in component() }))
        if random.once(in: 4) { entry.defaults = AppleLinkComponent(percentEncoded: false) }
        links.details.append(entry)
      }
    }
    return AppleAppSiteAssociation(
      applinks: links,
      webcredentials: random.once(in: 2) ? AppleAppList([ExactString(apps[0])]) : nil)
  }

  private mutating func component() -> AppleLinkComponent {
    var component = AppleLinkComponent(path: ExactString(random.one(of: paths)))
    if random.once(in: 3) {
      component.query = .items([
        .init("id", ExactString(random.one(of: values))),
        .init("b", ExactString(random.one(of: values))),
      ])
    }
    if random.once(in: 5) { component.fragment = ExactString(random.one(of: values)) }
    if component.query != nil, random.once(in: 4) { component.path = nil }
    if random.once(in: 4) { component.exclude = true }
    if random.once(in: 5) { component.caseSensitive = random.once(in: 2) }
    if random.once(in: 5) { component.percentEncoded = random.once(in: 2) }
    if random.once(in: 5) { component.comment = "why: \"quoted\" # no comment" }
    return component
  }

  /// Creates a list whose dynamic rules have the form that policies generate.
  mutating func android() -> AssetLinks {
    var statements: [AssetStatement] = []
    let prints = (0..<3).compactMap { index in
      Fingerprint(
        bytes: (0..<32).map { _ in UInt8.random(in: 0...255, using: &random) | UInt8(index) })
    }
    for package in random.some(of: ["com.acme.home", "com.acme.pad", "com.acme.kiosk"]) {
      let used = random.some(of: prints)
      let rules = (0..<Int.random(in: 0...4, using: &random)).map { _ in
        LinkRule(
          path: ExactString(
            random.one(of: ["/orders/*", "/orders", "/a?c/*", "/b*", "/c/*", "/x y"])),
          query: random.once(in: 3)
            ? [.init("id", ExactString(random.one(of: ["1", "a*", "?*"])))] : [],
          exclude: random.once(in: 3))
      }
      statements.append(
        AssetStatement(
          relations: [AssetLinks.handleAllURLs]
            + (random.once(in: 2) ? [AssetLinks.getLoginCredentials] : []),
          target: .androidApp(
            package: ExactString(package), fingerprints: used.isEmpty ? [prints[0]] : used),
          dynamicRules: rules.isEmpty ? nil : PortableRules(rules).dynamicRules))
    }
    return AssetLinks(statements)
  }

  /// Returns links similar to a file's patterns: literals, filled wildcards, changed case, and
  /// percent-encoded copies.
  mutating func urls(near patterns: [ExactString], host: String, count: Int) -> [ExactString] {
    let patterns = patterns + paths.map { ExactString($0) }
    return (0..<count).map { _ in
      var path = ""
      for scalar in random.one(of: patterns).string.unicodeScalars {
        switch scalar {
        case "*": path += random.one(of: ["", "x", "x/y", "/", "terms"])
        case "?": path += random.one(of: ["x", "", "/", "ä"])
        default:
          if random.once(in: 40) { continue }
          let flipped = String(scalar).uppercased()
          path += random.once(in: 30) ? flipped : String(scalar)
        }
      }
      path = path.replacingVariables(with: random.one(of: ["pizza", "burXito", "en", "de", "x"]))
      if random.once(in: 12) { path += "/" }
      if random.once(in: 12) { path = path.replacingFirst("a", with: "%61") }
      let query =
        random.once(in: 2)
        ? "" : random.one(of: ["?id=1", "?id=abc&b=", "?b=1", "?id=", "?id=1&id=2"])
      let fragment = random.once(in: 6) ? random.one(of: ["#", "#1", "#abc"]) : ""
      return ExactString("https://\(host)\(path)\(query)\(fragment)")
    }
  }
}

extension String {
  /// Replaces `$(name)` by a string.
  fileprivate func replacingVariables(with text: String) -> String {
    guard let start = firstRange(of: "$("), let end = self[start.upperBound...].firstIndex(of: ")")
    else { return self }
    return self[..<start.lowerBound] + text + self[index(after: end)...]
  }

  fileprivate func replacingFirst(_ text: String, with other: String) -> String {
    guard let range = firstRange(of: text) else { return self }
    return replacingCharacters(range, other)
  }

  private func replacingCharacters(_ range: Range<Index>, _ other: String) -> String {
    String(self[..<range.lowerBound]) + other + String(self[range.upperBound...])
  }
}
