import Testing

/// Git is started in one place, with options that prevent a repository from running programs.
@Suite struct GitTests {
  private static let sources = ["Sources", "Web/Sources", "Plugins"]

  @Test func `only GitProgram starts git`() throws {
    var places: Set<String> = []
    for directory in Self.sources {
      for file in try RepositoryFiles.swift(in: directory) where file.mentions("git\"") {
        // The name of a program: alone, at the end of a path, or after `env`.
        let isNamed = file.code.contains { line in
          line.contains(#/"([^" ]*\/)?git"/#) || line.contains(#/"env\b[^"]*\bgit"/#)
        }
        if isNamed { places.insert(file.path) }
      }
    }
    // The plug-in runs in the checkout that is built, and uses git only to read the commit.
    #expect(
      places == [
        "Sources/LinkPolicyCLI/Revisions/GitProgram.swift",
        "Plugins/EmbedCommit/EmbedCommit.swift",
      ], "\(places.sorted())")
  }

  @Test func `git runs only in a repository that was checked`() throws {
    for directory in Self.sources {
      for file in try RepositoryFiles.swift(in: directory) where file.mentions("GitProgram(") {
        #expect(file.path == "Sources/LinkPolicyCLI/Revisions/GitRepository.swift")
      }
    }
  }

  /// A shell could also start git.
  @Test func `programs are started in few places`() throws {
    let allowed: Set<String> = [
      "Sources/LinkPolicyCLI/Platform/POSIXProcessRunner.swift",
      // The web server next to this program, and the browser.
      "Sources/LinkPolicyCLI/Platform/ProcessReplacement.swift",
      "Web/Sources/linkpolicy-web/Server/Browser.swift",
      "Plugins/EmbedCommit/EmbedCommit.swift",
      // `linkpolicy` itself.
      "Plugins/LinkPolicyCommandPlugin/LinkPolicyCommandPlugin.swift",
    ]
    let calls = ["posix_spawn", "execv", "popen(", "vfork(", "fork(", "system(", " Process()"]
    for directory in Self.sources {
      for file in try RepositoryFiles.swift(in: directory) where !allowed.contains(file.path) {
        for call in calls where file.mentions(call) {
          #expect(!file.code.contains { $0.contains(call) }, "\(file.path): \(call)")
        }
      }
    }
  }
}
