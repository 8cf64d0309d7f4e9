import AssociationFiles
import LinkPolicy
import PolicyDecision

extension Project {
  /// A project of one policy.
  init(policy text: String, name: String = "Policies/policy.yaml") {
    self.init([
      InputFile(
        source: SourceFile(name: name, bytes: Array(text.utf8)), kind: .policy, isExplicit: true)
    ])
  }
}

/// Decides requests of a project without the code of `diff`: the engine decides requests that it
/// can read, and the association files of the environment decide links.
struct Oracle {
  private let evaluator: RequestEvaluator
  private let hosts: HostFiles

  init(_ project: Project) {
    evaluator = RequestEvaluator(project)
    hosts = project.compiled.hosts
  }

  /// Returns whether a request is allowed; nil if it can't be read.
  func allows(_ request: JSONValue) -> Bool? {
    guard let kind = request["kind"]?.stringValue, kind == "universal_link" || kind == "app_link"
    else {
      // A JSON value and its text are the same request.
      let answer = evaluator.answer(request)
      guard evaluator.answer(line: Array(request.text().utf8)).json == answer.json else {
        return nil
      }
      return answer.decision?.isAllowed
    }
    guard let url = request["url"]?.stringValue, let app = request["app"]?.stringValue,
      let environment = Environment(rawValue: request["environment"]?.stringValue ?? ""),
      let name = URLParts(ExactString(url)).host
    else { return nil }
    guard let host = hosts.host(name, in: environment) else { return false }
    let opens =
      kind == "universal_link"
      ? host.apple.map { AppleLinkMatcher($0, domain: name).answer(ExactString(url)).opens }
      : host.android.map { AndroidLinkMatcher($0, host: name).answer(ExactString(url)).opens }
    return opens?.contains(ExactString(app)) ?? false
  }
}

extension PolicyDifference {
  /// One line for each change: effect, environment and kind.
  var summary: [String] {
    changes.map { "\($0.effect.rawValue) \($0.environment.rawValue) \($0.kind.rawValue)" }
  }

  /// Describes wrong example requests. A widening or narrowing needs one that both sides decide as
  /// it claims; a neutral change must not have one. More trust in an app or client needs none if no
  /// request shows it.
  func problems(old: Project, new: Project) -> [String] {
    let (old, new) = (Oracle(old), Oracle(new))
    return changes.compactMap { change in
      guard let witness = change.witness else {
        let isTrust = [
          .googleScope, .appSHA1Fingerprint, .appFingerprint, .appleReturnURL, .googleRedirectURI,
          .googleOrigin, .emailCallback, .codeLifetime,
        ].contains(change.kind)
        return [.neutral, .undecided].contains(change.effect) || isTrust
          ? nil : "no witness: \(change.message.plain)"
      }
      let answers = (old.allows(witness.request), new.allows(witness.request))
      let expected: (Bool, Bool) =
        switch change.effect {
        case .widening: (false, true)
        case .narrowing: (true, false)
        case .neutral, .undecided: (false, false)
        }
      let told = (witness.old.isAllowed, witness.new.isAllowed)
      return answers.0 == expected.0 && answers.1 == expected.1 && told == expected
        && change.effect != .neutral
        ? nil : "\(change.effect.rawValue): \(witness.request.text()) is \(answers)"
    }
  }
}

/// The effect of the opposite change.
extension PolicyChange.Effect {
  var mirrored: Self {
    switch self {
    case .widening: .narrowing
    case .narrowing: .widening
    case .neutral: .neutral
    case .undecided: .undecided
    }
  }
}
