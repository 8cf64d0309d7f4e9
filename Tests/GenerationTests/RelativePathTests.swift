import LinkPolicy
import PolicyGenerators
import Testing

/// The way from a report to the policies.
struct RelativePathTests {
  @Test(arguments: [
    ("generated", "Policies/acme.yaml", "../Policies/acme.yaml"),
    ("generated/", "./Policies/acme.yaml", "../Policies/acme.yaml"),
    (".", "Policies/acme.yaml", "Policies/acme.yaml"),
    ("Policies", "Policies/acme.yaml", "acme.yaml"),
    ("Policies/acme.yaml", "Policies/acme.yaml", "../acme.yaml"),
    ("a/b/c", "a/d/acme.yaml", "../../d/acme.yaml"),
    ("a/../b", "c/../acme.yaml", "../acme.yaml"),
    ("out", "Policies/ä b:c#d.yaml", "../Policies/%C3%A4%20b%3Ac%23d.yaml"),
  ])
  func `a link leads from the report to the file`(output: String, file: String, url: String) {
    #expect(RelativePath(from: output)?.url(of: file)?.text.string == url)
  }

  @Test(arguments: [
    ("/srv/out", "Policies/acme.yaml"), ("../out", "Policies/acme.yaml"),
    ("out", "/home/x/acme.yaml"), ("out", "../acme.yaml"), ("out", "a/../../acme.yaml"),
  ])
  func `what leads out of the repository gets no link`(output: String, file: String) {
    #expect(RelativePath(from: output)?.url(of: file) == nil)
  }

  @Test(arguments: [
    ("Policies/acme.yaml", "Policies/acme.yaml"), ("./acme.yaml", "acme.yaml"),
    ("/home/x/acme.yaml", "acme.yaml"), ("../x/acme.yaml", "acme.yaml"),
  ])
  func `the name of a file tells nothing about the machine`(file: String, shown: String) {
    #expect(RelativePath.shown(file).string == shown)
  }
}
