import AssociationFiles
import PolicyText
import ProjectTestSupport
import PolicyRules

extension FuzzTarget {
  /// `apple-app-site-association`: read, judged, matched as iOS does, written again. A line with a URL stands
  /// before the file.
  static let aasa = FuzzTarget("aasa", maximumLength: 4_096) {
    try Seeds.associationFiles()
  } run: { bytes in
    var input = FuzzBytes(bytes)
    let url = input.line()
    let read = JSONReader.read(
      SourceFile(name: "apple-app-site-association", bytes: input.remaining), file: FileID(0))
    let findings = AssociationFileRules.checkApple(read)
    let faults = TreeFaults.faults(read.tree, findings)
    Finding.unless(faults.isEmpty, "\(faults)")
    let file = AppleAppSiteAssociation(reading: read.tree)
    let matcher = AppleLinkMatcher(file, domain: "example.com")
    let answer = matcher.answer(url)
    let opening = answer.decisions.filter { $0.outcome == .match }
    Finding.unless(Set(answer.opens) == Set(opening.map(\.app)), "other apps open")
    // What is written can be read again, and says the same.
    let text = file.json.text(.pretty)
    let again = JSONReader.read(SourceFile(name: "again", bytes: Array(text.utf8)), file: FileID(0))
    let second = AppleAppSiteAssociation(reading: again.tree)
    Finding.unless(second.json == file.json, "written as \(text)")
  }
}

extension Seeds {
  /// Association files of both kinds, each behind a URL.
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
