package import PolicyText

/// What the rules and the comparison of policies say about the bytes of association files.
package protocol FileJudge: Sendable {
  /// What is wrong with a file that a host serves: the rules for such files, and what it answers otherwise
  /// than the policy.
  func findings(on body: [UInt8], of file: HostFile, from subject: HostSubject) -> [CheckFinding]
  /// True when two files open the same links and name the same apps; nil where one of them cannot be read.
  func agree(_ body: [UInt8], _ other: [UInt8], of file: HostFile, host: ExactString) -> Bool?
  /// True when a file opens a link in an app.
  func opens(
    _ url: ExactString, in app: ExactString, by body: [UInt8], of file: HostFile, host: ExactString
  ) -> Bool
}
