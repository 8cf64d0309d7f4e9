import LinkPolicy

/// The one place that starts git: for one repository, with nothing of the environment and the configuration that could
/// make a read run or fetch something.
///
/// Options that an older git doesn't know are variables or settings, which it ignores.
struct GitProgram: Sendable {
  let location: GitLocation
  let processes: any ProcessRunner

  /// Seconds for one call.
  static let seconds = 120

  /// Settings that win over those of the repository.
  private static let settings = [
    "safe.bareRepository=explicit", "core.fsmonitor=false", "core.hooksPath=/dev/null",
    // A forged commit graph gives a commit another tree.
    "core.commitGraph=false", "protocol.allow=never", "core.pager=cat",
    "advice.graftFileDeprecated=false",
  ]

  /// What takes the place of all `GIT_…` variables.
  private static let variables = [
    "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_ATTR_NOSYSTEM": "1",
    // Wins over `protocol.<name>.allow` of the repository.
    "GIT_ALLOW_PROTOCOL": "none", "GIT_NO_LAZY_FETCH": "1", "GIT_TERMINAL_PROMPT": "0",
    "GIT_NO_REPLACE_OBJECTS": "1", "GIT_GRAFT_FILE": "/dev/null", "GIT_OPTIONAL_LOCKS": "0",
    "GIT_PAGER": "cat", "GIT_LITERAL_PATHSPECS": "1",
    // One object in memory: the size of a tree is that which its pack claims.
    "GIT_ALLOC_LIMIT": "1g", "LC_ALL": "C",
  ]

  /// Runs a command over the repository.
  ///
  /// - Parameter limit: bytes that it may write.
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

  /// The values of a setting of the user and the machine, as nothing of a repository is read.
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
    do throws(ProcessFailure) {
      return try processes.run(
        BoundedProgram(
          name: "git", arguments: arguments, input: input, withoutVariables: "GIT_",
          variables: variables, outputLimit: limit, seconds: Self.seconds))
    } catch {
      throw UsageError(error.message)
    }
  }
}
