import AssociationFiles
import PolicyVerification
import PolicyDecision
import PolicyText
import PolicyModel

/// What the file of a host answers otherwise than the policies: the comparison of `diff`, with the file in
/// the place of what was before.
struct DeployedDifferences {
  let file: HostFile
  let subject: HostSubject
  let changes: [PolicyChange]
  /// The apps of the policies.
  private let apps: Set<ExactString>

  /// - Parameter policy: what the policies say about the host.
  init(
    _ deployed: ComparedHost, policy: ComparedHost, file: HostFile, subject: HostSubject,
    environment: Environment
  ) {
    self.file = file
    self.subject = subject
    let platform: LinkPlatform = file == .apple ? .ios : .android
    let links = LinkComparison(
      host: subject.host, environment: environment, platform: platform, old: deployed, new: policy)
    let lists = HostListComparison(
      host: subject.host, environment: environment, old: deployed, new: policy)
    changes = (links.changes + lists.changes).sorted()
    apps = Set(HostRules(policy.host, platform).apps)
  }

  /// True when no link is known that opens differently, and no app is named by one side only.
  var isEmpty: Bool { changes.allSatisfy(\.isOnlyText) }

  /// A finding for each difference; a note where only the text differs.
  var findings: [CheckFinding] {
    guard !isEmpty else {
      let words =
        changes.isEmpty
        ? "answers the same"
        : "has other rules for it, but no link is known that opens otherwise"
      return [
        finding(
          "deployed-format", .note,
          "\(quoted) is written otherwise than `linkpolicy generate` writes it, and \(words)",
          help: nil, notes: [])
      ]
    }
    return changes.filter { !$0.isOnlyText }.map { change in
      let notes = [change.new.map { "the policy: \(UTF8Text.visible($0.file)):\($0.line)" }]
        .compactMap { $0 }
      if let witness = change.witness { return link(change, witness, notes) }
      return item(change, notes)
    }
  }

  private var quoted: String { UTF8Text.quoted(subject.url(file).string) }

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
    let url = UTF8Text.quoted(witness.request["url"]?.stringValue ?? "")
    let platform = file == .apple ? "iOS" : "Android"
    let notes = ["deployed: \(witness.old.words)", "policy: \(witness.new.words)"] + notes
    if change.effect == .narrowing, !apps.contains(ExactString(app)) {
      return finding(
        "deployed-extra", .warning,
        "\(quoted) opens \(url) in \(UTF8Text.quoted(app)) on \(platform), an app that the policy does not name",
        help: "deploy what `linkpolicy generate` writes, or add the app to the policy", notes: notes
      )
    }
    let message =
      change.effect == .widening
      ? "\(quoted) does not open \(url) in \(UTF8Text.quoted(app)) on \(platform), the policy does"
      : "\(quoted) opens \(url) in \(UTF8Text.quoted(app)) on \(platform), the policy does not"
    return finding(
      "deployed-differs", .error, message, help: "run `linkpolicy generate` and deploy",
      notes: notes)
  }

  /// What no link shows: certificates, passwords, App Clips, Handoff.
  private func item(_ change: PolicyChange, _ notes: [String]) -> CheckFinding {
    let words = ChangeMessage(parts: change.message.parts.dropLast()).plain
    if change.old != nil {
      return finding(
        "deployed-extra", .warning, "\(quoted) has the \(words), which the policy does not have",
        help: "deploy what `linkpolicy generate` writes, or add it to the policy", notes: notes)
    }
    return finding(
      "deployed-differs", .error, "\(quoted) lacks the \(words), which the policy has",
      help: "run `linkpolicy generate` and deploy", notes: notes)
  }
}

extension PolicyChange {
  /// True where the rules differ, and no link is known that opens differently.
  fileprivate var isOnlyText: Bool {
    witness == nil && (kind == .universalLink || kind == .appLink)
  }
}

extension PolicyChange.Verdict {
  fileprivate var words: String { "\(outcome.rawValue), \(reasonID)" }
}

extension ChangeMessage {
  /// Pieces of another message.
  fileprivate init(parts: some Sequence<Part>) {
    self = ""
    self.parts = Array(parts)
  }
}
