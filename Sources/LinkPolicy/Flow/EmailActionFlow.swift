import PolicyDecision
import PolicyDiagnostics
import PolicyModel
import PolicyText

/// An email of Firebase from the SDK that asks for it to the page or app that finishes it.
struct EmailActionFlow {
  /// Who asks for the email and opens its link.
  enum Client: String, CaseIterable {
    case js, ios, android

    /// The name of the SDK in requests; of the Android SDK nothing is known but that the server decides.
    var sdk: JSONValue { self == .android ? "any" : .string(rawValue) }
  }

  let action: EmailAction
  let client: Client
  let names: FlowNames

  /// One flow for each action and SDK of its platforms.
  static func plans(_ names: FlowNames) -> [FlowPlan] {
    guard let firebase = names.document.policy.firebase else { return [] }
    return firebase.emailActions.flatMap { action -> [FlowPlan] in
      guard let url = action.url?[names.environment] else { return [] }
      let subject = names.subject(action.name.value.string) { $0.firebase != nil }
      var clients = [Client.js]
      if action.ios?[names.environment] != nil { clients.append(.ios) }
      if action.androidApp?[names.environment] != nil { clients.append(.android) }
      return clients.map { client in
        let flow = EmailActionFlow(action: action, client: client, names: names)
        return FlowPlan(
          kind: .emailAction, subject: subject, part: "/\(client.rawValue)",
          environment: names.environment, anchor: names.document.anchor(url)
        ) { flow.run(&$0) }
      }
    }
  }

  private var handlesCodeInApp: Bool { action.handleCodeInApp?.value ?? false }

  private func run(_ flow: inout FlowRecorder) {
    let sent = flow.ask(
      "email", .emailAction,
      [
        ("policy", names.policy), ("action", .string(action.name.value.string)),
        ("sdk", client.sdk),
      ])
    guard let sent else { return }
    guard let link = sent.result?["link"]?.stringValue else { return }
    if flow.facts.user != .approves {
      flow.end = "the user does not open the email: nothing happens"
      return
    }
    open(link, &flow)
    guard let url = read(link, &flow) else { return }
    flow.ask("continue URL", .continueURL, [("input", ["url": .string(url)])])
    guard client == .js, handlesCodeInApp else { return }
    flow.ask(
      "page", .webOrigin, [("policy", names.policy), ("input", ["page_url": .string(url)])])
  }

  /// An app of ours, or the browser.
  private func open(_ link: String, _ flow: inout FlowRecorder) {
    guard client != .js, flow.facts.isInstalled else { return }
    let app: ExactString? =
      client == .ios
      ? names.app(action.ios)?.appleAppID : names.app(action.androidApp)?.packageName?.value
    let opensApp = handlesCodeInApp
    flow.ask(
      "link", client == .ios ? .universalLink : .appLink, [("url", .string(link))]
    ) { opensApp ? LinkVerdict.opens(app, isElsewhere: false, $0) : LinkVerdict.staysInBrowser($0) }
  }

  /// What the platform makes of the link.
  ///
  /// - Returns: the continue URL that it finds.
  private func read(_ link: String, _ flow: inout FlowRecorder) -> String? {
    let client = client
    let decision = flow.ask("parsing", .emailLink, [("input", ["link": .string(link)])]) {
      decision in
      let name = client == .js ? "js_result" : "\(client.rawValue)_operation"
      let operation = decision.result?[name] ?? .null
      let isRead = operation != .null && operation != "throws URIError"
      return isRead
        ? .passes("the link is read: \(operation.text())") : .breaks(decision.message)
    }
    guard let decision else { return nil }
    return decision.result?["\(client.rawValue)_continue_url"]?.stringValue
  }
}
