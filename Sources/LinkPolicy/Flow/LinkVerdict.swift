import PolicyText

/// What the answer about a link means for a flow.
enum LinkVerdict {
  /// The link must open one app of ours.
  ///
  /// - Parameters:
  ///   - app: its app ID or package name; nil where the policy has none in the environment.
  ///   - isElsewhere: the policies keep no association files: what is on the host is not known.
  ///   - only: the other environment, where the host belongs to it alone.
  static func opens(
    _ app: ExactString?, isElsewhere: Bool, only: Environment? = nil, _ decision: RequestDecision
  ) -> FlowRecorder.Verdict {
    guard let app else {
      return .breaks("the policy has no such app in this environment")
    }
    let name = DisplayText.quoted(app.string)
    guard case .array(let opens)? = decision.result?["opens"],
      opens.contains(.string(app.string))
    else {
      if isElsewhere, decision.reason == .hostUnknown {
        return .inferred(
          "the policies have no association files: whether the link opens \(name) "
            + "is up to those of its host")
      }
      let other = decision.result?["app"]?.stringValue
      return .breaks(
        other.map { "\(DisplayText.quoted($0)) opens the link, not \(name)" } ?? decision.message)
    }
    guard opens.count == 1 else {
      return .inferred("\(name) opens the link, or another of \(opens.count) apps that may")
    }
    if let only {
      return .inferred(
        "\(name) opens the link by the file of \(only.rawValue): `domains` has the host there only")
    }
    return .passes("\(name) opens the link")
  }

  /// The link must stay in the browser.
  static func staysInBrowser(_ decision: RequestDecision) -> FlowRecorder.Verdict {
    guard let app = decision.result?["app"]?.stringValue else {
      return .passes("the link opens the browser")
    }
    return .inferred("\(DisplayText.quoted(app)) opens the link, which is meant for the browser")
  }
}
