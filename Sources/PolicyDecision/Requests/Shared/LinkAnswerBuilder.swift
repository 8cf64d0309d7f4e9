import AssociationFiles
import PolicyText
import PolicyModel

/// The decision on a URL that may open an app, on either platform.
struct LinkAnswerBuilder {
  let url: ExactString
  let environment: Environment
  /// The files of the URL's host; nil if it has none in this environment.
  let host: CompiledHost?
  var confidence = Decision.Confidence.certain
  private let hostName: ExactString?
  private var recorder: TraceRecorder
  private var nearest: Decision.Nearest?

  init(url: ExactString, isApple: Bool, context: RequestContext, hosts: HostFiles) {
    self.url = url
    environment = context.environment
    recorder = TraceRecorder(context)
    let parts = URLParts(url)
    hostName = parts.isWeb ? parts.host : nil
    host = hostName.flatMap { hosts.host($0, in: context.environment) }
    // In another policy, the unknown host may be this one.
    let isUnknown = hosts.unknownHosts.contains { unknown in
      unknown.environment == context.environment
        && !(host?.anchors.contains { $0.file == unknown.anchors.first?.file } ?? false)
    }
    if hostName != nil, isUnknown { confidence = .inferred }
    if let host {
      recorder.pass(
        .host, "\(host.host.quoted) serves association files in \(environment.rawValue)",
        at: host.anchors.first)
      if !host.appsWithUnknownLinks.isEmpty
        || host.incompletePlatforms.contains(where: { $0.isApple == isApple })
      {
        confidence = .inferred
      }
    }
  }

  mutating func note(_ message: String) { recorder.note(.rules, message) }

  /// Adds the evaluated rules; the deciding one is added with the decision.
  mutating func add(_ steps: [LinkRuleStep], source: (LinkRuleStep) -> SourceAnchor?) {
    for step in steps { recorder.note(.rules, step.words, at: source(step)) }
    guard let closest = steps.closest, let mismatch = closest.mismatch,
      let anchor = source(closest)
    else { return }
    var pattern = mismatch.pattern
    if case .queryItem(let name) = mismatch.part {
      pattern = ExactString("\(name.string)=\(pattern.string)")
    }
    nearest = .init(entry: Entry(pattern, anchor), difference: mismatch.words)
  }

  /// The decision if the host has no file for the platform.
  var noFile: Decision {
    recorder.end(
      .ignore, .host, .hostUnknown, channel: .browser,
      message: hostName.map {
        confidence == .inferred
          ? "can't tell which links of \($0.quoted) open apps: a value is `TODO`"
          : "\($0.quoted) serves no association file for this platform in \(environment.rawValue)"
      } ?? "\(url.quoted) is not an http or https URL with a host", confidence: confidence,
      source: host?.anchors.first, result: ["app": .null, "opens": []])
  }

  /// The decision from those about each app.
  ///
  /// - Parameters:
  ///   - first: the app to report; nil if none opens.
  ///   - fallback: what decided if no rule did; nil for the host's line.
  func decision(
    _ apps: [(app: ExactString, outcome: LinkOutcome, source: SourceAnchor?)],
    first: ExactString?, opens: [ExactString], fallback: SourceAnchor? = nil
  ) -> Decision {
    let deciding =
      apps.first { $0.outcome == .match && $0.app == first }
      ?? apps.first { $0.outcome == .match } ?? apps.first { $0.outcome == .exclude }
    let result: JSONValue = [
      "app": .optional(deciding?.outcome == .match ? deciding?.app.string : nil),
      "opens": .texts(opens),
    ]
    switch deciding?.outcome {
    case .match:
      return recorder.end(
        .allow, .rules, .ruleMatched, channel: .openApp,
        message: "\(url.quoted) opens \(deciding?.app.quoted ?? "an app")", confidence: confidence,
        source: deciding?.source ?? host?.anchors.first, result: result)
    case .exclude:
      return recorder.end(
        .deny, .rules, .ruleExcluded, channel: .browser,
        message: "an exclude rule keeps \(url.quoted) in the browser", confidence: confidence,
        source: deciding?.source, result: result)
    default:
      var decision = recorder.end(
        .ignore, .rules, .noRule, channel: .browser,
        message: "no rule matches \(url.quoted); it stays in the browser", confidence: confidence,
        source: fallback ?? host?.anchors.first, result: result)
      decision.nearest = nearest
      return decision
    }
  }
}
