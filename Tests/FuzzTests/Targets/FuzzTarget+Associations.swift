import AssociationFiles
import PolicyRules
import PolicyText
import ProjectTestSupport

extension FuzzTarget {
  /// `apple-app-site-association`: parsed, checked, matched as on iOS, and written again. A line
  /// with a URL precedes the file.
  static let aasa = FuzzTarget("aasa", maximumLength: 4_096) {
    try Seeds.associationFiles()
  } run: { bytes in
    var input = FuzzBytes(bytes)
    let url = input.line()
    let read = JSONReader.read(
      SourceFile(name: "apple-app-site-association", bytes: input.remaining), file: FileID(0))
    let findings = AssociationFileRules.checkApple(read)
    let problems = TreeProblems.problems(read.tree, findings)
    Finding.unless(problems.isEmpty, "\(problems)")
    let file = AppleAppSiteAssociation(reading: read.tree)
    let matcher = AppleLinkMatcher(file, domain: "example.com")
    let answer = matcher.answer(url)
    let opening = answer.decisions.filter { $0.outcome == .match }
    Finding.unless(Set(answer.opens) == Set(opening.map(\.app)), "other apps open")
    // Parsing the output gives the same file.
    let text = file.json.text(.pretty)
    let again = JSONReader.read(SourceFile(name: "again", bytes: Array(text.utf8)), file: FileID(0))
    let second = AppleAppSiteAssociation(reading: again.tree)
    Finding.unless(second.json == file.json, "written as \(text)")
  }
}

extension Seeds {
  /// Association files for both platforms, each after a URL.
  static func associationFiles() throws -> [[UInt8]] {
    let files = try files("Tests/Fixtures", "association", ".json")
    var seeds = files.map { Array("https://example.com/a/b?x=1#f\n".utf8) + $0 }
    for line in try Seeds.files("Tests/Vectors", "aasa_documents.jsonl").joined()
      .split(separator: 0x0A)
    {
      let text = String(decoding: line, as: UTF8.self)
      guard let file = text.firstRange(of: "\"aasa\": "),
        let url = text.firstRange(of: ", \"url\": \""),
        file.upperBound < url.lowerBound
      else { continue }
      let address = text[url.upperBound...].prefix { $0 != "\"" }
      seeds.append(Array((address + "\n" + text[file.upperBound..<url.lowerBound]).utf8))
    }
    for row in try column("web_content", of: "assetlinks_conformance.tsv") {
      guard let arrow = row.firstRange(of: " => ") else { continue }
      seeds.append(Array(("https://example.com/x\n" + row[arrow.upperBound...]).utf8))
    }
    return seeds
  }
}

extension FuzzTarget {
  /// `assetlinks.json`: parsed, checked and matched as on Android. A line with a URL precedes the
  /// file.
  static let assetLinks = FuzzTarget("assetlinks", maximumLength: 4_096) {
    try Seeds.associationFiles()
  } run: { bytes in
    var input = FuzzBytes(bytes)
    let url = input.line()
    let read = JSONReader.read(
      SourceFile(name: "assetlinks.json", bytes: input.remaining), file: FileID(0))
    let findings = AssociationFileRules.checkAssetLinks(read)
    let problems = TreeProblems.problems(read.tree, findings)
    Finding.unless(problems.isEmpty, "\(problems)")
    let links = AssetLinks(reading: read.tree)
    let matcher = AndroidLinkMatcher(links, host: "example.com")
    for version in [14, 15] {
      let answer = matcher.answer(url, version: version)
      let opening = answer.decisions.filter { $0.outcome == .match }
      Finding.unless(answer.opens == opening.map(\.app), "other apps open")
    }
  }
}

extension FuzzTarget {
  /// Link patterns: a line with a pattern and a line with a string. Compares iOS patterns with the
  /// definition of matching, and checks the consistency of Android and portable patterns.
  static let patterns = FuzzTarget("patterns", maximumLength: 256) {
    try Seeds.column("pattern_or_rule", of: "android_dynamic_rules.tsv").map {
      Array(($0 + "\n/foo/bar").utf8)
    }
      + Seeds.column("component_json", of: "aasa_components.tsv").map { Array(($0 + "\n/a").utf8) }
      + ["/a/*\n/a/b", "*a*b?\nxaybz", "/$(lang)/*\n/en/x", "/é*\n/é"].map { Array($0.utf8) }
  } run: { bytes in
    var input = FuzzBytes(bytes)
    let pattern = input.line()
    let text = input.line()
    if !pattern.contains(UInt8(ascii: "$")) {
      let expected = WildcardReference.matches(
        Array(pattern.string.unicodeScalars), Array(text.string.unicodeScalars))
      Finding.unless(
        LinkPattern(pattern).matches(text) == expected, "\(pattern) on \(text) is \(expected)")
    }
    _ = LinkPattern(pattern, caseSensitive: false).matches(text)
    let dynamic = DynamicPattern(pattern)
    if dynamic.kind == .literal {
      Finding.unless(dynamic.matches(text) == (pattern == text), "\(pattern) on \(text)")
    }
    _ = dynamic.matches(text)
    let rule = LinkRule(path: pattern, query: [LinkQueryItem(text, pattern)], fragment: text)
    _ = PortableRules([rule]).dynamicRules
  }
}

/// The definition of `*` and `?`, as a table of all pairs of prefixes.
enum WildcardReference {
  static func matches(_ pattern: [Unicode.Scalar], _ text: [Unicode.Scalar]) -> Bool {
    var reached = [true] + [Bool](repeating: false, count: text.count)
    for token in pattern {
      var next = [token == "*" && reached[0]]
      for (index, scalar) in text.enumerated() {
        next.append(
          token == "*"
            ? next[index] || reached[index + 1]
            : reached[index] && (token == "?" || token == scalar))
      }
      reached = next
    }
    return reached[text.count]
  }
}
