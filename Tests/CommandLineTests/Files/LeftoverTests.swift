import Foundation
import PolicyTestSupport
import Testing

/// Temporary files of killed runs. The next run that writes in their directory removes them.
@Suite(.needs(BuiltTool.isAvailable, "the built linkpolicy is needed"))
struct LeftoverTests {
  private static let left = ".linkpolicy-0123456789abcdef.tmp"
  /// Files that linkpolicy didn't leave behind.
  private static let others = [
    ".linkpolicy-.tmp", ".linkpolicy-x1.tmp", "linkpolicy-1.tmp", ".linkpolicy-1.tmp.bak",
    ".linkpolicy-99999999999999999999.tmp", ".LINKPOLICY-1.tmp",
  ]

  @Test(arguments: [
    ["validate", "w/a.yaml", "--format", "json=w/report.json"],
    ["validate", "w/a.yaml", "--write-baseline", "w/known.json"],
    ["validate", "w/untidy.yaml", "--fix"], ["fmt", "w/untidy.yaml"],
    ["import", "w/apple-app-site-association", "--output", "w/new.yaml"],
    ["generate", "w/a.yaml", "--output", "w", "--target", "json"],
  ])
  func `each command that writes removes only leftover files`(command: [String]) throws {
    try Sandbox.use { box in
      try box.write(cleanPolicy, to: "w/a.yaml")
      try box.write(
        cleanPolicy.replacing("name: lumen", with: "name:   no"), to: "w/untidy.yaml")
      try box.write(
        #"{"applinks":{"details":[{"appIDs":["A1B2C3D4E5.com.acme.home"],"components":[{"/":"/a"}]}]}}"#,
        to: "w/apple-app-site-association")
      try box.write("x", to: "w/\(Self.left)")
      for name in Self.others { try box.write("x", to: "w/\(name)") }
      try box.shell(
        """
        cd w; ln -s a.yaml .linkpolicy-1.tmp; mkfifo .linkpolicy-2.tmp; mkdir .linkpolicy-3.tmp
        echo x > mine; ln mine .linkpolicy-4.tmp; echo x > .linkpolicy-5.tmp
        """)
      // A simulated run holds the lock. macOS doesn't have `flock`; 6 is `LOCK_EX` and `LOCK_NB`.
      let lock = "exec 9<w/.linkpolicy-5.tmp; perl -e 'open F, \"<&=9\"; flock F, 6 or exit 9'"
      let run = try box.run(script: "\(lock) || exit 9; ", command)
      #expect(run.status != 9 && run.status < 2, "\(run.output)")
      #expect(box.read("w/\(Self.left)") == nil, "\(run.output)")
      for name in Self.others { #expect(box.read("w/\(name)") == "x", "\(name)") }
      try box.shell(
        "cd w; test -L .linkpolicy-1.tmp -a -p .linkpolicy-2.tmp -a -d .linkpolicy-3.tmp; "
          + "test -f .linkpolicy-4.tmp -a -f .linkpolicy-5.tmp")
    }
  }
}
