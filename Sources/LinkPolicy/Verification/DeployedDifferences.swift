import PolicyVerification
import PolicyText

/// The differences between a deployed file and the policies, found by the comparison of `diff`.
struct DeployedDifferences {
  let file: HostFile
  let subject: HostSubject
  let changes: [PolicyChange]
  /// The apps in the policies.
  private let apps: Set<ExactString>

  /// - Parameter policy: the host in the policies.
  init(
    _ deployed: ComparedHost, policy: ComparedHost, file: HostFile, subject: HostSubject,
    environment: Environment
  ) {
    self.file = file
    self.subject = subject
    changes =
      HostComparison(host: subject.host, environment: environment, old: deployed, new: policy)
      .changes.sorted()
    apps = HostRules(policy.host, file == .apple ? .ios : .android).apps
  }

  /// Whether both sides provably grant the same permissions.
  var isEmpty: Bool { changes.allSatisfy(\.isOnlyText) }

  /// A finding for each difference; a note if only the formatting differs.
  var findings: [CheckFinding] {
    guard !isEmpty else {
      let words =
        changes.isEmpty
        ? "has the same meaning" : "its different rules open the same links"
      return [
        finding(
          "deployed-format", .note,
          "\(quoted) differs from the generated file, but \(words)",
          help: "deploy the output of `linkpolicy generate` to remove this note", notes: [])
      ]
    }
    return changes.filter { !$0.isOnlyText }.map { change in
      let notes = [change.new.map { "the policy: \(DisplayText.visible($0.file)):\($0.line)" }]
        .compactMap { $0 }
      if let witness = change.witness { return link(change, witness, notes) }
      if change.effect == .undecided {
        return finding(
          "deployed-differs", .warning,
          "can't tell whether \(quoted) opens the links of the policy: its rules are too large",
          help: "run `linkpolicy generate` and deploy the output", notes: notes)
      }
      return item(change, notes)
    }
  }

  private var quoted: String { DisplayText.quoted(subject.url(file).string) }

  private func finding(
    _ rule: RuleID, _ severity: Severity, _ message: String, help: String?, notes: [String]
  ) -> CheckFinding {
    CheckFinding(
      rule, severity, in: subject.environment, at: subject.anchor, url: subject.url(file), message,
      help: help, notes: notes)
  }

  private func link(
    _ change: PolicyChange, _ witness: PolicyChange.Witness, _ notes: [String]
  ) -> CheckFinding {
    let app = witness.request["app"]?.stringValue ?? ""
    let url = DisplayText.quoted(witness.request["url"]?.stringValue ?? "")
    let platform = file == .apple ? "iOS" : "Android"
    let notes = ["deployed: \(witness.old.words)", "policy: \(witness.new.words)"] + notes
    if change.effect == .narrowing, !apps.contains(ExactString(app)) {
      return finding(
        "deployed-extra", .warning,
        "\(quoted) opens \(url) in \(DisplayText.quoted(app)) on \(platform), an app that isn't in the policy",
        help: "deploy the output of `linkpolicy generate`, or add the app to the policy",
        notes: notes)
    }
    let message =
      change.effect == .widening
      ? "\(quoted) does not open \(url) in \(DisplayText.quoted(app)) on \(platform), but the policy does"
      : "\(quoted) opens \(url) in \(DisplayText.quoted(app)) on \(platform), but the policy does not"
    return finding(
      "deployed-differs", .error, message, help: "run `linkpolicy generate` and deploy the output",
      notes: notes)
  }

  /// The finding for a difference without an example link: certificates, credentials, App Clips, Handoff.
  private func item(_ change: PolicyChange, _ notes: [String]) -> CheckFinding {
    let words = ChangeMessage(parts: change.message.parts.dropLast()).plain
    if change.old != nil {
      return finding(
        "deployed-extra", .warning, "\(quoted) has the \(words), which the policy lacks",
        help: "deploy the output of `linkpolicy generate`, or add it to the policy", notes: notes)
    }
    return finding(
      "deployed-differs", .error, "\(quoted) lacks the \(words), which the policy has",
      help: "run `linkpolicy generate` and deploy the output", notes: notes)
  }
}

extension PolicyChange {
  /// Whether only the text of the rules differs.
  fileprivate var isOnlyText: Bool { effect == .neutral }
}

extension PolicyChange.Verdict {
  fileprivate var words: String { "\(outcome.rawValue), \(reason.rawValue)" }
}

extension ChangeMessage {
  /// Parts of another message.
  fileprivate init(parts: some Sequence<Part>) {
    self = ""
    self.parts = Array(parts)
  }
}
