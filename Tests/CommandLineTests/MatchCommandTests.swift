import LinkPolicyCLI
import ProjectTestSupport
import Testing

struct MatchCommandTests {
  private static let files = MemoryFileSystem([
    "links.json": """
    [{
      "relation": ["delegate_permission/common.handle_all_urls"],
      "target": {
        "namespace": "android_app",
        "package_name": "com.birch.shop",
        "sha256_cert_fingerprints": ["\(fingerprint)"]
      }
    }]
    """,
    "aasa": #"{"applinks":{"details":[{"appIDs":["A.b"],"components":[{"/":"/buy/*"}]}]}}"#,
  ])
  private static let fingerprint =
    "3B:7E:91:0C:55:AD:12:F8:60:4D:E3:27:9A:BC:08:71:D6:2F:84:19:C0:5E:A7:33:F1:68:0B:D2:94:47:EE:1A"

  private static func run(_ arguments: String...) -> CommandLineRun {
    CommandLineRun(["match"] + arguments, files: files)
  }

  @Test func `the domain counts for an assetlinks file as for the other`() {
    for file in [["--assetlinks", "links.json"], ["--aasa", "aasa"]] {
      let run = CommandLineRun(
        ["match"] + file + [
          "--domain", "birch.example", "https://birch.example/buy/1", "https://other.example/buy/1",
        ], files: Self.files)
      #expect(run.status == .findings)
      #expect(
        run.output == "match https://birch.example/buy/1\nno_match https://other.example/buy/1\n")
    }
  }

  @Test(arguments: ["--assetlinks", "--aasa"])
  func `a domain is needed, and is a host`(option: String) {
    let file = option == "--aasa" ? "aasa" : "links.json"
    let missing = Self.run(option, file, "https://birch.example/")
    #expect(missing.status == .usage)
    #expect(missing.errors.contains("`\(option)` needs `--domain`"))
    for domain in [
      "https://birch.example", "birch.example/", "birch.example:443", "*.birch.example", "",
    ] {
      let run = Self.run(option, file, "--domain", domain, "https://birch.example/")
      #expect(run.status == .usage, "\(domain)")
      #expect(run.errors.contains("`--domain` must be a host such as `example.com`"), "\(domain)")
    }
  }

  @Test(arguments: [
    "birch.example/buy/1", "birch.example:443/buy", "/buy/1", "//birch.example/", "",
  ])
  func `a URL has a scheme`(url: String) {
    let run = Self.run("--assetlinks", "links.json", "--domain", "birch.example", url)
    #expect(run.status == .usage)
    #expect(run.errors.contains("is not an absolute URL"))
  }

  @Test func `another scheme is no usage error, only no link`() {
    let run = Self.run(
      "--aasa", "aasa", "--domain", "birch.example", "ftp://birch.example/",
      "mailto:a@birch.example")
    #expect(run.status == .findings)
    #expect(run.output == "no_match ftp://birch.example/\nno_match mailto:a@birch.example\n")
  }
}
