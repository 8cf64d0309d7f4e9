/// How many files of each kind a run looked at, and how many it left out.
public struct FileCounts: Sendable, Equatable {
  /// Files with `linkpolicy: 1`.
  public var policies = 0
  /// Files with `linkpolicy_tests: 1`.
  public var tests = 0
  /// Files with `linkpolicy_config: 1`.
  public var configurations = 0
  /// `apple-app-site-association` and `assetlinks.json`.
  public var associationFiles = 0
  /// YAML files without a marker that are reported, and files of which nothing is known.
  public var others = 0
  /// YAML files without a marker outside the directories of policies. They are not looked at.
  public var skipped = 0

  /// Counts that are known so far.
  public init(policies: Int = 0, others: Int = 0) {
    self.policies = policies
    self.others = others
  }

  /// How many files were looked at.
  public var checked: Int { policies + tests + configurations + associationFiles + others }
}
