import PolicyText

/// What the answer about a link means for a flow.
enum LinkVerdict {
  /// The link must open one app of ours.
  ///
  /// - Parameter app: its app ID or package name; nil where the policy has none in the environment.
  static func opens(_ app: ExactString?, _ decision: RequestDecision) -> FlowRecorder.Verdict {
    guard let app else {
      return .breaks("the policy has no such app in this environment")
    }
    let name = UTF8Text.quoted(app.string)
    guard case .array(let opens)? = decision.result?["opens"],
      opens.contains(.string(app.string))
    else {
      let other = decision.result?["app"]?.stringValue
      return .breaks(
        other.map { "\(UTF8Text.quoted($0)) opens the link, not \(name)" } ?? decision.message)
    }
    guard opens.count == 1 else {
      return .inferred("\(name) opens the link, or another of \(opens.count) apps that may")
    }
    return .passes("\(name) opens the link")
  }

  /// The link must stay in the browser.
  static func staysInBrowser(_ decision: RequestDecision) -> FlowRecorder.Verdict {
    guard let app = decision.result?["app"]?.stringValue else {
      return .passes("the link opens the browser")
    }
    return .inferred("\(UTF8Text.quoted(app)) opens the link, which is meant for the browser")
  }
}
