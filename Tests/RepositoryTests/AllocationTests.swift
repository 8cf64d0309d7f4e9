#if os(Linux)
  import Foundation
  import PolicyTestSupport
  import Testing

  /// `malloc` of the release (`Sources/CRuntime/Allocation.c`), with a program of its own: the tests run on glibc's.
  @Suite struct AllocationTests {
    @Test func `blocks keep what they hold, and threads that end leave nothing behind`() throws {
      let compiler = try #require(Tool.path("gcc"), "gcc is not installed")
      try Tool.withTemporaryDirectory { directory in
        let sources = ["Tests/Fixtures/runtime/allocation.c", "Sources/CRuntime/Allocation.c"]
        let wrapped = ["malloc", "calloc", "realloc", "free", "malloc_usable_size"]
        let build = try Tool.run(
          compiler,
          // No call of `malloc` is left out or taken for another.
          ["-O2", "-fno-builtin", "-pthread", "-Wall", "-Wextra", "-Wno-alloc-size-larger-than"]
            + sources.map { Fixtures.root.appending(path: $0).path }
            + wrapped.map { "-Wl,--wrap=\($0)" } + ["-o", "run"], in: directory)
        #expect(build.status == 0 && build.output.isEmpty, "\(build.output.prefix(4_000))")
        let run = try Tool.run(directory.appending(path: "run").path, [])
        #expect(run.status == 0 && run.output == "every block as it was left\n", "\(run.output)")
      }
    }
  }
#endif
