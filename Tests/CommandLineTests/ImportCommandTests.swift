import LinkPolicy
import LinkPolicyCLI
import ProjectTestSupport
import Testing

/// `linkpolicy import` in all formats and repeatedly. `Tests/Vectors/commands/import.yaml` has more
/// cases.
@Suite struct ImportCommandTests {
  @Test(arguments: ReportFormat.names)
  func `every format has locations in the sources and no secrets`(format: String) {
    let client = """
      {"client_id": "web", "client_secret": "hunter2", "redirect_uris": ["https://www.acme.example/cb"],
       "token_endpoint_auth_method": "client_secret_basic"}
      """
    let run = CommandLineRun(
      ["import", "client.json", "--format", format, "--environment", "prod"],
      files: MemoryFileSystem(["client.json": client]))
    #expect(run.errors.contains("import-secret-name"))
    #expect(run.errors.contains("client.json"))
    #expect(!(run.errors + run.output).contains("hunter2"))
  }

  @Test func `importing again updates a client that had no ID`() {
    let source =
      #"{"name": "Shop", "app_type": "spa", "callbacks": ["https://shop.acme.example/cb"]}"#
    let files = MemoryFileSystem(["clients/Shop.json": source])
    let arguments = [
      "import", "clients/Shop.json", "--environment", "prod", "--output", "acme.yaml", "--fail-on",
      "never",
    ]
    #expect(CommandLineRun(arguments, files: files).status == .clean)
    let written = files.files["acme.yaml"] ?? ""
    #expect(written.contains("  Shop:"))
    #expect(CommandLineRun(arguments + ["--update"], files: files).output.isEmpty)
    #expect(files.files["acme.yaml"] == written)
    let named = written.replacing("    type:", with: "    client_id: { prod: shop }\n    type:")
    let again = MemoryFileSystem(["clients/Shop.json": source, "acme.yaml": named])
    #expect(CommandLineRun(arguments + ["--update"], files: again).output.isEmpty)
  }
}
