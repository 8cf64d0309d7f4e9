import LinkPolicy

/// Which curl the machine has, and what it can do.
struct CurlVersion {
  /// It tells about certificates: `%{certs}` came with 7.88.
  let showsCertificates: Bool

  /// Throws where the program is not there, or too old to say what is needed.
  init(_ console: Console) throws(UsageError) {
    guard let result = try? console.processes.run("curl", ["--disable", "--version"], input: []),
      result.status == 0
    else {
      throw UsageError(
        "`verify` asks servers through the program `curl`: install the package `curl`")
    }
    let words = result.output.prefix { $0 != 0x0A }.split(separator: 0x20)
    let version = words.count > 1 ? String(decoding: words[1], as: UTF8.self) : ""
    let numbers = version.split(separator: ".").prefix(2).compactMap { Int($0) }
    guard numbers.count == 2, (numbers[0], numbers[1]) >= (7, 83) else {
      throw UsageError("`verify` needs curl 7.83 or newer, not \(UTF8Text.quoted(version))")
    }
    showsCertificates = (numbers[0], numbers[1]) >= (7, 88)
    if !showsCertificates {
      console.writeError(
        "linkpolicy: curl \(UTF8Text.visible(version)) does not show certificates: nothing is said about when they end\n"
      )
    }
  }
}
