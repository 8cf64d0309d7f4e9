import AssociationFiles
import PolicyText
import PolicyTestSupport
import Testing

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

  @Test func `no input ends in a crash`() {
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
      // What is written can be read again, and says the same.
      let again = AppleAppSiteAssociation(reading: read(file.json.text(.pretty)).tree)
      #expect(again.json == file.json)
      written += 1
    }
    #expect(written == 2_000)
  }
}
