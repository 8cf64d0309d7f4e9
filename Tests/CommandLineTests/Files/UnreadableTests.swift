import Foundation
import PolicyTestSupport
import Testing

/// A search that can't read a file or directory reports each one and exits with status 2.
@Suite(.needs(BuiltTool.isAvailable, "the built linkpolicy is needed"))
struct UnreadableTests {
  struct UnreadablePath: CustomTestStringConvertible, Sendable {
    /// A shell script that creates the file or directory in `Policies`.
    var script: String
    /// The expected error.
    var message: String
    /// Whether root could read it.
    var needsRights = false
    var testDescription: String { message }
  }

  static let paths: [UnreadablePath] =
    [
      UnreadablePath(
        script: "mkfifo pipe.yaml", message: "Policies/pipe.yaml: is not a regular file"),
      UnreadablePath(
        script: "ln -s /dev/null null.yaml",
        message: "Policies/null.yaml: is a symbolic link to a path outside of Policies"),
      UnreadablePath(
        script: "ln -s nowhere gone.yaml",
        message: "Policies/gone.yaml: is a symbolic link whose target is missing or not readable"),
      UnreadablePath(
        script: "ln -s loop.yaml loop.yaml",
        message: "Policies/loop.yaml: is a symbolic link whose target is missing or not readable"),
      UnreadablePath(
        script: "for i in $(seq 66); do mkdir d; cd d; done",
        message: "/d/d: is nested more than 64 directories deep, so it is not searched"),
      UnreadablePath(
        script: "n=$(printf 'x%.0s' $(seq 250)); for i in $(seq 17); do mkdir $n; cd $n; done; "
          + "echo 'linkpolicy: 1' > deep.yaml",
        message: "the path has more than 4095 bytes"),
      UnreadablePath(
        script: "mkdir dir; echo 'linkpolicy: 1' > dir/x.yaml; chmod 0 dir",
        message: "Policies/dir: permission denied", needsRights: true),
      UnreadablePath(
        script: "mkdir dir; echo 'linkpolicy: 1' > dir/x.yaml; chmod 444 dir",
        message: "Policies/dir/x.yaml: permission denied", needsRights: true),
      UnreadablePath(
        script: "mkdir -p dir/sub; chmod 444 dir",
        message: "Policies/dir/sub: permission denied", needsRights: true),
      UnreadablePath(
        script: "mkdir dir; echo 'linkpolicy: 1' > dir/x.yaml; chmod 111 dir",
        message: "Policies/dir: permission denied", needsRights: true),
      UnreadablePath(
        script: "echo 'linkpolicy: 1' > x.yaml; chmod 0 x.yaml",
        message: "Policies/x.yaml: permission denied", needsRights: true),
    ] + bytes

  #if os(Linux)
    /// Names that aren't UTF-8. Other systems don't allow them.
    static let bytes = [
      UnreadablePath(
        script: "echo 'linkpolicy: 1' > \"$(printf 'a\\377.yaml')\"",
        message: "Policies/a\\xFF.yaml: the name is not UTF-8"),
      UnreadablePath(
        script: "d=\"$(printf 'b\\300\\200')\"; mkdir \"$d\"; echo 'linkpolicy: 1' > \"$d/x.yaml\"",
        message: "Policies/b\\xC0\\x80: the name is not UTF-8"),
      UnreadablePath(
        script: "ln -s ../a.yaml \"$(printf 'c\\355\\240\\200.yaml')\"",
        message: "Policies/c\\xED\\xA0\\x80.yaml: the name is not UTF-8"),
    ]
  #else
    static let bytes: [UnreadablePath] = []
  #endif

  @Test(arguments: paths.filter { !$0.needsRights })
  func `an unreadable file or directory is reported`(path: UnreadablePath) throws {
    try Sandbox.use { box in
      try box.write(cleanPolicy, to: "Policies/a.yaml")
      try box.shell("cd Policies; \(path.script)")
      let run = try box.run("validate", "Policies")
      #expect(run.status == 2)
      #expect(run.output.contains(path.message), "\(run.output)")
    }
  }

  @Test(
    .needs(Sandbox.canDropRights, "root can read everything, and setpriv is not installed"),
    arguments: paths.filter(\.needsRights))
  func `a file or directory without permission is reported`(path: UnreadablePath) throws {
    try Sandbox.use { box in
      try box.write(cleanPolicy, to: "Policies/a.yaml")
      try box.shell("cd Policies; \(path.script)")
      let run = try box.runWithoutRights("validate", "Policies")
      #expect(run.status == 2)
      #expect(run.output.contains(path.message), "\(run.output)")
    }
  }

  @Test func `every command reports all unreadable files in one run`() throws {
    try Sandbox.use { box in
      try box.write(cleanPolicy, to: "Policies/a.yaml")
      try box.shell("cd Policies; mkfifo p.yaml q.yaml; mkdir sub; ln -s nowhere sub/r.yaml")
      for command in [
        ["validate", "Policies"], ["generate", "Policies"], ["test", "Policies"], ["flow"],
        ["who-allows", "https://lumen.example/", "--policy", "Policies"],
        ["simulate", "authorize", "--client", "website", "--policy", "Policies"],
        ["diff", "Policies", "Policies"], ["replay", "--policy", "Policies"],
      ] {
        let run = try box.run(script: "", command)
        #expect(run.status == 2, "\(command)")
        for name in ["p.yaml", "q.yaml", "sub/r.yaml"] {
          #expect(run.output.contains("Policies/\(name): "), "\(command): \(run.output)")
        }
        #expect(box.read("generated/manifest.json") == nil)
      }
    }
  }

  @Test func `files that no search would read may be of any type`() throws {
    try Sandbox.use { box in
      try box.write(cleanPolicy, to: "Policies/a.yaml")
      try box.shell(
        """
        cd Policies; mkfifo pipe; ln -s nowhere gone.txt; ln -s me@host.1234 '.#a.yaml'
        mkdir .hidden; mkfifo .hidden/x.yaml; ln -s / .root; ln -s /dev/zero zero
        """)
      #if os(Linux)
        try box.shell("cd Policies; touch \"$(printf 'a\\377.txt')\"; mkdir \"$(printf '.\\377')\"")
      #endif
      let run = try box.run("validate", "Policies")
      #expect(run.status == 0, "\(run.output)")
    }
  }

  @Test func `excluded files are not read`() throws {
    try Sandbox.use { box in
      try box.write(cleanPolicy, to: "Policies/a.yaml")
      try box.write("linkpolicy_config: 1\nexclude: [Policies/odd]\n", to: "linkpolicy.yaml")
      try box.shell("mkdir Policies/odd; mkfifo Policies/odd/p.yaml")
      #expect(try box.run("validate", "Policies").status == 0)
    }
  }
}
