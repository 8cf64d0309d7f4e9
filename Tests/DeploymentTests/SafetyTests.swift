import PolicyVerification
import Foundation
import LinkPolicyCLI
import PolicyTestSupport
import PolicyText
import ProjectTestSupport
import Testing

/// Which requests are allowed. Policies may come from an untrusted pull request.
@Suite struct SafetyTests {
  // MARK: targets

  @Test(arguments: [
    "http://www.acme.example/", "https://user@www.acme.example/", "https://www.acme.example:8443/",
    "https://127.0.0.1/", "https://[::1]/", "https://2130706433/", "https://0x7f.1/",
    "https://10.1/",
    "https://localhost/", "https://intranet/", "https://a.localhost/", "https://printer.local/",
    "https://db.internal/", "https://nas.lan/", "https://x.home.arpa/", "https://a..example/",
    "https://-a.example/", "https://a.example\n/", "https://a.example/\"", "ftp://a.example/",
    "https://ä.example/", "https://a.example/{x}",
  ])
  func `only HTTPS URLs with port 443 and a full public host name are requested`(url: String) {
    #expect(RequestTarget.problem(ExactString(url)) != nil)
  }

  @Test(arguments: [
    "https://www.acme.example/", "https://www.acme.example:443/a?b=c",
    "https://xn--bcher-kva.example/",
    "https://a_b.example/",
  ])
  func `other URLs of a policy are requested`(url: String) {
    #expect(RequestTarget.problem(ExactString(url)) == nil)
  }

  // MARK: IP addresses

  /// The first and last address of every range in IANA's registries, and their neighbors.
  @Test func `only global IP addresses are public`() throws {
    let rows = try Fixtures.table("special_addresses.tsv")
    for row in rows {
      let address = try #require(row["address"])
      let isPublic = PublicAddress.isPublic(ExactString(address))
      #expect(isPublic == (row["public"] == "yes"), "\(address): \(row["why"] ?? "")")
    }
    #expect(rows.count > 190)
  }

  @Test(arguments: [
    "", "example", "1.1.1.1.1", "1.1.1.256", "::1%lo", "2606:4700::1%1", "2606:", ":",
  ])
  func `other strings are not public IP addresses`(text: String) {
    #expect(!PublicAddress.isPublic(ExactString(text)))
  }

  /// Simulated system programs. They record what curl receives.
  final class Programs: ProcessRunner, @unchecked Sendable {
    private let lock = NSLock()
    private let addresses: String
    private let version: String
    private var received: [String] = []
    private var words: [[String]] = []

    init(_ addresses: String, version: String = "7.88.1") {
      self.addresses = addresses
      self.version = version
    }

    func run(
      _ program: ExternalProgram, output: ((ArraySlice<UInt8>) -> Void)?
    ) throws(ProcessFailure) -> ProcessResult {
      let (arguments, input) = (program.arguments, program.input)
      lock.withLock { words.append([program.name] + arguments) }
      func result(_ text: String) -> ProcessResult {
        ProcessResult(status: 0, output: Array(text.utf8), errors: [])
      }
      if program.name == "getent" { return result(addresses) }
      if arguments.contains("--version") { return result("curl \(version) (x86_64)\n") }
      lock.withLock { received.append(String(decoding: input, as: UTF8.self)) }
      return result("")
    }

    /// The configurations that curl received.
    var configurations: [String] { lock.withLock { received } }
    /// The command lines.
    var calls: [[String]] { lock.withLock { words } }
  }

  static func run(_ programs: Programs, _ options: String...) -> VerifyRun {
    let files = MemoryFileSystem(["Policies/a.yaml": LiveTests.policy(["www.acme.example"])])
    return VerifyRun(options, files: files, processes: programs, jobs: 1)
  }

  @Test func `one IP address that isn't global is enough to refuse a host`() {
    let programs = Programs("1.1.1.1 STREAM x\n10.0.0.1 STREAM x\n")
    let run = Self.run(programs)
    #expect(programs.configurations == [])
    #expect(run.output.contains("address-private") && run.output.contains("10.0.0.1"))
    #expect(run.status == .findings)
  }

  @Test func `curl connects to the IP address that was checked`() throws {
    let programs = Programs("1.1.1.1 STREAM x\n1.1.1.1 DGRAM\n2606:4700::1111 STREAM\n")
    _ = Self.run(programs)
    let text = try #require(programs.configurations.first)
    #expect(text.contains("resolve = \"www.acme.example:443:1.1.1.1,[2606:4700::1111]\""))
    #expect(programs.calls.filter { $0[0] == "getent" }.count == 1)
  }

  @Test func `--allow-private allows private IP addresses`() {
    let programs = Programs("10.0.0.1 STREAM x\n")
    _ = Self.run(programs, "--allow-private", "--retries", "0")
    #expect(programs.configurations.count == 1)
  }

  // MARK: requests

  @Test func `requests ignore redirects, credentials, proxies and the user's files`() throws {
    let programs = Programs("1.1.1.1 STREAM x\n")
    _ = Self.run(programs, "--retries", "0")
    let call = try #require(programs.calls.first { $0.contains("--config") })
    #expect(call == ["curl", "--disable", "--config", "-"])
    let text = try #require(programs.configurations.first)
    for line in [
      "proto = \"=https\"", "max-redirs = 0", "noproxy = \"*\"", "globoff", "tlsv1.2",
      "max-filesize = 131073", "max-filesize = 1048577", "limit-rate = 2M", "max-time = 10",
      "connect-timeout = 5",
    ] {
      #expect(text.contains(line + "\n"), "\(line)")
    }
    for word in [
      "location\n", "netrc", "cookie", "compressed", "insecure", "header ", "data", "request ",
    ] {
      #expect(!text.contains("\n\(word)"), "\(word)")
    }
    #expect(!text.contains("AASA-Bot"))
  }

  @Test func `a proxy is used only if an option names it`() throws {
    let programs = Programs("1.1.1.1 STREAM x\n")
    _ = Self.run(programs, "--proxy", "http://proxy.example:3128", "--retries", "0")
    let text = try #require(programs.configurations.first)
    #expect(text.contains("proxy = \"http://proxy.example:3128\"\n"))
    #expect(text.contains("connect-to = \"www.acme.example:443:1.1.1.1:443\"\n"))
  }

  @Test func `a name that only the proxy resolves is requested only if an option allows it`() {
    let proxy = ["--proxy", "http://proxy.example:3128", "--retries", "1"]
    for (options, isRequested) in [
      (proxy, false), (proxy + ["--allow-host", "WWW.acme.example"], true),
      (proxy + ["--allow-private"], true), (["--allow-host", "www.acme.example"], false),
    ] {
      let programs = Programs("")
      let files = MemoryFileSystem(["Policies/a.yaml": LiveTests.policy(["www.acme.example"])])
      let run = VerifyRun(options, files: files, processes: programs, jobs: 1)
      #expect(programs.configurations.isEmpty == !isRequested, "\(options)")
      #expect(run.status == .usage && (isRequested || run.pauses == []), "\(options)")
      #expect(run.output.contains("--allow-host") == (options == proxy), "\(run.output)")
      #expect(!programs.configurations.joined().contains("connect-to"))
    }
  }

  @Test func `no value can add an option to curl`() throws {
    let programs = Programs("1.1.1.1 STREAM x\n")
    _ = Self.run(programs, "--retries", "0", "--cacert", "a\"\ninsecure\n\"")
    let text = try #require(programs.configurations.first)
    #expect(!text.contains("\ninsecure"))
    #expect(Self.run(programs, "--user-agent", "a\nb").status == .usage)
  }

  // MARK: curl

  @Test(arguments: [
    ("7.82.0", false, false), ("7.83.1", true, false), ("7.88.1", true, true),
    ("8.10.0", true, true),
    ("x", false, false),
  ])
  func `an old curl is refused, and one that can't show certificates is reported`(
    version: String, isAccepted: Bool, showsCertificates: Bool
  ) {
    let programs = Programs("1.1.1.1 STREAM x\n", version: version)
    let run = Self.run(programs, "--retries", "0")
    #expect(run.errors.contains("needs curl 7.83") == !isAccepted)
    #expect(
      run.errors.contains("so their expiry is not checked") == (isAccepted && !showsCertificates))
    #expect(programs.configurations.joined().contains("%{certs}") == showsCertificates)
  }

  @Test func `only the limited part of a response is kept, for any size of chunks`() {
    var text = String(repeating: "x", count: 5_000) + "\nMARK"
    text += ["0", "200", "1.1", "1.1.1.1", "0.5", "99", "5000", ""].joined(separator: "\n")
    text += "MARK{\"a\":[\"b\"]}MARKExpire date:Feb 20 13:24:29 2027 GMT\nMARK\n"
    text += "body\nMARK" + ["0", "404", "2", "", "0.001", "9", "4", ""].joined(separator: "\n")
    text += "MARK{}MARKMARK\n"
    text +=
      "M\nMARK"
      + ["28", "200", "1.1", "", "9", "9", "1", "Operation\ntimed out"].joined(separator: "\n")
    text += "MARK{}MARKMARK\n"
    let bytes = Array(text.utf8)
    for step in [1, 2, 3, 7, 64, bytes.count] {
      var stream = CurlStream(mark: "MARK", limits: [100, 4, 9, 9])
      for start in stride(from: 0, to: bytes.count, by: step) {
        stream.add(bytes[start..<min(start + step, bytes.count)])
        #expect(stream.held <= 400 + step)
      }
      #expect(
        stream.outcomes == [
          .failure(ObservedFailure(.size, "more than 100 bytes", status: 200)),
          .response(
            ObservedResponse(
              status: 404, headers: [], body: Array("body".utf8), httpVersion: "2",
              milliseconds: 1)),
          .failure(ObservedFailure(.timeout, "no response in time", status: 200)),
        ])
    }
  }

  @Test func `a program that exceeds its deadline is terminated`() throws {
    var program = ExternalProgram("sh", ["-c", "cat; exec sleep 60"])
    program.input = Array("a".utf8)
    program.deadline = SystemClock.now() + 2
    var output: [UInt8] = []
    #expect(throws: ProcessFailure.self) {
      try POSIXProcessRunner().run(program) { output += $0 }
    }
    #expect(output == Array("a".utf8))
  }

  @Test func `output of many parallel programs is passed on completely`() throws {
    let runner = POSIXProcessRunner()
    let counts = concurrentMap(40, workers: 8) { _ in
      var program = ExternalProgram("sh", ["-c", "cat; cat /dev/zero | head -c 200000"])
      program.input = [1, 2, 3]
      program.deadline = SystemClock.now() + 60
      var count = 0
      _ = try? runner.run(program) { count += $0.count }
      return count
    }
    #expect(counts == Array(repeating: 200_003, count: 40))
    #expect(throws: ProcessFailure.self) {
      try runner.run(ExternalProgram("/nowhere", [])) { _ in }
    }
  }

  // MARK: output

  @Test func `strings from servers are printed escaped and truncated`() {
    let text = UntrustedText.quoted("a\u{1B}[2J`b\u{202E}" + String(repeating: "é", count: 300))
    #expect(!text.utf8.contains(0x1B) && text.utf8.count < 300)
    #expect(text.hasPrefix("`") && text.hasSuffix("…`"))
    #expect(text.dropFirst().dropLast().contains("`") == false)
  }

  // MARK: pull requests

  struct RespondingFetcher: Fetcher {
    func responses(to requests: [ObservedRequest]) -> [ObservedResult] {
      requests.map {
        ObservedResult(
          url: $0.url, time: 0, .response(ObservedResponse(status: 204, headers: [], body: [])))
      }
    }
  }

  static func outcome(_ host: String, trusted: Set<ExactString>?, allowed: Set<ExactString> = [])
    -> String
  {
    let fetcher = GuardedFetcher(
      RespondingFetcher(), trusted: trusted, allowed: allowed, thirdParties: ["third.example"])
    let answers = fetcher.responses(to: [
      ObservedRequest("https://third.example/", limit: 1),
      ObservedRequest(ExactString("https://\(host)/"), limit: 1),
    ])
    #expect(answers.count == 2 && answers[0].response?.status == 204)
    return answers[1].failure?.kind.rawValue ?? "requested"
  }

  @Test func `with --allow-from, only known hosts and hosts from the command line are requested`() {
    #expect(Self.outcome("a.example", trusted: nil) == "requested")
    #expect(Self.outcome("a.example", trusted: ["a.example"]) == "requested")
    #expect(Self.outcome("a.example", trusted: ["b.example"]) == "refused")
    #expect(Self.outcome("a.example", trusted: [], allowed: ["a.example"]) == "requested")
    #expect(Self.outcome("printer.local", trusted: nil) == "refused")
    #expect(Self.outcome("printer.local", trusted: nil, allowed: ["printer.local"]) == "requested")
  }

  @Test func `hosts that a pull request adds are skipped`() throws {
    try Tool.withTemporaryDirectory { directory in
      let git = try #require(Tool.path("git"))
      func commit(_ hosts: [String]) throws {
        try FileManager.default.createDirectory(
          at: directory.appending(path: "Policies"), withIntermediateDirectories: true)
        try Data(LiveTests.policy(hosts).utf8).write(
          to: directory.appending(path: "Policies/a.yaml"))
      }
      try commit(["old.acme.example"])
      for words in [
        ["init", "-q"], ["add", "."],
        ["-c", "user.name=a", "-c", "user.email=a@a.example", "commit", "-qm", "a"],
      ] {
        try #require(try Tool.run(git, words, in: directory).status == 0)
      }
      try commit(["old.acme.example", "new.acme.example"])
      let options = ["old", "new"].flatMap { ["--resolve", "\($0).acme.example:443:127.0.0.1:9"] }
      let run = try Tool.run(
        BuiltTool.path,
        ["verify", "--allow-from", "HEAD", "--retries", "0", "--format", "oneline"] + options,
        in: directory)
      #expect(run.output.contains("skipped `new.acme.example`"))
      #expect(run.output.contains("can't reach `old.acme.example`"))
      #expect(run.output.contains("3 unreachable, 3 skipped"))
    }
  }

  // MARK: load

  @Test func `only failures that may be temporary are retried`() {
    let programs = Programs("1.1.1.1 STREAM x\n")
    let run = Self.run(programs, "--retries", "2")
    // curl returned nothing, which is a failed connection.
    #expect(run.pauses == [1, 1] && programs.configurations.count == 3)
  }

  @Test func `a run requests each URL once`() throws {
    let programs = Programs("1.1.1.1 STREAM x\n")
    _ = Self.run(programs, "--retries", "0")
    let urls = try #require(programs.configurations.first).split(separator: "\n")
      .filter { $0.hasPrefix("url = ") }
    #expect(urls.count == 3 && Set(urls).count == 3)
  }

  @Test func `endpoints and third parties are contacted only with their option`() throws {
    for (options, isRequested) in [([], false), (["--third-party"], true)] {
      let programs = Programs("1.1.1.1 STREAM x\n")
      let files = MemoryFileSystem(["Policies/a.yaml": ExamplePolicies.text])
      _ = VerifyRun(
        options + ["--retries", "0"], files: files, processes: programs, jobs: 1)
      let text = programs.configurations.joined()
      #expect(!text.contains("/authorize") && text.contains("auth.acme.example"))
      let names = programs.calls.filter { $0[0] == "getent" }.compactMap(\.last)
      #expect(names.contains { $0.contains("apple") } == isRequested)
      #expect(names.contains { $0.contains("google") } == isRequested)
    }
  }

  @Test(arguments: SecretSpellings.queries)
  func `a URL from a server is printed without secrets`(query: String) {
    let secret = "QZXJKVWQ"
    let location = "https://u:\(secret)@a.example/cb?\(query.replacing("§", with: secret))"
    #expect(UntrustedText.location(location) == "`https://[redacted]@a.example/cb?…`")
    #expect(!UntrustedText.quoted(location).contains(secret), "\(UntrustedText.quoted(location))")
  }
}
