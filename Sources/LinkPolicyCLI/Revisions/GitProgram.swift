import LinkPolicy
import PolicyText

/// Runs git for one repository. No other code starts git.
///
/// Variables and settings prevent that a read runs another program or fetches something. They are not options, since an
/// older git rejects unknown options and ignores unknown variables and settings.
struct GitProgram: Sendable {
  let location: GitLocation
  let processes: any ProcessRunner

  /// The timeout of a call in seconds.
  static let timeout = 120

  /// Settings that override those of the repository.
  private static let settings = [
    "safe.bareRepository=explicit", "core.fsmonitor=false", "core.hooksPath=/dev/null",
    // A forged commit graph can assign another tree to a commit.
    "core.commitGraph=false", "protocol.allow=never", "core.pager=cat",
    "advice.graftFileDeprecated=false",
  ]

  /// Replacements for all `GIT_…` variables.
  private static let variables = [
    "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_ATTR_NOSYSTEM": "1",
    // Overrides `protocol.<name>.allow` of the repository.
    "GIT_ALLOW_PROTOCOL": "none", "GIT_NO_LAZY_FETCH": "1", "GIT_TERMINAL_PROMPT": "0",
    "GIT_NO_REPLACE_OBJECTS": "1", "GIT_GRAFT_FILE": "/dev/null", "GIT_OPTIONAL_LOCKS": "0",
    "GIT_PAGER": "cat", "GIT_LITERAL_PATHSPECS": "1",
    // Limits one object in memory: a pack can claim any size for a tree.
    "GIT_ALLOC_LIMIT": "1g", "LC_ALL": "C",
  ]

  /// Runs a command over the repository.
  ///
  /// - Parameter limit: bytes of output.
  func run(
    _ arguments: [String], input: [UInt8] = [], limit: Int
  ) throws(UsageError) -> ProcessResult {
    let words =
      [
        "-C", location.directory, "--git-dir=\(location.gitDirectory)",
        "--work-tree=\(location.workTree)", "--no-pager", "--no-replace-objects",
      ] + Self.settings.flatMap { ["-c", $0] } + arguments
    return try call(words, variables: Self.variables, input: input, limit: limit)
  }

  /// The values of a setting in the user's and the system's configuration, without those of a
  /// repository.
  func userSetting(_ name: String) throws(UsageError) -> [[UInt8]] {
    let result = try call(
      ["-C", "/", "--no-pager", "config", "--null", "--path", "--get-all", name],
      variables: ["GIT_DIR": "/dev/null", "LC_ALL": "C"], limit: 1 << 20)
    // Each value ends with a zero byte.
    return result.output.split(separator: 0, omittingEmptySubsequences: false).dropLast()
      .map { Array($0) }
  }

  private func call(
    _ arguments: [String], variables: [String: String], input: [UInt8] = [], limit: Int
  ) throws(UsageError) -> ProcessResult {
    var program = ExternalProgram("git", arguments)
    program.input = input
    program.withoutVariables = "GIT_"
    program.variables = variables
    program.outputLimit = limit
    program.deadline = SystemClock.now() + Self.timeout
    do throws(ProcessFailure) {
      return try processes.run(program)
    } catch {
      throw UsageError(error.message)
    }
  }
}
