package import PolicyText

/// One thing that is compared with the policy: what it has to ask, and what it makes of the answers.
package protocol Check: Sendable {
  var target: CheckTarget { get }
  /// What it asks, given the answers so far; asked again until nothing is new.
  func requests(_ answers: Answers) -> [CheckRequest]
  /// What it finds, once nothing is left to ask.
  func findings(_ answers: Answers) -> [CheckFinding]
}

/// A request with what it is to its check.
package struct CheckRequest: Sendable {
  package var kind: String
  package var request: ObservedRequest
  /// The address as it is shown.
  package var shownURL: ExactString

  package init(_ kind: String, _ request: ObservedRequest, shownURL: ExactString? = nil) {
    self.kind = kind
    self.request = request
    self.shownURL = shownURL ?? request.recordedURL
  }
}
