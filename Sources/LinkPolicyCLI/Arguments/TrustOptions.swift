import ArgumentParser
import LinkPolicy

/// `--untrusted` and `--base`.
struct TrustOptions: ParsableArguments {
  @Flag(
    help: ArgumentHelp(
      "The files are a stranger's, as in a pull request: no symbolic links, no lines of other files, "
        + "bounds on size and memory, nothing of their configuration and baseline; nothing is fixed."
    ))
  var untrusted = false

  @Option(
    help: ArgumentHelp(
      "With --untrusted: the revision whose configuration and baseline count. Default: none counts.",
      valueName: "revision"))
  var base: String?

  func trust() throws -> Trust {
    guard untrusted else {
      guard base == nil else { throw UsageError("`--base` belongs to `--untrusted`") }
      return .trusted
    }
    return .untrusted(base: base)
  }
}
