import LinkPolicyCLI
import ProjectTestSupport
import Testing

/// `init` reads Git's index.
struct GitIndexTests {
  /// A version 2 index with entries for empty files.
  private static func index(_ paths: [String]) -> String {
    func number(_ value: Int) -> String {
      String(decoding: [0, 0, 0, UInt8(value)], as: UTF8.self)
    }
    let zeros = { String(repeating: "\0", count: $0) }
    return paths.reduce("DIRC" + number(2) + number(paths.count)) { text, path in
      let size = 62 + path.utf8.count
      return text + zeros(61) + number(path.utf8.count).suffix(1) + path + zeros(8 - size % 8)
    }
  }

  @Test func `files that Git tracks are read even if .gitignore lists them`() {
    let file = "app/src/prod/google-services.json"
    func run(_ index: String?) -> (run: CommandLineRun, policy: String) {
      let services = """
        { "project_info": { "project_number": "123456789012", "project_id": "acme-home" },
          "client": [{ "client_info": { "mobilesdk_app_id": "1:123456789012:android:0123456789abcdef",
            "android_client_info": { "package_name": "com.acme.home" } }, "oauth_client": [], "api_key": [] }],
          "configuration_version": "1" }
        """
      var repository = [
        file: services, ".gitignore": "google-services.json\n", "README.md": "Home\n",
      ]
      repository[".git/index"] = index
      let files = MemoryFileSystem(repository, hasRoot: true)
      let run = CommandLineRun(["init", "--yes"], files: files)
      if run.status == .clean {
        #expect(CommandLineRun(["validate"], files: files).status == .clean)
        #expect(CommandLineRun(["fmt", "--diff"], files: files).status == .clean)
      }
      return (run, files.files[files.writes.first ?? ""] ?? "")
    }
    let ignored = run(nil).run
    #expect(ignored.status == .findings)
    #expect(ignored.output.contains("\(file): `.gitignore` names it"), "\(ignored.output)")
    let tracked = run(Self.index([".gitignore", "README.md", file]))
    #expect(tracked.run.status == .clean && tracked.policy.contains("acme-home"))
    // A damaged index is ignored.
    let cut = run(String(Self.index([file, file]).dropLast(40)))
    #expect(cut.run.status == .clean && cut.policy.contains("acme-home"))
    #expect(run("DIRC").run.status == .findings)
  }
}
